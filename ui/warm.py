"""Loading what the first visitor would otherwise wait for."""

import asyncio
import gc
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from streamlit import net_util
from streamlit.runtime.pages_manager import PagesManager


def warm_up() -> None:
    """Run what the first visitor sees and draw its heads; then spare the collector what never dies.

    One thread per visitor: at these sizes a second one doubles the CPU time of a run, and takes it from the next visitor.
    """
    import pandas  # noqa: F401
    import plotly.graph_objects  # noqa: F401
    import torch

    import figures
    from ui import runs
    from ui.lessons.playground import pictures  # noqa: F401
    from ui.views import Playground

    torch.set_num_threads(1)
    seen = runs.heads(runs.playground_spec(Playground()), 0)
    figures.head_grid(seen.weights, seen.units, seen.units, [""] * len(seen.weights))
    gc.collect()
    gc.freeze()


def set_straight() -> None:
    """Two things that Streamlit takes for granted and that are not so here.

    A folder called `pages`: until `st.navigation` has been called once, it means Streamlit's old kind of multipage app, and the
    first visitor's page would be run without the frame. The internet: whenever a page is opened by a host name, Streamlit asks a
    service there for this machine's outside address, and waits two seconds where there is none.
    """
    PagesManager.uses_pages_directory = False
    net_util._external_ip = ""


@asynccontextmanager
async def lifespan(app: Any) -> AsyncGenerator[None, None]:
    """Warm up before the server answers; for `st.App`. An app that cannot warm up opens all the same and says why per page."""
    try:
        await asyncio.to_thread(warm_up)
    except Exception:
        logging.getLogger(__name__).warning("The warm-up stopped; the first visitor will wait.", exc_info=True)
    yield
