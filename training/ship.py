"""From a checkpoint to the weights that are shipped: the running average, in half precision."""

import hashlib
from dataclasses import asdict, replace
from pathlib import Path

import torch
from safetensors.torch import save_file

from attention_core.bundled import FOLDER
from attention_core.encoder import Encoder
from training.relations import FAMILIES
from training.train import Plan

LANGUAGES = ("zh", "en")


def ship(checkpoint: Path, folder: Path = FOLDER) -> dict:
    """Write KIND.safetensors into `folder`. Returns its entry for the card, without scores."""
    saved = torch.load(checkpoint, weights_only=True)
    plan = Plan(**saved["plan"])
    config = replace(plan.config(len(saved["average"]["embed.weight"])), dropout=0.0)
    path = folder / f"{plan.kind}.safetensors"
    save_file({key: weight.half().contiguous() for key, weight in saved["average"].items()}, path)
    path.chmod(0o644)
    attention = Encoder(config).blocks[0].attention
    return {
        "file": path.name,
        "sha256": sha256(path),
        "bytes": path.stat().st_size,
        "parameters": sum(weight.numel() for weight in saved["average"].values()),
        "kv_bytes_per_token": 2 * 2 * config.n_layers * attention.n_kv_heads * attention.d_head,
        "steps": saved["step"],
        "config": asdict(config),
        "relations": taught(plan.relation_layer),
        "scores": {},
    }


def taught(layer: int | None) -> list[dict]:
    """The relation heads of the layer, not scored yet: head i serves family i."""
    if layer is None:
        return []
    return [
        {"family": family, "language": language, "layer": layer, "head": head, "f1": 0.0, "trained": True}
        for language in LANGUAGES
        for head, family in enumerate(FAMILIES)
    ]


def sha256(path: Path) -> str:
    """The file's fingerprint, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
