"""The questions of /scaling, asked of the row and the samples on screen."""

from dataclasses import dataclass

import numpy as np
import torch

from attention_core.experiments.scaling import closest_temperature
from ui.lessons.scaling import TEMPERATURES, Row
from ui.questions import CHANGES, Question, change

ALPHAS = torch.tensor([32.0, 18.0, 45.0, 7.0])  # the tutorial's scores
PRINTED = torch.tensor([0.25, 0.15, 0.50, 0.10])  # and the weights it prints for them, as an illustration
WIDTHS = (16, 64, 512, 4096)


@dataclass(frozen=True)
class Asked:
    """What the questions look at. samples: [2, sample], dot products at a width and at four times that width."""

    row: Row
    samples: np.ndarray


def which_width(asked: Asked) -> str:
    """The width whose root comes closest, in proportion, to the temperature behind the printed weights."""
    temperature = closest_temperature(ALPHAS, PRINTED)
    return str(min(WIDTHS, key=lambda width: abs(np.log(width**0.5 / temperature))))


def growth(asked: Asked) -> str:
    """By how much the spread of the samples grows when the width grows fourfold."""
    return str(round(float(asked.samples[1].std() / asked.samples[0].std())))


def hotter(asked: Asked) -> str:
    """Does the row's entropy rise from τ = 1 to τ = 10?"""
    cold, hot = (int((TEMPERATURES - temperature).abs().argmin()) for temperature in (1.0, 10.0))
    return change(float(asked.row.sweep.entropy[hot] - asked.row.sweep.entropy[cold]), rounding=1e-4)


QUESTIONS = (
    Question("scaling.question.hotter", lambda asked: CHANGES, hotter),
    Question("scaling.question.growth", lambda asked: ("1", "2", "4", "16"), growth, own_words=True),
    Question("scaling.question.width", lambda asked: tuple(map(str, WIDTHS)), which_width, own_words=True),
)
