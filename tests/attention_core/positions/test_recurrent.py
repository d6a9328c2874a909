import torch
from torch import nn

from attention_core.positions import Recurrent, places_of

SIZES = {"d_model": 13, "d_head": 7, "n_heads": 3}


def test_states_equal_torchs_gru_over_ticks():
    recurrent = Recurrent(**SIZES)
    gru = nn.GRU(1, 13)
    gru.load_state_dict({f"{name}_l0": value for name, value in recurrent.cell.state_dict().items()})
    first = recurrent.start / recurrent.scale
    later, _ = gru(torch.ones(6, 1), first[None])
    torch.testing.assert_close(recurrent.vectors(places_of(7)), recurrent.scale * torch.cat([first[None], later]))


def test_each_state_needs_the_one_before():
    """n places cost n - 1 steps, asked for together or alone."""
    recurrent = Recurrent(**SIZES)
    steps = []
    recurrent.cell.register_forward_hook(lambda *_: steps.append(1))
    recurrent.vectors(torch.tensor([29.0]))
    assert len(steps) == 29


def test_places_before_the_first_are_the_first():
    recurrent = Recurrent(**SIZES)
    at = recurrent.vectors(torch.tensor([-3.0, 0.0]))
    torch.testing.assert_close(at[0], at[1])
    torch.testing.assert_close(at[1], recurrent.start)
