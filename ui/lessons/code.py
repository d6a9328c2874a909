"""/code: the tutorial's layers walked through line by line, drawn, compared, tested and handed out."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
import torch
from torch import Tensor

import figures
from attention_core.experiments.memory_layout import fate
from attention_core.steps import Step, source_lines, walk
from attention_core.tutorial_code import MHA, MQA, example, report
from figures.tensor import parse
from ui import frame, links
from ui.listing import Line
from ui.texts import t
from ui.views import Code

LAYERS = {"mha": MHA, "mqa": MQA}
SIZES = ("batch", "heads", "queries", "keys", "dimension_k", "dimension_v", "d_k", "d_v", "d_o")
TUTORIAL = dict(zip(SIZES, (10, 8, 2, 4, 128, 64, 16, 16, 8), strict=True))
INPUT_AXES = {"q": "b q m", "k": "b k m", "v": "b k w", "mask": "b q k"}
WAYS = {  # what a line does, by a sign in its source; the first that fits
    "return": "return",
    "shape[0]": "sizes",
    "= self.num_head": "sizes_own",
    "fc_o": "mix",
    "fc_": "project",
    "contiguous": "merge",
    "view": "cut",
    "permute": "permute",
    "repeat": "repeat",
    "transpose": "match",
    "**0.5": "scale",
    "softmax": "softmax",
    "+ mask": "mask",
    "@ v": "sum",
}
OF_EACH = {"project", "cut", "permute", "merge", "repeat"}  # ways whose reason depends on the tensor
MOST_ROWS = 60  # of a picture, about; beyond that fewer sentences and positions are drawn


@dataclass(frozen=True)
class Spec:
    """A layer and what it is called with, whole: two equal specs give equal numbers. Names are those of `example`."""

    kind: str
    batch: int
    num_head: int
    n_q: int
    n_k: int
    dimension_k: int
    dimension_v: int
    d_k: int
    d_v: int
    d_o: int
    seed: int

    @property
    def sizes(self) -> dict[str, int]:
        """All but the kind, as `example` takes them."""
        return {name: value for name, value in asdict(self).items() if name != "kind"}

    @property
    def axes(self) -> dict[str, int]:
        """How long each axis of the listing is."""
        lengths = (
            self.batch,
            self.num_head,
            self.n_q,
            self.n_k,
            self.d_k,
            self.d_v,
            self.dimension_k,
            self.dimension_v,
            self.d_o,
        )
        return dict(zip("bhqkdvmwo", lengths, strict=True))


@dataclass(frozen=True, eq=False)
class Walk:
    """A layer run line by line."""

    spec: Spec
    layer: MHA | MQA
    inputs: tuple[Tensor, Tensor, Tensor, Tensor]
    steps: tuple[Step, ...]


def spec_of(view: Code, kind: str | None = None) -> Spec:
    """What the controls ask for; `kind` for the other layer of the same sizes."""
    return Spec(kind or view.kind, *(getattr(view, name) for name in SIZES), view.seed)


@st.cache_resource(max_entries=48, show_spinner=False)
def walked(spec: Spec) -> Walk:
    """Every line of the layer, run; the global random state is left alone."""
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        layer, inputs = example(LAYERS[spec.kind], **spec.sizes)
        return Walk(spec, layer, inputs, walk(layer.forward, *inputs))


def place_of(view: Code, found: Walk) -> int:
    """The step on screen: MQA has fewer than MHA."""
    return min(view.step, len(found.steps) - 1)


def go_to(place: int) -> None:
    """Come to a line."""
    links.change("code", step=place)


def take_tutorial_sizes() -> None:
    """The sizes of the tutorial's test."""
    links.change("code", **TUTORIAL)


def listing_lines(found: Walk) -> list[Line]:
    """The class as it stands, each line that ran with its live shape, each layer with what it can learn."""
    code_lines = source_lines(type(found.layer))
    first = next(number for number, code in enumerate(code_lines) if code.lstrip().startswith("def forward"))
    steps = {first + step.line: (place, step) for place, step in enumerate(found.steps)}
    lines = []
    for number, code in enumerate(code_lines):
        if number in steps:
            place, step = steps[number]
            lines.append(Line(code.partition("  #")[0], shapes(step), place, step.note))
        else:
            lines.append(Line(code, learnable(found.layer, code)))
    return lines


def plain_lines(kind: type[MHA] | type[MQA]) -> list[str]:
    """The class without the axes behind its lines."""
    return [line.partition("  #")[0] if line.lstrip()[:1] != "#" else line for line in source_lines(kind)]


