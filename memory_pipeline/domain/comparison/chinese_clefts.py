"""Chinese sentences told from their end: `校验签名的是网关` says of the gateway what `网关校验签名` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from memory_pipeline.domain.comparison.chinese_words import does
from memory_pipeline.domain.comparison.tokens import Token

Pairs = list[tuple[int, int]]

_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_CLEFT = frozenset(("copula", "nominal"))
# words that name who does it as well: 代理审批的是 X leaves open whether X approves
_NAMES_TOO = frozenset("领导 主管 导演 指挥 翻译 编辑 代理 主持 监护 代表 赞助 担保".split())
_HOME = frozenset("家 家里 公司里 单位里 组里 店里".split())
_TWICE = 2
_MAX_REPEATED = 3


def other_readings(
    a: list[Token], b: list[Token], pairs: Pairs
) -> Iterator[tuple[list[Token], list[Token], Pairs]]:
    """The same two statements with a cleft undone, or with the partners of a repeated word exchanged."""
    for swapped in _partners_exchanged(a, b, pairs):
        yield a, b, swapped
    at_a, at_b = _cleft(a), _cleft(b)
    if not (at_a or at_b) or (not at_a and _has_copula(a)) or (not at_b and _has_copula(b)):
        return
    order_a, order_b = _undone(a, at_a), _undone(b, at_b)
    rank_a, rank_b = ({old: new for new, old in enumerate(order)} for order in (order_a, order_b))
    yield _plain(a, at_a, order_a), _plain(b, at_b, order_b), sorted((rank_a[i], rank_b[j]) for i, j in pairs)


def does_another_thing(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """Whether whom a cleft names as doing it stands behind the verb in the other: `提拔 A 的是 B`, `A 提拔 B`."""
    turned = [(j, i) for i, j in pairs]
    return _behind(a, b, dict(pairs)) or _behind(b, a, dict(turned)) or _counts_exchanged(a, b)


def _counts_exchanged(a: Sequence[Token], b: Sequence[Token]) -> bool:
    """`两只猫、一条狗` and `一只猫、两条狗`: of the same things another number each."""
    mine, theirs = ([(x.key, y.key) for x, y in pairwise(t) if x.kind == "figure"] for t in (a, b))
    if len(mine) != _TWICE or len(theirs) != _TWICE:
        return False
    one_thing = mine[0][1] == mine[1][1]
    same = all(sorted(p[n] for p in mine) == sorted(p[n] for p in theirs) for n in (0, 1))
    return same and not one_thing and set(mine) != set(theirs)


def _behind(tokens: Sequence[Token], other: Sequence[Token], partner: dict[int, int]) -> bool:
    head = _cleft(tokens)
    verb = _first_said(tokens[:head]) if head else None
    if verb is None or tokens[verb].kind != "word" or tokens[verb].marker or _cleft(other):
        return False
    who, does = partner.get(head), partner.get(verb)
    if who is None or does is None:
        return False
    clefts = [n for n, t in enumerate(other) if "cleft" in t.marks and t.marker in {"", "by"}]
    if clefts:
        return who not in clefts
    return does < who and not any("copula" in t.marks for t in other)


def _has_copula(tokens: Sequence[Token]) -> bool:
    return any("copula" in t.marks and "cleft" not in t.marks for t in tokens)


def _cleft(tokens: Sequence[Token]) -> int:
    """Where what the cleft is about begins: what stands before says what it does, and not who; 0 if there is none."""
    heads = [n for n, t in enumerate(tokens) if n and (t.marks >= _CLEFT or _only(t))]
    if len(heads) != 1 or any(t.kind in {"sequence", "question"} for t in tokens):
        return 0
    head = heads[0]
    if any(t.marks & {"comma", "stop", "paren"} for t in tokens[1:]):
        return 0
    if any("copula" in t.marks for n, t in enumerate(tokens) if n != head):
        return 0
    return head if _first_said(tokens[:head]) is not None else 0


def _only(token: Token) -> bool:
    return token.kind == "quantifier" and token.key == "only" and "of" in token.marks


def _first_said(said: Sequence[Token]) -> int | None:
    """Where it is said what is done, behind times and a household at most; None if somebody stands before it."""
    for n, token in enumerate(said):
        ours = token.kind == "pronoun" and n + 1 < len(said) and said[n + 1].key == "家"
        if token.kind in _TEMPORAL or token.text in _HOME or ours:
            continue
        if token.marker or token.kind in {"modality", "negation"}:
            return n
        if token.kind == "word" and token.key in _NAMES_TOO:
            return n if n + 1 < len(said) and not does(said[n + 1].text) else None
        return n if token.kind == "word" and does(token.text) else None
    return None


def _undone(tokens: Sequence[Token], head: int) -> list[int]:
    """The places of the tokens, who does it before what is done."""
    said = _first_said(tokens[:head]) if head else None
    if said is None:
        return list(range(len(tokens)))
    return [*range(said), *range(head, len(tokens)), *range(said, head)]


def _plain(tokens: Sequence[Token], head: int, order: Sequence[int]) -> list[Token]:
    bare = [
        replace(t, marks=t.marks - _CLEFT - {"of"}) if head and n == head else t for n, t in enumerate(tokens)
    ]
    return [bare[n] for n in order]


def _partners_exchanged(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> Iterator[Pairs]:
    """`订单接口和支付接口`, `支付接口和订单接口`: which of two equal words is the other's partner is open."""
    by_key: dict[str, Pairs] = {}
    for i, j in pairs:
        plain = a[i].kind == "word" and a[i].key == b[j].key and not (a[i].marker or b[j].marker)
        if plain and not (a[i].marks | b[j].marks) & {"copula", "by"}:
            by_key.setdefault(a[i].key, []).append((i, j))
    repeated = [both for both in by_key.values() if len(both) == _TWICE][:_MAX_REPEATED]
    for (i, j), (k, m) in repeated:
        yield sorted([p for p in pairs if p not in {(i, j), (k, m)}] + [(i, m), (k, j)])
