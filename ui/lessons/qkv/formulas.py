"""The steps as formulas with the actual numbers put in, coloured by role."""

from collections.abc import Sequence

from torch import Tensor

from attention_core.walk import Worked, exponentials
from figures.small import number
from figures.theme import ROLES

PRODUCTS, NUMBERS = 3, 5
"""How many products, or bare numbers, stand on one line of a sum: what a phone has room for."""


def coloured(role: str, tex: str) -> str:
    """A piece of a formula in the colour of query, key, value or output."""
    return rf"\textcolor{{{ROLES[role].colour}}}{{{tex}}}"


def query(word: int) -> str:
    return coloured("query", f"q^{{{word + 1}}}")


def key(word: int) -> str:
    return coloured("key", f"k^{{{word + 1}}}")


def value(word: int) -> str:
    return coloured("value", f"v^{{{word + 1}}}")


def output(word: int) -> str:
    return coloured("output", f"b^{{{word + 1}}}")


def of_step(name: str, worked: Worked, i: int, j: int) -> str:
    """The formula of a step of word i, and below it one number worked out: the one for key j, or the first of a vector."""
    return _aligned(*_STEPS[name](worked, i, j))


def of_cell(name: str, worked: Worked, row: int, column: int) -> str:
    """One cell of A ("scores"), A' ("weights") or O ("output") from the row and the column it comes from."""
    if name == "output":
        terms = [_times(w, v) for w, v in zip(worked.weights[row].tolist(), worked.value[:, column].tolist(), strict=True)]
        left = rf"{coloured('output', 'O')}_{{{row + 1},{column + 1}}} &= \textstyle\sum_j A'_{{{row + 1},j}}\,"
        general = left + rf"{coloured('value', 'V')}_{{j,{column + 1}}}"
        return _aligned(general, _sum(terms, float(worked.output[row, column])))
    if name == "weights":
        return of_step("weights", worked, row, column)
    cell = rf"A_{{{row + 1},{column + 1}}}"
    general = rf"{cell} &= {query(row)} \cdot {key(column)} \,/\, \sqrt{{d_k}}"
    result = float(worked.scores[row, column])
    if result == float("-inf"):
        return _aligned(rf"{cell} &= -\infty", "")
    dots = float(worked.dots[row, column])
    return _aligned(general, rf"&= {_tex(dots)} \,/\, \sqrt{{{worked.query.shape[1]}}} {_equals(result)}")


def _inputs(worked: Worked, i: int, j: int) -> tuple[str, str]:
    n = len(worked.query)
    if n == 1:
        return rf"a^1 \;&\longrightarrow\; {output(0)}", ""
    return rf"a^1,\ \dots,\ a^{{{n}}} \;&\longrightarrow\; {output(0)},\ \dots,\ {output(n - 1)}", ""


def _query(worked: Worked, i: int, j: int) -> tuple[str, str]:
    return _projected("query", i, worked.example.inputs, worked.example.to_query, worked.query)


def _key(worked: Worked, i: int, j: int) -> tuple[str, str]:
    return _projected("key", j, worked.example.inputs, worked.example.to_key, worked.key)


def _value(worked: Worked, i: int, j: int) -> tuple[str, str]:
    return _projected("value", j, worked.example.inputs, worked.example.to_value, worked.value)


def _projected(role: str, word: int, inputs: Tensor, weights: Tensor, result: Tensor) -> tuple[str, str]:
    letter, place = role[0], f"{{{word + 1}}}"
    terms = [_times(x, w) for x, w in zip(inputs[word].tolist(), weights[:, 0].tolist(), strict=True)]
    general = rf"{coloured(role, f'{letter}^{place}')} &= a^{place}\,{coloured(role, f'W^{letter}')}"
    return general, _sum(terms, float(result[word, 0]), left=coloured(role, f"{letter}^{place}_1"))


def _dots(worked: Worked, i: int, j: int) -> tuple[str, str]:
    terms = [_times(q, k) for q, k in zip(worked.query[i].tolist(), worked.key[j].tolist(), strict=True)]
    return rf"{_alpha(i, j)} &= {query(i)} \cdot {key(j)}", _sum(terms, float(worked.dots[i, j]))


def _scale(worked: Worked, i: int, j: int) -> tuple[str, str]:
    width, dots = worked.query.shape[1], float(worked.dots[i, j])
    result = dots * worked.attention.scale
    numbers = rf"&= {_tex(dots)} \,/\, \sqrt{{{width}}} {_equals(result)}"
    return rf"s_{{{i + 1},{j + 1}}} &= {_alpha(i, j)} \,/\, \sqrt{{d_k}}", numbers


