"""The first generation of the Chinese GSD trees (2016), rewritten the way its second generation (2.5) writes them.

The only train file of this treebank with a free licence is of the first generation; the files that choose and score are of the
second. Where the two write one construction with other heads, labels or signs, a model would learn what the score calls wrong.
The rules below were found by comparing how often each tag and word has each label in the train file and in the dev file; no test
file was read.
"""

from collections.abc import Callable
from dataclasses import replace

from training.relations import LANGUAGES, word_set
from training.treebank import Sentence, Word

CLAUSAL = frozenset({"VERB", "ADJ", "AUX"})
NOUNS = frozenset({"NN", "NNP", "NNB", "SFN", "PRP"})

SIGNS = dict(zip([*",.():;?!「」‧・", "``", "''"], "，。（）：；？！“”··“”", strict=True))
"""Punctuation as the first generation writes it -> as the second does."""
LINKS = word_set("也 都 就 还 但 而 并 亦 又 但是 便 却 才 然而 不过 并且 甚至 于是 所以 而且 即 因而 故 可是 还是 则 因为")
"""Adverbs and conjunctions that GSD calls markers, and the treebanks of everyday language adverbs."""

NAMES = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "neg": "advmod",
    "case:dec": "case",
    "case:pref": "case",
    "case:aspect": "aux",
    "foreign": "flat:foreign",
}
"""Labels of the first generation -> what the second calls the same."""

Tree = list[Word]


def second_generation(sentence: Sentence) -> Tree:
    """The words of a tree of 2016 with the heads, labels and signs that the second generation gives them."""
    return _rewritten(sentence, RULES)


def as_gsd(sentence: Sentence) -> Tree:
    """The words of a tree of today from another treebank, with the signs and the labels of linking adverbs that GSD has."""
    return _rewritten(sentence, RULES_OF_TODAY)


def _rewritten(sentence: Sentence, rules: tuple[Callable[[Tree], None], ...]) -> Tree:
    tree = list(sentence)
    for rule in rules:
        rule(tree)
    return tree


def _signs(tree: Tree) -> None:
    """Commas and full stops are Chinese ones, and the 著 of an action under way is 着."""
    for i, word in enumerate(tree):
        if word.kind == "PUNCT" and word.text in SIGNS:
            tree[i] = replace(word, text=SIGNS[word.text])
        elif word.text == "著" and word.tag == "AS":
            tree[i] = replace(word, text="着")


def _links(tree: Tree) -> None:
    """也 in 他也来 marks, as GSD has it."""
    for i, word in enumerate(tree):
        if word.text in LINKS and word.label == "advmod":
            tree[i] = replace(word, label="mark")


def _particles(tree: Tree) -> None:
    """关于历史的书: 的 hangs on 书, no longer on 关于. 慢慢地走: 地 hangs on 慢慢, no longer on 走."""
    for i, word in enumerate(tree):
        head = tree[word.head - 1] if word.head else None
        if word.tag == "DEC" and head and head.tag == "IN" and head.base == "case" and word.head <= i:
            tree[i] = replace(word, head=head.head, label="case")
        elif word.tag == "DEV" and word.head > i + 1 and i and tree[i - 1].head == word.head:
            tree[i] = replace(word, head=i, label="mark:adv")


def _relabel(tree: Tree) -> None:
    """What changed its name alone."""
    for i, word in enumerate(tree):
        label = _label(word, tree[word.head - 1] if word.head else None, leftwards=word.head <= i)
        if label != word.label:
            tree[i] = replace(word, label=label)


def _label(word: Word, head: Word | None, *, leftwards: bool) -> str:
    if word.label == "case:suff":  # 大 in 大学: the suffix is the head in both generations
        return "compound"
    if word.tag == "DEC" and word.label == "acl:relcl":  # 的 behind a relative clause
        return "mark:rel"
    if word.tag == "IN" and (word.label == "det" or (word.label == "acl" and leftwards)):  # 上, 中 behind a noun
        return "case"
    if word.label == "acl" and not leftwards and head and head.kind in CLAUSAL:
        return "advcl"
    if word.label == "cop" and word.tag == "VV":
        return "advcl"
    if word.label == "det" and word.tag in NOUNS - {"PRP"}:  # 北京 in 北京的故宫
        return "nmod"
    if word.label == "advmod" and word.tag in NOUNS:  # 历史 in 历史上有
        return "obl"
    return word.label


def _conjunctions(tree: Tree) -> None:
    """和 hangs on the word behind it, no longer on the one before."""
    for i, word in enumerate(tree):
        if word.base == "cc" and word.head <= i:
            behind = (j for j in range(i + 1, len(tree)) if tree[j].head == word.head and tree[j].base == "conj")
            tree[i] = replace(word, head=next(behind, word.head - 1) + 1)


