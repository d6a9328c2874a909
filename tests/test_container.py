"""The image holds all that the app imports: .dockerignore lets in what it names, and nothing else."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]


def let_in():
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*", "everything is left out first"
    return {line[1:] for line in lines if line.startswith("!")}


def imported_by(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def test_all_that_the_app_imports_is_let_in():
    names = let_in()
    files = [ROOT / name for name in names if name.endswith(".py")]
    files += [path for name in names if (ROOT / name).is_dir() for path in (ROOT / name).rglob("*.py")]
    ours = {path.name for path in ROOT.iterdir() if path.is_dir()}
    missing = {name for path in files for name in imported_by(path) if name in ours} - names
    assert not missing


def test_all_that_is_let_in_exists():
    assert all((ROOT / name).exists() for name in let_in())