def shapes(step: Step) -> str:
    """The live shapes of what a line gave; numbers as they are."""
    return "  ".join(shape(value) if isinstance(value, Tensor) else str(value) for value in step.gave.values())


def shape(tensor: Tensor) -> str:
    return str(list(tensor.shape))


def learnable(layer: torch.nn.Module, code: str) -> str:
    """How many numbers a line of `__init__` gives the layer to learn: weights + biases; nothing for other lines."""
    name = code.strip().removeprefix("self.").partition(" ")[0]
    linear = dict(layer.named_children()).get(name) if "nn.Linear" in code else None
    return "" if linear is None else f"{linear.in_features}×{linear.out_features} + {linear.out_features}"


def axes_before(found: Walk, place: int, name: str) -> str:
    """The axes of a tensor before a step: those of the last line that gave it, or of the input."""
    earlier = [step.note for step in found.steps[:place] if name in step.gave and step.note]
    return earlier[-1] if earlier else INPUT_AXES[name]


def most(found: Walk) -> dict[str, int]:
    """How many of each axis a picture draws, so that the longest stays readable."""
    axes = found.spec.axes
    sentences = max(1, min(3, axes["b"], MOST_ROWS // (4 * axes["h"])))
    positions = max(2, MOST_ROWS // (sentences * axes["h"]))
    return {"b": sentences, "q": positions, "k": positions, "d": 8, "v": 8, "m": 16, "w": 16, "o": 16}


def is_cut(found: Walk) -> bool:
    """Whether pictures leave something out."""
    return any(found.spec.axes[axis] > count for axis, count in most(found).items())


def picture(found: Walk, values: Tensor, axes: str) -> go.Figure:
    """One tensor, laid flat."""
    return figures.tensor(values.numpy(), axes, sizes=found.spec.axes, most=most(found), scale=frame.type_scale())


def before(found: Walk, place: int) -> list[tuple[str, Tensor, str]]:
    """The tensors a line used: (name, tensor, axes); none where it only hands them on."""
    step = found.steps[place]
    if step.source.startswith("return"):
        return []
    return [(name, tensor, axes_before(found, place, name)) for name, tensor in step.read.items()]


def after(found: Walk, place: int) -> list[tuple[str, Tensor, str]]:
    """The tensors a line gave; those that are returned are as they were."""
    step = found.steps[place]
    tensors = {name: value for name, value in step.gave.items() if isinstance(value, Tensor)}
    return [(name, tensor, step.note or axes_before(found, place, name)) for name, tensor in tensors.items()]


def fate_of(step: Step) -> str | None:
    """What became of the numbers that a line used, None where it made no tensor."""
    given = [value for value in step.gave.values() if isinstance(value, Tensor)]
    if not given or step.source.startswith("return"):
        return None
    return fate(next(iter(step.read.values())), given[0]).replace(" ", "_")


def reason(step: Step) -> str:
    """The name of the sentence that says why a line is there."""
    name = next(iter(step.gave))
    way = next(way for sign, way in WAYS.items() if sign in step.source)
    if way == "project" and "h" not in step.note:
        return "project_once"
    if way not in OF_EACH:
        return way
    return f"{way}_kv" if name in "kv" and way != "project" else f"{way}_{name}"


def parameters(walks: Sequence[Walk]) -> pd.DataFrame:
    """What each layer has to learn, line by line and in all, a column a layer."""
    columns = {}
    for found in walks:
        counts = {name: sum(p.numel() for p in layer.parameters()) for name, layer in found.layer.named_children()}
        columns[type(found.layer).__name__] = counts | {t("code.total"): sum(counts.values())}
    return pd.DataFrame(columns)


def tutorial_test() -> str:
    """What the tutorial's test prints, of both layers, run now."""
    return "\n".join(report_of(spec_of(Code(kind=kind, **TUTORIAL))) for kind in LAYERS)


def report_of(spec: Spec) -> str:
    """What the downloaded file prints of one layer."""
    found = walked(spec)
    return report(found.layer, found.inputs)


def csv(found: Walk, values: Tensor, axes: str) -> bytes:
    """A tensor as one number a line, with its index on every axis."""
    names = [axis for group in parse(axes) for axis in group]
    lengths = [found.spec.axes[axis] for axis in names]
    index = pd.MultiIndex.from_product([range(length) for length in lengths], names=names)
    return pd.Series(values.flatten().numpy(), index=index, name="value").to_csv().encode()
