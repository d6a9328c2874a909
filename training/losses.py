"""What the model is trained to make small: how surprised it is by hidden words, and by where the heads should look."""

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from attention_core.encoder import Encoder
from training.batches import UNSEEN, Batch
from training.grammar import Grammar

NOWHERE = 0.4
"""The weight of a word without relation, which should look at [CLS]."""
RELATIONS = 10.0
"""The weight of the heads' surprise beside that of the hidden words."""
GRAMMAR = 2.0
"""The weight of the surprise at parts of speech and labels."""


def losses(
    encoder: Encoder, batch: Batch, relation_layer: int | None, grammar: Grammar | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """The surprise in nats at hidden words, at where heads look, and at the grammar of words; 0 for what is not taught."""
    read = []
    if grammar is not None:
        norm = encoder.blocks[relation_layer].attention_norm
        watch = norm.register_forward_hook(lambda _module, _given, normed: read.append(normed))
    # All layers are traced: for short sentences on a CPU that learns faster than the fused kernel.
    hidden, traces = encoder(batch.ids, allowed=batch.allowed, traced=range(len(encoder.blocks)))
    guessed = guess_loss(encoder, hidden, batch.asked)
    nothing = guessed.new_zeros(())
    if relation_layer is None:
        return guessed, nothing, nothing
    looked = relation_loss(traces[relation_layer].scores.float(), batch.unit, batch.targets)
    if grammar is None:
        return guessed, looked, nothing
    watch.remove()
    return guessed, looked, grammar(read[0], batch.grammar)


def guess_loss(encoder: Encoder, hidden: Float[Tensor, "b n m"], asked: Int[Tensor, "b n"]) -> Float[Tensor, ""]:
    """Cross-entropy over the hidden pieces; logits are made for these alone."""
    where = asked != UNSEEN
    if not where.any():
        return hidden.sum() * 0.0
    return F.cross_entropy(encoder.guess(hidden[where]).float(), asked[where])


def relation_loss(scores: Float[Tensor, "b f n n"], unit: Int[Tensor, "b n"], targets: Int[Tensor, "b f n"]) -> Float[Tensor, ""]:
    """-log of the weight that each piece gives to all pieces of the word it should look at, averaged in each head.

    scores: before softmax; head f serves family f. Every word counts once, however many pieces it has: they are averaged.
    """
    right = unit[:, None, None, :] == targets[..., None]
    surprise = scores.logsumexp(-1) - scores.masked_fill(~right, -1e9).logsumexp(-1)
    pieces = (unit[:, :, None] == unit[:, None, :]).sum(-1).clamp_min(1)
    weight = (targets > 0) + NOWHERE * (targets == 0)
    weight = weight / pieces[:, None]
    surprise = surprise.masked_fill(weight == 0, 0.0)
    each = (surprise * weight).sum((0, 2)) / weight.sum((0, 2)).clamp_min(1.0)
    return each.mean()
