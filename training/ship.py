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
    encoder, plan, step = averaged(checkpoint)
    path = folder / f"{plan.kind}.safetensors"
    save_file({key: weight.half().contiguous() for key, weight in encoder.state_dict().items()}, path)
    path.chmod(0o644)
    config, attention = encoder.config, encoder.blocks[0].attention
    return {
        "file": path.name,
        "sha256": sha256(path),
        "bytes": path.stat().st_size,
        "parameters": sum(weight.numel() for weight in encoder.parameters()),
        "kv_bytes_per_token": 2 * 2 * config.n_layers * attention.n_kv_heads * attention.d_head,
        "steps": step,
        "config": asdict(config),
        "relations": taught(plan.relation_layer),
        "scores": {},
    }


def averaged(checkpoint: Path) -> tuple[Encoder, Plan, int]:
    """The running average of a checkpoint's weights, the run's plan, and the steps done."""
    saved = torch.load(checkpoint, weights_only=True)
    plan = Plan(**saved["plan"])
    encoder = Encoder(replace(plan.config(len(saved["average"]["embed.weight"])), dropout=0.0))
    encoder.load_state_dict(saved["average"])
    return encoder.requires_grad_(False).eval(), plan, saved["step"]


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
