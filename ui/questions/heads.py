"""The questions of /heads, asked of the sentence on screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.lessons.heads import THE_FOUR, Found, Guessing, shared_fraction
from ui.questions import Question
from ui.texts import t


@dataclass(frozen=True)
class Asked:
    """What the questions look at: what `mha` found, and the guessing with a word hidden."""

    found: tuple[Found, ...]
    guessing: Guessing

    def name(self, head: int) -> str:
        """How the head of the guessing's table is called."""
        family = next((each.family for each in self.found if each.head == head), None)
        if family is not None:
            return t(f"playground.family.{family}")
        number, character = t("playground.head_name", number=head + 1), self.guessing.characters[head]
        return t("playground.head_named", head=number, name=t(f"playground.character.{character}")) if character else number


def together(asked: Asked) -> str:
    """How many arcs the tutorial's four heads draw together."""
    return str(sum(len(each.pairs) for each in asked.found if each.family in THE_FOUR))


def together_choices(asked: Asked) -> Sequence[str]:
    right = int(together(asked))
    return [str(number) for number in sorted({max(0, right - 2), right, right + 2, right + 4})]


def dearest(asked: Asked) -> str:
    return asked.name(asked.guessing.dearest)


def dearest_choices(asked: Asked) -> Sequence[str]:
    """The dearest head among four, in the order of the heads."""
    order = sorted(range(len(asked.guessing.without)), key=asked.guessing.without.__getitem__)
    return [asked.name(head) for head in sorted([*order[:3], order[-1]])]


QUESTIONS = (
    Question("heads.question.together", together_choices, together, own_words=True),
    Question("heads.question.dearest", dearest_choices, dearest, own_words=True),
    Question("heads.question.shared", lambda asked: ("1", "2", "4", "8"), lambda asked: str(shared_fraction()), own_words=True),
)
