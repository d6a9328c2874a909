"""Position: what tells attention the order of words."""

from ui import frame

frame.page("position")
