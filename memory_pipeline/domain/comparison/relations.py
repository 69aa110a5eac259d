"""One relation said as a label in one Chinese statement and as a predicate in the other, of one owner with one value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from memory_pipeline.domain.comparison.align import align
from memory_pipeline.domain.comparison.chinese_participants import is_person
from memory_pipeline.domain.comparison.chinese_relations import RELATIONS
from memory_pipeline.domain.comparison.differences import tense_difference
from memory_pipeline.domain.comparison.tokens import Token
from memory_pipeline.domain.comparison.wording import chinese_phrases

_PEOPLE = frozenset(("person", "pronoun"))
_MAX_TOKENS = 18
_BEFORE_VALUE = frozenset("at via about to for by obj from".split())
_SOFT = frozenset(("", "at", "via", "about", "by", "obj", "for"))
_AT = frozenset(("at",))


@dataclass(frozen=True, slots=True)
class Relation:
    """`inverse` words are verbs whose subject is the value; `flags` say which bare predicates do."""

    words: frozenset[str]
    inverse: frozenset[str]
    generic: frozenset[str]
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    owner: tuple[int, ...]
    value: tuple[int, ...]


def one_relation(a: list[Token], b: list[Token]) -> bool:
    """Whether both say the same relation of the same owner with the same value."""
    if max(len(a), len(b)) > _MAX_TOKENS or _joined(a) or _joined(b):
        return False
    alignment = align(a, b)
    if tense_difference(a, b, list(alignment.pairs)):
        return False
    left = {a[i].key for i in alignment.left if a[i].kind not in _PEOPLE}
    right = {b[j].key for j in alignment.right if b[j].kind not in _PEOPLE}
    pairs = dict(alignment.pairs)
    return any(_agree(a, b, pairs, relation) for relation in _relations_of(a, b, left, right))


def _joined(tokens: Sequence[Token]) -> bool:
    return any("and" in t.marks and n == 0 for n, t in enumerate(tokens)) or (
        sum("copula" in t.marks for t in tokens) > 1
    )


def _relations_of(a: Sequence[Token], b: Sequence[Token], left: set[str], right: set[str]) -> list[Relation]:
    """The relations that account for every word without a partner."""
    found = dict.fromkeys(n for t in (*a, *b) for n in _by_word().get(t.key, ()))
    if any(t.marker == "via" for t in (*a, *b)):
        found.update(dict.fromkeys(_by_word()["via"]))
    unmatched = (left | right) - {a[n].key for n in category_nouns(a)} - {b[n].key for n in category_nouns(b)}
    return [
        relation
        for relation in (_relations()[n] for n in found)
        if unmatched
        <= relation.words | relation.inverse | relation.generic | _HAVING[relation.flags >= {"have"}]
    ]


@cache
def relation_words() -> frozenset[str]:
    """Every word that names a relation, or may stand beside one that does."""
    return frozenset().union(*(r.words | r.inverse | r.generic for r in _relations())) | {"有"}


def category_nouns(tokens: Sequence[Token]) -> list[int]:
    """The noun of `喜欢的颜色是蓝色`, which only says what kind of thing the value is."""
    return [
        n
        for n in range(1, len(tokens) - 1)
        if "copula" in tokens[n + 1].marks and "of" in tokens[n].marks and tokens[n - 1].key in _by_word()
    ]


_HAVING = {True: frozenset(("有",)), False: frozenset[str]()}


def _agree(a: Sequence[Token], b: Sequence[Token], pairs: dict[int, int], relation: Relation) -> bool:
    for mine in _readings(a, relation):
        for theirs in _readings(b, relation):
            if _same(a, b, pairs, mine.owner, theirs.owner) and _same(a, b, pairs, mine.value, theirs.value):
                return not _turned_places(a, b, mine, theirs)
    return False


def _turned_places(a: Sequence[Token], b: Sequence[Token], mine: Reading, theirs: Reading) -> bool:
    """`在 X 放 Y` and `X 放在 Y`: now the owner and now the value is where it is."""
    if not (mine.owner and theirs.owner):
        return False
    owner = (a[mine.owner[0]].marker, b[theirs.owner[0]].marker)
    value = (a[mine.value[0]].marker, b[theirs.value[0]].marker)
    return owner[0] != owner[1] and owner == value[::-1]


def _same(
    a: Sequence[Token],
    b: Sequence[Token],
    pairs: dict[int, int],
    mine: tuple[int, ...],
    theirs: tuple[int, ...],
) -> bool:
    """Whether two parts are the same tokens in the same order, a light person apart."""
    firm = [i for i in mine if not (a[i].kind == "person" and i not in pairs)]
    other = [j for j in theirs if not (b[j].kind == "person" and j not in pairs.values())]
    if any(i not in pairs for i in firm) or [pairs[i] for i in firm] != other:
        return False
    heads = zip(firm[1:], other[1:], strict=True)
    return all(a[i].marker == b[j].marker for i, j in heads) and (
        not firm
        or {a[firm[0]].marker, b[other[0]].marker} <= _SOFT
        or a[firm[0]].marker == b[other[0]].marker
    )


def _readings(tokens: Sequence[Token], relation: Relation) -> list[Reading]:
    """The owner and value that the statement names for the relation; none if it does not say it."""
    copula = next((n for n, t in enumerate(tokens) if "copula" in t.marks and n), None)
    both = relation.words & relation.inverse  # a noun in a label, a verb elsewhere
    verbs, nouns = (both, frozenset[str]()) if copula is not None else (frozenset[str](), both)
    doers = [n for n, t in enumerate(tokens) if t.key in relation.inverse and _whose_doer(tokens, n, copula)]
    named = [
        n
        for n, t in enumerate(tokens)
        if (t.key in relation.words - nouns or n in doers) and t.marker != "via"
    ]
    turned = [
        n
        for n, t in enumerate(tokens)
        if t.key in relation.inverse - verbs and n not in doers and not _bare_noun(tokens, n, copula)
    ]
    found = []
    for words, inverse in ((named, False), (turned, True)):
        for choice in _choices(words):
            reading = _reading(tokens, choice, copula, relation)
            if reading:
                found.append(Reading(reading.value, reading.owner) if inverse else reading)
    if not named and not turned:
        found.extend(_bare(tokens, copula, relation))
    return [reading for reading in found if reading.value]


def _whose_doer(tokens: Sequence[Token], n: int, copula: int | None) -> bool:
    """`审核人：老李`: a verb that 人 makes the noun of who does it."""
    following = tokens[n + 1 : n + 2]
    return copula == n + 2 and bool(following) and following[0].key == "人" and "of" not in following[0].marks


def _bare_noun(tokens: Sequence[Token], n: int, copula: int | None) -> bool:
    """Whether a word that may be a verb is a noun: right before 是, or the last behind it."""
    if n + 1 < len(tokens):
        return "copula" in tokens[n + 1].marks
    return copula is not None and not any("cleft" in t.marks for t in tokens)


def _choices(words: list[int]) -> list[list[int]]:
    """All the relation's words together, or the last alone: `使用 走` names one, `工作 地点` two."""
    return [words] if len(words) <= 1 else [words, words[-1:], words[:1]]