def _mask(worked: Worked, i: int, j: int) -> tuple[str, str]:
    score = float(worked.scores[i, j])
    return rf"s_{{{i + 1},{j + 1}}} &= {_tex(score)}", ""


def _exponentials(worked: Worked, i: int, j: int) -> tuple[str, str]:
    scores = worked.scores[i]
    largest, score = float(scores.amax()), float(scores[j])
    general = rf"e_{{{i + 1},{j + 1}}} &= \exp\!\big(s_{{{i + 1},{j + 1}}} - \max_j s_{{{i + 1},j}}\big)"
    if largest == float("-inf"):
        return general, "&= 0"
    return general, rf"&= \exp({_tex(score)} - {_bracketed(largest)}) {_equals(float(exponentials(scores)[j]))}"


def _sum_step(worked: Worked, i: int, j: int) -> tuple[str, str]:
    powers = exponentials(worked.scores[i])
    return rf"\textstyle\sum_j e_{{{i + 1},j}}", _sum(
        [_tex(power) for power in powers.tolist()], float(powers.sum()), a_line=NUMBERS
    )


def _weights(worked: Worked, i: int, j: int) -> tuple[str, str]:
    powers = exponentials(worked.scores[i])
    general = rf"\alpha'_{{{i + 1},{j + 1}}} &= e_{{{i + 1},{j + 1}}} \,/\, \textstyle\sum_j e_{{{i + 1},j}}"
    if not float(powers.sum()):
        return general, "&= 0"
    return general, rf"&= {_tex(float(powers[j]))} \,/\, {_tex(float(powers.sum()))} {_equals(float(worked.weights[i, j]))}"


def _weighted(worked: Worked, i: int, j: int) -> tuple[str, str]:
    weight, first = float(worked.weights[i, j]), float(worked.value[j, 0])
    scaled = rf"\alpha'_{{{i + 1},{j + 1}}}\,{value(j)}"
    numbers = rf"\big(\alpha'_{{{i + 1},{j + 1}}}\,{value(j)}\big)_1 &= {_times(weight, first)} {_equals(weight * first)}"
    return scaled + "&", numbers


def _output(worked: Worked, i: int, j: int) -> tuple[str, str]:
    terms = [_tex(w * v) for w, v in zip(worked.weights[i].tolist(), worked.value[:, 0].tolist(), strict=True)]
    general = rf"{output(i)} &= \textstyle\sum_j \alpha'_{{{i + 1},j}}\,{coloured('value', 'v^j')}"
    return general, _sum(terms, float(worked.output[i, 0]), left=coloured("output", f"b^{{{i + 1}}}_1"), a_line=NUMBERS)


_STEPS = {
    "inputs": _inputs,
    "query": _query,
    "key": _key,
    "value": _value,
    "dots": _dots,
    "scale": _scale,
    "mask": _mask,
    "exponentials": _exponentials,
    "sum": _sum_step,
    "weights": _weights,
    "weighted": _weighted,
    "output": _output,
}


def _aligned(*lines: str) -> str:
    return r"\begin{aligned}" + r"\\[4pt]".join(line for line in lines if line) + r"\end{aligned}"


def _alpha(i: int, j: int) -> str:
    return rf"\alpha_{{{i + 1},{j + 1}}}"


def _sum(terms: Sequence[str], result: float, *, left: str = "", a_line: int = PRODUCTS) -> str:
    """`left = t1 + t2 + … = result`, broken after every few terms; terms that are negative come in brackets."""
    terms = [terms[0], *(rf"({term})" if term.startswith("-") else term for term in terms[1:])]
    lines = [" + ".join(terms[start : start + a_line]) for start in range(0, len(terms), a_line)]
    return rf"{left} &= " + r"\\ &\quad + ".join(lines) + (r" \\ &" if len(terms) >= a_line else " ") + _equals(result)


def _times(left: float, right: float) -> str:
    return rf"{_tex(left)} \cdot {_bracketed(right)}"


def _bracketed(value_: float) -> str:
    return f"({_tex(value_)})" if value_ < 0 else _tex(value_)


def _equals(result: float) -> str:
    """= for a whole number, ≈ for one that is rounded."""
    return f"{'=' if result == round(result, 2) else chr(92) + 'approx'} {_strong(_tex(result))}"


def _strong(tex: str) -> str:
    return rf"\boldsymbol{{{tex}}}"


def _tex(value_: float) -> str:
    """A number as the cells write it."""
    digits, _, power = number(value_).replace("−", "-").replace("∞", r"\infty").partition("e")
    return rf"{digits}\times 10^{{{power}}}" if power else digits
