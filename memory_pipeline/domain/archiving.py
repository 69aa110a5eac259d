"""What was archived stays so when its slot is projected again, until somebody says it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.fact import Fact, FactStatus, Projection
from memory_pipeline.domain.slot import FactId


def keep_archived(
    projections: Sequence[Projection], archived: Mapping[FactId, frozenset[AssertionId]]
) -> Sequence[Projection]:
    """The projections with the mark on those of `archived` that are current and rest on no statement but those given.

    A new mention or a confirmation is one more statement: it restores.
    """
    if not archived:
        return projections
    return [
        replace(each, facts=tuple(marked_archived(fact, archived) for fact in each.facts))
        for each in projections
    ]


def marked_archived(fact: Fact, archived: Mapping[FactId, frozenset[AssertionId]]) -> Fact:
    """The fact, archived if it is one of these and nothing was said of it since."""
    known = archived.get(fact.id)
    if known is None or fact.status is not FactStatus.CURRENT or fact.valid_to is not None:
        return fact
    return replace(fact, status=FactStatus.ARCHIVED) if known.issuperset(fact.assertions) else fact
