"""What the Playground says of a layer: the heads' names, where the numbers come from, how to read a picture."""

import math

from attention_core.heads import key_head_of
from ui.lessons.playground.closeup import Closeup
from ui.lessons.playground.limits import BARS, CLEAR, POOLED
from ui.texts import t


def short_names(closeup: Closeup) -> list[str]:
    """What stands on a head's arcs and over its tile: its relation, else its number."""
    known = closeup.related
    return [
        t(f"playground.family.{known[head].family}") if head in known else t("playground.head_name", number=head + 1)
        for head in range(closeup.n_heads)
    ]


def head_names(closeup: Closeup) -> list[str]:
    """How each head is called: its number, and its relation or, where trained heads are free, what it plainly does."""
    return [_full_name(closeup, head) for head in range(closeup.n_heads)]


def _full_name(closeup: Closeup, head: int) -> str:
    number, known = t("playground.head_name", number=head + 1), closeup.related
    name = t(f"playground.family.{known[head].family}") if head in known else _earned(closeup, head)
    return t("playground.head_named", head=number, name=name) if name else number


def _earned(closeup: Closeup, head: int) -> str | None:
    """The name that a free head of a trained model earns by what it does in this sentence."""
    character = closeup.heads.characters[head]
    return t(f"playground.character.{character}") if character and closeup.spec.is_trained else None


def details(closeup: Closeup) -> list[str]:
    """What stands at the right above a head: the F1 of its relation, else what it plainly does or how far it spreads a row.

    With random weights that share keys, the key head it shares: what an untrained head does says little.
    """
    known = closeup.related
    n_heads, n_kv_heads = closeup.n_heads, len(closeup.run.layers[closeup.layer].key)
    if n_kv_heads < n_heads and not closeup.spec.is_trained:
        shared = (key_head_of(head, n_heads, n_kv_heads) for head in range(n_heads))
        return [t("playground.key_head", number=key_head + 1) for key_head in shared]
    return [f"{known[head].f1:.2f}" if head in known else _character(closeup, head) for head in range(n_heads)]


def _character(closeup: Closeup, head: int) -> str:
    """What a head plainly does; else, and where all are broad as with random weights, how far it spreads a row."""
    name = closeup.heads.characters[head]
    if name is None or (name == "broad" and not closeup.spec.is_trained):
        spread, unit = closeup.heads.spreads[head], t(f"playground.units.{closeup.view.reading}")
        return t("playground.spread", n=f"{spread:.1f}", unit=unit)
    return t(f"playground.character.{name}")


def source(closeup: Closeup) -> str:
    """Which weights were run, and which layer is on screen."""
    layer = closeup.layer + 1
    if closeup.spec.is_trained:
        return t("playground.source_shipped", name=closeup.run.card.name, layer=layer)
    return t("playground.source_random", seed=closeup.view.seed, layer=layer)


def grid_hint(closeup: Closeup) -> str:
    """How to read the overview."""
    n = len(closeup.heads.units)
    if not closeup.is_long:
        scale = t("playground.grid_each" if n > CLEAR else "playground.grid_one")
        return t("playground.grid_hint") + scale + t("playground.grid_relations" if closeup.related else "playground.grid_corner")
    unit = t(f"playground.units.{closeup.view.reading}")
    return t("playground.grid_pooled", n=n, unit=unit, block=-(-n // POOLED)) + t("playground.grid_each")


def row_hint(closeup: Closeup) -> str:
    """What the selected row adds up to, and what of it is drawn."""
    heads, head, query = closeup.heads, closeup.head, closeup.query
    total = float(heads.weights[head, query].sum() + sum(given[head, query] for given in heads.aside.values()))
    if not total:
        return t("playground.one_row_nowhere")
    hint = t("playground.one_row_hint", sum=f"{total:.3f}")
    return hint if len(closeup.heads.units) <= BARS else f"{hint} {t('playground.one_row_part', n=BARS)}"


def divisor(closeup: Closeup) -> str:
    """How the dot products of the layer were scaled, in words."""
    scale = closeup.run.layers[closeup.layer].scale
    if math.isinf(scale):
        return t("playground.divisor_zero")
    return t("playground.divisor", divisor=f"{1 / scale:.4g}", scale=f"{scale:.4g}")
