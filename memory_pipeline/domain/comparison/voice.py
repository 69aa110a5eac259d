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


def agentless(tokens: list[Token]) -> list[Token]:
    """`we encrypt the backups` as `the backups are encrypted`; the same list where somebody in particular acts."""
    subject = tokens[0]
    if subject.kind != "pronoun" or subject.text not in _ANYBODY or subject.marker:
        return tokens
    verb = next(
        (n for n in range(1, len(tokens)) if tokens[n].kind not in {"negation", "modality"}), len(tokens)
    )
    end = next(
        (n for n in range(verb + 1, len(tokens)) if tokens[n].marker or tokens[n].kind in _WHEN), len(tokens)
    )
    if end - verb < 2 or tokens[verb].kind != "word" or any(t.marks & _JOINED for t in tokens[: end + 1]):
        return tokens
    done = replace(tokens[verb], tense="passive", marks=_WAS if tokens[verb].tense == "past" else _IS)
    return [*tokens[verb + 1 : end], *tokens[1:verb], done, *tokens[end:]]


_ANYBODY = frozenset("we someone somebody people".split())
_JOINED = frozenset(("and", "copula"))
_IS = frozenset(("copula",))
_WAS = frozenset(("copula", "was"))


def adverbial_last(tokens: list[Token]) -> list[Token]:
    """The tokens with what stands before the first comma, if it is an adverbial, at the end."""
    first = tokens[0]
    comma = next((n for n, t in enumerate(tokens) if n and "comma" in t.marks), None)
    if comma is None or not (first.marker or first.kind in _WHEN) or any("and" in t.marks for t in tokens):
        return tokens
    rest = [replace(tokens[comma], marks=tokens[comma].marks - {"comma"}), *tokens[comma + 1 :]]
    return [*rest, *tokens[:comma]]