def _reading(
    tokens: Sequence[Token], words: list[int], copula: int | None, relation: Relation
) -> Reading | None:
    if not words:
        return None
    spoken = {n for n, t in enumerate(tokens) if t.key in relation.generic and n not in words}
    spoken.update(n for n in category_nouns(tokens) if n - 1 in words)
    rest = [n for n in range(len(tokens)) if n not in words]
    if copula is None:
        return _predicate(tokens, words, rest, spoken)
    before, after = [n for n in rest if n < copula], [n for n in rest if n >= copula]
    if max(words) < copula:
        if any(n > max(words) and is_person(tokens[n]) for n in before):
            return None  # 喜欢小王的是小李: the value does, the other is done to
        return Reading(_kept(before, spoken), tuple(after)) if after else None
    if min(words) < copula or tokens[copula].marker:
        return None
    owner = _kept(after, spoken)
    if owner and max(owner) > min(words):
        return None
    return Reading(owner, tuple(before))


def _predicate(
    tokens: Sequence[Token], words: list[int], rest: list[int], spoken: set[int]
) -> Reading | None:
    """Without 是: the owner before the verb, the value behind it, or before it with a preposition."""
    first, last = min(words), max(words)
    before, after = [n for n in rest if n < first], [n for n in rest if n > last]
    if any(first < n < last and n not in spoken for n in rest):
        return None
    behind = _kept(after, spoken) or tuple(after)
    agent = next((n for n in before if tokens[n].marker == "by"), None)
    if agent is not None and not after:
        return Reading(tuple(n for n in before if n >= agent), tuple(n for n in before if n < agent))
    if after:
        return Reading(_kept(before, spoken), behind)
    head = next((n for n in before if tokens[n].marker in _BEFORE_VALUE and n), None)
    if head is None:
        return None
    return Reading(tuple(n for n in before if n < head), tuple(n for n in before if n >= head))


