"""What the pages compute, each result kept by the whole of what it was asked.

The pattern: a frozen spec in, a frozen result out, and nothing that hides from the key. Results are shared between visitors and
never changed, so they are kept as they are (`cache_resource`), without the copy that `cache_data` makes at every look.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st
import torch

from attention_core import EncoderConfig, Model, ModelTrace, Tokens, bundled, masks, measures, random_model, scale_for
from attention_core.edits import ChangeScale, Edit, Forbid, ReplacePositions
from attention_core.positions import Positions, make_positions
from ui.views import Playground

WATCHED = 24  # runs kept for all visitors together
BROAD = 0.8  # the part of log2 n, the entropy of a uniform row, from which on a head counts as broad


@dataclass(frozen=True)
class ModelSpec:
    """A random model, whole: two equal specs are the same weights."""

    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_head: int
    position: str
    seed: int
    device: str = "cpu"


@dataclass(frozen=True)
class ShippedSpec:
    """A trained model of `attention_core.bundled`, by its name."""

    name: str
    device: str = "cpu"


@dataclass(frozen=True)
class RunSpec:
    """A text through a model, with what is changed for this run.

    temperature: None for the model's own 1/√d. position: an encoding in place of the model's own, None to leave it.
    """

    model: ModelSpec | ShippedSpec
    text: str
    reading: str
    mask: str = "none"
    window: int = 3
    temperature: float | None = None
    position: str | None = None

    @property
    def is_trained(self) -> bool:
        """Only trained models are given [CLS] and [SEP], as they were taught; to random ones these mean nothing."""
        return isinstance(self.model, ShippedSpec)

    @property
    def is_changed(self) -> bool:
        """Is a trained model made to work otherwise than it was trained? With random weights nothing is "otherwise"."""
        return self.is_trained and (self.mask, self.temperature, self.position) != ("none", None, None)


@dataclass(frozen=True, eq=False)
class Heads:
    """One layer of a run as the pictures show it, between the units of the reading.

    weights: [head, query, key]. allowed: [head or 1, query, key], None if every pair is. characters: what each head plainly does,
    see `character`. spreads: over how many units each spreads a row on average, 2^entropy. links: (query, key) of each head's
    strongest link, or None. aside: what each row gives to the special tokens, which have no place here: name -> [head, query].
    idle: [head, query], True where a query looks at a special token or itself most, that is, at nothing.
    """

    units: tuple[str, ...]
    weights: np.ndarray
    allowed: np.ndarray | None
    characters: tuple[str | None, ...]
    spreads: tuple[float, ...]
    links: tuple[tuple[int, int] | None, ...]
    aside: dict[str, np.ndarray]
    idle: np.ndarray


# A spec's repr names every field, and is several times quicker to hash than the fields one by one.
BY_REPR = dict.fromkeys((ModelSpec, ShippedSpec, RunSpec), repr)


@st.cache_resource(max_entries=8, show_spinner=False, hash_funcs=BY_REPR)
def model(spec: ModelSpec | ShippedSpec) -> Model:
    """The model of a spec."""
    if isinstance(spec, ShippedSpec):
        return bundled.load(spec.name, device=spec.device)
    tokenizer = bundled.tokenizer()
    config = EncoderConfig(
        tokenizer.n_pieces,
        n_layers=spec.n_layers,
        d_model=spec.n_heads * spec.d_head,
        n_heads=spec.n_heads,
        n_kv_heads=spec.n_kv_heads,
        d_head=spec.d_head,
        positions=spec.position,
    )
    return random_model(config, tokenizer, seed=spec.seed, device=spec.device)


@st.cache_resource(max_entries=256, show_spinner=False)
def read(text: str, reading: str, special: bool = False) -> Tokens:
    """A text cut into tokens and units."""
    return bundled.tokenizer().read(text, reading=reading, special=special)


@st.cache_resource(max_entries=WATCHED, show_spinner=False, hash_funcs=BY_REPR)
def trace(spec: RunSpec) -> ModelTrace:
    """Every number of a run, each layer's when first asked for. Raises: ValueError for a text with no token, or too many."""
    tokens = read(spec.text, spec.reading, spec.is_trained)
    return model(spec.model).run(tokens, edits=edits(spec, len(tokens.tokens)))


