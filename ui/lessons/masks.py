"""/masks: one head on one sentence, under the mask that is chosen and drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
import streamlit as st
import torch
from jaxtyping import Bool, Float
from torch import Tensor

import figures
from attention_core import ModelTrace, Tokens, masks
from attention_core.edits import Forbid
from attention_core.experiments.boolean_masks import Readings, both_readings
from attention_core.heads import HeadsTrace, MultiHeadAttention
from attention_core.tokens import PAD, WORD_START
from ui import frame, links, runs
from ui.cells import Cells
from ui.components import Selection
from ui.texts import language, literal, t
from ui.views import Masks

MOST = 16  # words of a sentence that the grids show
WIDTH = 16
GUESSES = 5
PAD_LABEL = "[PAD]"
CLICKED = "masks.clicked"


@dataclass(frozen=True)
class Spec:
    """A sentence and the mask on it, whole."""

    text: str
    seed: int
    mask: str
    window: int
    ahead: bool
    pads: int
    turned: Cells


@dataclass(frozen=True, eq=False)
class Words:
    """A sentence as the lesson sees it, one vector a word (the average of its pieces), and the one head that reads it.

    n_words: how many of the units are words; what follows is padding. n_typed: how many words the sentence has.
    """

    units: tuple[str, ...]
    n_words: int
    n_typed: int
    inputs: Float[Tensor, "n m"]
    layer: MultiHeadAttention


@dataclass(frozen=True, eq=False)
class Study:
    """One sentence under one mask. free: with every pair allowed. readings: the grid as both of torch's attentions take it."""

    words: Words
    allowed: Bool[Tensor, "n n"]
    trace: HeadsTrace
    free: HeadsTrace
    readings: Readings

    @property
    def units(self) -> tuple[str, ...]:
        return self.words.units

    @property
    def weights(self) -> Float[Tensor, "n n"]:
        return self.trace.weights[0, 0]

    @property
    def scores(self) -> Float[Tensor, "n n"]:
        """Scaled, before the mask."""
        return self.free.scores[0, 0]

    def sees(self, query: int) -> list[int]:
        """The keys that a query may look at."""
        return self.allowed[query].nonzero().flatten().tolist()


def spec_of(view: Masks) -> Spec:
    return Spec(view.text, view.seed, view.mask, view.window, view.ahead, view.pads, view.turned)


@st.cache_resource(max_entries=64, show_spinner=False)
def words(text: str, seed: int, pads: int) -> Words:
    """The first MOST words of a text and `pads` empty places behind them."""
    model = runs.model(runs.ModelSpec(1, 1, 1, WIDTH, "sinusoidal", seed))
    tokens = runs.read(text, "words")
    units = tokens.units[:MOST]
    ids = torch.tensor([[*tokens.ids[: units[-1].last], *[PAD] * pads]])
    with torch.no_grad():
        vectors = model.encoder.inputs(ids, model.encoder.positions)[0]
    rows = [*(vectors[unit.first : unit.last].mean(0) for unit in units), *vectors[units[-1].last :]]
    labels = (*(unit.text for unit in units), *[PAD_LABEL] * pads)
    return Words(labels, len(units), len(tokens.units), torch.stack(rows), model.encoder.blocks[0].attention)


@st.cache_resource(max_entries=64, show_spinner=False)
def study(spec: Spec) -> Study:
    """A sentence under a mask, with everything the lesson says of it."""
    found = words(spec.text, spec.seed, spec.pads if spec.mask == "padding" else 0)
    allowed = allowed_grid(spec, found)
    with torch.no_grad():
        trace, free = (found.layer.trace(found.inputs[None], allowed=grid) for grid in (allowed, None))
    return Study(found, allowed, trace, free, both_readings(found.layer, found.inputs, allowed))