def _classifiers(tree: Tree) -> None:
    """一个城市: 一 counts 城市 and 个 hangs on 一, where 一 hung on 个 and 个 on 城市. So are dates: 3 月 5 日.

    In 这个城市 nothing but the label changes, and before a suffix (一个车站, 站) nothing at all.
    """
    for i, word in enumerate(tree):
        bare = not any(other.head == i + 1 and other.base == "case" for other in tree)
        before_noun = word.label == "nmod" and word.head > i + 1 and tree[word.head - 1].tag in NOUNS - {"SFN"}
        if word.tag == "NNB" and before_noun and bare and i > 0 and tree[i - 1].head == i + 1:
            if tree[i - 1].tag == "CD" and tree[i - 1].base == "nummod":
                tree[i - 1] = replace(tree[i - 1], head=word.head)
                tree[i] = replace(word, head=i, label="clf")
            elif tree[i - 1].tag == "DT":
                tree[i] = replace(word, label="clf")


def _preposed_objects(tree: Tree) -> None:
    """将球队改名: 将 marks 球队, which is oblique, where 将 hung on 改名 and 球队 was its object."""
    for i, word in enumerate(tree):
        if word.text in {"把", "将", "將"} and word.base == "aux" and word.head > i + 1:
            for j in range(i + 1, word.head - 1):
                if tree[j].head == word.head and tree[j].label in {"dobj", "nmod"}:
                    tree[i] = replace(word, head=j + 1, label="case")
                    tree[j] = replace(tree[j], label="obl:patient")
                    break


def _names(tree: Tree) -> None:
    """The first part of a name is its head: 毛 of 毛泽东. A place before a place stays its modifier."""
    is_place = LANGUAGES["zh"].is_place

    def is_part(i: int) -> bool:
        word = tree[i]
        return word.tag == "NNP" and word.label == "nmod" and not is_place(word.text, word.kind)

    for last, word in enumerate(tree):
        parts = [i for i in range(last) if tree[i].head == last + 1 and is_part(i)]
        if word.tag == "NNP" and parts:
            _promote(tree, parts, last, "flat:name")


def _titles(tree: Tree) -> None:
    """校长周鸿: the title is the head and the name its apposition."""
    for name, word in enumerate(tree):
        titles = [i for i in range(name) if tree[i].head == name + 1 and tree[i].tag == "NN" and tree[i].label == "appos"]
        if word.tag == "NNP" and len(titles) == 1:
            _promote(tree, titles, name, "appos", keep_dependents=True)


def _clauses(tree: Tree) -> None:
    """Of clauses in a row the first is the head and the others hang on it (parataxis), where all hung on the last (dep)."""
    for last in range(len(tree)):
        before = [i for i in range(last) if tree[i].head == last + 1 and tree[i].label == "dep"]
        if before:
            _promote(tree, before, last, "parataxis", keep_dependents=True)


def _names_of_today(tree: Tree) -> None:
    """Labels and parts of speech that only got another name, and obliques, which were called nmod like modifiers of nouns."""
    for i, word in enumerate(tree):
        label = NAMES.get(word.label, word.label)
        if label == "nmod" and word.head and tree[word.head - 1].kind in CLAUSAL:
            label = "obl"
        tree[i] = replace(word, label=label)
    for i, word in enumerate(tree):
        tree[i] = replace(word, kind=_kind(word))


def _kind(word: Word) -> str:
    """The part of speech that the second generation gives a word with this tag and label."""
    if word.kind == "CONJ":
        return "CCONJ"
    if word.tag == "AS" or word.label == "aux:pass" or (word.tag == "VC" and word.base == "cop"):
        return "AUX"
    if word.base == "mark" and (word.tag in {"RB", "DEC", "DEV"} or word.text in LINKS):
        return "SCONJ"
    if word.base == "case" and word.tag in {"BB", "VV"}:
        return "ADP"
    return "PART" if word.tag == "UH" else word.kind


def _promote(tree: Tree, parts: list[int], last: int, label: str, *, keep_dependents: bool = False) -> None:
    """The first of `parts` takes the place of `last` in the tree; `last` and the other parts hang on it.

    keep_dependents: whether the other words that hung on `last` stay there or move to the first.
    """
    first, old = parts[0], tree[last]
    if not keep_dependents:
        for i, word in enumerate(tree):
            if word.head == last + 1:
                tree[i] = replace(word, head=first + 1)
    tree[first] = replace(tree[first], head=old.head, label=old.label)
    for i in (*parts[1:], last):
        tree[i] = replace(tree[i], head=first + 1, label=label)


RULES: tuple[Callable[[Tree], None], ...] = (
    _signs,
    _names,
    _titles,
    _classifiers,
    _conjunctions,
    _preposed_objects,
    _relabel,
    _particles,
    _links,
    _clauses,
    _names_of_today,
)
RULES_OF_TODAY = (_signs, _links, _names_of_today)
