"""Playground: a sentence through real attention, seen at once."""

from ui import frame

frame.page("playground")
