"""A label and the sentence it is held against, made alike: what one says with a noun of its own the other says with a small word."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.domain.comparison.tokens import Token


def named_days(tokens: list[Token], others: list[Token]) -> list[Token]:
    """`every Monday` as `Monday` where the other names the day, as a label does."""
    days = {t.key for t in others if t.kind == "weekday"}
    return [
        replace(t, key=day, kind="weekday")
        if t.kind == "rate" and (day := f"weekday{t.key[4:]}") in days
        else t
        for t in tokens
    ]


def told_plainly(tokens: list[Token], label: list[Token]) -> list[Token]:
    """A sentence without what the other's label says in a noun of its own; a label's participle as an adjective."""
    border = next((n for n, t in enumerate(label) if "colon" in t.marks or "copula" in t.marks), 0)
    head = {t.key for t in label[:border]}
    if head & PLACES and tokens[0].text == "there":
        return _placed(tokens)
    for n, token in enumerate(tokens[:-1]):
        bounded = (token.key == "atmost" and "maximum" in head) or (
            token.key == "atleast" and "minimum" in head
        )
        often = token.key == "all" and tokens[n + 1].kind == "figure" and bool(head & _OFTEN)
        often = often and all(t.key != "all" for t in label)
        if bounded or often:
            after = tokens[n + 1]
            marker = token.marker if bounded else ""
            return [
                *tokens[:n],
                replace(after, marker=marker, marks=after.marks | token.marks),
                *tokens[n + 2 :],
            ]
    colon = next((n for n, t in enumerate(tokens) if "colon" in t.marks), 0)
    bounds = {t.key for t in label} & {"atmost", "atleast"}
    return [
        replace(t, tense="") if n < colon and t.tense == "past" and not t.marks - {"of"} else t
        for n, t in enumerate(tokens)
        if not (n < colon and t.key in {"maximum", "minimum"} and bounds)
    ]


def _placed(tokens: list[Token]) -> list[Token]:
    """`there is X under Y` as `X is under Y`."""
    place = next((n for n, t in enumerate(tokens) if n > 1 and t.marker), None)
    if place is None or any(t.marks & {"copula", "and"} for t in tokens):
        return tokens
    was = {"was"} if tokens[0].tense else set()
    at = replace(tokens[place], marks=tokens[place].marks | {"copula"} | was)
    return [*tokens[1:place], at, *tokens[place + 1 :]]


PLACES = frozenset("location place position whereabouts".split())
_OFTEN = frozenset("interval frequency period cycle cadence schedule rate rhythm".split())
