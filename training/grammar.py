"""Parts of speech and labels, asked of the relation layer's input beside the arcs: it helps the heads where trees are few.

The two classifiers are thrown away when training ends. LISA (Strubell et al. 2018) learned parts of speech on the way as well.
"""

import numpy as np
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from training.relations import word_list
from training.treebank import Sentence

UNSEEN = -1
"""As an answer: nothing is asked of this piece."""
KINDS = word_list("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X")
LABELS = word_list(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed flat "
    "goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp"
)
_KIND = {kind: number for number, kind in enumerate(KINDS)}
_LABEL = {label: number for number, label in enumerate(LABELS)}


def grammar_of(sentence: Sentence) -> np.ndarray:
    """[2, words]: the place of each word's part of speech in KINDS and of its label, without subtype, in LABELS."""
    kinds = [_KIND.get(word.kind, UNSEEN) for word in sentence]
    labels = [_LABEL.get(word.base, UNSEEN) for word in sentence]
    return np.array([kinds, labels])


class Grammar(nn.Module):
    """Two linear classifiers over the vectors that the relation heads read."""

    def __init__(self, d_model: int):
        super().__init__()
        self.guessers = nn.ModuleList(nn.Linear(d_model, len(names)) for names in (KINDS, LABELS))

    def forward(self, x: Float[Tensor, "b n m"], grammar: Int[Tensor, "b 2 n"]) -> Float[Tensor, ""]:
        """Cross-entropy in nats, summed over the two questions and averaged over the pieces that are asked."""
        loss = x.new_zeros(())
        for guesser, right in zip(self.guessers, grammar.unbind(1), strict=True):
            where = right != UNSEEN
            if where.any():
                loss = loss + F.cross_entropy(guesser(x[where]).float(), right[where])
        return loss
