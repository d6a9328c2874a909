"""The teacher's documents: every number of the key is recomputed, every link of the plan opens what it says."""

import math
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
import torch

from attention_core import masks
from attention_core.attend import score, softmax, softmax_or_zero
from attention_core.steps import walk
from attention_core.tutorial_code import MHA, MQA, example
from ui import frame, links, views  # noqa: F401 - views registers the views of the pages
from ui.lessons.code import TUTORIAL, spec_of
from ui.views import Code

DOCS = Path(__file__).parents[2] / "docs"
KEYS = pytest.mark.parametrize("name", ["worksheet-key.md", "worksheet-key.zh.md"])
PLANS = pytest.mark.parametrize("name", ["teaching-plan.md", "teaching-plan.zh.md"])
LINK = re.compile(r"`/([a-z]*)(?:\?([^`]*))?`")


def numbers() -> list[str]:
    """What the key ought to say, in bold."""
    query, key = torch.tensor([1.0, 2, 3]), torch.tensor([4.0, 5, 6])
    shares = softmax(torch.tensor([0.0, 1, 2]))
    weights = torch.tensor([0.25, 0.15, 0.50, 0.10])
    values = torch.tensor([[4.0, 0], [0, 4], [2, 2], [8, 0]])
    first, second = (weights @ values).tolist()
    closed = softmax_or_zero(score(weights.log(), allowed=torch.tensor([True, True, False, True])))
    window = masks.window(6, 6, size=3).sum(-1).tolist()
    return [
        f"{query @ key:.0f}",
        f"{query @ key / math.sqrt(3):.3f}",
        f"{sum(math.exp(score) for score in range(3)):.3f}",
        *(f"{share:.3f}" for share in shares.tolist()),
        f"[{first:.2f}, {second:.2f}]",
        *map(str, masks.causal(4, 4).sum(-1).tolist()),
        ", ".join(map(str, window)),
        ", ".join("0" if share == 0 else f"{share:.2f}" for share in closed.tolist()),
        *shapes(),
        f"{softmax(torch.tensor([32.0, 18, 45, 7]))[2]:.6f}",
    ]


def shapes() -> list[str]:
    """The shapes and parameters of the tutorial's test, from its own lines."""
    sizes = spec_of(Code(**TUTORIAL)).sizes
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        mha, inputs = example(MHA, **sizes)
        steps = {step.source: step for step in walk(mha.forward, *inputs)}
        mqa, inputs_of_mqa = example(MQA, **sizes)
        steps_of_mqa = {step.source: step for step in walk(mqa.forward, *inputs_of_mqa)}
    asked = [steps[line].gave["q"] for line in steps if line.startswith("q = ")]
    asked += [steps["scores = q @ k.transpose(1, 2)"].gave["scores"]]
    asked += [steps["output = attention @ v"].gave["output"]]
    asked += [steps["output = self.fc_o(output)"].read["output"], steps["output = self.fc_o(output)"].gave["output"]]
    asked += [steps_of_mqa["k = self.fc_k(k)"].gave["k"], steps_of_mqa["k = k.repeat(num_head, 1, 1)"].gave["k"]]
    counts = [sum(p.numel() for p in layer.fc_k.parameters()) for layer in (mha, mqa)]
    return [str(list(inputs[0].shape)), *(str(list(tensor.shape)) for tensor in asked), *map(str, counts)]


@KEYS
def test_key_says_what_comes_out(name):
    said = re.findall(r"\*\*([^*]+)\*\*", (DOCS / name).read_text(encoding="utf-8"))
    answers = [text for text in said if text not in ("我", "爱", "吃", "烤鸭", "0.000000")]
    assert answers == numbers()


@PLANS
def test_every_link_of_the_plan_opens_what_it_says(name):
    found = LINK.findall((DOCS / name).read_text(encoding="utf-8"))
    pages = {lesson.path: lesson.key for lesson in frame.existing()}
    assert len(found) > 10
    for path, query in found:
        view, faults = links.read(links.View.pages[pages[path]], dict(parse_qsl(query)))
        assert faults == ()
        assert set(dict(parse_qsl(query))) <= set(links.defaults(type(view)))


@PLANS
def test_minutes_follow_each_other(name):
    tables = (DOCS / name).read_text(encoding="utf-8").split("\n## ")
    spans = [[tuple(map(int, span)) for span in re.findall(r"^\| (\d+)–(\d+) \|", part, re.MULTILINE)] for part in tables]
    short, long = [part for part in spans if part]
    assert (short[0][0], short[-1][1], long[0][0], long[-1][1]) == (0, 45, 40, 90)
    for part in (short, long):
        assert all(before[1] == after[0] for before, after in pairwise(part))
