"""Where to compute: CPU, or a GPU when there is one."""

import torch


def available() -> tuple[str, ...]:
    """Names of the devices of this machine, "cpu" first, as torch calls them."""
    names = ["cpu"]
    if torch.cuda.is_available():
        names += [f"cuda:{number}" for number in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        names.append("mps")
    return tuple(names)


def best() -> str:
    """The first GPU if there is one, else the CPU."""
    return available()[1] if len(available()) > 1 else "cpu"
