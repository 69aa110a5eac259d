"""Which token of one statement is which of the other, and what is left over."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from memory_pipeline.domain.comparison.tokens import Token

_NOMINAL = (
    "ization",
    "isation",
    "ations",
    "ation",
    "ition",
    "ion",
    "ments",
    "ment",
    "ence",
    "ance",
    "al",
    "ure",
    "ing",
    "ings",
)
_MIN_STEM = 4


@dataclass(frozen=True, slots=True)
class Alignment:
    """`pairs` are indices of both statements, in the order of the first; the rest has no partner."""

    pairs: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


def align(a: list[Token], b: list[Token]) -> Alignment:
    """Partners by equal key, the k-th with the k-th, then by a verb and its noun (`migrate`, `migration`)."""
    partner = _by_key(a, b)
    taken = set(partner.values())
    rest = [j for j in range(len(b)) if j not in taken]
    for i, token in enumerate(a):
        if i in partner or token.kind != "word":
            continue
        j = next((j for j in rest if b[j].kind == "word" and derived(token.key, b[j].key)), None)
        if j is not None:
            partner[i] = j
            rest.remove(j)
    _bare_money(a, b, partner, rest)
    return Alignment(
        tuple(sorted(partner.items())), tuple(i for i in range(len(a)) if i not in partner), tuple(rest)
    )


def _by_key(a: list[Token], b: list[Token]) -> dict[int, int]:
    places: dict[str, list[int]] = defaultdict(list)
    for j, token in enumerate(b):
        places[token.key].append(j)
    groups: dict[str, list[int]] = defaultdict(list)
    for i, token in enumerate(a):
        if token.key in places:
            groups[token.key].append(i)
    partner: dict[int, int] = {}
    for key, mine in groups.items():
        theirs = places[key]
        if len(mine) == 1 and len(theirs) == 1:
            partner[mine[0]] = theirs[0]
            continue
        scored = sorted(
            (
                (-_context(a, i, b, j), abs(n - m), i, j)
                for n, i in enumerate(mine)
                for m, j in enumerate(theirs)
            )
        )
        used: set[int] = set()
        for _, _, i, j in scored:
            if i not in partner and j not in used:
                partner[i] = j
                used.add(j)
    return partner


def _context(a: list[Token], i: int, b: list[Token], j: int) -> int:
    """How alike the neighbours are: of two equal words the one in the same surroundings is the partner."""
    score = 0
    for step, weight in ((-1, 3), (1, 2), (2, 1)):
        if 0 <= i + step < len(a) and 0 <= j + step < len(b) and a[i + step].key == b[j + step].key:
            score += weight
    return score


def _bare_money(a: list[Token], b: list[Token], partner: dict[int, int], rest: list[int]) -> None:
    """`一万五` and `15000元`: among Chinese a bare sum is one of yuan."""
    for i, token in enumerate(a):
        if i not in partner and token.kind == "figure":
            j = next(
                (j for j in rest if {token.key, b[j].key} == {_sum(token.key), _sum(token.key) + " cny"}),
                None,
            )
            if j is not None:
                partner[i] = j
                rest.remove(j)


def _sum(key: str) -> str:
    return key.removesuffix(" cny")


def derived(x: str, y: str) -> bool:
    """Whether one of two English words is the act the other names: `retain`, `retention`."""
    if not (x.isascii() and y.isascii()) or x == y:
        return x == y
    return any(_noun_of(noun, verb) for noun, verb in ((x, y), (y, x)))


def _noun_of(noun: str, verb: str) -> bool:
    if noun in _IRREGULAR_NOUNS:
        return _IRREGULAR_NOUNS[noun] == verb
    for suffix in _NOMINAL:
        if noun.endswith(suffix):
            stem = noun[: -len(suffix)]
            if len(stem) >= _MIN_STEM and verb in {
                stem,
                stem + "e",
                stem + "y",
                stem + "ate",
                stem + "ize",
                stem + "ify",
            }:
                return True
    return False


_IRREGULAR_NOUNS = {
    "retention": "retain", "renewal": "renew", "preference": "prefer", "payment": "pay", "approval": "approve", "removal": "remove", "arrival": "arrive",
    "departure": "depart", "decision": "decide", "failure": "fail", "growth": "grow", "birth": "born", "marriage": "marry", "expiry": "expire", "expiration": "expire",
    "delivery": "deliver", "belief": "believe", "choice": "choose", "loss": "lose", "sale": "sell", "flight": "fly", "storage": "store", "usage": "use", "residence": "live",
    "response": "respond", "reply": "reply", "success": "succeed", "purchase": "buy", "knowledge": "know", "analysis": "analyze", "allergy": "allergic", "interest": "interested",
    "subscription": "subscribe", "description": "describe", "requirement": "require", "permission": "allow", "meeting": "meet", "resignation": "resign", "division": "divide",
}  # fmt: skip
