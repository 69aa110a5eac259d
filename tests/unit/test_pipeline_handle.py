"""One attempt of one event: done, put back, dead or not ours, and what each leaves in the ledger."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.domain.errors import (
    InvalidInput,
    ModelRateLimited,
    ModelRefusedKey,
    ModelReplyUnusable,
    ModelUnavailable,
    PermanentError,
)
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.dependencies import Attempts
from memory_pipeline.pipeline.handle import Dead, Done, NotMine, PutBack, handle
from memory_pipeline.pipeline.relay import relay_one
from memory_pipeline.pipeline.rest import rest
from memory_pipeline.ports.ledger import Claim, EventRef, EventState, Lane
from tests.support.pipelines import InMemoryPipeline, ScriptedExtractor, in_memory_pipeline, objects
from tests.support.talks import ACME, ingest, talk

ONE = talk("s", "alice", "I live in Berlin.", "Ok.")


def failing(*errors: Exception, **changes: Any) -> tuple[InMemoryPipeline, EventRef]:
    """A pipeline whose extractor raises these first, and the event of a session in it."""
    pipeline = in_memory_pipeline(extractor=ScriptedExtractor(*errors), **changes)
    ingest([ONE], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    return pipeline, ref


def test_a_transient_failure_puts_the_event_back_with_its_sentence() -> None:
    pipeline, ref = failing(ModelUnavailable("the endpoint answers 503"))
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, PutBack)
    entry = pipeline.entry(ref)
    assert (entry.state, entry.attempts, entry.lease_until) == (EventState.FAILED, 1, None)
    assert (entry.reason, entry.error) == ("model_unavailable", "the endpoint answers 503")
    assert entry.next_attempt_at == outcome.next_attempt_at
    assert pipeline.clock.now() <= outcome.next_attempt_at <= pipeline.clock.now() + timedelta(seconds=5)


def test_a_later_attempt_that_succeeds_leaves_no_error_behind() -> None:
    pipeline, ref = failing(ModelUnavailable("down"))
    handle(ref, pipeline.deps)
    pipeline.clock.advance(timedelta(minutes=20))
    assert isinstance(handle(ref, pipeline.deps), Done)
    entry = pipeline.entry(ref)
    assert (entry.state, entry.attempts, entry.reason, entry.error) == (EventState.DONE, 2, None, None)


def test_a_permanent_failure_is_dead_at_once_and_a_person_can_send_it_again() -> None:
    pipeline, ref = failing(ModelRefusedKey("the key was refused: check MEMORY_PIPELINE_LLM_API_KEY"))
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Dead)
    entry = pipeline.entry(ref)
    assert (entry.state, entry.reason) == (EventState.DEAD, "model_refused_key")
    assert "MEMORY_PIPELINE_LLM_API_KEY" in str(entry.error)
    assert isinstance(handle(ref, pipeline.deps), NotMine)
    assert pipeline.deps.ledger.retry(ACME, None, now=pipeline.clock.now()) == [ref]
    assert isinstance(handle(ref, pipeline.deps), Done)
    assert objects(pipeline.deps, ACME, ONE.scope, "city") == ["Berlin"]


def test_attempts_run_out_and_the_last_error_is_what_stays() -> None:
    errors = [ModelReplyUnusable(f"not JSON, try {n}", "not_json") for n in range(9)]
    pipeline, ref = failing(*errors, attempts=Attempts(most=3))
    outcomes = []
    for _ in range(5):
        outcomes.append(type(handle(ref, pipeline.deps)))
        pipeline.clock.advance(timedelta(hours=1))
    assert outcomes == [PutBack, PutBack, Dead, NotMine, NotMine]
    entry = pipeline.entry(ref)
    assert (entry.state, entry.attempts, entry.reason) == (EventState.DEAD, 3, "not_json")
    assert entry.error == "not JSON, try 2"
    transcript = pipeline.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert transcript.watermark == 0


def test_an_attempt_that_died_with_its_worker_is_taken_over_when_its_lease_has_run_out() -> None:
    pipeline, ref = failing()
    handle_until_claim(pipeline, ref)
    assert isinstance(handle(ref, pipeline.deps), NotMine)
    pipeline.clock.advance(pipeline.deps.attempts.lease)
    assert isinstance(handle(ref, pipeline.deps), Done)
    assert pipeline.entry(ref).attempts == 2


def test_an_event_that_kills_every_worker_is_given_up_in_the_end() -> None:
    pipeline, ref = failing(attempts=Attempts(most=2))
    for _ in range(2):
        assert handle_until_claim(pipeline, ref) is not None
        pipeline.clock.advance(pipeline.deps.attempts.lease)
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Dead)
    assert outcome.reason == "attempts_exhausted"
    assert pipeline.entry(ref).state is EventState.DEAD


def handle_until_claim(pipeline: InMemoryPipeline, ref: EventRef) -> Claim | None:
    """What a worker does before it is killed."""
    deps = pipeline.deps
    relay_one(ref, deps)
    return deps.ledger.claim(ref, now=deps.clock.now(), lease=deps.attempts.lease)


def test_a_worker_that_lost_its_lease_writes_nothing() -> None:
    pipeline, ref = failing()

    class Overtaken(ScriptedExtractor):
        """While the model thinks, the lease runs out and another worker does it all."""

        def extract(self, messages, *, person=None):  # type: ignore[no-untyped-def]
            pipeline.clock.advance(pipeline.deps.attempts.lease)
            assert isinstance(handle(ref, pipeline.deps), Done)
            return super().extract(messages, person=person)

    slow = replace(pipeline.deps, extractor=Overtaken())
    assert isinstance(handle(ref, slow), NotMine)
    entry = pipeline.entry(ref)
    assert (entry.state, entry.attempts) == (EventState.DONE, 2)
    (fact,) = pipeline.deps.reader.facts(ACME, ONE.scope, history=True, now=pipeline.clock.now(), as_of=None)
    assert fact.support == 1


def test_a_defect_of_the_program_puts_the_event_back_and_tells_no_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pipeline, ref = failing(KeyError("what alice said in confidence"))
    with caplog.at_level(logging.WARNING):
        assert isinstance(handle(ref, pipeline.deps), PutBack)
    entry = pipeline.entry(ref)
    assert (entry.state, entry.error) == (EventState.FAILED, "a defect of the program: KeyError")
    assert "KeyError" in caplog.text
    assert "in extract" in caplog.text
    assert "confidence" not in caplog.text
    pipeline.clock.advance(timedelta(hours=1))
    assert isinstance(handle(ref, pipeline.deps), Done)


def test_an_event_nobody_knows_is_not_ours() -> None:
    pipeline = in_memory_pipeline()
    ref = EventRef(ACME, Scope.of_user("alice"), EventId(uuid4()))
    assert isinstance(handle(ref, pipeline.deps), NotMine)


def test_rests_grow_are_bounded_and_the_same_whoever_computes_them() -> None:
    attempts = Attempts()
    for _ in range(200):
        ref = EventRef(ACME, Scope.of_user("alice"), EventId(uuid4()), Lane.BULK)
        for attempt in (*range(1, 15), 45, 60, 2_000):
            claim = Claim(ref, "session.closed", attempt, {})
            waits = rest(claim, attempts, None)
            assert timedelta(0) <= waits <= min(attempts.base * 2 ** min(attempt - 1, 20), attempts.longest)
            assert waits == rest(claim, attempts, None)
            assert rest(claim, attempts, 3600.0) == timedelta(hours=1)


def test_a_rate_limit_that_lasts_is_borne_for_an_events_whole_time_whatever_is_asked_for() -> None:
    limited = [ModelRateLimited("slow down")] * 60
    pipeline, ref = failing(*limited, ModelRateLimited("slow down", retry_after=1e12))
    attempts = pipeline.deps.attempts
    for _ in limited:
        outcome = handle(ref, pipeline.deps)
        assert isinstance(outcome, PutBack)
        assert outcome.next_attempt_at - pipeline.clock.now() <= attempts.longest
        pipeline.clock.set(outcome.next_attempt_at)
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, PutBack)
    assert outcome.next_attempt_at == pipeline.clock.now() + attempts.total
    pipeline.clock.set(outcome.next_attempt_at)
    assert isinstance(handle(ref, pipeline.deps), Done)


def test_a_wait_the_model_asks_for_is_kept() -> None:
    pipeline, ref = failing(ModelRateLimited("slow down", retry_after=120))
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, PutBack)
    assert outcome.next_attempt_at >= pipeline.clock.now() + timedelta(seconds=120)


@pytest.mark.parametrize("error", [InvalidInput("no"), PermanentError("never")])
def test_every_permanent_error_has_a_reason_in_words(error: PermanentError) -> None:
    pipeline, ref = failing(error)
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Dead)
    assert outcome.reason == {"InvalidInput": "invalid_input"}.get(type(error).__name__, "permanent_error")
