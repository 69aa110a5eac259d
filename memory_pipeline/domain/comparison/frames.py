"""Whole-sentence forms that say the same with other roles: `A borrowed O from B` and `B lent A O`.

Two statements that fit ways of one form are rewritten to its canonical form; if they then agree they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from operator import attrgetter

from memory_pipeline.domain.comparison.align import align
from memory_pipeline.domain.comparison.differences import NEGLIGIBLE
from memory_pipeline.domain.comparison.forms import Element, Form, Way, all_forms, ways_by_word
from memory_pipeline.domain.comparison.tokens import Token

_MAX_TOKENS = 18
_MAX_READINGS = 4
_KEPT = frozenset(
    ("and", "comma", "of", "done", "coming", "was", "copula", "by", "cleft")
)  # what the order of words still needs to know
_Spans = dict[str, tuple[int, int]]


def in_one_form(a: list[Token], b: list[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    """Both statements in the canonical form of each form that both fit."""
    if max(len(a), len(b)) > _MAX_TOKENS or _two_clauses(a) or _two_clauses(b):
        return
    alignment = align(a, b)
    ways_a = _candidates(a, {a[i].key for i in alignment.left if not a[i].light})
    if not ways_a:
        return
    ways_b = _candidates(b, {b[j].key for j in alignment.right if not b[j].light})
    for number in sorted(ways_a.keys() & ways_b.keys()):
        named_a, left = _fits_of(sorted(ways_a[number], key=_LOOSENESS), a)
        named_b, right = _fits_of(sorted(ways_b[number], key=_LOOSENESS), b) if left else (0, [])
        form = all_forms()[number]
        if not (named_a or named_b):
            continue  # a form that neither statement names a word of only moves words about
        for mine, theirs in _alike(left, right):
            untold = all(element.variable for element in form.canonical) and not _lasting(form)
            if untold and _past(a, mine) != _past(b, theirs):
                continue  # had, has: no word of the canonical form could tell them apart
            if _scopes_turned(a, mine, theirs):
                continue
            if all(_filled_alike(a, mine[place], b, theirs[place]) for place in mine.keys() & theirs.keys()):
                yield _canonical(a, mine, form), _canonical(b, theirs, form)


def _scopes_turned(a: list[Token], mine: _Spans, theirs: _Spans) -> bool:
    """`every node is slower than some node`: of two quantifiers the one that comes first has the other in its scope."""
    counted = [
        place
        for place, span in mine.items()
        if any(t.kind == "quantifier" and t.key.isascii() for t in a[slice(*span)])
    ]
    return len(counted) > 1 and sorted(counted, key=mine.__getitem__) != sorted(
        counted, key=lambda p: theirs[p]
    )


def _two_clauses(tokens: list[Token]) -> bool:
    """`出生于 X，在 Y 长大`: no form is about two clauses, each with a place of its own."""
    return any(t.marker == "at" and "comma" in t.marks and t.key[0] >= "\u3400" for t in tokens[1:])


def _alike(left: list[_Spans], right: list[_Spans]) -> list[tuple[_Spans, _Spans]]:
    """The pairs of readings whose fillings are of one length, and the first readings of both."""
    pairs = [(mine, theirs) for mine in left for theirs in right if _lengths(mine) == _lengths(theirs)]
    return pairs[:_MAX_READINGS] or [(mine, theirs) for mine in left[:1] for theirs in right[:1]]


def _filled_alike(a: list[Token], mine: tuple[int, int], b: list[Token], theirs: tuple[int, int]) -> bool:
    """Whether a place of the form is filled with the same words in both: who lends is not who borrows."""
    left, right = a[slice(*mine)], b[slice(*theirs)]
    alignment = align(left, right)
    if not alignment.pairs:
        return False
    if any(
        left[i].key != right[j].key and (left[i].tense == "past") != (right[j].tense == "past")
        for i, j in alignment.pairs
    ):
        return False  # weighed, weight
    rest = [*(left[i] for i in alignment.left), *(right[j] for j in alignment.right)]
    return all(t.light or t.key in NEGLIGIBLE for t in rest)


def _lengths(spans: _Spans) -> dict[str, int]:
    return {variable: end - begin for variable, (begin, end) in spans.items()}


def _candidates(tokens: list[Token], unmatched: set[str]) -> dict[int, list[Way]]:
    """The ways of each form whose literal words all occur.

    What the other statement does not say must be a literal of the way, or its fillings could never agree.
    """
    index, fewest = ways_by_word(), len(tokens)
    keys = {t.key for t in tokens}
    found: dict[int, list[Way]] = {}
    for key in ("", *sorted(keys)):
        for number, way in index.get(key, ()):
            if way.length <= fewest and unmatched <= way.literals and way.needs <= keys:
                found.setdefault(number, []).append(way)
    return found


_LOOSENESS = attrgetter("looseness")


def _fits_of(ways: list[Way], tokens: list[Token]) -> tuple[int, list[_Spans]]:
    """How many words the first way that fits names, and its readings.

    Only the most telling way counts: `X's cause is Y` also looks like `X cause Y`, which says the opposite.
    """
    for way in ways:
        found = list(islice(_readings(way.elements, tokens, 0, 0), 2 * _MAX_READINGS))
        if found:
            return len(way.needs), found
    return 0, []


def _readings(elements: tuple[Element, ...], tokens: list[Token], e: int, t: int) -> Iterator[_Spans]:
    """Every way that `elements` from `e` on can cover `tokens` from `t` on; variables take little first."""
    if e == len(elements):
        if t == len(tokens):
            yield {}
        return
    element = elements[e]
    if t < len(tokens) and element.heads(tokens[t]):
        if not element.variable:
            yield from _readings(elements, tokens, e + 1, t + 1)
        elif e + 1 == len(elements):
            yield {element.variable: (t, len(tokens))}
        else:
            following = elements[e + 1]
            for end in range(t + 1, len(tokens) + 1):
                if following.optional or (end < len(tokens) and following.heads(tokens[end])):
                    for spans in _readings(elements, tokens, e + 1, end):
                        yield {element.variable: (t, end), **spans}
    if element.optional:
        yield from _readings(elements, tokens, e + 1, t)


def _lasting(form: Form) -> bool:
    """Whether a form tells since when something has been so, which began in the past: `met in 2014`, `known since 2014`."""
    return any(element.marker == "since" for element in form.canonical)


_NAMED = frozenset("name born call".split())  # `named` and `born` tell no time


def _past(tokens: list[Token], spans: _Spans) -> bool:
    """Whether what says the thing, the fillings aside, is in the past."""
    filled = {n for begin, end in spans.values() for n in range(begin, end)}
    lasting = any(t.marker in {"since", "for"} for t in tokens)  # has lived there since 2015, lives there
    return any(
        t.tense == "past"
        or (t.tense == "perfect" and not lasting)
        or (t.tense == "passive" and "was" in t.marks)
        for n, t in enumerate(tokens)
        if n not in filled and t.key not in _NAMED
    )


def _canonical(tokens: list[Token], spans: _Spans, form: Form) -> list[Token]:
    past = "past" if _past(tokens, spans) and not _lasting(form) else ""
    result: list[Token] = []
    for element in form.canonical:
        marker = element.marker or ""
        if element.variable:
            begin, end = spans[element.variable]
            kept = tokens[begin].marks & _KEPT
            result.append(replace(tokens[begin], marker=marker, marks=kept | element.marks))
            result.extend(tokens[begin + 1 : end])
        else:
            key = next(iter(element.keys))
            result.append(Token(key, "word", key, marker, element.marks, past))
    return result
