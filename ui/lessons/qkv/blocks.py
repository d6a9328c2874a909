"""Small matrices side by side with the signs between them, wrapping where the page is narrow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st
import torch

import figures
from figures.small import ALL, Frame
from ui import frame
from ui.components import Selection
from ui.pictures import draw

Frames = Sequence[Frame]
NARROWEST = 96  # pixels: room for a caption


@dataclass(frozen=True, eq=False)
class Block:
    """A matrix to be read.

    tex: what it is called. values: [row, column], or [n] to be drawn standing up. allowed: as the values; False is hatched.
    frames: what matters. select: called with a cell that is clicked; selected: the cell that was.
    """

    tex: str
    values: torch.Tensor
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()
    role: str | None = None
    kind: str = "tensor"
    allowed: torch.Tensor | None = None
    frames: Frames = ()
    select: Callable[[Selection | None], None] | None = None
    selected: tuple[int, int] | None = None

    @property
    def shape(self) -> str:
        """Rows × columns as the calculation has them; a row that is drawn standing up is a row."""
        rows, columns = (1, *self.values.shape)[-2:]
        return f"{rows} × {columns}"

    @property
    def drawn(self) -> np.ndarray:
        return _standing(self.values)


def show(parts: Sequence[Block | str], *, key: str) -> None:
    """Draw matrices, and signs in KaTeX between them. key: unlike any other on the page."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"blocks-{key.replace('.', '-')}"):
        for place, part in enumerate(parts):
            if isinstance(part, str):
                st.markdown(f"${part}$", width="content")
            else:
                _show(part, key=f"{key}.{place}")


def cell(row: int, column: int) -> Frame:
    """The frame around one cell."""
    return slice(row, row + 1), slice(column, column + 1)


def row(place: int) -> Frame:
    """The frame around a row."""
    return slice(place, place + 1), ALL


def column(place: int) -> Frame:
    """The frame around a column."""
    return ALL, slice(place, place + 1)


def _standing(values: torch.Tensor) -> np.ndarray:
    """A row as a column, anything else as it is."""
    return (values[:, None] if values.dim() == 1 else values).detach().cpu().numpy()


def _show(block: Block, *, key: str) -> None:
    picture = figures.small_matrix(
        block.drawn, block.rows, block.columns, name=block.shape, role=block.role, kind=block.kind,
        allowed=None if block.allowed is None else _standing(block.allowed), frames=block.frames, scale=frame.type_scale(),
    )  # fmt: skip
    selection = None if block.selected is None else Selection(row=block.selected[0], column=block.selected[1])
    with st.container(width=max(picture.layout.width, NARROWEST), gap="xxsmall"):
        st.markdown(f"${block.tex}$ :small[{block.shape}]")
        draw(picture, key=key, label=block.tex, selection=selection, on_select=block.select)