def _kept(places: Sequence[int], spoken: set[int]) -> tuple[int, ...]:
    return tuple(n for n in places if n not in spoken)


def _bare(tokens: Sequence[Token], copula: int | None, relation: Relation) -> list[Reading]:
    """`A 是 X`, `A 在 X`, `A 有 X`, where the flags of the relation allow it."""
    places = range(len(tokens))
    if "via" in relation.flags and any(t.marker == "via" for t in tokens):
        return _by_means(tokens, copula, relation)
    if copula is not None:
        named = "via" in relation.flags and "colon" in tokens[copula].marks  # 消息队列：RocketMQ
        if not ("is" in relation.flags or named) or "of" in tokens[copula].marks:
            return []
        spoken = {n for n in places[:copula] if named and tokens[n].key in relation.generic}
        kept = _kept(places[:copula], spoken)
        readings = [kept, tuple(places[:copula])] if spoken and kept else [tuple(places[:copula])]
        return [Reading(owner, tuple(places[copula:])) for owner in readings]
    if "have" in relation.flags:
        having = next((n for n, t in enumerate(tokens) if t.key == "有"), None)
        if having is not None:
            return [Reading(tuple(places[:having]), tuple(places[having + 1 :]))]
    if "at" in relation.flags:
        head = next((n for n, t in enumerate(tokens) if t.marker in _AT and n), None)
        if head is not None:
            return [Reading(tuple(places[:head]), tuple(places[head:]))]
    return []


def _by_means(tokens: Sequence[Token], copula: int | None, relation: Relation) -> list[Reading]:
    """`A 用 X`, `A 用的工具是 X`, `X 是 A 用的工具`: 用 is read as a preposition."""
    head = next(n for n, t in enumerate(tokens) if t.marker == "via")
    places = range(len(tokens))
    spoken = {n for n, t in enumerate(tokens) if t.key in relation.generic}
    if copula is None:
        return [Reading(tuple(places[:head]), _kept(places[head:], spoken) or tuple(places[head:]))]
    if head < copula and "of" not in tokens[head].marks:
        return [Reading(tuple(places[:head]), tuple(places[copula:]))] if head + 1 == copula else []
    if head not in spoken:
        return []
    if head < copula:
        return [Reading(_kept(places[:copula], spoken), tuple(places[copula:]))]
    return [Reading(_kept(places[copula:], spoken), tuple(places[:copula]))]


@cache
def _relations() -> tuple[Relation, ...]:
    return tuple(_relation(line) for line in RELATIONS.strip().splitlines())


@cache
def _by_word() -> dict[str, tuple[int, ...]]:
    index: dict[str, list[int]] = defaultdict(list)
    for n, relation in enumerate(_relations()):
        for word in relation.words | relation.inverse:
            index[word].append(n)
        if "via" in relation.flags:
            index["via"].append(n)
    return {word: tuple(numbers) for word, numbers in index.items()}


def _relation(line: str) -> Relation:
    words, generic, flags = (part.split() for part in line.split("|"))
    return Relation(
        frozenset(_key(word) for word in words if word[0] != "<"),
        frozenset(_key(word[1:]) for word in words if word[0] == "<"),
        frozenset(map(_key, generic)),
        frozenset(flags),
    )


def _key(word: str) -> str:
    target = chinese_phrases().get(word, (word,))
    return target[0] if len(target) == 1 else word
