"""Who may work on what, for how long, and whose doing it was when an attempt did not come to its end."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from memory_pipeline.adapters.system.isolation import SubprocessIsolation, from_document, to_document
from memory_pipeline.domain.errors import BreakerOpen, ModelRateLimited, ModelUnavailable
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.segments import SegmentRules
from memory_pipeline.events.codec import decode
from memory_pipeline.events.models import SessionThreshold
from memory_pipeline.pipeline.dependencies import Attempts
from memory_pipeline.pipeline.handle import Dead, Done, PutBack, handle
from memory_pipeline.pipeline.hold import held
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_events
from memory_pipeline.pipeline.relay import relay_one
from memory_pipeline.ports.isolation import End, Ended
from memory_pipeline.ports.ledger import Claim, EventRef, EventState, Lane
from memory_pipeline.ports.queues import BrokerState
from tests.support.pipelines import InMemoryPipeline, ScriptedExtractor, in_memory_pipeline, objects
from tests.support.talks import ACME, append_all, ingest, talk

_OTHER = "00000000-0000-5000-8000-000000000001"
ONE = talk("s", "alice", "I live in Berlin.", "Ok.")


def ready(**changes: Any) -> tuple[InMemoryPipeline, EventRef]:
    """A pipeline, and the event of a session in it."""
    pipeline = in_memory_pipeline(**changes)
    ingest([ONE], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    return pipeline, ref


def crash(pipeline: InMemoryPipeline, ref: EventRef) -> None:
    """What a worker leaves behind that is killed in the middle of an attempt."""
    deps = pipeline.deps
    relay_one(ref, deps)
    assert deps.ledger.claim(ref, now=deps.clock.now(), lease=deps.attempts.lease) is not None
    pipeline.clock.advance(deps.attempts.lease)


class FakePlace:
    """A place for suspects whose processes end as the script says; None stands for the attempt itself, done here."""

    def __init__(self, *script: Ended | None) -> None:
        self.script = list(script)
        self.tried: list[Claim] = []

    def run(self, claim: Claim) -> Ended | None:
        self.tried.append(claim)
        return self.script.pop(0)


# -- leases


def test_a_lease_is_renewed_while_its_attempt_works() -> None:
    attempts = Attempts(lease=timedelta(milliseconds=200))
    pipeline, ref = ready(attempts=attempts)
    relay_one(ref, pipeline.deps)
    claim = pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=attempts.lease)
    assert claim is not None
    with held(claim, pipeline.deps):
        pipeline.clock.advance(timedelta(seconds=5))
        time.sleep(0.3)
        assert pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=attempts.lease) is None
    pipeline.clock.advance(attempts.lease)
    assert pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=attempts.lease) is not None


def test_an_attempt_that_hangs_is_given_up_after_its_limit() -> None:
    attempts = Attempts(lease=timedelta(milliseconds=80), limit=timedelta(milliseconds=100))
    pipeline, ref = ready(attempts=attempts)
    relay_one(ref, pipeline.deps)
    claim = pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=attempts.lease)
    assert claim is not None
    with held(claim, pipeline.deps):
        time.sleep(0.3)
        pipeline.clock.advance(timedelta(seconds=1))
        time.sleep(0.1)
        assert pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=attempts.lease) is not None


# -- whose doing it was


def test_kills_from_outside_never_make_an_event_dead() -> None:
    place = FakePlace(*[Ended(End.STOPPED, "ended its process by SIGTERM")] * 9)
    pipeline, ref = ready(attempts=Attempts(most=2, suspicious=3), isolation=place)
    for _ in range(12):
        crash(pipeline, ref)
    assert isinstance(handle(ref, pipeline.deps), PutBack)
    entry = pipeline.entry(ref)
    assert (entry.failures, entry.crashes, entry.state) == (0, 12, EventState.FAILED)
    assert entry.reason == "isolation_busy"


def test_a_suspect_is_tried_alone_and_dies_of_its_own_doing_only() -> None:
    place = FakePlace(
        None,
        Ended(End.CRASHED, "ended its process by SIGKILL"),
        Ended(End.STOPPED, "ended its process by SIGTERM"),
        Ended(End.OVERRAN, "did not end within 240 s"),
        Ended(End.CRASHED, "ended its process with exit code 1"),
    )
    pipeline, ref = ready(attempts=Attempts(most=3, suspicious=3), isolation=place)
    for _ in range(4):
        crash(pipeline, ref)
    seen = []
    for _ in range(5):
        outcome = handle(ref, pipeline.deps)
        seen.append((type(outcome), pipeline.entry(ref).failures))
        pipeline.clock.advance(timedelta(hours=1))
    assert seen == [(PutBack, 0), (PutBack, 1), (PutBack, 1), (PutBack, 2), (Dead, 3)]
    entry = pipeline.entry(ref)
    assert (entry.state, entry.reason) == (EventState.DEAD, "attempt_crashed")
    assert "exit code 1" in str(entry.error)
    assert len(place.tried) == 5


def test_what_a_suspect_came_to_alone_is_what_the_ledger_says() -> None:
    pipeline, ref = ready(attempts=Attempts(suspicious=1))

    class Helpful:
        def run(self, claim: Claim) -> Ended:
            pipeline.deps.ledger.complete(claim, now=pipeline.clock.now(), result={"assertions": 1})
            return Ended(End.FINISHED, "came to an end")

    crash(pipeline, ref)
    outcome = handle(ref, replace(pipeline.deps, isolation=Helpful()))
    assert outcome == Done({"assertions": 1})


# -- the place itself: real processes


def alone(tmp_path: Path, code: str, limit_s: float = 20.0) -> SubprocessIsolation:
    del tmp_path
    return SubprocessIsolation(limit_s, command=(sys.executable, "-c", code))


def a_claim() -> Claim:
    pipeline, ref = ready()
    relay_one(ref, pipeline.deps)
    claim = pipeline.deps.ledger.claim(
        ref, now=pipeline.clock.now(), lease=timedelta(minutes=1), holder="w/1"
    )
    assert claim is not None
    return claim


@pytest.mark.parametrize(
    ("code", "end", "told"),
    [
        ("import sys; sys.stdin.read()", End.FINISHED, "end"),
        ("import os; os.kill(os.getpid(), 9)", End.CRASHED, "SIGKILL"),
        ("import os; os.abort()", End.CRASHED, "SIGABRT"),
        ("import os; os._exit(3)", End.CRASHED, "exit code 3"),
        ("raise SystemExit(75)", End.STOPPED, "75"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", End.STOPPED, "SIGTERM"),
    ],
)
def test_how_a_lent_process_ended(tmp_path: Path, code: str, end: End, told: str) -> None:
    ended = alone(tmp_path, code).run(a_claim())
    assert ended is not None
    assert ended.end is end
    assert told in ended.detail


def test_a_lent_process_that_hangs_is_ended(tmp_path: Path) -> None:
    ended = alone(tmp_path, "import time; time.sleep(60)", limit_s=0.5).run(a_claim())
    assert ended is not None
    assert ended.end is End.OVERRAN


def test_one_suspect_at_a_time(tmp_path: Path) -> None:
    place = alone(tmp_path, "import time; time.sleep(1)")
    first: list[Ended | None] = []
    running = threading.Thread(target=lambda: first.append(place.run(a_claim())))
    running.start()
    time.sleep(0.4)
    assert place.run(a_claim()) is None
    running.join()
    assert first[0] is not None
    assert first[0].end is End.FINISHED


def test_a_claim_travels_whole() -> None:
    claim = a_claim()
    again = from_document(json.loads(json.dumps(to_document(claim))))
    assert again == claim
    assert (again.holder, again.recorded_at) == (claim.holder, claim.recorded_at)


# -- what has to be waited for


def test_an_outage_burns_no_attempts() -> None:
    errors = [BreakerOpen("the endpoint fails", 40.0)] * 20
    pipeline, ref = ready(extractor=ScriptedExtractor(*errors), attempts=Attempts(most=2))
    began, longest = pipeline.clock.now(), pipeline.deps.attempts.longest
    for _ in range(20):
        now, outcome = pipeline.clock.now(), handle(ref, pipeline.deps)
        assert isinstance(outcome, PutBack)
        assert outcome.reason == "breaker_open"
        rest = outcome.next_attempt_at - now
        waited = min(
            now - began, longest
        )  # about as long as it has waited: a long outage is no storm of attempts
        assert max(timedelta(seconds=40), waited / 2) <= rest <= max(timedelta(seconds=40), waited)
        pipeline.clock.advance(rest)
    assert pipeline.entry(ref).failures == 0
    assert isinstance(handle(ref, pipeline.deps), Done)
    assert objects(pipeline.deps, ACME, ONE.scope, "city") == ["Berlin"]


@pytest.mark.parametrize("error", [BreakerOpen("down", 40.0), ModelRateLimited("slow", 40.0)])
def test_no_outage_is_waited_for_beyond_the_total_time(error: Exception) -> None:
    pipeline, ref = ready(
        extractor=ScriptedExtractor(*[error] * 9), attempts=Attempts(total=timedelta(hours=1))
    )
    assert isinstance(handle(ref, pipeline.deps), PutBack)
    pipeline.clock.advance(timedelta(hours=2))
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Dead)
    assert outcome.reason in ("breaker_open", "model_rate_limited")
    pipeline.deps.ledger.retry(ACME, None, now=pipeline.clock.now())
    assert isinstance(handle(ref, pipeline.deps), PutBack)


def test_failures_count_and_waits_do_not() -> None:
    script = [ModelUnavailable("down"), ModelRateLimited("slow", 5.0), ModelUnavailable("down")]
    pipeline, ref = ready(extractor=ScriptedExtractor(*script), attempts=Attempts(most=3))
    for _ in script:
        assert isinstance(handle(ref, pipeline.deps), PutBack)
        pipeline.clock.advance(timedelta(hours=1))
    assert (pipeline.entry(ref).failures, pipeline.entry(ref).attempts) == (2, 3)
    assert isinstance(handle(ref, pipeline.deps), Done)


def test_the_time_limit_of_a_task_is_no_defect_and_is_told_as_what_it_is() -> None:
    script = [SoftTimeLimitExceeded()] * 2
    pipeline, ref = ready(
        extractor=ScriptedExtractor(*script), time_is_up=(SoftTimeLimitExceeded,), attempts=Attempts(most=2)
    )
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, PutBack)
    assert outcome.reason == "attempt_overran"
    pipeline.clock.advance(timedelta(hours=1))
    assert handle(ref, pipeline.deps) == Dead("attempt_overran", "the attempt had its 240 s")
    transcript = pipeline.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert transcript.watermark == 0


# -- one worker at a time per session


class Paused(ScriptedExtractor):
    """A model that thinks until it is told to answer."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_once = threading.Event()
        self.go_on = threading.Event()

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        self.asked_once.set()
        assert self.go_on.wait(20)
        return super().extract(messages, person=person)


