"""Where a secret stands, and of what kind it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The [start, end) range of a text. `kind` is a fixed word for counts and tests; it never holds content."""

    start: int
    end: int
    kind: str


def merged(spans: Iterable[Span]) -> list[Span]:
    """In order, with those that overlap made one."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start < found[-1].end:
            last = found[-1]
            found[-1] = Span(last.start, max(last.end, span.end), last.kind)
        elif span.end > span.start:
            found.append(span)
    return found