@st.cache_resource(max_entries=WATCHED, show_spinner=False, hash_funcs=BY_REPR)
def heads(spec: RunSpec, layer: int) -> Heads:
    """The heads of one layer (from 0), rolled up to the units of the reading."""
    run = trace(spec)
    units, labels = run.tokens.units, run.tokens.unit_labels
    words = [place for place, unit in enumerate(units) if not unit.special]
    specials = [place for place, unit in enumerate(units) if unit.special]
    whole = run.tokens.roll_up(run.layers[layer].weights.cpu())
    weights = whole[:, words][:, :, words]
    is_narrow = spec.mask == "window" and spec.window <= 2  # then the mask earns the name, not the head
    return Heads(
        tuple(labels[place] for place in words),
        weights.numpy(),
        _shown_allowed(run, layer, words),
        (None,) * len(whole) if is_narrow else characters(run.tokens, whole),
        tuple((2 ** measures.entropy(whole[:, words])).mean(-1).tolist()),
        tuple(measures.strongest_link(head) for head in weights),
        {labels[place]: whole[:, words, place].numpy() for place in specials},
        (measures.looks_at(whole, nothing=specials)[:, words] < 0).numpy(),
    )


def playground_spec(view: Playground) -> RunSpec:
    """What the Playground's controls ask to be computed."""
    temperatures = {"root": None, "none": 1.0, "temperature": view.temperature}
    changes = {"mask": view.mask, "window": view.window, "temperature": temperatures[view.scale]}
    if view.weights != "random":
        shipped = ShippedSpec(view.weights, view.device)
        own = model(shipped).encoder.config.positions
        return RunSpec(shipped, view.text, view.reading, position=None if view.position == own else view.position, **changes)
    chosen = ModelSpec(view.layers, view.heads, view.n_kv_heads, view.width, view.position, view.seed, view.device)
    return RunSpec(chosen, view.text, view.reading, **changes)


def edits(spec: RunSpec, n: int) -> tuple[Edit, ...]:
    """What a run of n tokens is asked to do otherwise than its model would."""
    wanted: list[Edit] = []
    if spec.mask == "causal":
        wanted.append(Forbid(masks.causal(n, n)))
    if spec.mask == "window":
        wanted.append(Forbid(masks.window(n, n, size=spec.window)))
    if spec.temperature is not None:
        wanted.append(ChangeScale(scale_for(spec.temperature)))
    if spec.position is not None:
        wanted.append(ReplacePositions(_other_positions(spec.model, spec.position)))
    return tuple(wanted)


def _other_positions(spec: ModelSpec | ShippedSpec, name: str) -> Positions:
    """Another encoding of a model's sizes, untrained."""
    encoder = model(spec).encoder
    sizes = {"d_model": encoder.config.d_model, "n_heads": encoder.config.n_heads, "d_head": encoder.blocks[0].attention.d_head}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return make_positions(name, max_length=encoder.config.max_length, **sizes).to(model(spec).device)


def _shown_allowed(run: ModelTrace, layer: int, words: list[int]) -> np.ndarray | None:
    """Which words may look at which: a word may if any of its pieces may; None if all may."""
    allowed = run.layers[layer].allowed
    if allowed is None:
        return None
    return (run.tokens.roll_up(allowed.float().cpu())[:, words][:, :, words] > 0).numpy()


def characters(tokens: Tokens, weights: torch.Tensor) -> tuple[str | None, ...]:
    """What each head plainly does. weights: [head, query, key], rolled up to the units."""
    words = [place for place, unit in enumerate(tokens.units) if not unit.special]
    specials = {unit.text.strip("[]").lower(): place for place, unit in enumerate(tokens.units) if unit.special}
    return tuple(character(head, words, specials) for head in weights)


def character(weights: torch.Tensor, words: list[int], specials: Mapping[str, int]) -> str | None:
    """What a head plainly does: look at the `previous`, `next` or `first` word, at it`self`, at a special token, or `broad`.

    weights: [query, key], all units. words: the places of the words; specials: those of the tokens `cls` and `sep`, if there.
    Plainly: with more than half of the words' weight, or for `broad` with more than BROAD of the entropy of a uniform row.
    """
    if len(words) < 3:
        return None
    rows, between = weights[words], weights[words][:, words]
    shares = {
        **{name: between.diagonal(offset).sum() / len(words) for name, offset in (("previous", -1), ("self", 0), ("next", 1))},
        "first": measures.share_on(between, 0),
        **{name: measures.share_on(rows, place) for name, place in specials.items()},
    }
    name, share = max(shares.items(), key=lambda item: float(item[1]))
    if share > 0.5:
        return name
    return "broad" if float(measures.entropy(rows).mean()) > BROAD * math.log2(rows.shape[-1]) else None
