"""What the pages compute, each result kept by the whole of what it was asked.

The pattern: a frozen spec in, a frozen result out, and nothing that hides from the key. Results are shared between visitors and
never changed, so they are kept as they are (`cache_resource`), without the copy that `cache_data` makes at every look.
"""

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
import torch

from attention_core import EncoderConfig, Model, ModelTrace, Tokens, bundled, masks, measures, random_model, scale_for
from attention_core.edits import ChangeScale, Edit, Forbid
from attention_core.experiments import scaling, word_order
from attention_core.positions import make_positions, places_of
from ui.views import Playground, Position, Scaling

WATCHED = 24  # runs kept for all visitors together
POSITION_HEADS = 4
TEMPERATURES = torch.logspace(-1, 2, 61)
WIDTHS_SAMPLED = (1, 4, 16, 64, 256, 512)
TABLE_LENGTH = 64  # places in the learned table that /position shows


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
class RunSpec:
    """A text through a model, with what is changed for this run. temperature: None for the model's own 1/√d."""

    model: ModelSpec
    text: str
    reading: str
    mask: str = "none"
    window: int = 3
    temperature: float | None = None


@dataclass(frozen=True, eq=False)
class Heads:
    """One layer of a run as the pictures show it, between the units of the reading.

    weights: [head, query, key]. allowed: [head or 1, query, key], None if every pair is. characters: what each head plainly does,
    see `character`. spreads: over how many units each spreads a row on average, 2^entropy. links: (query, key) of each head's
    strongest link, or None.
    """

    units: tuple[str, ...]
    weights: np.ndarray
    allowed: np.ndarray | None
    characters: tuple[str | None, ...]
    spreads: tuple[float, ...]
    links: tuple[tuple[int, int] | None, ...]


@st.cache_resource(max_entries=8, show_spinner=False)
def model(spec: ModelSpec) -> Model:
    """The random model of a spec."""
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
def read(text: str, reading: str) -> Tokens:
    """A text cut into tokens and units, without special tokens."""
    return bundled.tokenizer().read(text, reading=reading, special=False)


@st.cache_resource(max_entries=WATCHED, show_spinner=False)
def trace(spec: RunSpec) -> ModelTrace:
    """Every number of a run, each layer's when first asked for. Raises: ValueError for a text with no token, or too many."""
    tokens = read(spec.text, spec.reading)
    return model(spec.model).run(tokens, edits=edits(spec, len(tokens.tokens)))


@st.cache_resource(max_entries=WATCHED, show_spinner=False)
def heads(spec: RunSpec, layer: int) -> Heads:
    """The heads of one layer (from 0), rolled up to the units of the reading."""
    run = trace(spec)
    units = run.tokens.unit_labels
    weights = run.tokens.roll_up(run.layers[layer].weights.cpu())
    allowed = shown_allowed(run, layer)
    return Heads(
        units,
        weights.numpy(),
        allowed,
        tuple(character(head) for head in weights),
        tuple((2 ** measures.entropy(weights)).mean(-1).tolist()),
        tuple(measures.strongest_link(head) for head in weights),
    )


def playground_spec(view: Playground) -> RunSpec:
    """What the Playground's controls ask to be computed."""
    chosen = ModelSpec(view.layers, view.heads, view.n_kv_heads, view.width, view.position, view.seed, view.device)
    temperatures = {"root": None, "none": 1.0, "temperature": view.temperature}
    return RunSpec(chosen, view.text, view.reading, view.mask, view.window, temperatures[view.scale])


def edits(spec: RunSpec, n: int) -> tuple[Edit, ...]:
    """What a run of n tokens is asked to do otherwise than its model would."""
    grids = {"causal": lambda: masks.causal(n, n), "window": lambda: masks.window(n, n, size=spec.window)}
    forbidden = (Forbid(grids[spec.mask]()),) if spec.mask in grids else ()
    return forbidden if spec.temperature is None else (*forbidden, ChangeScale(scale_for(spec.temperature)))