def test_two_events_of_one_session_do_not_both_ask_the_model() -> None:
    model = Paused()
    pipeline = in_memory_pipeline(extractor=model)
    append_all(ONE, pipeline.deps)
    close_session(ONE.key(), pipeline.deps)
    pipeline.deps.working.close_if_idle(
        ONE.key(), before=pipeline.clock.now() + timedelta(days=1), at=pipeline.clock.now()
    )
    first, second = two_events(pipeline)
    outcomes: list[Any] = []
    working = threading.Thread(target=lambda: outcomes.append(handle(first, pipeline.deps)))
    working.start()
    assert model.asked_once.wait(20)
    outcome = handle(second, pipeline.deps)
    assert isinstance(outcome, PutBack)
    assert outcome.reason == "session_busy"
    model.go_on.set()
    working.join()
    pipeline.clock.advance(timedelta(seconds=3))
    assert isinstance(outcomes[0], Done)
    assert isinstance(handle(second, pipeline.deps), Done)
    assert len(model.asked) == 1


def two_events(pipeline: InMemoryPipeline) -> list[EventRef]:
    """The hints of the session's close, and of a threshold event for the same messages."""
    (closed,) = pipeline.publisher.take()
    relay_one(closed, pipeline.deps)
    document = pipeline.entry(closed).document
    event = decode({**document, "type": "session.threshold", "event_id": _OTHER})
    assert isinstance(event, SessionThreshold)
    (other,) = record_events([event], pipeline.deps)
    pipeline.publisher.take()
    return [closed, other]


