"""Where order enters. Attention alone has none: permuting its inputs only permutes its outputs.

An encoding may act at three places, and leaves the others untouched: on the inputs (`add`), on queries and keys
(`rotate`), and on the scores (`bias`). Places are real numbers, 0 for the first token; half places are allowed.
"""

from attention_core.positions.biases import Alibi, RelativeBias
from attention_core.positions.floater import Floater
from attention_core.positions.interface import Positions, places_of
from attention_core.positions.recurrent import Recurrent
from attention_core.positions.rotary import Rotary
from attention_core.positions.vectors import Learned, Sinusoidal

__all__ = [
    "POSITIONS",
    "Alibi",
    "Floater",
    "Learned",
    "Positions",
    "Recurrent",
    "RelativeBias",
    "Rotary",
    "Sinusoidal",
    "make_positions",
    "places_of",
]

POSITIONS: dict[str, type[Positions]] = {
    "none": Positions,
    "sinusoidal": Sinusoidal,
    "learned": Learned,
    "floater": Floater,
    "rnn": Recurrent,
    "rope": Rotary,
    "alibi": Alibi,
    "t5": RelativeBias,
}


def make_positions(name: str, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512) -> Positions:
    """An encoding by its name in POSITIONS. Raises: ValueError for a name that is not there."""
    if name not in POSITIONS:
        raise ValueError(f"no positional encoding is called {name!r}; there are {', '.join(POSITIONS)}")
    return POSITIONS[name](d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
