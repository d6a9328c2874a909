"""Sentences like the tutorial's, with other people, weather, cities and sights: for measuring alone, never for training.

Four arcs are asked of each, as of the tutorial's own: who likes (or visits), where the sight is, when one goes, and what the
sight is specified by. The app's own reading cuts the words.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from attention_core.model import Model
from training.predict import predict_typed

ASKED = ("subject", "place", "time", "modifier")

_ZH_WHO = ("我", "他", "妈妈", "老师", "我们", "小明", "游客")
_ZH_WHEN = ("晴天", "雨天", "阴天", "雪天", "春天", "周末", "早上")
_ZH_WHERE = (
    ("北京", "故宫"),
    ("北京", "长城"),
    ("上海", "外滩"),
    ("杭州", "西湖"),
    ("西安", "古城"),
    ("南京", "博物馆"),
    ("苏州", "园林"),
    ("巴黎", "教堂"),
)
_EN_WHO = ("I", "They", "My parents", "Students")
_EN_WHEN = (("sunny", "days"), ("rainy", "days"), ("summer", "evenings"), ("quiet", "mornings"))
_EN_WHERE = (("Beijing", "palace"), ("Shanghai", "museum"), ("Paris", "church"), ("London", "park"))


@dataclass(frozen=True)
class Sister:
    """A sentence, its words, and for each asked family who looks and whom it may look at (places, 1 for the first word)."""

    words: tuple[str, ...]
    arcs: dict[str, tuple[int, frozenset[int]]]


def chinese() -> Iterator[Sister]:
    """我喜欢在晴天去北京的故宫游览, the tutorial's sentence, is the first."""
    for (city, sight), when, who in product(_ZH_WHERE, _ZH_WHEN, _ZH_WHO):
        yield Sister(
            (who, "喜欢", "在", when, "去", city, "的", sight, "游览"),
            {
                "subject": (1, frozenset({2, 9})),
                "place": (6, frozenset({8})),
                "time": (4, frozenset({2, 5, 9})),
                "modifier": (6, frozenset({8})),
            },
        )


def english() -> Iterator[Sister]:
    """I like to visit the palace in Beijing on sunny days, and its sisters. In Beijing may be where one visits as well."""
    for (city, sight), (weather, when), who in product(_EN_WHERE, _EN_WHEN, _EN_WHO):
        person = tuple(who.split())
        n = len(person)
        yield Sister(
            (*person, "like", "to", "visit", "the", sight, "in", city, "on", weather, when),
            {
                "subject": (n, frozenset({n + 1, n + 3})),
                "place": (n + 7, frozenset({n + 5, n + 3})),
                "time": (n + 10, frozenset({n + 1, n + 3})),
                "modifier": (n + 7, frozenset({n + 5})),
            },
        )


SISTERS = {"zh": chinese, "en": english}


def right_arcs(model: Model, sisters: Sequence[Sister], language: str) -> list[dict[str, bool]]:
    """For each sentence and asked family whether the model's head draws the arc."""
    looks = predict_typed(model, [sister.words for sister in sisters], model.card.heads_for(language))
    return [
        {family: looked[family][who - 1] in heads for family, (who, heads) in sister.arcs.items()}
        for sister, looked in zip(sisters, looks, strict=True)
    ]


def count_right(model: Model, language: str) -> dict[str, int]:
    """How many sentences there are, how often each arc is right, and how often all four of a sentence."""
    counts = Counter({"sentences": 0, "all_four": 0} | dict.fromkeys(ASKED, 0))
    for right in right_arcs(model, list(SISTERS[language]()), language):
        counts["sentences"] += 1
        counts["all_four"] += all(right.values())
        counts.update(right)
    return dict(counts)
