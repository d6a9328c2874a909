"""What /code hands out: the listing as a file and as a notebook. Both import torch alone and print what the page shows."""

import inspect
import json
from collections.abc import Callable
from functools import cache

from attention_core import tutorial_code
from attention_core.steps import source_lines
from attention_core.tutorial_code import MHA, MQA, causal_mask, example, report
from ui.lessons.code import Spec
from ui.texts import t

PARTS = (MHA, MQA, causal_mask, example, report)


def script(spec: Spec) -> str:
    """A file for `python`: both layers, and a test of them with these sizes."""
    parts = [f'"""{t("code.file.title")}"""\n\n{_imports()}', *map(_source, PARTS)]
    main = "\n".join(f"    {line}" for line in _test(spec).splitlines())
    return "\n\n\n".join([*parts, f'if __name__ == "__main__":\n{main}\n'])


def notebook(spec: Spec) -> str:
    """The same as a notebook, cell by cell with a remark before each. The format is nbformat 4.5, plain JSON."""
    cells = [
        _remark(f"# {t('code.file.title')}"),
        _code(_imports()),
        _remark(t("code.file.mha")),
        _code(_source(MHA)),
        _remark(t("code.file.mqa")),
        _code(_source(MQA)),
        _remark(t("code.file.helpers")),
        _code("\n\n\n".join(map(_source, PARTS[2:]))),
        _remark(t("code.file.test")),
        _code(_test(spec)),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    numbered = [{"id": f"cell-{number}"} | cell for number, cell in enumerate(cells)]
    whole = {"cells": numbered, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1)


@cache
def _imports() -> str:
    lines = inspect.getsource(tutorial_code).splitlines()
    return "\n".join(line for line in lines if line.startswith(("import ", "from ")))


def _source(part: Callable | type) -> str:
    return "\n".join(source_lines(part))


def _test(spec: Spec) -> str:
    sizes = "\n".join(f"    {name}={value}," for name, value in spec.sizes.items())
    return f"sizes = dict(\n{sizes}\n)\nfor layer_class in (MHA, MQA):\n    print(report(*example(layer_class, **sizes)))"


def _remark(text: str) -> dict:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }
