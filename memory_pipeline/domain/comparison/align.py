"""Which token of one statement is which of the other, and what is left over."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from memory_pipeline.domain.comparison.thesaurus import akin, synonymous
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
_VERBAL = ("", "e", "y", "ate", "ize", "ify")
_MIN_STEM = 4
MAX_RUN = 5


@dataclass(frozen=True, slots=True)
class Alignment:
    """`pairs` are indices of both statements, in the order of the first; the rest has no partner."""

    pairs: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


def align(a: list[Token], b: list[Token]) -> Alignment:
    """Partners by equal key, the k-th with the k-th, then a verb and its noun (`migrate`, `migration`), then synonyms."""
    partner = _by_key(a, b)
    taken = set(partner.values())
    rest = [j for j in range(len(b)) if j not in taken]
    if not rest or len(partner) == len(a):
        return _aligned(a, partner, set(), rest)
    for related in (derived, akin, synonymous):
        for i, token in enumerate(a):
            if i in partner or token.kind != "word":
                continue
            j = next((j for j in rest if b[j].kind == "word" and related(token.key, b[j].key)), None)
            if j is not None:
                partner[i] = j
                rest.remove(j)
    _bare_money(a, b, partner, rest)
    spelt_out = _spelt_out(a, b, partner, rest)
    return _aligned(a, partner, spelt_out, rest)


def _aligned(a: list[Token], partner: dict[int, int], spelt_out: set[int], rest: list[int]) -> Alignment:
    left = tuple(i for i in range(len(a)) if i not in partner and i not in spelt_out)
    return Alignment(tuple(sorted(partner.items())), left, tuple(rest))


def _spelt_out(a: list[Token], b: list[Token], partner: dict[int, int], rest: list[int]) -> set[int]:
    """Aligns a word with the words it is short for or joined from (`UK`, `checkin`); the words of `a` that are then accounted for."""
    absorbed: set[int] = set()
    free = [i for i in range(len(a)) if i not in partner]
    for j in list(rest):
        run = _run_for(b[j], a, free)
        if run:
            partner[run[0]] = j
            rest.remove(j)
            absorbed.update(run[1:])
            free = [i for i in free if i not in run]
    for i in free:
        run = _run_for(a[i], b, rest)
        if run:
            partner[i] = run[0]
            for j in run:
                rest.remove(j)
    return absorbed


def _run_for(short: Token, tokens: list[Token], free: list[int]) -> list[int]:
    """The neighbours among `free` that `short` is the acronym or the joined spelling of; empty if there are none."""
    if short.kind not in {"word", "identifier"} or not short.key.isascii() or not short.key.isalpha():
        return []
    for start in range(len(free)):
        run = [free[start]]
        if tokens[run[0]].text[0] != short.text[0]:
            continue
        for index in free[start + 1 : start + MAX_RUN]:
            if index != run[-1] + 1 or tokens[index].kind != "word" or tokens[run[0]].kind != "word":
                break
            run.append(index)
            words = [tokens[k].text for k in run]
            acronym = len(run) > 1 and "".join(word[0] for word in words) == short.text
            if acronym or short.key in {"".join(words), "".join(tokens[k].key for k in run)}:
                return run
    return []


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
    """Sums whose unit one of the two leaves out."""
    for i, token in enumerate(a):
        if i not in partner and token.kind in _COUNTED:
            j = next(
                (j for j in rest if _same_sum(token, b[j]) or _same_sum(b[j], token)),
                None,
            )
            if j is not None:
                partner[i] = j
                rest.remove(j)


def _same_sum(bare: Token, whole: Token) -> bool:
    """`15000` and `15000元`; `is 30` and `is 30 years old`; `18.5m` of something counted and 18,500,000."""
    if bare.kind not in _COUNTED or whole.kind not in _COUNTED:
        return False
    if whole.key == f"{bare.key} cny":
        return True
    if whole.key == f"{bare.key} age":
        return "copula" in bare.marks
    number, _, unit = whole.key.partition(" ")
    return unit == "m" and bare.key.isdigit() and Decimal(number) * 1_000_000 == Decimal(bare.key)


_COUNTED = frozenset(("figure", "identifier"))


def derived(x: str, y: str) -> bool:
    """Whether one of two English words is the act the other names: `retain`, `retention`."""
    return x == y or y in verbs_of(x) or x in verbs_of(y)


@lru_cache(maxsize=16384)
def verbs_of(noun: str) -> frozenset[str]:
    """The English verbs whose act this word may name; most of them are no words at all."""
    if not noun.isascii():
        return frozenset()
    if noun in _IRREGULAR_NOUNS:
        return frozenset((_IRREGULAR_NOUNS[noun],))
    stems = {noun[: -len(suffix)] for suffix in _NOMINAL if noun.endswith(suffix)}
    return frozenset(stem + end for stem in stems if len(stem) >= _MIN_STEM for end in _VERBAL)


_IRREGULAR_NOUNS = {
    "weight": "weigh", "proof": "prove", "advice": "advise", "complaint": "complain", "ownership": "have", "entry": "enter", "injury": "injure", "theft": "steal",
    "speech": "speak", "thought": "think", "inquiry": "inquire", "opening": "open", "closure": "close", "closing": "close", "hearing": "hear", "writing": "write", "wedding": "marry",
    "retention": "retain", "renewal": "renew", "preference": "prefer", "payment": "pay", "approval": "approve", "removal": "remove", "arrival": "arrive",
    "departure": "depart", "decision": "decide", "failure": "fail", "growth": "grow", "birth": "born", "marriage": "marry", "expiry": "expire", "expiration": "expire",
    "delivery": "deliver", "belief": "believe", "choice": "choose", "loss": "lose", "sale": "sell", "flight": "fly", "storage": "store", "usage": "use", "residence": "live",
    "response": "respond", "reply": "reply", "success": "succeed", "purchase": "buy", "knowledge": "know", "analysis": "analyze", "allergy": "allergic", "interest": "interested",
    "subscription": "subscribe", "description": "describe", "requirement": "require", "permission": "allow", "meeting": "meet", "resignation": "resign", "division": "divide",
}  # fmt: skip
