"""What is asked of every tree that training makes."""

from collections.abc import Sequence

from training.treebank import Word


def reaches_the_root(tree: Sequence[Word]) -> bool:
    """Whether there is one root, and every word hangs on it in the end."""
    for start in range(1, len(tree) + 1):
        place, steps = start, 0
        while tree[place - 1].head:
            place, steps = tree[place - 1].head, steps + 1
            if steps > len(tree):
                return False
    return sum(word.head == 0 for word in tree) == 1
