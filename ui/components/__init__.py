"""Pictures that live in the page: drawn in place, selected by mouse, finger and keyboard, told of each other's selection."""

from ui.components.hero import hero
from ui.components.mount import kit
from ui.components.plot import plot
from ui.components.selection import Selection

__all__ = ["Selection", "hero", "kit", "plot"]
