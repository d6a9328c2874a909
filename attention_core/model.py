"""A model that reads text: tokenizer, encoder and card. Random and shipped models answer `run` alike, with a frozen trace."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Literal

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention_core.edits import Edit, for_layer, positions_after
from attention_core.encoder import Encoder, EncoderConfig
from attention_core.heads import HeadsTrace
from attention_core.tokens import Tokenizer, Tokens

MAX_TOKENS = 512
FAMILIES = ("subject", "object", "place", "time", "modifier", "function", "adverbial", "clause")
"""The families of relations that heads are taught, in the order of the heads."""


@dataclass(frozen=True)
class Relation:
    """A head that looks from a word to the word it depends on, for one family of relations ("subject", "place" …).

    language: "zh" or "en", what `f1` was measured on; trained: whether the head was taught it, or only found to do it best.
    """

    family: str
    language: str
    layer: int
    head: int
    f1: float
    trained: bool


@dataclass(frozen=True)
class Card:
    """Where a model's numbers come from. scores: whatever else was measured of it, by name."""

    name: str
    origin: Literal["random", "bundled", "checkpoint"]
    seed: int | None = None
    scores: Mapping = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()

    def heads_for(self, language: str) -> dict[str, Relation]:
        """The relation heads by family, in the order of the heads, with what they score in a language."""
        return {relation.family: relation for relation in self.relations if relation.language == language}

    @property
    def relation_layer(self) -> int | None:
        """The layer whose heads were taught relations, counted from 0; None if none was."""
        return next((relation.layer for relation in self.relations if relation.trained), None)


@dataclass(frozen=True)
class LayerTrace:
    """One layer of a run. inputs: what entered it, output: what left it; all else is computed when first asked for."""

    inputs: Float[Tensor, "n m"]
    output: Float[Tensor, "n m"]
    compute: Callable[[], HeadsTrace] = field(repr=False, compare=False)

    @cached_property
    def heads(self) -> HeadsTrace:
        """Every number of the layer's heads, with a batch axis of 1."""
        with torch.no_grad():
            return self.compute()

    @property
    def query(self) -> Float[Tensor, "h q d"]:
        return self.heads.query[0]

    @property
    def key(self) -> Float[Tensor, "g k d"]:
        return self.heads.key[0]

    @property
    def value(self) -> Float[Tensor, "g k v"]:
        return self.heads.value[0]

    @property
    def dots(self) -> Float[Tensor, "h q k"]:
        return self.heads.dots[0]

    @property
    def scores(self) -> Float[Tensor, "h q k"]:
        return self.heads.scores[0]

    @property
    def weights(self) -> Float[Tensor, "h q k"]:
        return self.heads.weights[0]

    @property
    def head_outputs(self) -> Float[Tensor, "h q v"]:
        return self.heads.head_outputs[0]

    @property
    def attention_output(self) -> Float[Tensor, "q m"]:
        """All heads mixed by W_O, before it is added to the inputs."""
        return self.heads.output[0]

    @property
    def scale(self) -> float:
        """What the dot products were multiplied by."""
        return self.heads.scale

    @property
    def allowed(self) -> Bool[Tensor, "#h q k"] | None:
        return None if self.heads.allowed is None else self.heads.allowed[0]


@dataclass(frozen=True)
class ModelTrace:
    """One text through a model. output: the last layer's vectors after the final norm."""

    tokens: Tokens
    layers: tuple[LayerTrace, ...]
    output: Float[Tensor, "n m"]
    card: Card
    edits: tuple[Edit, ...]
    guess: Callable[[Tensor], Tensor] = field(repr=False, compare=False)

    @cached_property
    def prediction(self) -> Float[Tensor, "n pieces"]:
        """How probable each piece of the vocabulary is at each place; each row adds to 1."""
        with torch.no_grad():
            return torch.softmax(self.guess(self.output), dim=-1)


class Model:
    """A tokenizer and an encoder that belong together. Nothing is kept between runs, so people can share one.

    max_tokens: the longest text, special tokens not counted; longer ones raise ValueError.
    """

    def __init__(self, encoder: Encoder, tokenizer: Tokenizer, card: Card, *, max_tokens: int = MAX_TOKENS):
        self.encoder, self.tokenizer, self.card, self.max_tokens = encoder.eval(), tokenizer, card, max_tokens

    @property
    def device(self) -> torch.device:
        return self.encoder.embed.weight.device

    @torch.no_grad()
    def run(self, text: str | Tokens, *, pair: str | None = None, edits: Sequence[Edit] = ()) -> ModelTrace:
        """text: as typed, or already read (then `pair` belongs to the reading). edits: see `attention_core.edits`.

        Raises: ValueError if there is nothing to read, or more than `max_tokens`.
        """
        tokens = text if isinstance(text, Tokens) else self.tokenizer.read(text, pair=pair)
        check_length(tokens, self.max_tokens)
        encoder, edits = self.encoder, tuple(edits)
        positions = positions_after(edits, encoder.positions)
        x = encoder.inputs(torch.tensor([tokens.ids], device=self.device), positions)
        layers = []
        for number, block in enumerate(encoder.blocks):
            settings = {"positions": positions, "edits": for_layer(edits, number)}
            after = block(x, **settings)
            layers.append(LayerTrace(x[0], after[0], partial(_heads_of, block, x, settings)))
            x = after
        return ModelTrace(tokens, tuple(layers), encoder.norm(x)[0], self.card, edits, encoder.guess)


def random_model(config: EncoderConfig, tokenizer: Tokenizer, *, seed: int = 0, device: str = "cpu") -> Model:
    """A model with weights drawn from `seed`, the same on every device; the global random state is left alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        encoder = Encoder(config)
    return Model(encoder.to(device), tokenizer, Card("random", "random", seed=seed))


def check_length(tokens: Tokens, max_tokens: int) -> None:
    """Special tokens come on top. Raises: ValueError if there is nothing to read, or more than `max_tokens`."""
    n_typed = sum(not token.special for token in tokens.tokens)
    if n_typed == 0:
        raise ValueError("there is nothing to read: the text has no tokens")
    if n_typed > max_tokens:
        raise ValueError(f"the text has {n_typed} tokens, the model reads {max_tokens} at most")


def _heads_of(block, x: Tensor, settings: dict) -> HeadsTrace:
    return block.attention.trace(block.attention_norm(x), **settings)
