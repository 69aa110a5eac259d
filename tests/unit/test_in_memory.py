"""What is the in-memory adapters' own: a clock that is told the time, and a state that no nested write can lose."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.ledger import InMemoryLedger
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.system.clock import SystemClock
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import EventRef, NewEvent
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold

ACME, ALICE = Tenant("acme"), Scope.of_user("alice")
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_the_systems_clock_is_aware_and_in_utc() -> None:
    before = datetime.now(UTC)
    now = SystemClock().now()
    assert before <= now <= datetime.now(UTC)
    assert now.tzinfo is UTC


def test_a_fixed_clock_stands_still_until_it_is_told_to_move() -> None:
    clock = FixedClock(datetime(2026, 1, 5, 20, tzinfo=timezone(8 * HOUR)))
    assert clock.now() == clock.now() == NOON
    assert clock.now().tzinfo is UTC
    clock.advance(HOUR)
    assert clock.now() == NOON + HOUR
    clock.set(NOON - HOUR)
    assert clock.now() == NOON - HOUR


def test_a_fixed_clock_refuses_a_time_of_nowhere() -> None:
    with pytest.raises(ValueError, match="time zone"):
        FixedClock(datetime(2026, 1, 5))  # noqa: DTZ001 - the case at hand


def test_idle_time_and_ttl_run_by_the_clock_that_was_given() -> None:
    clock = FixedClock(NOON)
    memory = InMemoryWorkingMemory(clock)
    key = SessionKey(ACME, ALICE, "s-1")
    said = Message("m1", Role.USER, "hello", NOON)
    memory.append(key, SessionInfo(), said, tokens=1, threshold=Threshold(turns=9, tokens=99))
    assert memory.idle(before=clock.now(), limit=9) == []
    clock.advance(HOUR)
    assert memory.idle(before=clock.now(), limit=9) == [key]
    memory.close(key, at=clock.now())
    memory.settle(key, "m1", HOUR)
    assert memory.read(key) is not None
    clock.advance(HOUR)
    assert memory.read(key) is None


def test_a_write_beside_an_open_unit_is_refused_rather_than_lost() -> None:
    state = InMemoryState()
    ledger, store = InMemoryLedger(state), InMemoryMemoryStore(state)
    event = NewEvent(EventRef(ACME, ALICE, EventId(UUID(int=1))), "session.closed", NOON, {})
    with store.unit(ACME, [ALICE]), pytest.raises(RuntimeError, match="unit of work is open"):
        ledger.record([event], now=NOON)
    assert ledger.record([event], now=NOON) == 1


def test_a_reader_beside_an_open_unit_sees_what_was_committed() -> None:
    state = InMemoryState()
    store, reader = InMemoryMemoryStore(state), InMemoryMemoryReader(state)
    with store.unit(ACME, [ALICE]):
        pass
    bob = Scope.of_user("bob")
    with store.unit(ACME, [bob]) as unit:
        assert unit.placed(bob, None) == []
        assert reader.placed(ACME, ALICE, None) == []
