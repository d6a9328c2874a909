"""/code: live shapes are what the comments say, answers agree with plain loops, and what is handed out runs and agrees."""

import json
import random
import subprocess
import sys

import pytest
import torch

from tests import oracle_masks as oracle
from ui import texts
from ui.lessons import code as lesson
from ui.lessons.code_files import notebook, script
from ui.questions.code import QUESTIONS, Asked, attention_shape, copying_line, saved_parameters, skipped_permute
from ui.views import Code

SIZES = {"batch": 2, "num_head": 3, "n_q": 5, "n_k": 7, "dimension_k": 11, "dimension_v": 13, "d_k": 17, "d_v": 19, "d_o": 23}
KINDS = pytest.mark.parametrize("kind", list(lesson.LAYERS))


def random_specs(count: int):
    chance = random.Random(3)
    for number in range(count):
        yield lesson.Spec(
            "mha", chance.randint(1, 4), chance.randint(1, 5), chance.randint(1, 6), chance.randint(1, 6),
            *(chance.randint(1, 9) for _ in range(5)), number,
        )  # fmt: skip


def both(spec: lesson.Spec) -> Asked:
    return Asked(*(lesson.walked(lesson.Spec(kind, **spec.sizes)) for kind in lesson.LAYERS))


@KINDS
def test_comment_behind_every_line_gives_its_live_shape(kind):
    found = lesson.walked(lesson.Spec(kind, **SIZES, seed=0))
    for place, step in enumerate(found.steps):
        assert f"code.why.{lesson.reason(step)}" in texts.table("en"), step.source
        for side in (lesson.before, lesson.after):
            for _, tensor, axes in side(found, place):
                assert lesson.picture(found, tensor, axes).data, step.source  # raises where axes and shape do not agree


@KINDS
def test_listing_is_the_class_with_a_place_for_each_line_that_ran(kind):
    found = lesson.walked(lesson.Spec(kind, **SIZES, seed=0))
    lines = lesson.listing_lines(found)
    places = [line.place for line in lines if line.place is not None]
    assert places == list(range(len(found.steps)))
    by_code = {line.code.strip(): line.note for line in lines}
    assert by_code["scores = q @ k.transpose(1, 2)"] == "[6, 5, 7]"
    assert by_code["self.fc_o = nn.Linear(num_head * d_v, d_o)"] == "57×23 + 23"


@pytest.mark.parametrize("spec", [pytest.param(spec, id=str(number)) for number, spec in enumerate(random_specs(200))])
def test_answers_agree_with_plain_loops(spec):
    asked, sizes = both(spec), spec.sizes
    h = spec.num_head
    assert attention_shape(asked) == f"[{h * spec.batch}, {spec.n_q}, {spec.n_k}]"
    saved = oracle.parameters(h, h, sizes) - oracle.parameters(h, 1, sizes)
    assert saved_parameters(asked) == str(saved)
    rows = next(step for step in asked.mha.steps if step.source == "q = self.fc_q(q)").gave["q"].tolist()
    in_memory, by_head = oracle.flat(rows), oracle.flat(oracle.heads_first(rows, h))
    merged = next(step for step in asked.mha.steps if step.source.startswith("q = q.contiguous")).gave["q"]
    assert merged.flatten().tolist() == by_head
    assert skipped_permute(asked) == ("same" if in_memory == by_head else "numbers")
    if copying_line(asked) == "none":
        assert in_memory == by_head
    else:
        assert copying_line(asked) == "contiguous"
    for question in QUESTIONS:
        assert question.answer(asked) in question.choices(asked)


def test_tutorials_test_prints_its_shapes():
    printed = lesson.tutorial_test().splitlines()
    assert printed[0].startswith("MHA: attention [80, 2, 4], output [10, 2, 8],")
    assert printed[2].startswith("MQA: attention [80, 2, 4], output [10, 2, 8],")


def on_page(view: Code) -> str:
    return "\n".join(lesson.report_of(lesson.spec_of(view, kind)) for kind in lesson.LAYERS) + "\n"


def imported(source: str) -> set[str]:
    return {line.split()[1].split(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))}


def test_downloaded_file_runs_and_prints_what_the_page_shows(tmp_path):
    view = Code(heads=4, d_v=2, seed=11)
    file = tmp_path / "attention.py"
    file.write_text(script(lesson.spec_of(view)), encoding="utf-8")
    assert imported(file.read_text(encoding="utf-8")) == {"torch"}
    ran = subprocess.run([sys.executable, "-I", str(file)], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert ran.stdout == on_page(view)


def test_notebooks_cells_run_in_order_and_print_what_the_page_shows(capsys):
    view = Code(kind="mqa", batch=3, seed=12)
    book = json.loads(notebook(lesson.spec_of(view)))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    space: dict = {"__name__": "__main__"}
    for cell in book["cells"]:
        assert set(cell) == {"id", "cell_type", "metadata", "source"} | (
            {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        )
        if cell["cell_type"] == "code":
            assert imported("".join(cell["source"])) <= {"torch"}
            with torch.random.fork_rng(devices=[]):
                exec("".join(cell["source"]), space)
    assert capsys.readouterr().out == on_page(view)


def test_csv_names_every_number_by_its_axes():
    found = lesson.walked(lesson.Spec("mha", **SIZES, seed=0))
    _name, tensor, axes = lesson.after(found, 4 + 3)[0]
    lines = lesson.csv(found, tensor, axes).decode().splitlines()
    assert lines[0] == "h,b,q,d,value"
    assert len(lines) == tensor.numel() + 1
