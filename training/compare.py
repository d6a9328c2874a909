"""Score checkpoints side by side on the dev files: `python -m training.compare --data DIR RUN.pt …`, a table in Markdown.

For choosing, and for seeing what a part of the training brings (`training.train --without … --runs …`), with a corpus that holds
no dev files. Test files are not touched.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from attention_core.bundled import tokenizer
from attention_core.model import Card, Model, Relation
from training.card import ASKED
from training.predict import predict
from training.relations import FAMILIES, arcs
from training.scores import f1, texts_of
from training.ship import LANGUAGES, averaged, taught
from training.texts import DEV
from training.treebank import read_treebank


def dev_scores(model: Model, path: Path, language: str) -> dict[str, float]:
    """F1 of each family's head on a treebank, as the referee counts it."""
    sentences = list(read_treebank(path))
    gold = [arcs(sentence, language) for sentence in sentences]
    answers = predict(model, [texts_of(sentence) for sentence in sentences], model.card.heads_for(language))
    return {family: f1([truth[family] for truth in gold], [looked[family] for looked in answers]) for family in FAMILIES}


def rows(checkpoint: Path, data: Path) -> Iterator[str]:
    """One row a language: the mean of the asked families, then every family."""
    encoder, plan, step = averaged(checkpoint)
    relations = tuple(Relation(**relation) for relation in taught(plan.relation_layer))
    model = Model(encoder, tokenizer(), Card(plan.kind, "trial", seed=plan.seed, relations=relations))
    for language in LANGUAGES:
        found = dev_scores(model, data / DEV[language], language)
        mean = sum(found[family] for family in ASKED[language]) / len(ASKED[language])
        cells = (str(checkpoint.with_suffix("")), str(step), language, *(f"{score:.3f}" for score in (mean, *found.values())))
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoints", type=Path, nargs="+", help="of mha or mqa")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the treebanks")
    arguments = parser.parse_args()
    heads = ("run", "steps", "language", "mean of the asked", *FAMILIES)
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for checkpoint in arguments.checkpoints:
        for row in rows(checkpoint, arguments.data):
            print(row, flush=True)


if __name__ == "__main__":
    main()
