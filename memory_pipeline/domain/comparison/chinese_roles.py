"""Whether two Chinese orders of the same words give each of them the same part, decided by who can do what to what.

Phrases of time, place and means may stand anywhere in their clause. What denies, limits or counts keeps what it stands
before. Of nouns without a preposition one acts and one is acted upon: the order may change where grammar or the kind of
thing they name still tells which is which, and nothing else may.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from memory_pipeline.domain.comparison.chinese_chunks import Chunk, Pairs, chunks_of, tells_time
from memory_pipeline.domain.comparison.chinese_kinds import Agency, agency, tag_of
from memory_pipeline.domain.comparison.chinese_participants import is_person
from memory_pipeline.domain.comparison.tokens import Token

_MAX_TOKENS = 24
_FREE = frozenset(("time", "phrase", "means", "adverb"))
_NOMINAL = frozenset(("noun", "figure"))
_SETTLED = frozenset(("sequence", "question", "suffix"))
_EPISTEMIC = frozenset(("may",))
_APPEARING = frozenset("来 出现 发生 剩 剩下 缺 掉 丢 停 断 爆发 涌现 诞生 新增 少 多 死".split())
_COMMAS_OF_ONE = 1
_ANYBODY = frozenset("谁 大家 任何人 所有人 人人 有人 别人 对方 双方 员工 人".split())


def roles_kept(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """Whether every word of `a` plays the part in `b` that it plays in `a`; False where that cannot be told."""
    if len(pairs) > _MAX_TOKENS or any(t.kind in _SETTLED or "paren" in t.marks for t in (*a, *b)):
        return False
    pairs = _lists_as_one(a, b, pairs)
    x, y, paired = _paired_alone(a, b, pairs)
    if not (_owners_kept(x, paired) and _owners_kept(y, _turned(paired))):
        return False
    chunks = chunks_of(x, y, paired)
    if any(c.sides[0] != c.sides[1] for c in chunks if c.kind not in {"time", "adverb"}):
        return False
    clauses = _by_clause(chunks)
    return clauses is not None and all(_one_clause(clause) for clause in clauses)


def _turned(pairs: Pairs) -> Pairs:
    return sorted((j, i) for i, j in pairs)


def _paired_alone(
    a: Sequence[Token], b: Sequence[Token], pairs: Pairs
) -> tuple[list[Token], list[Token], Pairs]:
    """Both without the tokens that have no partner."""
    rank_a = {i: n for n, (i, _) in enumerate(pairs)}
    rank_b = {j: n for n, j in enumerate(sorted(j for _, j in pairs))}
    return (
        [a[i] for i in rank_a],
        [b[j] for j in rank_b],
        [(rank_a[i], rank_b[j]) for i, j in pairs],
    )


def _lists_as_one(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> Pairs:
    """The pairs with each list of two in the order of `a`: `早餐和门票`, `门票和早餐`."""
    partner = dict(pairs)
    for i in [i for i, j in pairs if "and" in a[i].marks]:
        j, before = partner[i], partner.get(i - 1)
        behind = [tokens[n] for tokens, n in ((a, i + 1), (b, (before or 0) + 1)) if n < len(tokens)]
        if before == j + 1 and "and" in b[before].marks and not any("of" in t.marks for t in behind):
            partner[i - 1], partner[i] = j, before
    return sorted(partner.items())


def _owners_kept(a: Sequence[Token], pairs: Pairs) -> bool:
    """Whether what stands before 的, and so belongs to what follows, does so in the other statement."""
    partner = dict(pairs)
    return all(
        i > 0 and (partner[i - 1] + 1 == partner[i] or tells_time(a[i - 1]))
        for i, token in enumerate(a)
        if "of" in token.marks
    )


def _by_clause(chunks: list[Chunk]) -> list[list[Chunk]] | None:
    """The chunks of each clause; None if the clauses of the two do not hold the same words."""
    borders = [max(c.clauses[side] for c in chunks) for side in (0, 1)]
    if all(borders):
        if any(x != y for x, y in (c.clauses for c in chunks)):
            return None
        return [[c for c in chunks if c.clauses[0] == n] for n in range(borders[0] + 1)]
    if any(borders):
        side = 0 if borders[0] else 1
        parts = [[c for c in chunks if c.clauses[side] == n] for n in range(borders[side] + 1)]
        if borders[side] > _COMMAS_OF_ONE or all(any(c.kind == "verb" for c in part) for part in parts):
            return None
        _afterthought(chunks, parts[-1], side)
    return [chunks]


def _afterthought(chunks: list[Chunk], last: list[Chunk], side: int) -> None:
    """`吃过了，我`: what is added behind a comma is read as standing first."""
    if not all(c.kind in _FREE | {"noun"} for c in last):
        return
    name = "at_b" if side else "at_a"
    ordered = sorted(chunks, key=lambda c: (c not in last, getattr(c, name)))
    for n, chunk in enumerate(ordered):
        setattr(chunk, name, n)


def _one_clause(chunks: list[Chunk]) -> bool:
    mine = sorted(chunks, key=lambda c: c.at_a)
    theirs = sorted(chunks, key=lambda c: c.at_b)
    turned = [(x, y) for x, y in combinations(mine, 2) if (x.at_a < y.at_a) != (x.at_b < y.at_b)]
    if any(not _may_turn(x, y) for x, y in turned):
        return False
    if not all(_scope(mine, c) is _scope(theirs, c) for c in chunks if c.kind in {"operator", "adverb"}):
        return False
    verbs = [c for c in mine if c.kind == "verb"]
    if len(verbs) > 1 and not _zones_kept(mine, verbs):
        return False
    return _counted_alike(mine, theirs) and _acting_alike(mine, theirs, verbs)


def _may_turn(x: Chunk, y: Chunk) -> bool:
    """Whether two chunks may stand in either order as far as their kinds go."""
    kinds = {x.kind, y.kind}
    if x.kind == y.kind and x.kind in {"verb", "operator", "figure"}:
        return False
    if kinds == {"time"}:
        return not {t.kind for t in x.tokens_a} & {t.kind for t in y.tokens_a}
    if kinds == {"phrase"}:
        return x.marker != y.marker or _mutual(x, y)
    return "operator" not in kinds or bool(kinds & (_FREE | {"noun"}))


def _mutual(x: Chunk, y: Chunk) -> bool:
    """`我家离公司`, `公司离我家`: each stands behind 离 in one of the two."""
    marked = [[bool(tokens[0].marker) for tokens in (c.tokens_a, c.tokens_b)] for c in (x, y)]
    beside = abs(x.at_a - y.at_a) == 1 == abs(x.at_b - y.at_b)
    return beside and x.marker == y.marker == "distance" and sorted(marked) == [[False, True], [True, False]]


def _scope(ordered: Sequence[Chunk], operator: Chunk) -> Chunk | None:
    """What an operator stands before: the verb, if it speaks of the whole sentence, else the next that is no adverbial."""
    whole = operator.kind == "adverb" or operator.head.key in _EPISTEMIC
    passed = _FREE | _NOMINAL if whole else _FREE
    place = next(n for n, c in enumerate(ordered) if c is operator)
    return next((c for c in ordered[place + 1 :] if c.kind not in passed), None)


def _zones_kept(chunks: Sequence[Chunk], verbs: Sequence[Chunk]) -> bool:
    """Whether everything stands between the same verbs in both, a topic at the head and its place at the end apart."""
    moved = []
    for chunk in chunks:
        if chunk.kind == "verb":
            continue
        zones = [sum(v.at_a < chunk.at_a for v in verbs), sum(v.at_b < chunk.at_b for v in verbs)]
        if zones[0] != zones[1]:
            if sorted(zones) != [0, len(verbs)]:
                return False
            moved.append(chunk)
    return len(moved) <= 1


def _counted_alike(mine: Sequence[Chunk], theirs: Sequence[Chunk]) -> bool:
    """Whether each number counts the same: the noun behind it, or one named before the verb (`苹果买了五斤`)."""
    for chunk in mine:
        if chunk.kind != "figure":
            continue
        here, there = _counted(mine, chunk), _counted(theirs, chunk)
        if here is not None and there is not None and here is not there:
            return False
        counted = here or there
        if counted is not None and agency_of(counted) is Agency.ACTS:
            return False
    return True


def _counted(ordered: Sequence[Chunk], figure: Chunk) -> Chunk | None:
    place = next(n for n, c in enumerate(ordered) if c is figure)
    behind = ordered[place + 1 : place + 2]
    return behind[0] if behind and behind[0].kind == "noun" else None


def _acting_alike(mine: Sequence[Chunk], theirs: Sequence[Chunk], verbs: Sequence[Chunk]) -> bool:
    """Whether the same noun acts in both, and what it acts on is the same."""
    ordered = (mine, theirs)
    nouns = [[c for c in ordered[side] if _bare(c, side)] for side in (0, 1)]
    if not verbs:
        return nouns[0] == nouns[1]
    before = [{id(c) for c in nouns[side] if _stands_before(c, verbs[0], side)} for side in (0, 1)]
    if before[0] == before[1] and nouns[0] == nouns[1]:
        return True
    agents = [_agent(ordered[side], nouns[side], before[side], side) for side in (0, 1)]
    if agents[0] is None or agents[0] is not agents[1]:
        return _appears(nouns, verbs) or (agents == [None, None] and _only_done_to(nouns))
    rest = [[c for c in part if c is not agents[0]] for part in nouns]
    shared = [c for c in rest[0] if c in rest[1]]
    return [c for c in rest[1] if c in shared] == shared


def _bare(chunk: Chunk, side: int) -> bool:
    """Whether the chunk stands without a preposition in this statement."""
    tokens = chunk.tokens_b if side else chunk.tokens_a
    told = chunk.marker == "distance" or _is_place(chunk)
    return chunk.kind == "noun" or (chunk.kind == "phrase" and not tokens[0].marker and not told)


def _is_place(chunk: Chunk) -> bool:
    """Whether it stands behind 在 in one, and names a place in the other too: `桌上`, `新加坡机房`."""
    named = agency_of(chunk) is Agency.INERT or tag_of(chunk.head.text) in {"ns", "s", "f"}
    return chunk.marker == "at" and named


def _stands_before(chunk: Chunk, verb: Chunk, side: int) -> bool:
    return chunk.at_b < verb.at_b if side else chunk.at_a < verb.at_a


def _agent(ordered: Sequence[Chunk], nouns: Sequence[Chunk], before: set[int], side: int) -> Chunk | None:
    """Who acts: whom 由 or 被 marks; the only noun before the verb if one follows it; of two before it who alone can."""
    marks = [(c, (c.tokens_b if side else c.tokens_a)[0].marker) for c in ordered if c.kind == "phrase"]
    marked = [c for c, marker in marks if marker == "by"]
    if marked:
        return marked[0] if len(marked) == 1 else None
    acted_on = any(marker == "obj" for _, marker in marks) or len(before) < len(nouns)
    first = [c for c in nouns if id(c) in before]
    if len(first) == 1 and (acted_on or agency_of(first[0]) is Agency.ACTS):
        return first[0]
    acting = [c for c in first if agency_of(c) is Agency.ACTS]
    if len(acting) != 1:
        return None
    others = [c for c in first if c is not acting[0]]
    named = all(c.head.kind in {"word", "figure"} and not c.head.text.isascii() for c in others)
    counted = any(c.kind == "figure" for c in ordered)  # 外婆鹦鹉养着三只: what is counted is done to
    moving = not counted and any(
        agency_of(c) is Agency.MOVES for c in others
    )  # 表弟猫抓伤了 may be of either
    return acting[0] if named and not (moving and first[-1] is not acting[0]) else None


def _only_done_to(nouns: Sequence[Sequence[Chunk]]) -> bool:
    """`把周报发到群里`, `周报发到群里`: nobody acts in either, and one thing is done to."""
    named = {id(c): c for part in nouns for c in part}
    return len(named) == 1 and all(c.marker == "obj" for c in named.values())


def _appears(nouns: Sequence[Sequence[Chunk]], verbs: Sequence[Chunk]) -> bool:
    """`出现了新问题`, `新问题出现了`; `修好了车`, `车修好了`: one noun, and it appears, or cannot act."""
    if len(nouns[0]) != 1 or nouns[0] != nouns[1]:
        return False
    appears = len(verbs) == 1 and any(t.text in _APPEARING for t in verbs[0].tokens_a)
    return appears or agency_of(nouns[0][0]) is Agency.INERT


def agency_of(chunk: Chunk) -> Agency:
    """Whether what the chunk names acts, by its last noun."""
    if is_person(chunk.head) or chunk.head.text in _ANYBODY:
        return Agency.ACTS
    if chunk.head.kind != "word":
        return Agency.OPEN
    return agency(chunk.head.said or chunk.head.text)
