"""Make the bilingual vocabulary: `python -m training.vocabulary --data DIR` writes `tokenizer.json`.

The same sentences give the same file, byte for byte.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, repeat
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.trainers import BpeTrainer

from attention_core.tokens import BYTES, SPECIAL, UNK, WORD_START
from attention_core.words import is_spelled, words
from training.texts import both_scripts, chinese_sentences, english_sentences

N_PIECES = 8192
LEAST_SEEN = 4
"""A character seen less often is no piece of its own; its bytes spell it."""


def train(sentences: Iterable[str], *, n_pieces: int = N_PIECES, least_seen: int = LEAST_SEEN) -> Tokenizer:
    """Learn byte-pair merges inside words, over the characters seen often enough.

    n_pieces: of the whole vocabulary: special tokens, 256 bytes, characters, merges.
    Raises: ValueError if the frequent characters alone are more.
    """
    counted = Counter(word for sentence in sentences for word in _marked_words(sentence))
    seen = Counter()
    for word, count in counted.items():
        seen.update({character: count * word.count(character) for character in set(word)})
    frequent = {character for character, count in seen.items() if count >= least_seen} | {WORD_START}
    room = n_pieces - len(SPECIAL) - len(BYTES)
    if len(frequent) > room:
        raise ValueError(f"{len(frequent)} frequent characters do not fit into {n_pieces} pieces; {room} have room")
    learner = Tokenizer(BPE())
    trainer = BpeTrainer(vocab_size=room, min_frequency=2, initial_alphabet=sorted(frequent), show_progress=False)
    learner.train_from_iterator(_known_runs(counted, frequent), trainer)
    return _with_fallback(learner)


def _marked_words(sentence: str) -> Iterator[str]:
    for start, end in words(sentence):
        word = sentence[start:end]
        yield WORD_START + word if is_spelled(word) else word


def _known_runs(counted: Counter[str], known: set[str]) -> Iterator[str]:
    """The words, as often as counted, broken where a character is not known."""
    for word, count in counted.items():
        for is_known, run in groupby(word, key=known.__contains__):
            if is_known:
                yield from repeat("".join(run), count)


def _with_fallback(learner: Tokenizer) -> Tokenizer:
    """The learned pieces and merges, behind the special tokens and the bytes.

    The special tokens are plain entries, not "added tokens": no typed text can become one.
    """
    learned = json.loads(learner.to_str())["model"]
    pieces = sorted(learned["vocab"], key=learned["vocab"].get)
    entries = [*SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256)), *pieces]
    vocabulary = {entry: number for number, entry in enumerate(entries)}
    merges = [tuple(merge) for merge in learned["merges"]]
    return Tokenizer(BPE(vocabulary, merges, byte_fallback=True, unk_token=SPECIAL[UNK]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with the treebanks and sentence pairs")
    parser.add_argument("--out", type=Path, default=Path("attention_core/bundled/tokenizer.json"))
    arguments = parser.parse_args()
    chinese = chain.from_iterable(map(both_scripts, chinese_sentences(arguments.data)))
    tokenizer = train(chain(chinese, english_sentences(arguments.data)))
    tokenizer.save(str(arguments.out), pretty=False)
    print(f"{arguments.out}: {tokenizer.get_vocab_size()} pieces")


if __name__ == "__main__":
    main()
