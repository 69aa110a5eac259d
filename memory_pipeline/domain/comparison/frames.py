"""Whole-sentence forms that say the same with other roles: `A borrowed O from B` and `B lent A O`.

Two statements that fit ways of one form are rewritten to its canonical form; if they then agree they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memory_pipeline.domain.comparison.forms import Element, Form, Way, all_forms, ways_by_word
from memory_pipeline.domain.comparison.tokens import Token

_MAX_TOKENS = 18
_KEPT = frozenset(("and", "comma", "of"))  # what the order of words still needs to know
_Spans = dict[str, tuple[int, int]]


def in_one_form(a: list[Token], b: list[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    """Both statements in the canonical form of each form that both fit."""
    if max(len(a), len(b)) > _MAX_TOKENS:
        return
    ways_a, ways_b = _candidates(a), _candidates(b)
    for number in sorted(ways_a.keys() & ways_b.keys()):
        left = _first_fit(ways_a[number], a)
        right = _first_fit(ways_b[number], b) if left is not None else None
        if left is not None and right is not None:
            form = all_forms()[number]
            yield _canonical(a, left, form), _canonical(b, right, form)


def _candidates(tokens: list[Token]) -> dict[int, list[Way]]:
    """The ways of each form whose literal words all occur, those that name the most first."""
    index = ways_by_word()
    keys = {t.key for t in tokens}
    found: dict[int, list[Way]] = {}
    for key in ("", *sorted(keys)):
        for number, way in index.get(key, ()):
            if way.needs <= keys and way.length <= len(tokens):
                found.setdefault(number, []).append(way)
    for ways in found.values():
        ways.sort(key=_looseness)
    return found


def _looseness(way: Way) -> tuple[int, int]:
    return -len(way.needs), -way.length


def _first_fit(ways: list[Way], tokens: list[Token]) -> _Spans | None:
    for way in ways:
        spans: _Spans = {}
        if _fits(way.elements, tokens, 0, 0, spans):
            return spans
    return None


def _fits(elements: tuple[Element, ...], tokens: list[Token], e: int, t: int, spans: _Spans) -> bool:
    """Whether `elements` from `e` on cover `tokens` from `t` on; variables take as little as they can."""
    if e == len(elements):
        return t == len(tokens)
    element = elements[e]
    if t < len(tokens) and element.heads(tokens[t]):
        if not element.variable:
            if _fits(elements, tokens, e + 1, t + 1, spans):
                return True
        else:
            following = elements[e + 1] if e + 1 < len(elements) else None
            if following is None:
                spans[element.variable] = (t, len(tokens))
                return True
            for end in range(t + 1, len(tokens) + 1):
                starts = end < len(tokens) and following.heads(tokens[end])
                if (starts or following.optional) and _fits(elements, tokens, e + 1, end, spans):
                    spans[element.variable] = (t, end)
                    return True
    return element.optional and _fits(elements, tokens, e + 1, t, spans)


def _canonical(tokens: list[Token], spans: _Spans, form: Form) -> list[Token]:
    past = "past" if any(t.tense == "past" for t in tokens) else ""
    result: list[Token] = []
    for element in form.canonical:
        marker = element.marker or ""
        if element.variable:
            begin, end = spans[element.variable]
            kept = tokens[begin].marks & _KEPT
            result.append(replace(tokens[begin], marker=marker, marks=element.marks | kept))
            result.extend(tokens[begin + 1 : end])
        else:
            key = next(iter(element.keys))
            result.append(Token(key, "word", key, marker, element.marks, past))
    return result
