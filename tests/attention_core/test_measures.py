import math

import torch

from attention_core import measures

EVEN, ONE = torch.full((4, 4), 0.25), torch.eye(4)


def test_entropy_in_bits():
    torch.testing.assert_close(measures.entropy(EVEN), torch.full((4,), 2.0))
    torch.testing.assert_close(measures.entropy(ONE), torch.zeros(4))
    torch.testing.assert_close(measures.entropy(torch.zeros(3)), torch.tensor(0.0))


def test_distances_and_shares_by_hand():
    weights = torch.tensor([[[1.0, 0, 0], [0.75, 0.25, 0], [0, 0.5, 0.5]]])
    torch.testing.assert_close(measures.mean_distance(weights), torch.tensor([(0 + 0.75 + 0.5) / 3]))
    torch.testing.assert_close(measures.share_at(weights, -1), torch.tensor([(0.75 + 0.5) / 2]))
    torch.testing.assert_close(measures.share_at(weights, 0), torch.tensor([(1 + 0.25 + 0.5) / 3]))
    torch.testing.assert_close(measures.share_at(weights, 1), torch.tensor([0.0]))
    torch.testing.assert_close(measures.share_on(weights, 0), torch.tensor([1.75 / 3]))
    assert measures.share_at(torch.ones(1, 1), -1) == 0


def test_what_each_query_looks_at():
    weights = torch.tensor([[[0.1, 0.6, 0.3], [0.2, 0.5, 0.3], [0.0, 0.0, 0.0]], [[0.5, 0.2, 0.3], [0.9, 0.1, 0], [0.4, 0.6, 0]]])
    assert measures.looks_at(weights).tolist() == [[1, -1, -1], [-1, 0, 1]]
    assert measures.looks_at(weights, nothing=[0]).tolist() == [[1, -1, -1], [-1, -1, 1]]


def test_the_strongest_link():
    assert measures.strongest_link(torch.tensor([[0.9, 0.1, 0], [0.2, 0.1, 0.7], [0.5, 0, 0.5]])) == (1, 2)
    assert measures.strongest_link(torch.ones(1, 1)) is None
    assert measures.strongest_link(torch.zeros(3, 3)) is None


def test_similarity_is_1_for_the_same_rows_and_0_for_rows_apart():
    apart = torch.stack([torch.eye(4), torch.eye(4).roll(1, 1), torch.eye(4)])
    expected = torch.tensor([[1.0, 0, 1], [0, 1, 0], [1, 0, 1]])
    torch.testing.assert_close(measures.head_similarity(apart), expected)


def test_softmax_gradient_is_the_norm_of_torchs_jacobian():
    scores = torch.tensor([0.3, -1.2, 2.0, 0.0, 0.7])
    jacobian = torch.autograd.functional.jacobian(lambda s: torch.softmax(s, -1), scores)
    torch.testing.assert_close(measures.softmax_gradient(torch.softmax(scores, -1)), jacobian.norm())
    torch.testing.assert_close(measures.softmax_gradient(ONE), torch.zeros(4))
    two = torch.tensor([0.5, 0.5])
    torch.testing.assert_close(measures.softmax_gradient(two), torch.tensor(math.sqrt(4 * 0.25**2)))
