"""Ship what was trained and write what was measured of it:

    python -m training.card --data DIR --referee score_heads.py

takes the checkpoints in `runs/`, writes the weights and `card.json` into `attention_core/bundled`, and the tables of the model
card in `docs/`. Which heads of `plain` do what by themselves is chosen on the dev files; test files are only reported.
"""

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType

from attention_core.bundled import FOLDER, read_model, tokenizer
from attention_core.model import Model
from training.batches import TOKENS_PER_STEP
from training.prepare import CORPUS, Corpus
from training.referee import load_referee
from training.scores import best_heads, hidden_words, piece_frequencies, referee_scores
from training.ship import LANGUAGES, sha256, ship
from training.sisters import SISTERS, count_right, right_arcs
from training.tables import write_tables
from training.texts import DEV, TEST
from training.train import KINDS, RUNS, Plan

ASKED = {
    "zh": {"subject": 0.64, "object": 0.72, "modifier": 0.71, "function": 0.73, "time": 0.68, "place": 0.56},
    "en": {"subject": 0.88, "object": 0.86, "modifier": 0.80, "function": 0.90, "time": 0.74, "place": 0.63},
}
"""What a good model of this size was to reach on the test files."""
DOCS = {"en": Path("docs/model-card.md"), "zh": Path("docs/model-card.zh.md")}


def shipped_facts(checkpoints: list[Path]) -> dict:
    """Ship the weights. Returns the card's facts, without scores."""
    return {
        "tokenizer": {"file": "tokenizer.json", "sha256": sha256(FOLDER / "tokenizer.json")},
        "training": {"seed": Plan.seed, "tokens_per_step": TOKENS_PER_STEP, "dev": DEV, "test": TEST},
        "asked": ASKED,
        "models": {entry["file"].removesuffix(".safetensors"): entry for entry in map(ship, checkpoints)},
    }


def score(facts: dict, data: Path, corpus: Corpus, referee: ModuleType) -> None:
    """Measure every model of the card, and write the scores into its facts."""
    unigram = piece_frequencies(corpus, tokenizer())
    facts["fixed_offset"] = {
        language: referee.baseline(list(referee.read(str(data / file))), language) for language, file in TEST.items()
    }
    for name, entry in facts["models"].items():
        model = read_model(name, facts)
        if not model.card.relations:
            found = [relation for lang in LANGUAGES for relation in best_heads(model, data / DEV[lang], lang)]
            model.card = replace(model.card, relations=tuple(found))
        entry["scores"] = all_scores(model, data, unigram, referee)
        entry["relations"] = [
            asdict(replace(relation, f1=entry["scores"]["test"][relation.language][relation.family]["f1"]))
            for relation in model.card.relations
        ]
        print(name, json.dumps(entry["scores"]["test"]), flush=True)


def all_scores(model: Model, data: Path, unigram, referee: ModuleType) -> dict:
    """By the referee, on hidden words, and on the tutorial's sentence and its sisters."""
    return {
        "test": {lang: referee_scores(model, data / TEST[lang], lang, referee) for lang in LANGUAGES},
        "test_typed": {lang: referee_scores(model, data / TEST[lang], lang, referee, typed=True) for lang in LANGUAGES},
        "hidden_words": {lang: hidden_words(model, data / TEST[lang], unigram) for lang in LANGUAGES},
        "sisters": {lang: count_right(model, lang) for lang in LANGUAGES},
        "tutorial": {lang: right_arcs(model, [next(SISTERS[lang]())], lang)[0] for lang in LANGUAGES},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with the treebanks")
    parser.add_argument("--referee", type=Path, required=True, help="the referee, score_heads.py")
    parser.add_argument("--runs", type=Path, default=RUNS, help="the folder of checkpoints")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="what training.prepare wrote")
    arguments = parser.parse_args()
    checkpoints = [path for kind in KINDS if (path := arguments.runs / f"{kind}.pt").exists()]
    facts = shipped_facts(checkpoints)
    score(facts, arguments.data, Corpus.load(arguments.corpus), load_referee(arguments.referee))
    (FOLDER / "card.json").write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for language, path in DOCS.items():
        write_tables(facts, path, language)


if __name__ == "__main__":
    main()
