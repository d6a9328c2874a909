import math

import torch

from attention_core.encoder import Encoder, EncoderConfig
from training.batches import UNSEEN, Batch
from training.grammar import Grammar
from training.losses import NOWHERE, guess_loss, losses, relation_loss


def test_relation_loss_by_hand():
    """[CLS], a word of two pieces, a word of one, [SEP]; one head. All scores are 0, so each key has a weight of 1/5.

    The first word looks at the second (one key: log 5), the second at the first (two keys: log 5/2), or at [CLS].
    """
    unit = torch.tensor([[0, 1, 1, 2, 3]])
    scores = torch.zeros(1, 1, 5, 5)
    both = torch.tensor([[[UNSEEN, 2, 2, 1, UNSEEN]]])
    assert math.isclose(relation_loss(scores, unit, both), (math.log(5) + math.log(5 / 2)) / 2, rel_tol=1e-6)
    none = torch.tensor([[[UNSEEN, 2, 2, 0, UNSEEN]]])
    expected = (math.log(5) + NOWHERE * math.log(5)) / (1 + NOWHERE)
    assert math.isclose(relation_loss(scores, unit, none), expected, rel_tol=1e-6)


def test_looking_where_asked_costs_nothing():
    unit = torch.tensor([[0, 1, 2, 3]])
    targets = torch.tensor([[[UNSEEN, 2, 0, UNSEEN]]])
    scores = torch.zeros(1, 1, 4, 4)
    scores[0, 0, 1, 2] = scores[0, 0, 2, 0] = 50.0
    assert relation_loss(scores, unit, targets) < 1e-6


def test_texts_without_tree_ask_nothing_of_the_heads():
    unit = torch.tensor([[0, 1, 2]])
    scores = torch.randn(1, 2, 3, 3, requires_grad=True)
    loss = relation_loss(scores, unit, torch.full((1, 2, 3), UNSEEN))
    loss.backward()
    assert loss.detach() == 0
    assert (scores.grad == 0).all()


def test_forbidden_keys_cost_nothing_and_give_no_nan():
    unit = torch.tensor([[0, 1, 2, -2]])
    targets = torch.tensor([[[UNSEEN, 2, 0, UNSEEN]]])
    scores = torch.zeros(1, 1, 4, 4)
    scores[..., 3] = -math.inf
    scores.requires_grad_()
    loss = relation_loss(scores, unit, targets)
    loss.backward()
    assert math.isclose(loss.detach(), math.log(3), rel_tol=1e-6)
    assert scores.grad.isfinite().all()


def test_the_losses_of_a_small_encoder():
    torch.manual_seed(0)
    encoder = Encoder(EncoderConfig(23, n_layers=2, d_model=16, n_heads=8))
    ids = torch.tensor([[1, 7, 3, 2]])
    asked = torch.tensor([[UNSEEN, UNSEEN, 11, UNSEEN]])
    targets = torch.zeros(1, 8, 4, dtype=torch.long)
    grammar = torch.tensor([[[UNSEEN, 7, 15, UNSEEN], [UNSEEN, 26, 35, UNSEEN]]])
    allowed, unit = torch.ones(1, 1, 1, 4, dtype=torch.bool), torch.tensor([[0, 1, 2, 3]])
    batch = Batch(ids, asked, allowed, unit, targets, grammar, (0, 1))
    guessed, related, named = losses(encoder, batch, 1)
    hidden, _ = encoder(ids)
    by_hand = -encoder.guess(hidden)[0, 2].log_softmax(-1)[11]
    assert torch.allclose(guessed, by_hand, atol=1e-5)
    assert related > 0
    assert named == 0
    assert losses(encoder, batch, None)[1:] == (0, 0)
    classifiers = Grammar(16)
    taught = losses(encoder, batch, 1, classifiers)
    assert taught[:2] == (guessed, related)
    first = encoder.blocks[0](encoder.inputs(ids, encoder.positions), positions=encoder.positions)
    read = encoder.blocks[1].attention_norm(first)[0]
    kinds, labels = (classifier(read).log_softmax(-1) for classifier in classifiers.guessers)
    assert torch.allclose(taught[2], -(kinds[1, 7] + kinds[2, 15]) / 2 - (labels[1, 26] + labels[2, 35]) / 2, atol=1e-5)
    assert not encoder.blocks[1].attention_norm._forward_hooks
    assert guess_loss(encoder, hidden, torch.full_like(ids, UNSEEN)) == 0
