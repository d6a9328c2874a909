"""The questions of /position, asked of the two sentences and the encoding on screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from attention_core.experiments.word_order import OrderProof
from ui.lessons.position import Encoding
from ui.questions import Question

SAME = 1e-4  # outputs closer than this are one output, up to the rounding of float32


@dataclass(frozen=True)
class Asked:
    """What the questions look at. encoding: in a length that holds the seat 8 seats on from `place`."""

    without: OrderProof
    placed: OrderProof
    encoding: Encoding
    place: float


def order_seen(asked: Asked) -> str:
    return "no" if float(asked.without.differences.max()) < SAME else "yes"


def words(asked: Asked) -> Sequence[str]:
    return asked.placed.first.labels


def most_changed(asked: Asked) -> str:
    return words(asked)[int(asked.placed.differences.argmax())]


def nearer_is_alike(asked: Asked) -> str:
    """Is the place one seat on more alike than the place eight seats on?"""
    likeness, here = asked.encoding.seen_from(asked.place), round(4 * asked.place)
    return "near" if likeness[here + 4] > likeness[here + 32] else "far"


QUESTIONS = (
    Question("position.question.seen", lambda asked: ("yes", "no"), order_seen),
    Question("position.question.most", words, most_changed, own_words=True),
    Question("position.question.near", lambda asked: ("near", "far"), nearer_is_alike),
)
