"""Reads that the unit of work and the reader share."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from memory_pipeline.adapters.in_memory.state import Owner, Tables
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.memory_store import Placed


def placed(tables: Tables, owner: Owner, slots: Collection[Slot] | None) -> list[Placed]:
    """Assertions of these slots (None: all of the scope), by event time and id."""
    found = [
        item
        for (owned_by, _), item in tables.assertions.items()
        if owned_by == owner and (slots is None or item.slot in slots)
    ]
    return sorted(found, key=lambda item: (item.assertion.asserted_at, item.assertion.id))


def told(tables: Tables, owner: Owner, wanted: Callable[[Episode], bool]) -> list[Episode]:
    """Episodes of the scope that are `wanted`, by time and id."""
    found = [
        episode for (owned_by, _), episode in tables.episodes.items() if owned_by == owner and wanted(episode)
    ]
    return sorted(found, key=lambda episode: (episode.occurred_at, episode.id))


def facts_of(tables: Tables, owner: Owner) -> list[Fact]:
    """All rows of the scope, by slot, time and value."""
    found = [fact for (owned_by, _, _), fact in tables.facts.items() if owned_by == owner]
    return sorted(
        found,
        key=lambda fact: (
            fact.slot.subject,
            fact.slot.predicate,
            fact.valid_from,
            fact.object_normal,
            fact.id,
        ),
    )


def is_open(fact: Fact) -> bool:
    """Whether the row is its line's current one, expired or not."""
    return fact.valid_to is None and fact.status is FactStatus.CURRENT


def is_current(fact: Fact, now: datetime) -> bool:
    """Whether the row says what is true at `now`."""
    return is_open(fact) and (fact.expires_at is None or fact.expires_at > now)