def shown_allowed(run: ModelTrace, layer: int) -> np.ndarray | None:
    """Which units may look at which: a unit may if any of its pieces may; None if all may."""
    allowed = run.layers[layer].allowed
    if allowed is None:
        return None
    return (run.tokens.roll_up(allowed.float().cpu()) > 0).numpy()


def character(weights: torch.Tensor) -> str | None:
    """What a head plainly does, if anything: look at the `previous`, the `next` or the `first` word, or at it`self`.

    weights: [query, key]. Plainly: with more than half of all weight.
    """
    if weights.shape[-1] < 3:
        return None
    shares = {
        "previous": measures.share_at(weights, -1),
        "self": measures.share_at(weights, 0),
        "next": measures.share_at(weights, 1),
        "first": measures.share_on(weights, 0),
    }
    name, share = max(shares.items(), key=lambda item: float(item[1]))
    return name if share > 0.5 else None


@dataclass(frozen=True, eq=False)
class Encoding:
    """An encoding as /position shows it. vectors: [place, number], None where it has none. bias: [query, key] of head 0, or None.

    grid: real places, four to a seat; similarity: how alike each of them is to the chosen place.
    """

    vectors: np.ndarray | None
    bias: np.ndarray | None
    grid: np.ndarray
    similarity: np.ndarray


@st.cache_resource(max_entries=128, show_spinner=False)
def encoding(name: str, width: int, length: int, place: float, seed: int) -> Encoding:
    """The encoding of `length` places in `width` numbers, and its view from one place, which may lie between two seats."""
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(seed)
        positions = make_positions(name, d_model=width, d_head=width, n_heads=POSITION_HEADS, max_length=TABLE_LENGTH)
        places = places_of(length)
        vectors, bias = positions.vectors(places), positions.bias(places, places)
        grid = torch.arange(0, length - 0.75, 0.25)
        similarity = positions.similarity(torch.cat([grid, torch.tensor([place])]))[-1, :-1]
    return Encoding(
        None if vectors is None else vectors.numpy(), None if bias is None else bias[0].numpy(), grid.numpy(), similarity.numpy()
    )


def position_specs(view: Position) -> tuple[RunSpec, RunSpec]:
    """The same sentence and weights without positions and with the chosen encoding."""
    bare = ModelSpec(1, POSITION_HEADS, POSITION_HEADS, 16, "none", view.seed)
    return tuple(RunSpec(replace(bare, position=name), view.text, "words") for name in ("none", view.encoding))


@st.cache_resource(max_entries=64, show_spinner=False)
def order_proof(spec: ModelSpec, first: str, second: str) -> word_order.OrderProof:
    """Two orders of the same words through one model. Raises: ValueError if the words are not the same."""
    return word_order.compare_orders(model(spec), read(first, "words"), read(second, "words"))


@dataclass(frozen=True, eq=False)
class Row:
    """One query's dot products under many temperatures, with the keys' labels."""

    query: str
    labels: tuple[str, ...]
    dots: torch.Tensor
    sweep: scaling.TemperatureSweep


@st.cache_resource(max_entries=64, show_spinner=False)
def scaling_row(view: Scaling, n_keys: int) -> Row:
    """The chosen query of a random head of the chosen width; of a long text, the first `n_keys` keys."""
    spec = RunSpec(ModelSpec(1, 1, 1, view.width, "none", view.seed), view.text, "words", temperature=1.0)
    run = trace(spec)
    query = min(view.query or 0, len(run.tokens.tokens) - 1)
    dots = run.layers[0].dots[0, query, :n_keys]
    labels = run.tokens.labels
    return Row(labels[query], labels[:n_keys], dots, scaling.sweep(dots, TEMPERATURES))


@st.cache_resource(max_entries=4, show_spinner=False)
def dot_product_samples(seed: int) -> np.ndarray:
    """Sampled q·k for each of WIDTHS_SAMPLED: [width, sample]."""
    return scaling.dot_product_samples(WIDTHS_SAMPLED, seed=seed).numpy()
