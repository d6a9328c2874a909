"""What each page can show: its view, all of it part of the link."""

from dataclasses import dataclass

from attention_core import bundled, devices
from attention_core.model import FAMILIES
from attention_core.positions import POSITIONS
from attention_core.tokens import READINGS
from ui.cells import cells
from ui.links import View, choice, flag, real, typed, whole
from ui.texts import samples

DEFAULT_TEXT = samples()["tutorial"][0]
KINDS = ("mha", "gqa", "mqa")
MASKS = ("none", "causal", "window")
SCALES = ("root", "none", "temperature")
HEAD_COUNTS = (1, 2, 3, 4, 6, 8, 12, 16)
WIDTHS = (4, 8, 16, 32, 64)
MODELS = (*bundled.shipped(), "random")  # the first is what a visitor sees
TENSORS = ("weights", "scores", "dots", "query", "key", "value", "head_outputs", "attention_output")


def key_head_counts(n_heads: int) -> tuple[int, ...]:
    """How many key heads GQA may have: divisors strictly between 1 (MQA) and the number of heads (MHA)."""
    return tuple(count for count in range(2, n_heads) if n_heads % count == 0)


@dataclass(frozen=True)
class Playground(View, page="playground"):
    """A sentence, a model, what is changed in it, and what is selected: head, query and key from 0, None for nothing."""

    text: str = typed(DEFAULT_TEXT)
    weights: str = choice(MODELS[0], MODELS)
    kind: str = choice("mha", KINDS)
    heads: int = choice(8, HEAD_COUNTS)
    groups: int = whole(2, low=1, high=16)
    width: int = choice(16, WIDTHS)
    layers: int = choice(1, (1, 2, 3, 4))
    layer: int = choice(0, (0, 1, 2, 3, 4))  # 0: the layer that holds relations, else the last
    seed: int = whole(0, low=0, high=9999, texts="playground")
    mask: str = choice("none", MASKS)
    window: int = whole(3, low=1, high=16)
    position: str = choice("rope", tuple(POSITIONS))
    scale: str = choice("root", SCALES)
    temperature: float = real(1.0, low=0.0, high=1000.0, step=0.1)
    reading: str = choice("words", READINGS)
    device: str = choice("cpu", devices.available)
    tensor: str = choice("weights", TENSORS)
    head: int | None = whole(None, low=0, high=15)
    query: int | None = whole(None, low=0, high=511)
    key: int | None = whole(None, low=0, high=511)

    def __post_init__(self) -> None:
        """Raises: ValueError where GQA is asked of heads that cannot share keys in groups."""
        if self.kind == "gqa" and not key_head_counts(self.heads):
            raise ValueError(f"{self.heads} heads leave nothing between MQA and MHA")

    @property
    def n_kv_heads(self) -> int:
        """Key heads that go with the kind; a number of groups that does not divide the heads becomes the nearest that does."""
        if self.kind == "gqa":
            return min(key_head_counts(self.heads), key=lambda count: abs(count - self.groups))
        return 1 if self.kind == "mqa" else self.heads


@dataclass(frozen=True)
class Position(View, page="position"):
    """An encoding, the place it is looked at from, a sentence it acts on, and two orders of the same words."""

    text: str = typed(DEFAULT_TEXT)
    encoding: str = choice("sinusoidal", tuple(name for name in POSITIONS if name != "none"))
    width: int = choice(32, (8, 15, 32, 64))
    length: int = choice(32, (16, 32, 64, 128))
    place: float = real(2.5, low=0.0, high=15.0, step=0.5)
    head: int = choice(1, (1, 2, 3, 4))
    first: str = typed(samples()["tutorial"][1])
    second: str = typed(samples()["tutorial"][2])
    seed: int = whole(0, low=0, high=9999, texts="playground")


@dataclass(frozen=True)
class Qkv(View, page="qkv"):
    """One head by hand: whose numbers, how far along the walk, the word that asks, the key it is held against, one cell traced.

    table: edited whole numbers as `ui.lessons.qkv.numbers` writes them, empty for the original ones.
    """

    text: str = typed(DEFAULT_TEXT)
    example: str = choice("sentence", ("sentence", "numbers"))
    table: str = typed("")
    width: int = choice(4, (2, 3, 4, 6))
    mask: str = choice("none", ("none", "causal"))
    seed: int = whole(0, low=0, high=9999, texts="playground")
    step: int = whole(0, low=0, high=11)
    query: int = whole(0, low=0, high=511)
    key: int = whole(1, low=0, high=511)
    traced: str = choice("scores", ("scores", "weights", "output"))
    row: int = whole(0, low=0, high=511)
    column: int = whole(1, low=0, high=511)


@dataclass(frozen=True)
class Scaling(View, page="scaling"):
    """One query of one random head, at a width."""

    text: str = typed(DEFAULT_TEXT)
    width: int = choice(64, (1, 4, 16, 64, 256, 512))
    query: int = whole(0, low=0, high=511)
    seed: int = whole(0, low=0, high=9999, texts="playground")


@dataclass(frozen=True)
class Masks(View, page="masks"):
    """A sentence, who may look at whom in it, what is drawn on top by hand, and the two smaller examples below."""

    text: str = typed(DEFAULT_TEXT)
    mask: str = choice("causal", ("open", "causal", "padding", "window"))
    window: int = whole(3, low=1, high=8)
    ahead: bool = flag(False)
    pads: int = whole(2, low=1, high=4)
    turned: frozenset[tuple[int, int]] = cells(20)
    query: int | None = whole(None, low=0, high=19)
    seed: int = whole(0, low=0, high=9999, texts="playground")
    queries: int = whole(2, low=1, high=8)
    keys: int = whole(4, low=1, high=8)
    asking: str = typed("我爱北京")
    asked: str = typed("I love Beijing very much")
    hidden: int | None = whole(None, low=0, high=511)
    head: int = choice(3, tuple(range(1, 17)))


@dataclass(frozen=True)
class Code(View, page="code"):
    """A layer of the tutorial's, the line it has come to, and every size of it."""

    kind: str = choice("mha", ("mha", "mqa"))
    step: int = whole(2, low=0, high=99)
    batch: int = choice(2, (1, 2, 3, 5, 10))
    heads: int = choice(3, (1, 2, 3, 4, 8))
    queries: int = choice(5, tuple(range(1, 9)))
    keys: int = choice(7, tuple(range(1, 9)))
    dimension_k: int = choice(10, (5, 10, 32, 64, 128))
    dimension_v: int = choice(9, (5, 9, 32, 64, 128))
    d_k: int = choice(4, (1, 2, 4, 8, 16))
    d_v: int = choice(8, (1, 2, 4, 8, 16))
    d_o: int = choice(11, (1, 4, 8, 11, 32, 64))
    seed: int = whole(0, low=0, high=9999, texts="playground")
    tested: bool = flag(False)


@dataclass(frozen=True)
class Heads(View, page="heads"):
    """A sentence, how many relation heads may speak, and the word that is hidden from the model."""

    text: str = typed(DEFAULT_TEXT)
    crowd: str = choice("one", ("one", "four", "all"))
    family: str = choice("subject", FAMILIES, texts="playground")
    hidden: int | None = whole(None, low=0, high=511)
    layer: int = choice(4, (1, 2, 3, 4), texts="playground")
