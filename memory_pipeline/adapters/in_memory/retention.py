"""The words of messages by month in this process's memory: dropping a month empties the messages of all tenants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from memory_pipeline.adapters.in_memory.state import InMemoryState, Tables
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.retention import PastMonth
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.memory_store import Tier
from memory_pipeline.ports.retention import MonthWords, TranscriptsReport
from memory_pipeline.ports.transcripts import Transcript
from memory_pipeline.ports.working_memory import SessionKey


class InMemoryRetention:
    """Implements ports.retention.TranscriptRetention on a state that it shares with transcripts and nights."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def past(self, tenant: Tenant, *, before: date) -> Sequence[PastMonth]:
        """Months before this one whose words are there; the oldest first."""
        with self._state.reading() as tables:
            months = sorted({month for month in tables.word_months.values() if month < before})
            return [_past(tables, tenant, month) for month in months]

    def drop(self, month: date, *, now: datetime) -> bool:  # noqa: ARG002 - nobody asks here when it was
        """Drops the words that all tenants have in the month; False where somebody needs them."""
        with self._state.writing() as tables:
            places = _places(tables, month)
            if any(_waiting(tables, k, p) or _redo(tables, k, p) for k, p in places.items()):
                return False
            for key, positions in places.items():
                if key in tables.transcripts:
                    tables.transcripts[key] = _without_words(tables.transcripts[key], positions)
                for position in positions:
                    del tables.word_months[key, position]
                gone = tables.dropped_words.get((key.tenant, month), 0)
                tables.dropped_words[key.tenant, month] = gone + len(positions)
            return True

    def uncounted(self, tenant: Tenant) -> Sequence[MonthWords]:
        """What was dropped of the tenant's and is in none of its reports yet."""
        with self._state.reading() as tables:
            return _uncounted(tables, tenant)

    def report(self, tenant: Tenant, tally: Tally, held: Sequence[MonthWords]) -> Sequence[MonthWords]:
        """Counts what is uncounted under the tenant's run, and keeps with it what is held; what was counted now."""
        with self._state.writing() as tables:
            dropped = _uncounted(tables, tenant)
            for each in dropped:
                tables.dropped_words[tenant, each.month] = 0
                place = (tenant, tally, Tier.WORKING)
                tables.night_counts[place] = tables.night_counts.get(place, 0) + each.messages
            found = tables.night_runs.get((tenant, tally.run))
            if found is not None:
                known = found.run.transcripts.dropped
                told = TranscriptsReport((*known, *dropped), tuple(held))
                run = replace(found.run, transcripts=told)
                tables.night_runs[tenant, tally.run] = replace(found, run=run)
            return dropped


def _places(tables: Tables, month: date) -> dict[SessionKey, set[int]]:
    found: dict[SessionKey, set[int]] = defaultdict(set)
    for (key, position), of in tables.word_months.items():
        if of == month:
            found[key].add(position)
    return found


def _past(tables: Tables, tenant: Tenant, month: date) -> PastMonth:
    messages = waiting = redo = 0
    elsewhere = False
    for key, positions in _places(tables, month).items():
        waits, again = _waiting(tables, key, positions), _redo(tables, key, positions)
        if key.tenant == tenant:
            messages += len(positions)
            waiting += waits
            redo += again
        else:
            elsewhere = elsewhere or waits or again > 0
    return PastMonth(month, messages, waiting, redo, elsewhere and not (waiting or redo))


def _waiting(tables: Tables, key: SessionKey, positions: set[int]) -> bool:
    held = tables.transcripts.get(key)
    return held is not None and max(positions) >= held.watermark


def _redo(tables: Tables, key: SessionKey, positions: set[int]) -> int:
    return sum(
        segment.extraction is None
        and segment.redo_at is not None
        and any(first <= position < segment.end for position in positions)
        for (session, first), segment in tables.segments.items()
        if session == key
    )


def _without_words(held: Transcript, positions: set[int]) -> Transcript:
    messages = tuple(
        Message(id=each.id, role=each.role, content="", at=each.at, name=each.name)
        if place in positions
        else each
        for place, each in enumerate(held.messages)
    )
    return replace(held, messages=messages, past_retention=held.past_retention | positions)


def _uncounted(tables: Tables, tenant: Tenant) -> list[MonthWords]:
    return [
        MonthWords(month, number)
        for (owner, month), number in sorted(tables.dropped_words.items())
        if owner == tenant and number
    ]
