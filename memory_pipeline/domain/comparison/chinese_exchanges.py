"""What no order of the same Chinese words may change: what is denied or limited, counted, and when or where which thing is.

`statements.py` asks before any rule that allows another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from memory_pipeline.domain.comparison.chinese_kinds import tag_of
from memory_pipeline.domain.comparison.result import Comparison, different
from memory_pipeline.domain.comparison.tokens import Token

Pairs = Sequence[tuple[int, int]]

_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_COMPARED = _TEMPORAL | {"figure", "identifier"}
_OPERATORS = frozenset("negation modality quantifier".split())
_LIMITS = frozenset(("only", "most-degree"))
_ALL = frozenset("all most both about some many few half".split())
_ONCE = frozenset("才 再 又 刚 刚刚".split())
_WHERE = frozenset(("on", "in"))
_OF_BOTH = frozenset("相同 一样 一致 不同".split())
_PERSONAL = frozenset(("person", "pronoun"))
_LISTED = frozenset(("and", "comma"))
_FORMER = frozenset("以前 后来".split())


def what_is_exchanged(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> Comparison | None:
    """The difference that the order of `b` makes, or that of on and in; None if it makes none."""
    if _exchanged(a, b, pairs):
        return different("role", "The same words stand beside others than in the other statement.")
    if _on_or_in(a, b, pairs):
        return different("place", "In one it is on what in the other it is in.")
    return None


def _on_or_in(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """`鞋柜上面`, `鞋柜里面`: whether the same thing holds on it in one what it holds in it in the other."""
    return any((a[i].marks & _WHERE) | (b[j].marks & _WHERE) == _WHERE for i, j in pairs)


def _exchanged(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """Whether the order of `b` denies, limits, counts or dates something else than that of `a`."""
    if all(x[1] < y[1] for x, y in pairwise(pairs)):
        return False
    partner = dict(pairs)
    return (
        any(_scope_moved(a, b, i, j, partner) for i, j in pairs)
        or _markers_exchanged(a, b, pairs)
        or _surroundings_exchanged(a, b, pairs)
        or _company_exchanged(a, b, pairs)
        or _owner_exchanged(a, b, partner)
        or _times_exchanged(a, b, partner)
    )


def _times_exchanged(a: Sequence[Token], b: Sequence[Token], partner: dict[int, int]) -> bool:
    """`开会时吃饭`, `吃饭时开会`: during what, and after what."""
    for mark in ("when", "after"):
        mine, theirs = ([n for n, t in enumerate(tokens) if mark in t.marks] for tokens in (a, b))
        if len(mine) == 1 == len(theirs) and partner.get(mine[0]) != theirs[0]:
            return True
    return False


def _company_exchanged(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """`李娜负责设计，王强负责开发`: whether two clauses have exchanged words, whichever of the two stands first."""
    mine, theirs = _clauses(a), _clauses(b)
    if max(mine, default=0) != 1 or max(theirs, default=0) != 1:
        return False
    if any(
        n and "and" in t.marks
        for tokens, numbers in ((a, mine), (b, theirs))
        for t, n in zip(tokens, numbers, strict=True)
    ):
        return False  # 微信、支付宝和银行卡: a list
    if not all(_predicates(a, mine)) or not all(_predicates(b, theirs)):
        return False
    shared = {t.key for t, n in zip(a, mine, strict=True) if n} & {
        t.key for t, n in zip(a, mine, strict=True) if not n
    }
    told = [(mine[i], theirs[j]) for i, j in pairs if a[i].key not in shared and not a[i].light]
    kept = {x for x, y in told if x != y}
    turned = {x for x, y in told if x == y}
    return len(kept) > 1 and len(turned) > 1


def _clauses(tokens: Sequence[Token]) -> list[int]:
    number, numbers = 0, []
    for n, token in enumerate(tokens):
        number += bool(n) and "comma" in token.marks
        numbers.append(number)
    return numbers


def _predicates(tokens: Sequence[Token], clauses: Sequence[int]) -> tuple[bool, bool]:
    """Whether each of two clauses says something."""
    said = [n for t, n in zip(tokens, clauses, strict=True) if _says(t) or t.marker or "copula" in t.marks]
    return 0 in said, 1 in said


def _owner_exchanged(a: Sequence[Token], b: Sequence[Token], partner: dict[int, int]) -> bool:
    """`小王和小李的姐姐`: of a list the last alone owns what follows, unless it is said of both."""
    if a[-1].text in _OF_BOTH or b[-1].text in _OF_BOTH:
        return False
    return any(
        "of" in token.marks
        and n > 1
        and "and" in a[n - 1].marks
        and partner.get(n - 1, -1) + 1 != partner.get(n, 0)
        for n, token in enumerate(a)
    )


def _scope_moved(a: Sequence[Token], b: Sequence[Token], i: int, j: int, partner: dict[int, int]) -> bool:
    token = a[i]
    if token.kind == "negation" or token.key in _LIMITS:
        return _copula_denied(a, i) != _copula_denied(b, j) or _other_behind(a, b, i, j, partner)
    if token.kind == "figure" and not token.light and " " not in token.key:
        return _counts_another(a, b, i, j, partner)
    if token.key in _FORMER and token.kind == "status" and min(i, j):
        return _other_behind(a, b, i, j, partner) and partner.get(i - 1) != j - 1
    if token.key in _ONCE and token.kind == "status":
        return _other_behind(a, b, i, j, partner)
    if token.kind == "quantifier" and token.key in _ALL:
        if _passed(a, i, j, partner):
            return True
        denied = any(t.kind == "negation" for t in a)
        return _other_behind(a, b, i, j, partner) if denied else _counts_another(a, b, i, j, partner)
    return False


def _passed(a: Sequence[Token], i: int, j: int, partner: dict[int, int]) -> bool:
    """`没通知所有员工`, `所有员工没通知`; `每人读了一本书`, `一本书每人都读了`: a no, or a number, on the other side of all."""
    return any(
        (n < i) != (m < j)
        for n, m in partner.items()
        if a[n].kind == "negation" or (a[n].kind == "figure" and " " not in a[n].key)
    )


def _copula_denied(tokens: Sequence[Token], index: int) -> bool:
    """`不是能看的`: it is denied that it is so, not that one can."""
    following = tokens[index + 1 : index + 2]
    return bool(following) and "copula" in following[0].marks and "nominal" not in following[0].marks


def _other_behind(a: Sequence[Token], b: Sequence[Token], i: int, j: int, partner: dict[int, int]) -> bool:
    """Whether another word follows in one than in the other; open at the end of a statement."""
    while i + 1 < len(a) and j + 1 < len(b) and a[i + 1].kind in _OPERATORS and partner.get(i + 1) == j + 1:
        i, j = i + 1, j + 1
    if i + 1 >= len(a) or j + 1 >= len(b) or _ends(a, i) or _ends(b, j):
        return False
    return partner.get(i + 1, j + 1) != j + 1


def _ends(tokens: Sequence[Token], index: int) -> bool:
    """Whether the next token belongs to another part of the sentence."""
    following = tokens[index + 1]
    return bool(following.marks & {"comma", "stop"}) or (
        "copula" in following.marks and "nominal" in following.marks
    )


def _counts_another(a: Sequence[Token], b: Sequence[Token], i: int, j: int, partner: dict[int, int]) -> bool:
    if i + 1 >= len(a) or j + 1 >= len(b):
        return False
    return _other_behind(a, b, i, j, partner) and _counted(a[i + 1]) and _counted(b[j + 1])


def _counted(token: Token) -> bool:
    return token.kind == "word" and not token.marker and tag_of(token.said or token.text)[:1] in {"n", ""}


def _markers_exchanged(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """`报告里提到合同`, `合同里提到报告`: of two words now one and now the other stands behind a preposition."""
    named = [  # 在他柏林的书房: he is no place
        (i, j)
        for i, j in pairs
        if not {a[i].marker, b[j].marker} & ({"distance", "at"} if a[i].kind in _PERSONAL else {"distance"})
    ]
    lost = [(i, j) for i, j in named if a[i].marker and not b[j].marker and "of" not in a[i].marks]
    won = [(i, j) for i, j in named if b[j].marker and not a[i].marker and "of" not in b[j].marks]
    return any(
        a[i].marker == b[m].marker and not (_listed(a, i, k) and _listed(b, m, j))
        for i, j in lost
        for k, m in won
    )


def _listed(tokens: Sequence[Token], first: int, second: int) -> bool:
    """Whether the second is another of the list that begins with the first."""
    between = tokens[first + 1 : second + 1]
    return bool(between) and bool(between[-1].marks & _LISTED) and not any(_says(t) for t in between)


def _says(token: Token) -> bool:
    return token.kind == "word" and tag_of(token.said or token.text) == "v"


def _surroundings_exchanged(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> bool:
    """`周一开会，周二发布`: each of two times, figures or codes stands where the other stood."""
    told = [
        (i, j)
        for i, j in pairs
        if (a[i].kind in _COMPARED and not a[i].light) or (a[i].marker and a[i].marker == b[j].marker)
    ]
    for (i, j), (k, m) in combinations(told, 2):
        alike = (a[i].kind == a[k].kind and a[i].kind in _COMPARED) or (
            a[i].marker and a[i].marker == a[k].marker
        )
        if alike and (_swapped(a, b, (i, j), (k, m), 1) or _swapped(a, b, (i, j), (k, m), -1)):
            return True
    return False


def _swapped(
    a: Sequence[Token], b: Sequence[Token], one: tuple[int, int], other: tuple[int, int], step: int
) -> bool:
    mine, theirs = _beside(a, one[0], step), _beside(a, other[0], step)
    return (
        mine != theirs
        and bool(mine and theirs)
        and (_beside(b, one[1], step) == theirs and _beside(b, other[1], step) == mine)
    )


def _beside(tokens: Sequence[Token], index: int, step: int) -> str:
    """The word beside a token in its clause."""
    border = tokens[index + 1 : index + 2] if step > 0 else tokens[index : index + 1]
    place = index + step
    if not border or border[0].marks & _LISTED or not 0 <= place < len(tokens):
        return ""
    return tokens[place].key
