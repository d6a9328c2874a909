"""Attention once more, in plain Python loops over numbers, apart from the core: what the lessons' answers are held against."""

import math

Rows = list[list[float]]


def product(left: Rows, right: Rows) -> Rows:
    """Matrix times matrix."""
    return [[sum(row[i] * right[i][c] for i in range(len(right))) for c in range(len(right[0]))] for row in left]


def dots(query: Rows, key: Rows) -> Rows:
    """q·k of every pair."""
    return [[sum(a * b for a, b in zip(q, k, strict=True)) for k in key] for q in query]


def softmax(scores: list[float]) -> list[float]:
    """Shares of e^score; a row of -inf gets zeros."""
    largest = max(scores)
    if largest == -math.inf:
        return [0.0] * len(scores)
    powers = [math.exp(score - largest) for score in scores]
    return [power / sum(powers) for power in powers]


def attention(query: Rows, key: Rows, value: Rows, allowed: list[list[bool]] | None = None, scale: float | None = None) -> dict:
    """dots, scores, weights and output of one head. scale: multiplier, 1/√d by default."""
    scale = 1 / math.sqrt(len(query[0])) if scale is None else scale
    raw = dots(query, key)
    scores = [
        [raw[q][k] * scale if allowed is None or allowed[q][k] else -math.inf for k in range(len(key))] for q in range(len(query))
    ]
    weights = [softmax(row) for row in scores]
    return {"dots": raw, "scores": scores, "weights": weights, "output": product(weights, value)}


def one_head(inputs: Rows, to_query: Rows, to_key: Rows, to_value: Rows, allowed: list[list[bool]] | None = None) -> dict:
    """From the words' vectors to the outputs, with query, key and value beside what `attention` gives."""
    query, key, value = (product(inputs, matrix) for matrix in (to_query, to_key, to_value))
    return {"query": query, "key": key, "value": value} | attention(query, key, value, allowed)


def causal(n: int) -> list[list[bool]]:
    """Every word sees itself and the words before it."""
    return [[key <= query for key in range(n)] for query in range(n)]
