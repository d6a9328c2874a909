"""FLOATER: a position is a point on a curve, and a learned vector field says where the curve goes next."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention_core.positions.interface import Added


class Field(nn.Module):
    """dp/dt = W_out tanh(W_in p + b + u·t): how the position changes, per place.

    New weights make p circle without fading or growing: W_in is orthogonal and W_out = A·W_inᵀ with A antisymmetric, so that p
    moves along a surface on which Σ log cosh(W_in p) is constant. Training may leave it.
    """

    SPEED = 0.5  # radians a place, of the fastest turn

    def __init__(self, width: int):
        super().__init__()
        self.inner = nn.Linear(width, width)
        self.time = nn.Parameter(torch.zeros(width))
        nn.init.orthogonal_(self.inner.weight)
        nn.init.zeros_(self.inner.bias)
        turn = torch.randn(width, width) / width**0.5
        antisymmetric = (turn - turn.T) * self.SPEED / 8**0.5  # the fastest of a large turn - turnᵀ is √8
        self.outer = nn.Parameter(antisymmetric @ self.inner.weight.detach().T)

    def forward(self, t: Float[Tensor, ""], p: Float[Tensor, " m"]) -> Float[Tensor, " m"]:
        return self.outer @ torch.tanh(self.inner(p) + self.time * t)


class Floater(Added):
    """p(t) = p(0) + ∫ field(s, p(s)) ds from 0 to t, for every real t: half places, places past any length, and before the first.

    tolerance: the solver's, relative and absolute, for each of its steps. The solver walks from place 0 to the farthest place
    asked for, so far places cost more, and gradients flow back along the whole walk to the field and to p(0).
    Here the curve is added to the inputs; the paper gives every block one of its own.
    Source: Liu et al., arXiv:2003.09229, eq. 7; solver: torchdiffeq's Dormand-Prince 5(4) (Chen et al., arXiv:1806.07366).
    """

    between = "exact"
    beyond = "continued"

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512, tolerance: float = 1e-4):
        super().__init__(d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
        self.tolerance = tolerance
        self.start = nn.Parameter(torch.randn(d_model))
        self.field = Field(d_model)

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        stops, row = places.unique(return_inverse=True)
        before = self._walk(stops[stops < 0].flip(0)).flip(0)
        return torch.cat([before, self._walk(stops[stops >= 0])])[row]

    def _walk(self, stops: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        """p at stops on one side of place 0, the nearest first, all in one walk of the solver."""
        from torchdiffeq import odeint  # loads SciPy: a third of a second that only FLOATER's readers should wait

        times = torch.cat([stops.new_zeros(1), stops]).unique_consecutive()
        if len(times) == 1:
            return self.start.expand(len(stops), -1)
        path = odeint(self.field, self.start, times, rtol=self.tolerance, atol=self.tolerance, method="dopri5")
        return path[len(times) - len(stops) :]
