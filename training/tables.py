"""The tables of the model card for people, made from `card.json`."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from training.relations import FAMILIES
from training.sisters import ASKED

START, END = "<!-- tables: written by training.card -->", "<!-- end of tables -->"

TITLES = {
    "en": {
        "sizes": "### Sizes",
        "sizes_head": ("model", "parameters", "file", "K and V per token and model, 16 bits", "steps"),
        "relations": "### Relation heads, F1 by the referee, test files, gold words",
        "relations_head": ("family", "asked", "mha", "mqa", "plain, its best head", "one fixed offset"),
        "typed": "### `mha` on test, and on test cut by the app's own reading (F1)",
        "typed_head": ("family", "zh test", "zh test, app's words", "en test", "en test, app's words"),
        "hidden": "### Hidden words, test files: one word in seven masked",
        "hidden_head": ("guesser", "zh loss (nats)", "zh top 1", "zh top 5", "en loss", "en top 1", "en top 5"),
        "unigram": "frequency alone",
        "sisters": "### The tutorial's sentence and its sisters",
        "sisters_head": ("model, language", *ASKED, "all four", "arcs right"),
        "mean": "mean of the six asked",
    },
    "zh": {
        "sizes": "### 大小",
        "sizes_head": ("模型", "参数", "文件", "每个词元的 K 与 V（全模型，16 位）", "步数"),
        "relations": "### 关系头：裁判给出的 F1，测试集，标准分词",
        "relations_head": ("关系", "目标", "mha", "mqa", "plain 中最好的头", "固定距离"),
        "typed": "### `mha`：测试集，以及用应用自己分词的测试集（F1）",
        "typed_head": ("关系", "中文测试", "中文测试，应用分词", "英文测试", "英文测试，应用分词"),
        "hidden": "### 猜被遮住的词，测试集：每七个词遮一个",
        "hidden_head": ("谁来猜", "中文损失（nat）", "中文首选", "中文前五", "英文损失", "英文首选", "英文前五"),
        "unigram": "只看词频",
        "sisters": "### 教程的句子和它的姐妹句",
        "sisters_head": ("模型与语言", "主谓", "地点", "时间", "修饰", "四条全对", "弧线正确"),
        "mean": "六项目标的平均",
    },
}
NAMES = {
    "en": {family: family for family in FAMILIES},
    "zh": dict(zip(FAMILIES, ("主谓", "动宾", "地点", "时间", "修饰", "虚词", "状语", "分句"), strict=True)),
}


def write_tables(facts: dict, path: Path, language: str) -> None:
    """Put the tables between the two marks of a card. Raises: ValueError if the marks are missing."""
    text = path.read_text(encoding="utf-8")
    before, mark, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not (mark and end):
        raise ValueError(f"{path} has no place for the tables")
    path.write_text(f"{before}{mark}\n\n{tables(facts, language)}\n{end}{after}", encoding="utf-8")


def tables(facts: dict, language: str) -> str:
    """All tables of the card, in Markdown."""
    titles = TITLES[language]
    parts = [titles["sizes"], _table(titles["sizes_head"], _sizes(facts))]
    for spoken in ("zh", "en"):
        rows = _relations(facts, spoken, NAMES[language], titles["mean"])
        parts += [f"{titles['relations']} ({spoken})", _table(titles["relations_head"], rows)]
    parts += [titles["typed"], _table(titles["typed_head"], _typed(facts["models"]["mha"]["scores"], NAMES[language]))]
    parts += [titles["hidden"], _table(titles["hidden_head"], _hidden(facts, titles["unigram"]))]
    parts += [titles["sisters"], _table(titles["sisters_head"], _sisters(facts))]
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _sizes(facts: dict) -> Iterable[Sequence[str]]:
    for name, entry in facts["models"].items():
        megabytes = f"{entry['bytes'] / 1e6:.1f} MB"
        yield name, f"{entry['parameters']:,}", megabytes, f"{entry['kv_bytes_per_token']:,} B", f"{entry['steps']:,}"


def _relations(facts: dict, spoken: str, names: dict[str, str], mean: str) -> Iterable[Sequence[str]]:
    scores = {name: entry["scores"]["test"][spoken] for name, entry in facts["models"].items()}
    models = [scores.get(name) for name in ("mha", "mqa", "plain")]
    columns = [[model[family]["f1"] if model else None for family in FAMILIES] for model in models]
    asked = [facts["asked"][spoken].get(family) for family in FAMILIES]
    offset = [facts["fixed_offset"][spoken][family]["f1"] for family in FAMILIES]
    columns = [asked, *columns, offset]
    for row, family in enumerate(FAMILIES):
        yield names[family], *(_number(column[row]) for column in columns)
    counted = [row for row, target in enumerate(asked) if target is not None]
    yield mean, *(_number(_mean([column[row] for row in counted])) for column in columns)


def _mean(values: Sequence[float | None]) -> float | None:
    return None if None in values else sum(values) / len(values)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _typed(scores: dict, names: dict[str, str]) -> Iterable[Sequence[str]]:
    columns = [scores[part][spoken] for spoken in ("zh", "en") for part in ("test", "test_typed")]
    for family in FAMILIES:
        yield names[family], *(_number(column[family]["f1"]) for column in columns)


def _hidden(facts: dict, unigram: str) -> Iterable[Sequence[str]]:
    def row(name: str, entry: dict, guesser: str) -> Sequence[str]:
        shares = [entry["scores"]["hidden_words"][spoken][guesser] for spoken in ("zh", "en")]
        return name, *(f"{share[key]:.2f}" for share in shares for key in ("loss", "top_1", "top_5"))

    for name, entry in facts["models"].items():
        yield row(name, entry, "model")
    yield row(unigram, next(iter(facts["models"].values())), "unigram")


def _sisters(facts: dict) -> Iterable[Sequence[str]]:
    for name, entry in facts["models"].items():
        for spoken, counts in entry["scores"]["sisters"].items():
            n, right = counts["sentences"], sum(counts[family] for family in ASKED)
            cells = [f"{counts[key]} / {n}" for key in (*ASKED, "all_four")]
            yield f"{name}, {spoken}", *cells, f"{right / (len(ASKED) * n):.2f}"
