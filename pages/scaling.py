"""Scaling: why scores are divided by √dk."""

from ui import frame

frame.page("scaling")
