"""Looks for what was erased, in every text that is stored anywhere, and says where something is left of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memory_pipeline.domain.erased_text import Needle, normal_text
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.erasure import Cell, ErasureScan

_KEY = (
    12  # texts at least as long are found by their first characters; shorter ones are looked for one by one
)


@dataclass(slots=True)
class _Hits:
    """Where one text was found: places by scope, and whether somebody else said it."""

    places: list[tuple[Scope | None, str]] = field(default_factory=list)
    said_in: set[Scope | None] = field(default_factory=set)


def sentences(scans: Sequence[ErasureScan], tenant: Tenant, scope: Scope) -> list[Needle]:
    """The texts that the scope holds, as they are to be looked for when it is erased: those long enough to be its own."""
    found: dict[str, Needle] = {}
    for scan in scans:
        for cell in scan.cells(tenant, scope):
            normal = normal_text(cell.text) if cell.verbatim else ""
            if len(normal) >= _KEY:
                found[normal] = Needle(normal)
    return list(found.values())


def verify_erasure(
    scans: Sequence[ErasureScan],
    tenant: Tenant,
    scope: Scope,
    needles: Iterable[Needle],
    *,
    whole_until: datetime | None,
    strict: bool,
) -> Mapping[str, int]:
    """What is left of the erased, by place; empty where nothing is.

    With `whole_until` no row or key of the scope as old as that may be there at all. What another scope holds is its
    own where somebody said it there; with `strict` the erased scope itself may hold none of the texts either.
    """
    remaining: Counter[str] = Counter()
    if whole_until is not None:
        for scan in scans:
            remaining.update(scan.rows_of(tenant, scope, whole_until))
    hits = _search(scans, tenant, list(needles))
    for hit in hits.values():
        others = {each for each in hit.said_in if each != scope or not strict}
        for where, place in hit.places:
            if (strict and where == scope) or not others:
                remaining[place] += 1
    return dict(remaining)


def _search(scans: Sequence[ErasureScan], tenant: Tenant, needles: list[Needle]) -> Mapping[str, _Hits]:
    """Each text that is found anywhere. One pass over all that is stored, however many texts are looked for."""
    if not needles:
        return {}
    by_key: dict[str, list[str]] = defaultdict(list)
    short = [needle.normal for needle in needles if len(needle.normal) < _KEY]
    for needle in needles:
        if len(needle.normal) >= _KEY:
            by_key[needle.normal[:_KEY]].append(needle.normal)
    hits: dict[str, _Hits] = defaultdict(_Hits)
    for scan in scans:
        for cell in scan.cells(tenant):
            for normal in _within(normal_text(cell.text), by_key, short):
                _note(hits[normal], cell)
    return hits


def _note(hits: _Hits, cell: Cell) -> None:
    hits.places.append((cell.scope, cell.place))
    if cell.own:
        hits.said_in.add(cell.scope)


def _within(text: str, by_key: Mapping[str, list[str]], short: Sequence[str]) -> set[str]:
    found = {normal for normal in short if normal in text}
    if by_key:
        for place in range(len(text) - _KEY + 1):
            for normal in by_key.get(text[place : place + _KEY], ()):
                if text.startswith(normal, place):
                    found.add(normal)
    return found