def allowed_grid(spec: Spec, found: Words) -> Bool[Tensor, "n n"]:
    """The chosen mask, turned over in the cells that were drawn."""
    n = len(found.units)
    grids = {
        "open": lambda: masks.drawn(n, n, ()),
        "causal": lambda: masks.causal(n, n),
        "padding": lambda: masks.padding([found.n_words], n)[0, 0].expand(n, n),
        "window": lambda: masks.window(n, n, size=spec.window, ahead=spec.ahead),
    }
    return grids[spec.mask]() == masks.drawn(n, n, inside(spec.turned, n))


def inside(cells: Cells, n: int) -> Cells:
    """The drawn cells that this sentence has."""
    return frozenset((query, key) for query, key in cells if query < n and key < n)


def query_of(view: Masks, seen: Study) -> int:
    """The word whose row is looked at: the chosen one, else the last word."""
    return view.query if view.query is not None and view.query < len(seen.units) else seen.words.n_words - 1


# Drawing by hand ---------------------------------------------------------------------------------------------------


def click(selection: Selection | None) -> None:
    """Turn the clicked cell over. The picture lets go of a cell that is clicked twice: then it is the last one again."""
    cell = st.session_state.get(CLICKED) if selection is None else (selection.row, selection.column)
    if cell is None or None in cell:
        return
    st.session_state[CLICKED] = cell
    turn(frozenset({cell}), query=cell[0])


def turn(cells: Cells, **more: int) -> None:
    """Turn these cells over, on top of what was drawn before."""
    links.change("masks", turned=links.view(Masks).turned ^ cells, **more)


def erase() -> None:
    """Back to the chosen mask as it is."""
    links.change("masks", turned=frozenset())


def close(seen: Study, *, row: int | None = None, column: int | None = None) -> None:
    """Shut a whole row or a whole column."""
    cells = [(q, k) for q, k in seen.allowed.nonzero().tolist() if row in (None, q) and column in (None, k)]
    turn(frozenset(cells))


# Said and shown ----------------------------------------------------------------------------------------------------


def said(seen: Study, query: int) -> str:
    """Whom a word can see, as a sentence."""
    keys = seen.sees(query)
    values = {"word": literal(seen.units[query]), "n": len(keys), "seen": listed([seen.units[key] for key in keys])}
    if not keys:
        return t("masks.sees_nobody", word=values["word"])
    return t("masks.sees_all", word=values["word"]) if len(keys) == len(seen.units) else t("masks.sees", **values)


def listed(names: Sequence[str]) -> str:
    """Words in a row, as the language lists them."""
    return ("、" if language() == "zh" else ", ").join(map(literal, names))


def grid(seen: Study, turned: Cells) -> go.Figure:
    """Who may look at whom; cells drawn by hand are ringed."""
    n = len(seen.units)
    changed = ~masks.drawn(n, n, inside(turned, n))
    return figures.permissions(seen.allowed.numpy(), seen.units, seen.units, changed=changed.numpy(), **titles())


def numbers(seen: Study, values: Tensor, kind: str) -> go.Figure:
    """Scores or weights between the words."""
    totals = {"totals": t("masks.sum")} if kind == "weights" else {}
    return figures.matrix(values.numpy(), seen.units, seen.units, kind=kind, allowed=seen.allowed.numpy(), **titles(), **totals)


def titles() -> dict:
    """What every picture of this page has."""
    return {"row_title": t("masks.rows"), "column_title": t("masks.columns"), "scale": frame.type_scale()}


def difference_from_unpadded(seen: Study, seed: int, text: str) -> float:
    """By how much the outputs of the real words differ from a run without padding, at most."""
    alone = words(text, seed, 0)
    with torch.no_grad():
        output = alone.layer.trace(alone.inputs[None]).output[0]
    return float((seen.trace.output[0, : seen.words.n_words] - output).abs().max())


def small_grid(n_q: int, n_k: int, align: str) -> tuple[np.ndarray, go.Figure]:
    """A causal mask of a given size: as numbers to add, and as a picture."""
    allowed = masks.causal(n_q, n_k, align=align)
    rows, columns = ([f"{letter}{number}" for number in range(1, n + 1)] for letter, n in (("q", n_q), ("k", n_k)))
    return masks.to_additive(allowed).numpy(), figures.permissions(allowed.numpy(), rows, columns, **titles())


