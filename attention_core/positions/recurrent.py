"""Positions counted off by a recurrent network."""

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention_core.positions.interface import Added, interpolate

LONGEST_MEMORY = 16  # places


class Recurrent(Added):
    """A GRU walks along the sentence, reads one tick a place, and its state there is the position.

    Ordered by nature, and serial by nature: the state at place n costs n steps, one after another. It reads the places, not
    the words, so a position is the same in every sentence. Before place 0 there is nothing, and the first state stands for it.
    Source: the RNN baseline of Liu et al., arXiv:2003.09229, and its code, github.com/xuanqing94/FLOATER,
    fairseq/models/rnn_transformer.py at 6f9652f.
    """

    between = "interpolated"
    beyond = "continued"

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512):
        super().__init__(d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
        self.cell = nn.GRUCell(1, d_model)
        self.start = nn.Parameter(torch.randn(d_model))
        self.scale = nn.Parameter(torch.tensor(math.sqrt(2)))  # an untrained state has variance of about a half
        self._start_smooth()

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        return interpolate(self.states(int(places.max().ceil().clamp_min(0)) + 1), places)

    def states(self, n: int) -> Float[Tensor, "n m"]:
        """The first n states, each computed from the one before."""
        tick = self.start.new_ones(1)
        states = [self.start / self.scale]
        for _ in range(n - 1):
            states.append(self.cell(tick, states[-1]))
        return self.scale * torch.stack(states)

    def _start_smooth(self) -> None:
        """Gates that keep a state for 1 to LONGEST_MEMORY places, and a candidate strong enough to stay alive.

        Source: chrono initialisation, Tallec and Ollivier, arXiv:1804.11188, section 2.
        """
        width = self.cell.hidden_size
        nn.init.orthogonal_(self.cell.weight_hh.detach()[2 * width :], gain=4.0)
        reset, update, candidate = self.cell.bias_ih.detach().split(width)
        reset.fill_(2.0)
        update.uniform_(1.0, LONGEST_MEMORY - 1.0).log_()
        candidate.zero_()
        nn.init.zeros_(self.cell.bias_hh)
