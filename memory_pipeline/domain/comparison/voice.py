"""The passive as the active: `X was caused by Y` as `Y caused X`, and `there are Y in X` as `X has Y`."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.domain.comparison.tokens import Token

_WHEN = frozenset("date time weekday period rate".split())


def active(tokens: list[Token]) -> list[Token]:
    """The tokens with the agent first, the same list where there is no agent or more than one clause."""
    verb = next((n for n, t in enumerate(tokens) if t.tense == "passive"), None)
    if verb is None or verb == 0:
        return tokens
    agent = next(
        (n for n in range(verb + 1, len(tokens)) if tokens[n].marker == "by" and tokens[n].kind not in _WHEN),
        None,
    )
    if agent is None or any("and" in t.marks for t in tokens[: verb + 1]):
        return tokens
    end = next(
        (n for n in range(agent + 1, len(tokens)) if tokens[n].marker or tokens[n].kind in _WHEN), len(tokens)
    )
    was = "was" in tokens[verb].marks or any("was" in t.marks for t in tokens[:verb])
    before = verb
    while before > 1 and tokens[before - 1].kind in {"negation", "modality"}:
        before -= 1
    acting = [replace(tokens[agent], marker="", marks=frozenset()), *tokens[agent + 1 : end]]
    operators = [replace(t, marks=frozenset()) for t in tokens[before:verb]]
    doing = replace(tokens[verb], tense="past" if was and not operators else "", marks=frozenset())
    return [*acting, *operators, doing, *tokens[:before], *tokens[verb + 1 : agent], *tokens[end:]]


def adverbial_last(tokens: list[Token]) -> list[Token]:
    """The tokens with what stands before the first comma, if it is an adverbial, at the end."""
    first = tokens[0]
    comma = next((n for n, t in enumerate(tokens) if n and "comma" in t.marks), None)
    if comma is None or not (first.marker or first.kind in _WHEN) or any("and" in t.marks for t in tokens):
        return tokens
    rest = [replace(tokens[comma], marks=tokens[comma].marks - {"comma"}), *tokens[comma + 1 :]]
    return [*rest, *tokens[:comma]]
