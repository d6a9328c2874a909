"""Train one of the twins: `python -m training.train --kind mha|mqa|plain --steps 3000`.

`mha` and `mqa` have relation heads on their last layer; `plain` is `mha` without supervision. Same data, order, steps and seed. A
checkpoint is written now and then into `runs/KIND.pt`; started again, the run goes on from it.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
from torch import nn
from tqdm import tqdm

from attention_core.bundled import tokenizer as bundled_tokenizer
from attention_core.encoder import Encoder, EncoderConfig
from training.batches import VARIATIONS, Batch, batches
from training.grammar import Grammar
from training.losses import GRAMMAR, RELATIONS, losses
from training.prepare import CORPUS, Corpus

KINDS = ("mha", "mqa", "plain")
PARTS = (*VARIATIONS, "grammar")
"""What a trial can leave out, to see what it brings."""
RUNS = Path("runs")


@dataclass(frozen=True)
class Plan:
    """All that decides a run. steps: of about 2,048 tokens.

    The learning rate rises for `warm_up` steps, stays, and falls to 0 once `falls` of all steps are done: until then a run can
    still be made longer or shorter. averaged_over: steps of the running average; shrink: weight decay.
    without: of PARTS, those that are left out.
    """

    kind: str
    steps: int
    seed: int = 20
    rate: float = 1e-3
    warm_up: int = 200
    falls: float = 0.5
    shrink: float = 0.01
    dropout: float = 0.15
    averaged_over: int = 400
    without: tuple[str, ...] = ()

    def config(self, n_pieces: int) -> EncoderConfig:
        """The sizes; those of `plain` are those of `mha`."""
        return EncoderConfig(n_pieces, n_kv_heads=1 if self.kind == "mqa" else None, dropout=self.dropout)

    @property
    def relation_layer(self) -> int | None:
        """The layer whose heads are the relations, counted from 0."""
        return None if self.kind == "plain" else 3

    def rate_at(self, step: int) -> float:
        left = (1 - step / self.steps) / (1 - self.falls)
        return self.rate * min(1.0, (step + 1) / self.warm_up, left)


class Run:
    """A model in training: weights, their running average (which is what is shipped), optimizer, and steps done."""

    def __init__(self, plan: Plan, n_pieces: int):
        torch.manual_seed(plan.seed)
        self.plan, self.step, self.place = plan, 0, (0, 0)
        self.encoder = Encoder(plan.config(n_pieces)).train()
        for block in self.encoder.blocks:
            block.feed_forward[2].p = 0.0  # there dropout costs an eighth of the time
        self.average = Encoder(replace(plan.config(n_pieces), dropout=0.0)).eval().requires_grad_(False)
        self.average.load_state_dict(self.encoder.state_dict())
        is_taught = plan.relation_layer is not None and "grammar" not in plan.without
        self.grammar = Grammar(self.encoder.config.d_model) if is_taught else None
        learning = [part for part in (self.encoder, self.grammar) if part is not None]
        self.optimizer = torch.optim.AdamW(_groups(learning, plan.shrink), lr=plan.rate, betas=(0.9, 0.98), fused=True)

    def learn(self, batch: Batch) -> tuple[float, float]:
        """One step. Returns the two losses, in nats."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate_at(self.step)
        with torch.autocast("cpu", torch.bfloat16):
            guessed, related, named = losses(self.encoder, batch, self.plan.relation_layer, self.grammar)
        self.optimizer.zero_grad()
        (guessed + RELATIONS * related + GRAMMAR * named).backward()
        torch.nn.utils.clip_grad_norm_(self.encoder.parameters(), 1.0)
        self.optimizer.step()
        self.step, self.place = self.step + 1, batch.place
        self._follow()
        return float(guessed.detach()), float(related.detach())

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the average towards the weights; early on faster, so that the start is forgotten."""
        share = max(1 / self.plan.averaged_over, 1 / (1 + self.step / 10))
        for mean, now in zip(self.average.parameters(), self.encoder.parameters(), strict=True):
            mean.lerp_(now, share)

    def save(self, path: Path) -> None:
        """Write the checkpoint whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        torch.save(
            {
                "plan": asdict(self.plan),
                "step": self.step,
                "place": self.place,
                "encoder": self.encoder.state_dict(),
                "average": self.average.state_dict(),
                "grammar": self.grammar and self.grammar.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "dice": torch.get_rng_state(),
            },
            unfinished,
        )
        os.replace(unfinished, path)

    def resume(self, path: Path) -> None:
        """Take everything from a checkpoint; the plan may have got longer.

        Raises: ValueError if it is of another kind or seed, or left out something else.
        """
        saved = torch.load(path, weights_only=True)
        before = Plan(**saved["plan"])
        if (before.kind, before.seed, before.without) != (self.plan.kind, self.plan.seed, self.plan.without):
            raise ValueError(f"{path} is a run of {before}, not of {self.plan}")
        self.step, self.place = saved["step"], tuple(saved["place"])
        self.encoder.load_state_dict(saved["encoder"])
        self.average.load_state_dict(saved["average"])
        if self.grammar is not None:
            self.grammar.load_state_dict(saved["grammar"])
        self.optimizer.load_state_dict(saved["optimizer"])
        torch.set_rng_state(saved["dice"])


def _groups(parts: Sequence[nn.Module], shrink: float) -> list[dict]:
    """Matrices shrink a little at each step; biases and norms do not."""
    weights = [weight for part in parts for weight in part.parameters()]
    matrices = [weight for weight in weights if weight.dim() > 1]
    others = [weight for weight in weights if weight.dim() == 1]
    return [{"params": matrices, "weight_decay": shrink}, {"params": others, "weight_decay": 0.0}]


def progress(run: Run, source: Iterator[Batch], *, path: Path, save_every: int) -> None:
    """Train to the end of the plan, with a bar, and checkpoints on the way."""
    shown = [0.0, 0.0]
    with tqdm(total=run.plan.steps, initial=run.step, desc=run.plan.kind, mininterval=5.0) as bar:
        while run.step < run.plan.steps:
            learned = run.learn(next(source))
            shown = [0.98 * old + 0.02 * new if old else new for old, new in zip(shown, learned, strict=True)]
            bar.set_postfix(guess=f"{shown[0]:.3f}", heads=f"{shown[1]:.3f}", refresh=False)
            bar.update()
            if run.step % save_every == 0 or run.step == run.plan.steps:
                run.save(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kind", choices=KINDS, required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--without", choices=PARTS, nargs="*", default=(), help="leave these out, to see what they bring")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="what training.prepare wrote")
    parser.add_argument("--runs", type=Path, default=RUNS, help="the folder of checkpoints")
    parser.add_argument("--save-every", type=int, default=250)
    parser.add_argument("--threads", type=int, default=1, help="a second thread gains little at these sizes")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    tokenizer = bundled_tokenizer()
    plan = Plan(arguments.kind, arguments.steps, arguments.seed, without=tuple(arguments.without))
    run = Run(plan, tokenizer.n_pieces)
    path = arguments.runs / f"{arguments.kind}.pt"
    if path.exists():
        run.resume(path)
    source = batches(Corpus.load(arguments.corpus), tokenizer, seed=plan.seed, after=run.place, without=plan.without)
    progress(run, source, path=path, save_every=arguments.save_every)


if __name__ == "__main__":
    main()
