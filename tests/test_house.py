"""The house: who may import whom, and what the README says of each folder."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "app": {"ui"},
    "pages": {"ui", "figures", "attention_core", "classroom"},
    "ui": {"figures", "attention_core", "classroom"},
    "figures": set(),
    "classroom": set(),
    "attention_core": set(),
    "training": {"attention_core"},
    "benchmarks": {"attention_core", "figures", "ui"},
}
NEVER = {"attention_core": {"streamlit", "plotly"}, "figures": {"streamlit", "torch"}, "classroom": {"streamlit"}}
SHIPPED = ("requirements.txt", "requirements-dev.txt", "benchmarks/requirements.txt")


def sources(part: str) -> list[Path]:
    """The Python files of a folder, or the one file of that name."""
    return sorted((ROOT / part).rglob("*.py")) if (ROOT / part).is_dir() else [ROOT / f"{part}.py"]


def imported(source: Path) -> set[str]:
    """The top names that a file imports, wherever in the file it does."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module.partition(".")[0])
    return found


PARTS = [part for part in MAY_IMPORT if (ROOT / part).is_dir() or (ROOT / f"{part}.py").is_file()]


@pytest.mark.parametrize("part", PARTS)
def test_arrows(part):
    for source in sources(part):
        wrong = (imported(source) & set(MAY_IMPORT) - {part}) - MAY_IMPORT[part]
        assert not wrong, f"{source.relative_to(ROOT)} imports {sorted(wrong)}"


@pytest.mark.parametrize("part", [part for part in NEVER if (ROOT / part).is_dir()])
def test_trades_stay_apart(part):
    for source in sources(part):
        assert not imported(source) & NEVER[part], source.relative_to(ROOT)


def test_importing_the_subject_brings_no_drawing():
    code = "import sys, attention_core; print(*{'streamlit', 'plotly', 'transformers'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split() == []


def test_readme_has_one_line_for_every_folder():
    ignored = set((ROOT / ".gitignore").read_text(encoding="utf-8").split())
    folders = {
        path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._" and f"{path.name}/" not in ignored
    }
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| folder | job |")[2].partition("\n\n")[0]
    described = re.findall(r"^\| `(\w+)` \| \S", table, re.MULTILINE)
    assert sorted(described) == sorted(folders)


def test_readme_says_why_each_dependency():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| folder | job |")[2].partition("\n\n")[2]
    needed = re.findall(r"^([\w.\-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name in needed if f"`{name}`" not in table] == []


def test_requirements_are_pinned():
    for name in SHIPPED:
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            wanted = line.partition("#")[0].strip()
            if wanted and not wanted.startswith("-r "):
                assert re.fullmatch(r"[A-Za-z0-9_.\-]+==[0-9][\w.]*", wanted), f"{name}: {line}"