def latex(additive: np.ndarray) -> str:
    """A mask of 0 and −∞ as a formula."""
    rows = [" & ".join("0" if number == 0 else r"-\infty" for number in row) for row in additive]
    return r"\begin{pmatrix}" + r" \\ ".join(rows) + r"\end{pmatrix}"


def crossed(view: Masks) -> go.Figure | None:
    """One text asks, another is looked at; None where one of them has no word."""
    texts = [runs.read(text, "words") for text in (view.asking, view.asked)]
    if any(tokens.is_empty for tokens in texts):
        return None
    asking, asked = (words(text, view.seed, 0) for text in (view.asking, view.asked))
    with torch.no_grad():
        weights = asking.layer.trace(asking.inputs[None], asked.inputs[None]).weights[0, 0]
    return figures.matrix(weights.numpy(), asking.units, asked.units, totals=t("masks.sum"), **titles())


# The shipped model ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Reading:
    """One sentence with a word hidden, read both ways and from left to right only.

    hidden: which word. place, true_id: the first token of it, and what it was before.
    """

    tokens: Tokens
    hidden: int
    place: int
    true_id: int
    both: ModelTrace
    causal: ModelTrace

    @property
    def shares(self) -> tuple[float, float]:
        """How probable the hidden piece is, read both ways and from left to right only."""
        return tuple(float(run.prediction[self.place, self.true_id]) for run in (self.both, self.causal))

    @property
    def families(self) -> dict[int, str]:
        """The relations that heads of the layer on screen were taught, by head."""
        card = self.both.card
        return {relation.head: relation.family for relation in card.relations if relation.layer == card.relation_layer}


SHIPPED = runs.ShippedSpec("mha")


@st.cache_resource(max_entries=32, show_spinner=False)
def readings(text: str, hidden: int | None) -> Reading:
    """The lesson's words through the shipped model, one of them hidden behind [MASK]: as trained, and with a causal mask."""
    model = runs.model(SHIPPED)
    typed = model.tokenizer.read(text[: runs.read(text, "words").units[:MOST][-1].end])
    n_words = sum(not unit.special for unit in typed.units)
    hidden = hidden if hidden is not None and hidden < n_words else 2 * n_words // 3
    unit = typed.units[hidden + 1]  # [CLS] stands before the first word
    tokens = typed.hide(hidden + 1)
    n = len(tokens.tokens)
    causal = model.run(tokens, edits=(Forbid(masks.causal(n, n)),))
    return Reading(tokens, hidden, unit.first, typed.ids[unit.first], model.run(tokens), causal)


def guesses(reading: Reading, run: ModelTrace) -> tuple[list[str], list[float]]:
    """The pieces that the model expects most behind [MASK], and how much."""
    top = run.prediction[reading.place].topk(GUESSES)
    piece = runs.model(SHIPPED).tokenizer.piece
    return [piece(number).removeprefix(WORD_START) for number in top.indices.tolist()], top.values.tolist()


def percent(share: float) -> str:
    """A share in per cent, small ones still told from nothing."""
    return f"{share:.1%}" if share >= 0.01 else "< 0.001%" if share < 1e-5 else f"{100 * share:.2g}%"


def attention_of(reading: Reading, run: ModelTrace, head: int) -> go.Figure:
    """One head of the layer that follows relations, between words."""
    layer = run.layers[run.card.relation_layer]
    labels = list(reading.tokens.unit_labels)
    labels[reading.hidden + 1] = "[MASK]"
    weights = reading.tokens.roll_up(layer.weights[head]).numpy()
    allowed = None if layer.allowed is None else reading.tokens.roll_up(layer.allowed[0].float()).numpy() > 0
    return figures.matrix(weights, labels, labels, head=head, allowed=allowed, **titles())
