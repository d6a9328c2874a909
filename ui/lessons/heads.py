"""What /heads computes: the relations that each head finds in a sentence, and what a hidden word costs when a head is removed."""

from dataclasses import dataclass

import numpy as np
import streamlit as st
import torch

from attention_core import bundled
from attention_core.edits import RemoveHead
from attention_core.tokens import WORD_START
from ui import runs
from ui.lessons.playground.closeup import language_of

THE_FOUR = ("subject", "place", "time", "modifier")  # the tutorial's, section 3.1
GUESSES = 5


@dataclass(frozen=True, eq=False)
class Found:
    """What the head for one relation found.

    layer, head: from 0. f1: in the sentence's language. pairs: (word, word it depends on), places among the words.
    """

    family: str
    layer: int
    head: int
    f1: float
    pairs: tuple[tuple[int, int], ...]


@st.cache_resource(max_entries=64, show_spinner=False)
def found(text: str, name: str) -> tuple[Found, ...]:
    """What a shipped model's heads find in a text, family by family, each by the head that does it best."""
    spec = runs.RunSpec(runs.ShippedSpec(name), text, "words")
    relations = runs.model(spec.model).card.heads_for(language_of(text)).values()
    return tuple(
        Found(each.family, each.layer, each.head, each.f1, _pairs(runs.heads(spec, each.layer), each.head)) for each in relations
    )


def _pairs(heads: runs.Heads, head: int) -> tuple[tuple[int, int], ...]:
    """(query, key) of every word that looks at another word most."""
    busy = np.flatnonzero(~heads.idle[head])
    return tuple((int(query), int(heads.weights[head, query].argmax())) for query in busy)


@dataclass(frozen=True, eq=False)
class Guessing:
    """A word hidden behind [MASK]. guesses: the best pieces for its first piece, with their probabilities.

    right: the hidden piece and its probability. without: that probability when one head of the layer is removed, by head.
    characters: what each head of the layer plainly does with the word hidden, see `runs.character`.
    """

    hidden: int
    word: str
    guesses: tuple[tuple[str, float], ...]
    right: tuple[str, float]
    without: tuple[float, ...]
    characters: tuple[str | None, ...]

    @property
    def dearest(self) -> int:
        """The head whose removal lowers the probability of the right piece most."""
        return int(np.argmin(self.without))


@st.cache_resource(max_entries=64, show_spinner=False)
def guessing(text: str, hidden: int | None, layer: int) -> Guessing:
    """Hide a word (the middle one by default) from `mha` and ask for it, with each head of a layer (from 0) removed in turn."""
    model = runs.model(runs.ShippedSpec("mha"))
    read = runs.read(text, "words", True)
    words = [place for place, unit in enumerate(read.units) if not unit.special]
    chosen = hidden if hidden is not None and hidden < len(words) else len(words) // 2
    unit = read.units[words[chosen]]
    tokens, place, piece = read.hide(words[chosen]), unit.first, read.ids[unit.first]
    run = model.run(tokens)
    shares = run.prediction[place]
    best = torch.topk(shares, GUESSES)
    without = (
        float(model.run(tokens, edits=(RemoveHead(head, layer),)).prediction[place, piece])
        for head in range(model.encoder.config.n_heads)
    )
    return Guessing(
        chosen,
        unit.text,
        tuple((_shown(number), share) for number, share in zip(best.indices.tolist(), best.values.tolist(), strict=True)),
        (_shown(piece), float(shares[piece])),
        tuple(without),
        runs.characters(tokens, tokens.roll_up(run.layers[layer].weights.cpu())),
    )


@st.cache_resource(show_spinner=False)
def shared_fraction() -> int:
    """How many times fewer keys and values `mqa` computes than `mha`, counted on their weights."""
    sizes = [runs.model(runs.ShippedSpec(name)).encoder.blocks[0].attention.to_key.weight.numel() for name in ("mha", "mqa")]
    return sizes[0] // sizes[1]


def _shown(piece: int) -> str:
    return bundled.tokenizer().piece(piece).removeprefix(WORD_START)
