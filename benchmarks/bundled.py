"""Loading a shipped model, and reading a long text: `python -m benchmarks.bundled`."""

from attention_core import bundled
from benchmarks.measure import Row, interleaved, limit, machine, table

LOADING_MS = 300  # asked of every model
ROUNDS = 7
TEXT = "我喜欢在晴天去北京的故宫游览，and I don't think so. " * 27


def loading(name: str) -> Row:
    """A model ready to run, against what was asked."""
    times = interleaved({"ours": lambda: bundled.load(name)}, rounds=ROUNDS)
    return limit(f"loading {name}", times["ours"], LOADING_MS, "ms")


def reading() -> Row:
    """A long text cut into words and pieces, against the bare tokenizer on the whole text, which knows of no words."""
    ours = bundled.tokenizer()
    times = interleaved({"ours": lambda: ours.read(TEXT), "bare": lambda: ours._model.encode(TEXT)}, rounds=ROUNDS)
    return Row(f"reading {len(ours.read(TEXT).tokens)} tokens, against tokenizers alone", times["ours"], times["bare"], "ms")


def main() -> None:
    print(machine("cpu"), end="\n\n")
    print(table([*map(loading, bundled.NAMES), reading()]))


if __name__ == "__main__":
    main()
