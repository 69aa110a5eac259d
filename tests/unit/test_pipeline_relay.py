"""What the broker loses is found again: the inbox becomes the ledger, and the ledger sends hints until all is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.domain.errors import BrokerUnavailable, DatabaseUnavailable
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.relay import relay, relay_one
from memory_pipeline.ports.ledger import EventRef, EventState, Lane
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline, objects
from tests.support.talks import ACME, append_all, ingest, talk

ONE = talk("s", "alice", "I live in Berlin.", "Ok.")


class Silent:
    """A broker that is down."""

    def publish(self, ref: EventRef) -> None:  # noqa: ARG002
        raise BrokerUnavailable("the broker is down")


def test_without_a_broker_everything_is_kept_and_the_sweeper_delivers_it() -> None:
    pipeline = in_memory_pipeline()
    down = replace(pipeline.deps, publisher=Silent())
    (event_id,) = ingest([ONE], down)
    remember = MemoryRemember(
        event_id=uuid4(), tenant=ACME, scope="user:alice", occurred_at=pipeline.clock.now(), ref="r", text="I speak Czech"
    )  # fmt: skip
    (ref,) = record_events([remember], down)
    assert reconcile(down).republished == 0
    pipeline.clock.advance(timedelta(seconds=11))
    swept = reconcile(pipeline.deps)
    assert swept.republished == 2
    assert [type(outcome) for outcome in pipeline.work()] == [Done, Done]
    assert objects(pipeline.deps, ACME, ONE.scope, "city") == ["Berlin"]
    assert {pipeline.entry(each).state for each in (ref, replace(ref, event_id=event_id))} == {
        EventState.DONE
    }


def test_what_a_worker_holds_or_has_just_been_told_of_is_not_sent_again() -> None:
    pipeline = in_memory_pipeline()
    ingest([ONE], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    assert (
        reconcile(pipeline.deps).republished == 1
    )  # it came from the inbox, and nobody can know of its first hint
    pipeline.publisher.take()
    assert reconcile(pipeline.deps).republished == 0
    pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=timedelta(minutes=5))
    pipeline.clock.advance(timedelta(minutes=4))
    assert reconcile(pipeline.deps).republished == 0
    pipeline.clock.advance(timedelta(minutes=2))
    assert reconcile(pipeline.deps).republished == 1
    assert [type(outcome) for outcome in pipeline.work()] == [Done]
    pipeline.clock.advance(timedelta(days=1))
    assert reconcile(pipeline.deps).republished == 0


def test_an_entry_stays_in_the_inbox_until_its_row_is_written() -> None:
    pipeline = in_memory_pipeline()
    ingest([ONE], pipeline.deps)

    class Down:
        def record(self, *_: object, **__: object) -> int:
            raise DatabaseUnavailable("no database")

    broken: Any = replace(pipeline.deps, ledger=Down())  # type: ignore[arg-type]
    with pytest.raises(DatabaseUnavailable):
        relay(broken)
    assert len(pipeline.deps.working.inbox(10)) == 1
    assert len(relay(pipeline.deps)) == 1
    assert pipeline.deps.working.inbox(10) == []
    assert relay(pipeline.deps) == []


def test_an_entry_of_a_version_nobody_knows_waits_and_holds_up_no_other() -> None:
    pipeline = in_memory_pipeline()
    strange = EventId(uuid4())
    pipeline.deps.working.post({"type": "session.folded", "version": 9}, strange)
    ingest([ONE], pipeline.deps)
    assert len(relay(pipeline.deps)) == 1
    assert pipeline.deps.working.waiting(strange) is not None
    relay_one(EventRef(ACME, Scope.of_user("alice"), strange), pipeline.deps)
    assert pipeline.deps.working.waiting(strange) is not None


def test_a_bulk_hint_keeps_its_lane_and_a_swept_event_its_recorded_one() -> None:
    pipeline = in_memory_pipeline()
    ingest([ONE], pipeline.deps, lane=Lane.BULK)
    (hint,) = pipeline.publisher.take()
    assert hint.lane is Lane.BULK
    handle(hint, pipeline.deps)
    assert pipeline.entry(hint).ref.lane is Lane.BULK


def test_an_idle_session_is_found_and_consolidated_by_sweeping_alone() -> None:
    pipeline = in_memory_pipeline()
    append_all(ONE, pipeline.deps)
    assert reconcile(pipeline.deps).idle == 0
    pipeline.clock.advance(pipeline.deps.idle_after + timedelta(seconds=1))
    swept = reconcile(pipeline.deps)
    assert (swept.idle, swept.relayed, swept.republished) == (1, 1, 1)
    pipeline.work()
    assert objects(pipeline.deps, ACME, ONE.scope, "city") == ["Berlin"]
    pipeline.clock.advance(timedelta(days=1))
    assert reconcile(pipeline.deps).idle == 0


def test_a_message_in_time_keeps_a_session_open() -> None:
    pipeline = in_memory_pipeline()
    append_all(ONE, pipeline.deps)
    pipeline.clock.advance(pipeline.deps.idle_after - timedelta(seconds=1))
    append_all(talk("s", "alice", "I live in Berlin.", "Ok.", "And I like tea."), pipeline.deps)
    pipeline.clock.advance(timedelta(minutes=2))
    assert reconcile(pipeline.deps).idle == 0


def test_a_sweep_takes_no_more_than_its_limit_and_the_next_one_goes_on() -> None:
    pipeline = in_memory_pipeline()
    talks = [talk(f"s-{n}", f"u-{n}", "I live in Berlin.") for n in range(7)]
    ingest(talks, pipeline.deps)
    pipeline.publisher.take()
    sizes = [reconcile(pipeline.deps, limit=3).relayed for _ in range(4)]
    assert sizes == [3, 3, 1, 0]
    assert done(pipeline) == 7


def done(pipeline: InMemoryPipeline) -> int:
    outcomes: Sequence[object] = pipeline.work()
    return sum(isinstance(outcome, Done) for outcome in outcomes)
