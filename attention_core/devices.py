"""Where to compute: CPU, or a GPU when there is one."""

import torch


def available() -> tuple[str, ...]:
    """The devices of this machine as torch calls them, "cpu" first, then "cuda" and "mps" where they are."""
    gpus = {"cuda": torch.cuda.is_available, "mps": torch.backends.mps.is_available}
    return ("cpu", *(name for name, is_here in gpus.items() if is_here()))
