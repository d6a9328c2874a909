"""The questions of the Playground, /scaling and /position: what is right can be chosen, and by hand it is right."""

import math

import pytest

from ui import runs
from ui.lessons import position as places
from ui.lessons import scaling as rows
from ui.questions import playground, position, scaling
from ui.views import Playground, Position, Scaling

TEXTS = ("我", "人人为我，我为人人", "2024 cats see 2024 cats", "<s> $x$ 👍🏽 _a_", "我喜欢在晴天去北京的故宫游览")


def asked_of(text: str, seed: int) -> dict:
    kind, causal = ("mha", "gqa", "mqa")[seed % 3], ("none", "causal")[seed % 2]
    view = Playground(text=text, weights="random", kind=kind, heads=4, width=4, mask=causal, seed=seed)
    samples = rows.dot_product_samples(seed)
    proof = places.order_proof(places.position_specs(Position(seed=seed))[1].model, text, text)
    encoding = places.encoding(("rope", "learned", "t5")[seed % 3], 8, places.ROOMY, seed)
    return {
        playground: playground.Asked(runs.heads(runs.playground_spec(view), 0), view.n_kv_heads),
        scaling: scaling.Asked(rows.scaling_row(Scaling(text=text, seed=seed), 32), samples[[2, 3]]),
        position: position.Asked(proof, proof, encoding, 2.5),
    }


@pytest.fixture(scope="module")
def asked() -> list[dict]:
    return [asked_of(text, seed) for text in TEXTS for seed in range(6)]


QUESTIONS = [(page, question) for page in (playground, scaling, position) for question in page.QUESTIONS]


@pytest.mark.parametrize(("page", "question"), QUESTIONS, ids=[question.key for _, question in QUESTIONS])
def test_right_answer_is_among_the_choices(asked, page, question):
    for each in asked:
        assert question.answer(each[page]) in question.choices(each[page])


def test_the_busiest_word_by_hand(asked):
    for each in asked:
        heads = each[playground].heads
        totals = [sum(float(row[key]) for head in heads.weights for row in head) for key in range(len(heads.units))]
        words = [unit if heads.units.count(unit) == 1 else f"{unit} #{heads.units[: place + 1].count(unit)}"
                 for place, unit in enumerate(heads.units)]  # fmt: skip
        said = words.index(playground.busiest_word(each[playground]))
        assert totals[said] == pytest.approx(max(totals), rel=1e-4)


def test_heat_and_width_by_hand(asked):
    for each in asked:
        dots = each[scaling].row.dots.tolist()

        def spread(temperature, dots=dots):
            powers = [math.exp((dot - max(dots)) / temperature) for dot in dots]
            return -sum(p / sum(powers) * math.log2(p / sum(powers)) for p in powers if p)

        gain = spread(10) - spread(1)
        assert scaling.hotter(each[scaling]) == ("same" if abs(gain) < 1e-4 else "more" if gain > 0 else "less")
        assert scaling.growth(each[scaling]) == "2"
        assert scaling.which_width(each[scaling]) == "512"