def test_a_session_whose_worker_died_is_free_when_the_lease_of_its_event_is_over() -> None:
    pipeline = in_memory_pipeline()
    ingest([ONE], pipeline.deps)
    first, second = two_events(pipeline)
    deps = pipeline.deps
    claim = deps.ledger.claim(first, now=pipeline.clock.now(), lease=deps.attempts.lease, holder="gone")
    assert claim is not None
    log = deps.working.read(ONE.key())
    assert log is not None
    deps.transcripts.absorb(log, now=pipeline.clock.now())
    assert deps.transcripts.hold(ONE.key(), claim, now=pipeline.clock.now())
    assert isinstance(handle(second, deps), PutBack)
    pipeline.clock.advance(deps.attempts.lease)
    assert isinstance(handle(second, deps), Done)


def test_a_long_session_is_done_in_turns() -> None:
    talks = talk("s", "alice", *["I live in Berlin.", "Ok."] * 4)

    class Slow(ScriptedExtractor):
        def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
            pipeline.clock.advance(timedelta(seconds=30))
            return super().extract(messages, person=person)

    model = Slow()
    pipeline = in_memory_pipeline(
        extractor=model, segment_rules=SegmentRules(turns=1), attempts=Attempts(turn=timedelta(seconds=45))
    )
    ingest([talks], pipeline.deps)
    ref = pipeline.publisher.take()[-1]
    outcomes: list[Any] = []
    while not isinstance(outcomes[-1] if outcomes else None, Done):
        outcomes.append(handle(ref, pipeline.deps))
    assert [type(each) for each in outcomes] == [PutBack, Done]
    assert isinstance(outcomes[0], PutBack)
    assert outcomes[0].reason == "turn_over"
    assert len(model.asked) == 4
    assert pipeline.entry(ref).failures == 0
    result = pipeline.entry(ref).result
    assert (result["segments"], result["extractor_calls"]) == (4, 4), "of all turns, not of the last"


