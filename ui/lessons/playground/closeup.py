"""What is looked at: a run, one of its layers, and what the visitor selected in it."""

import re
from dataclasses import dataclass

import numpy as np

from attention_core import ModelTrace
from attention_core.model import Relation
from ui import links, runs
from ui.components import Selection
from ui.lessons.playground.limits import EXACT, WINDOW
from ui.views import Playground

HAN = re.compile(r"[\u3400-\u9fff]")
Blocks = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Closeup:
    """What is looked at: a run, one of its layers (from 0) rolled up to units, and the visitor's view of it."""

    view: Playground
    spec: runs.RunSpec
    run: ModelTrace
    layer: int
    heads: runs.Heads

    @property
    def n_heads(self) -> int:
        return len(self.heads.weights)

    @property
    def head(self) -> int:
        """The head in detail: the selected one, else the first."""
        return self.view.head if self.view.head is not None and self.view.head < self.n_heads else 0

    @property
    def query(self) -> int:
        """The row in detail: the selected word, else where the head's strongest link starts."""
        if self._fits(self.view.query):
            return self.view.query
        link = self.heads.links[self.head]
        return 0 if link is None else link[0]

    @property
    def selection(self) -> Selection:
        """What every picture shows as selected."""
        view = self.view
        head = view.head if view.head is not None and view.head < self.n_heads else None
        return Selection(head, *(place if self._fits(place) else None for place in (view.query, view.key)))

    @property
    def is_long(self) -> bool:
        return len(self.heads.units) > EXACT

    @property
    def related(self) -> dict[int, Relation]:
        """The relation that each head of the layer was taught, by head, with its score in the text's own language."""
        found = self.run.card.heads_for(language_of(self.run.tokens.text)).values()
        here = (relation for relation in found if relation.layer == self.layer and relation.trained)
        return {relation.head: relation for relation in sorted(here, key=lambda relation: relation.f1)}

    @property
    def holds_relations(self) -> bool:
        """Is this the layer whose heads were taught to follow relations?"""
        return self.run.card.relation_layer == self.layer

    def window(self, n: int, *, tokens: bool = False) -> slice:
        """All of a short text; of a long one the surroundings of the selected word, in units or in tokens."""
        if n <= EXACT:
            return slice(0, n)
        words = [unit for unit in self.run.tokens.units if not unit.special]
        centre = words[self.query].first if tokens else self.query
        start = min(max(0, centre - WINDOW // 2), n - WINDOW)
        return slice(start, start + WINDOW)

    def allowed(self, head: int) -> np.ndarray | None:
        """Which word may look at which in a head; None if all may."""
        allowed = self.heads.allowed
        return None if allowed is None else allowed[head if len(allowed) > 1 else 0]

    def _fits(self, place: int | None) -> bool:
        return place is not None and place < len(self.heads.units)


def look(view: Playground) -> Closeup:
    """Run what the view asks for and look at the layer it names, else at the one that holds relations, else at the last."""
    spec = runs.playground_spec(view)
    run = runs.trace(spec)
    last = len(run.layers) - 1
    telling = last if run.card.relation_layer is None else run.card.relation_layer
    layer = min(view.layer - 1, last) if view.layer else telling
    return Closeup(view, spec, run, layer, runs.heads(spec, layer))


def language_of(text: str) -> str:
    """zh for a text with Chinese characters, en for any other: which of a head's scores speaks of it."""
    return "zh" if HAN.search(text) else "en"


def select(selection: Selection | None, *, blocks: Blocks | None = None) -> None:
    """Take over what was selected in a picture; a block of the pooled overview becomes its first word."""
    chosen = selection or Selection()
    places = (chosen.row, chosen.column)
    if blocks is not None:
        places = tuple(None if place is None else blocks[place][0] for place in places)
    links.change("playground", head=chosen.head, query=places[0], key=places[1])
