"""What /masks and /code ought to answer, in plain Python over lists of numbers, written apart from the core."""

import math


def visible(mask: str, query: int, key: int, *, n_words: int, window: int, ahead: bool) -> bool:
    """Whether the rule of a mask lets a query see a key."""
    if mask == "open":
        return True
    if mask == "causal":
        return not key > query
    if mask == "padding":
        return key < n_words
    return query - window < key <= query or (ahead and query < key < query + window)


def grid(mask: str, n: int, turned: set, **rule) -> list[list[bool]]:
    """Every pair of a mask, with the drawn cells turned over."""
    cells = [[visible(mask, query, key, **rule) for key in range(n)] for query in range(n)]
    for query in range(n):
        for key in range(n):
            if (query, key) in turned:
                cells[query][key] = not cells[query][key]
    return cells


def weights(scores: list[float], allowed: list[bool]) -> list[float]:
    """Softmax over the open cells, zeros where none is open."""
    parts = [math.exp(score) if is_open else 0.0 for score, is_open in zip(scores, allowed, strict=True)]
    total = sum(parts)
    return [part / total for part in parts] if total else parts


def after_closing(scores: list[float], allowed: list[bool]) -> str:
    """What becomes of the rest when the largest weight is taken away."""
    before = weights(scores, allowed)
    largest = before.index(max(before))
    after = weights(scores, [is_open and place != largest for place, is_open in enumerate(allowed)])
    gain = sum(after) - after[largest] - (sum(before) - before[largest])
    return "same" if abs(gain) < 1e-6 else "more" if gain > 0 else "less"


def first_sees(n_q: int, n_k: int) -> int:
    """How many keys the first query sees when the last one sees all of them."""
    count = 0
    for key in range(1, n_k + 1):
        steps_from_the_end = n_k - key
        count += steps_from_the_end >= n_q - 1
    return count


def parameters(n_heads: int, n_kv_heads: int, sizes: dict[str, int]) -> int:
    """Weights and biases of the tutorial's layer."""
    total = 0
    for width_in, width_out in (
        (sizes["dimension_k"], n_heads * sizes["d_k"]),
        (sizes["dimension_k"], n_kv_heads * sizes["d_k"]),
        (sizes["dimension_v"], n_kv_heads * sizes["d_v"]),
        (n_heads * sizes["d_v"], sizes["d_o"]),
    ):
        for _ in range(width_out):
            total += width_in + 1
    return total


def heads_first(rows: list[list[list[float]]], n_heads: int) -> list[list[list[float]]]:
    """[sentence][position][number] as [head · sentence][position][number], all sentences of head 0 first."""
    width = len(rows[0][0]) // n_heads
    return [[place[head * width : (head + 1) * width] for place in sentence] for head in range(n_heads) for sentence in rows]


def flat(nested) -> list[float]:
    """All numbers in the order of memory."""
    return [number for part in nested for number in flat(part)] if isinstance(nested, list) else [nested]