def test_the_end_that_an_event_names_stays_in_the_transcript() -> None:
    pipeline, ref = ready()
    log = pipeline.deps.working.read(ONE.key())
    assert log is not None
    # The log has run out, and the transcript was absorbed before the close.
    without_mark = replace(log, entries=tuple(each for each in log.entries if isinstance(each, Message)))
    pipeline.deps.transcripts.absorb(without_mark, now=pipeline.clock.now())
    relay_one(ref, pipeline.deps)
    pipeline.deps.working.settle(ONE.key(), ONE.messages[-1].id, timedelta(seconds=1))
    pipeline.clock.advance(timedelta(seconds=2))
    assert isinstance(handle(ref, pipeline.deps), Done)
    transcript = pipeline.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert [(mark.position, mark.kind) for mark in transcript.marks] == [(len(ONE.messages) - 1, "closed")]


# -- hints


class Counted:
    """A broker's gauge that reads the hints not taken yet."""

    def __init__(self, pipeline: InMemoryPipeline) -> None:
        self._pipeline = pipeline

    def state(self) -> BrokerState:
        lanes = [ref.lane.value for ref in self._pipeline.publisher.published]
        return BrokerState({lane.value: lanes.count(lane.value) for lane in Lane}, 0, None)


def test_hints_that_a_broker_lost_are_sent_again_at_once_where_its_queue_is_empty() -> None:
    pipeline = in_memory_pipeline()
    deps = replace(pipeline.deps, gauge=Counted(pipeline))
    for n, lane in enumerate([Lane.LIVE, Lane.BULK]):
        ingest([talk(f"s{n}", "alice", "I live in Berlin.")], deps, lane=lane)
    reconcile(deps)
    pipeline.clock.advance(timedelta(minutes=1))
    reconcile(deps)
    pipeline.clock.advance(timedelta(seconds=5))
    assert reconcile(deps).republished == 0  # they wait in the queue
    pipeline.publisher.take()
    assert reconcile(deps).republished == 2
    assert {ref.lane for ref in pipeline.publisher.take()} == {Lane.LIVE, Lane.BULK}
    assert reconcile(pipeline.deps).republished == 0  # nobody tells: then the rest after a hint counts


def test_as_many_hints_are_sent_as_a_queue_lacks() -> None:
    pipeline = in_memory_pipeline()
    deps = replace(pipeline.deps, gauge=Counted(pipeline))
    ingest([talk(f"s{n}", "alice", "I live in Berlin.") for n in range(5)], deps)
    assert reconcile(deps).republished == 0  # what the backend sent waits there still
    for _ in range(60):
        pipeline.clock.advance(timedelta(minutes=1))
        assert reconcile(deps).republished == 0
    for ref in pipeline.publisher.take()[:3]:
        deps.publisher.publish(ref)
    assert reconcile(deps).republished == 2


def test_a_long_queue_is_not_flooded() -> None:
    pipeline = in_memory_pipeline()
    ingest([talk("s", "alice", "I live in Berlin.")], pipeline.deps)
    sent = 0
    for _ in range(720):
        sent += reconcile(pipeline.deps).republished
        pipeline.clock.advance(timedelta(seconds=5))
    assert 5 <= sent <= 20


def test_waiting_in_good_order_makes_no_later_failure_rest_longer() -> None:
    script = [*[BreakerOpen("down", 1.0)] * 12, ModelUnavailable("down")]
    pipeline, ref = ready(extractor=ScriptedExtractor(*script))
    for _ in range(12):
        postponed = handle(ref, pipeline.deps)
        assert isinstance(postponed, PutBack)
        pipeline.clock.advance(postponed.next_attempt_at - pipeline.clock.now())
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, PutBack)
    assert outcome.next_attempt_at - pipeline.clock.now() <= pipeline.deps.attempts.base
