"""The referee that scores every model of this project is a program of its own, not part of it; here it is called."""

import importlib.util
from pathlib import Path
from types import ModuleType


def load_referee(path: Path) -> ModuleType:
    """The referee (`score_heads.py`) as a module: `read`, `arcs`, `score`, `baseline`."""
    specification = importlib.util.spec_from_file_location("referee", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
