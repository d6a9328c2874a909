import math

import torch

from attention_core.additive import AdditiveScore
from attention_core.masks import causal


def test_one_pair_by_hand():
    score = AdditiveScore(2, 3, 2)
    with torch.no_grad():
        score.from_query.weight.copy_(torch.tensor([[1.0, 0], [0, 2]]))
        score.from_key.weight.copy_(torch.tensor([[0.0, 1, 0], [1, 0, 0]]))
        score.judge.weight.copy_(torch.tensor([[3.0, -1]]))
    query, key = torch.tensor([0.1, 0.2]).view(1, 1, 1, 2), torch.tensor([0.3, 0.4, 9.0]).view(1, 1, 1, 3)
    expected = 3 * math.tanh(0.1 + 0.4) - math.tanh(0.4 + 0.3)
    torch.testing.assert_close(score(query, key).item(), expected, atol=1e-6, rtol=0)


def test_the_trace_is_attends_own_kind():
    b, h, q, k, v = 2, 3, 5, 7, 13
    query, key, value = torch.randn(b, h, q, 11), torch.randn(b, h, k, 17), torch.randn(b, h, k, v)
    score = AdditiveScore(11, 17, 19)
    trace = score.attend(query, key, value, allowed=causal(q, k)[None, None])
    assert trace.output.shape == (b, h, q, v)
    torch.testing.assert_close(trace.weights.sum(-1), torch.ones(b, h, q))
    torch.testing.assert_close(trace.weights, torch.softmax(trace.scores, -1))
    assert (trace.weights.triu(1) == 0).all()
    for row, column in ((0, 0), (4, 2)):
        alone = score.judge(torch.tanh(score.from_query(query[1, 2, row]) + score.from_key(key[1, 2, column])))
        torch.testing.assert_close(trace.dots[1, 2, row, column], alone[0])
