"""With `durable` a message and the end of its session are in Postgres before the call returns; without, an error says so."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memory_pipeline.domain.errors import BrokerUnavailable, DatabaseUnavailable
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.record_durably import append_durably, close_durably
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.ledger import EventRef, EventState, Lane
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline, memories, objects
from tests.support.talks import ACME, Talk, append_all, ingest, talk

ONE = talk("s", "alice", "I live in Berlin.", "Ok.", "I like green tea.", "Noted.")


class Gone:
    """A Redis that cannot be reached, whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        def refuse(*_: object, **__: object) -> None:
            raise BrokerUnavailable(f"Redis cannot be reached ({name})")

        return refuse


def without_redis(pipeline: InMemoryPipeline) -> Dependencies:
    gone: Any = Gone()
    return replace(pipeline.deps, working=gone, publisher=gone)


def append(one: Talk, deps: Dependencies) -> None:
    for message in one.messages:
        assert append_durably(one.key(), one.info, message, deps).new


def ids_in_transcript(pipeline: InMemoryPipeline) -> list[str]:
    transcript = pipeline.deps.transcripts.read(ONE.key())
    return [] if transcript is None else [message.id for message in transcript.messages]


def test_a_durable_append_and_close_stand_in_transcript_and_ledger_at_once() -> None:
    pipeline = in_memory_pipeline()
    append(ONE, pipeline.deps)
    assert ids_in_transcript(pipeline) == [message.id for message in ONE.messages]
    closed = close_durably(ONE.key(), pipeline.deps, at=ONE.ended_at)
    assert closed is not None
    assert pipeline.entry(EventRef(ACME, ONE.scope, closed)).state is EventState.PENDING
    assert pipeline.deps.working.inbox(10) == []


def test_a_durable_append_brings_what_was_said_before_it_along() -> None:
    pipeline = in_memory_pipeline()
    for message in ONE.messages[:3]:
        record_message(ONE.key(), ONE.info, message, pipeline.deps)
    assert ids_in_transcript(pipeline) == []
    append_durably(ONE.key(), ONE.info, ONE.messages[3], pipeline.deps)
    assert ids_in_transcript(pipeline) == [message.id for message in ONE.messages]


def test_without_redis_a_whole_session_is_remembered_all_the_same() -> None:
    pipeline, reference = in_memory_pipeline(), in_memory_pipeline()
    down = without_redis(pipeline)
    append(ONE, down)
    closed = close_durably(ONE.key(), down, at=ONE.ended_at)
    assert closed is not None
    assert closed == ingest([ONE], reference.deps)[-1]
    assert isinstance(handle(EventRef(ACME, ONE.scope, closed), pipeline.deps), Done)
    reference.work()
    assert memories(pipeline.deps, ACME, [ONE.scope]) == memories(reference.deps, ACME, [ONE.scope])


def test_without_redis_a_session_never_closed_is_found_idle() -> None:
    pipeline = in_memory_pipeline()
    append(ONE, without_redis(pipeline))
    assert reconcile(pipeline.deps).republished == 0
    pipeline.clock.advance(pipeline.deps.idle_after + timedelta(seconds=1))
    assert reconcile(pipeline.deps).republished > 0
    outcomes = pipeline.work()
    assert {type(each) for each in outcomes} == {Done}
    assert objects(pipeline.deps, ACME, ONE.scope, "city") == ["Berlin"]
    transcript = pipeline.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert [mark.position for mark in transcript.marks] == [len(ONE.messages) - 1]
    assert transcript.watermark == len(ONE.messages)


def test_without_durable_an_error_says_what_is_down() -> None:
    down = without_redis(in_memory_pipeline())
    with pytest.raises(BrokerUnavailable, match="cannot be reached"):
        record_message(ONE.key(), ONE.info, ONE.messages[0], down)
    with pytest.raises(BrokerUnavailable, match="cannot be reached"):
        close_session(ONE.key(), down)


def test_a_session_that_only_redis_knows_cannot_be_closed_without_it() -> None:
    pipeline = in_memory_pipeline()
    append_all(ONE, pipeline.deps)
    with pytest.raises(BrokerUnavailable, match="close it again"):
        close_durably(ONE.key(), without_redis(pipeline))


def test_a_durable_append_without_a_database_fails_with_its_sentence() -> None:
    pipeline = in_memory_pipeline()

    class Down:
        def absorb(self, *_: object, **__: object) -> None:
            raise DatabaseUnavailable("Postgres cannot be reached")

    transcripts: Any = Down()
    with pytest.raises(DatabaseUnavailable):
        append_durably(ONE.key(), ONE.info, ONE.messages[0], replace(pipeline.deps, transcripts=transcripts))


def test_closing_an_empty_session_durably_is_nothing() -> None:
    assert close_durably(ONE.key(), in_memory_pipeline().deps) is None


def test_what_was_said_while_redis_was_away_is_closed_once_it_is_back() -> None:
    pipeline = in_memory_pipeline()
    append(ONE, without_redis(pipeline))
    closed = close_durably(ONE.key(), pipeline.deps, at=ONE.ended_at)
    assert closed is not None
    assert isinstance(handle(EventRef(ACME, ONE.scope, closed), pipeline.deps), Done)
    assert objects(pipeline.deps, ACME, ONE.scope, "city") == ["Berlin"]
    assert close_durably(ONE.key(), pipeline.deps) == closed


def test_the_lane_is_kept_through_the_inbox() -> None:
    pipeline = in_memory_pipeline()
    for session in ("bulk", "live"):
        one = talk(session, "alice", "I live in Berlin.", "Ok.")
        ingest([one], pipeline.deps, lane=Lane.BULK if session == "bulk" else Lane.LIVE)
    assert sorted(ref.lane for ref in relay(pipeline.deps)) == [Lane.BULK, Lane.LIVE]
