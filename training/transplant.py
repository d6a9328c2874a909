"""Trees varied by parts of other trees: a subject becomes another sentence's subject, an adverbial goes; the tree is kept true.

Substructure substitution (Shi, Livescu, Gimpel, arXiv:2101.00411) and cropping (Şahin, Steedman, arXiv:1903.09460) make more of
few trees. No word is new, and what is made may be odd to read, but it hangs together as it says.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from training.relations import word_set
from training.treebank import Sentence, Word

LONGEST_PART = 7
"""Words of a part that is swapped or goes."""
SWAPPED, GONE = 0.15, 0.06
"""How often a part that can be swapped is, and one that can go goes."""
_CAN_SWAP = word_set("nsubj obj obl nmod appos conj nsubj:pass obl:tmod nmod:tmod amod advmod acl:relcl")
_CAN_GO = word_set("advmod obl nmod nmod:tmod obl:tmod amod advcl acl acl:relcl parataxis conj appos")

Tree = list[Word]
Key = tuple[str, str, bool]
"""Label, part of speech, and whether the head stands behind: a part may stand where another of its key stood."""
Pool = dict[Key, list[Tree]]
"""Parts by key. Heads inside a part count from its first word; its root's head is 0."""


def pool_of(trees: Iterable[Sentence]) -> Pool:
    """All parts of the trees that can be swapped in."""
    pool: Pool = defaultdict(list)
    for tree in trees:
        for i, (start, end) in _parts(tree).items():
            if tree[i].label in _CAN_SWAP:
                part = [replace(word, head=0 if j == i else word.head - start) for j, word in enumerate(tree[start:end], start)]
                pool[_key(tree, i)].append(part)
    return dict(pool)


def transplanted(tree: Sentence, pool: Pool, dice: Random) -> Tree:
    """The tree with some parts swapped for others of their key, and some gone."""
    made, free_until = list(tree), len(tree)
    parts = _parts(tree)
    for i in sorted(parts, key=lambda i: parts[i], reverse=True):  # from the last on, so that places before stay
        start, end = parts[i]
        if end > free_until:
            continue
        if tree[i].label in _CAN_GO and dice.random() < GONE:
            _put(made, i, start, end, [])
        elif (others := pool.get(_key(tree, i))) and tree[i].label in _CAN_SWAP and dice.random() < SWAPPED:
            _put(made, i, start, end, dice.choice(others))
        else:
            continue
        free_until = start
    return made


def _parts(tree: Sentence) -> dict[int, tuple[int, int]]:
    """For each word but the root the span of all that hangs on it, where that is in one piece and short."""
    first, last, size = list(range(len(tree))), list(range(len(tree))), [1] * len(tree)
    for i in range(len(tree)):
        above, steps = tree[i].head, 0
        while above and steps < len(tree):  # a broken tree may go in circles
            first[above - 1], last[above - 1] = min(first[above - 1], i), max(last[above - 1], i)
            size[above - 1] += 1
            above, steps = tree[above - 1].head, steps + 1
    return {
        i: (first[i], last[i] + 1)
        for i, word in enumerate(tree)
        if word.head and size[i] <= LONGEST_PART and last[i] + 1 - first[i] == size[i]
    }


def _key(tree: Sentence, i: int) -> Key:
    return tree[i].label, tree[i].kind, tree[i].head > i + 1


def _put(tree: Tree, i: int, start: int, end: int, part: Sequence[Word]) -> None:
    """Put a part where the one of word i stood; every head behind moves along. Nothing outside hangs on what goes."""
    longer = len(part) - (end - start)

    def moved(head: int) -> int:
        return head + longer if head > end else head

    put = [replace(word, head=word.head + start if word.head else moved(tree[i].head)) for word in part]
    around = [replace(word, head=moved(word.head)) for word in (*tree[:start], *tree[end:])]
    tree[:] = [*around[:start], *put, *around[start:]]
