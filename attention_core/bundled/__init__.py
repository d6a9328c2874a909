"""What the project ships: the bilingual vocabulary, three small trained models, and what was measured of them (`card.json`).

`mha` and `mqa` have a layer of heads that follow named relations, `plain` is `mha` without that teaching. How they were made:
`training/`; for people: `docs/model-card.md`.
"""

import json
from functools import cache
from pathlib import Path

import torch
from safetensors.torch import load_file

from attention_core.encoder import Encoder, EncoderConfig
from attention_core.model import Card, Model, Relation
from attention_core.tokens import Tokenizer

FOLDER = Path(__file__).parent
NAMES = ("mha", "mqa", "plain")


@cache
def tokenizer() -> Tokenizer:
    """The shipped Chinese-English tokenizer, loaded once."""
    return Tokenizer.load(FOLDER / "tokenizer.json")


@cache
def facts() -> dict:
    """`card.json`: what was trained how, the files' hashes, and every score."""
    return json.loads((FOLDER / "card.json").read_text(encoding="utf-8"))


def shipped() -> tuple[str, ...]:
    """The models whose card and weights are here, best known first."""
    if not (FOLDER / "card.json").is_file():
        return ()
    return tuple(name for name in NAMES if name in facts()["models"] and (FOLDER / facts()["models"][name]["file"]).is_file())


def load(name: str, *, device: str = "cpu") -> Model:
    """A shipped model. Its files hold 16-bit numbers, it computes in 32.

    Raises: ValueError for a name that is not in NAMES.
    """
    if name not in NAMES:
        raise ValueError(f"no bundled model is called {name!r}; there are {', '.join(NAMES)}")
    return read_model(name, facts(), device=device)


def read_model(name: str, facts: dict, *, device: str = "cpu") -> Model:
    """A model of a card that may not be written yet; its weights are."""
    entry = facts["models"][name]
    with torch.random.fork_rng(devices=[]):  # first weights are drawn, and replaced; nobody else's dice move
        encoder = Encoder(EncoderConfig(**entry["config"]))
    encoder.load_state_dict(load_file(FOLDER / entry["file"]))
    relations = tuple(Relation(**relation) for relation in entry["relations"])
    card = Card(name, "bundled", seed=facts["training"]["seed"], scores=entry["scores"], relations=relations)
    return Model(encoder.requires_grad_(False).to(device), tokenizer(), card)
