"""Budgets of a day: whose bounds count, when a day begins and ends, and what becomes of events beyond them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory_pipeline.domain.budget import Budget, budget_of, day_of
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.errors import InvalidInput, ModelReplyUnusable
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.extractor_name import ExtractorName, extractor_name
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.rendering.costs import model_document, model_line, over_budget_line
from memory_pipeline.pipeline.model_day import model_day
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import EventRef, EventState
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.llm_clients import said
from tests.support.pipelines import InMemoryPipeline, ScriptedExtractor, in_memory_pipeline

TENANT, BO = Tenant("acme"), Scope.of_user("bo")
MORNING = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


class Paid(ScriptedExtractor):
    """The rules, under the name and at the price of a model."""

    @property
    def version(self) -> str:
        return "openai/vendor/small/extract-1"

    def extract(self, messages, *, person=None):  # type: ignore[no-untyped-def]
        found = super().extract(messages, person=person)
        return replace(found, extractor=self.version, cost=Cost(1, 900, 100, 500))


def closed(pipeline: InMemoryPipeline, name: str, text: str = "I live in Oslo.") -> EventRef:
    key = SessionKey(TENANT, BO, name)
    record_message(key, SessionInfo(user_id="bo"), said(text, at=MORNING)[0], pipeline.deps)
    event_id = close_session(key, pipeline.deps)
    assert event_id is not None
    return EventRef(TENANT, BO, EventId(event_id))


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("rules/3", ExtractorName("rules", None, "3")),
        ("openai/gpt-5/extract-ab", ExtractorName("openai", "gpt-5", "extract-ab")),
        ("openai/meta/llama-4/extract-ab", ExtractorName("openai", "meta/llama-4", "extract-ab")),
    ],
)
def test_a_version_names_program_model_and_prompt(version: str, name: ExtractorName) -> None:
    assert extractor_name(version) == name


def test_the_policy_stands_before_the_settings() -> None:
    assert budget_of(DEFAULT_POLICY, Budget(5, 100)) == Budget(5, 100)
    assert budget_of(replace(DEFAULT_POLICY, daily_calls=0), Budget(5, 100)) == Budget(0, 100)
    assert not budget_of(DEFAULT_POLICY, Budget()).bounded


@pytest.mark.parametrize(
    ("budget", "calls", "tokens", "used_up"),
    [
        (Budget(), 10**6, 10**9, False),
        (Budget(calls=2), 1, 10**9, False),
        (Budget(calls=2), 2, 0, True),
        (Budget(tokens=100), 5, 99, False),
        (Budget(calls=9, tokens=100), 5, 100, True),
        (Budget(calls=0), 0, 0, True),
    ],
)
def test_a_bound_is_reached_and_not_passed(budget: Budget, calls: int, tokens: int, used_up: bool) -> None:
    assert budget.used_up(calls, tokens) is used_up


@pytest.mark.parametrize(
    ("now", "zone", "since", "until"),
    [
        ("2026-06-01T23:30:00+00:00", "UTC", "2026-06-01T00:00:00+00:00", "2026-06-02T00:00:00+00:00"),
        (
            "2026-06-01T23:30:00+00:00",
            "Asia/Shanghai",
            "2026-06-01T16:00:00+00:00",
            "2026-06-02T16:00:00+00:00",
        ),
        # 23 and 25 hours: the clock goes forward and back
        (
            "2026-03-29T10:00:00+00:00",
            "Europe/Berlin",
            "2026-03-28T23:00:00+00:00",
            "2026-03-29T22:00:00+00:00",
        ),
        (
            "2026-10-25T10:00:00+00:00",
            "Europe/Berlin",
            "2026-10-24T22:00:00+00:00",
            "2026-10-25T23:00:00+00:00",
        ),
    ],
)
def test_a_day_is_the_tenants(now: str, zone: str, since: str, until: str) -> None:
    found = day_of(datetime.fromisoformat(now), ZoneInfo(zone))
    assert found == (datetime.fromisoformat(since), datetime.fromisoformat(until))


@pytest.mark.parametrize("changes", [{"daily_calls": -1}, {"daily_tokens": -5}, {"zone": " "}])
def test_a_policy_with_no_such_bound_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="policy"):
        Policy(**changes)  # type: ignore[arg-type]


def test_beyond_the_budget_events_rest_until_the_tenants_next_day_and_then_go_on() -> None:
    pipeline = in_memory_pipeline(MORNING, extractor=Paid(), budget=Budget(calls=1))
    pipeline.deps.policies.save(TENANT, replace(DEFAULT_POLICY, zone="Asia/Shanghai"))
    first, second = closed(pipeline, "s1"), closed(pipeline, "s2", "I like tea.")
    pipeline.work()
    rests = pipeline.entry(second)
    assert pipeline.entry(first).state is EventState.DONE
    assert (rests.state, rests.reason, rests.attempts, rests.failures) == (EventState.PENDING, "budget", 0, 0)
    assert rests.next_attempt_at == datetime(2026, 6, 1, 16, 0, tzinfo=UTC)
    stats = pipeline.deps.ledger.stats()
    assert (stats.over_budget, stats.over_budget_until) == (1, rests.next_attempt_at)
    assert "1 calls, 1000 tokens" in (rests.error or "")

    reconcile(pipeline.deps)
    assert pipeline.work() == []  # nobody tries before its time
    pipeline.clock.set(rests.next_attempt_at)
    reconcile(pipeline.deps)
    pipeline.work()
    assert (pipeline.entry(second).state, pipeline.entry(second).attempts) == (EventState.DONE, 1)
    assert pipeline.deps.ledger.stats().over_budget == 0


def test_a_rest_takes_nothing_of_the_time_that_attempts_have() -> None:
    pipeline = in_memory_pipeline(
        MORNING, extractor=Paid(ModelReplyUnusable("cut", "length")), budget=Budget(calls=0)
    )
    ref = closed(pipeline, "s1")
    for day in range(5):  # longer than attempts have in all
        pipeline.clock.set(MORNING + timedelta(days=day))
        reconcile(pipeline.deps)
        pipeline.work()
    pipeline.deps.policies.save(TENANT, replace(DEFAULT_POLICY, daily_calls=10))
    pipeline.clock.set(MORNING + timedelta(days=5))
    reconcile(pipeline.deps)
    pipeline.work()
    assert (pipeline.entry(ref).state, pipeline.entry(ref).reason) == (EventState.FAILED, "length")


def test_retry_takes_up_at_once_what_rests_for_a_budget_that_was_raised() -> None:
    pipeline = in_memory_pipeline(MORNING, extractor=Paid(), budget=Budget(tokens=0))
    ref = closed(pipeline, "s1")
    pipeline.work()
    pipeline.deps.policies.save(TENANT, replace(DEFAULT_POLICY, daily_tokens=5_000))
    assert pipeline.deps.ledger.retry(TENANT, [ref.event_id], now=pipeline.clock.now()) == [ref]
    pipeline.deps.publisher.publish(ref)
    pipeline.work()
    assert pipeline.entry(ref).state is EventState.DONE


def test_rules_know_no_budget_and_cost_nothing() -> None:
    pipeline = in_memory_pipeline(MORNING, budget=Budget(calls=0, tokens=0))
    ref = closed(pipeline, "s1")
    pipeline.work()
    assert pipeline.entry(ref).state is EventState.DONE
    assert model_day(TENANT, DEFAULT_POLICY, pipeline.deps).totals == []


def test_what_failed_attempts_took_is_written_down_too() -> None:
    failed = ModelReplyUnusable("cut", "length")
    failed.paid = Cost(3, 2_000, 300)
    pipeline = in_memory_pipeline(MORNING, extractor=Paid(failed))
    ref = closed(pipeline, "s1")
    pipeline.work()
    pipeline.clock.set(MORNING + timedelta(hours=1))
    reconcile(pipeline.deps)
    pipeline.work()
    costs = pipeline.deps.costs
    assert costs is not None
    lines = costs.of_event(TENANT, ref.event_id)
    assert [(line.attempt, line.outcome, line.cost) for line in lines] == [
        (1, "length", Cost(3, 2_000, 300)),
        (2, "done", Cost(1, 900, 100, 500)),
    ]
    assert {(line.model, line.prompt_version) for line in lines} == {("vendor/small", "extract-1")}
    assert pipeline.entry(ref).result["cached_tokens"] == 500


def test_an_attempt_that_overran_its_time_leaves_a_line() -> None:
    class Overrun(Exception):  # noqa: N818
        pass

    pipeline = in_memory_pipeline(MORNING, extractor=Paid(Overrun()), time_is_up=(Overrun,))
    ref = closed(pipeline, "s1")
    pipeline.work()
    costs = pipeline.deps.costs
    assert costs is not None
    assert [(line.outcome, line.cost) for line in costs.of_event(TENANT, ref.event_id)] == [
        ("attempt_overran", Cost())
    ]


def test_small_talk_alone_asks_nobody_whatever_the_budget() -> None:
    pipeline = in_memory_pipeline(MORNING, extractor=Paid(Extraction("never asked")), budget=Budget(calls=0))
    ref = closed(pipeline, "s1", "thanks!")
    pipeline.work()
    assert pipeline.entry(ref).state is EventState.DONE


def test_the_day_is_shown_with_its_bounds() -> None:
    pipeline = in_memory_pipeline(MORNING, extractor=Paid(), budget=Budget(tokens=1_500))
    closed(pipeline, "s1")
    pipeline.work()
    document = model_document(TENANT, model_day(TENANT, DEFAULT_POLICY, pipeline.deps))
    assert (document["calls"], document["prompt_tokens"], document["completion_tokens"]) == (1, 900, 100)
    assert document["budget"] == {"calls": None, "tokens": 1_500, "used_up": False}
    assert model_line(document) == "1 calls, 1,000 of 1,500 tokens (vendor/small)"
    assert over_budget_line({"events": 0, "until": None}) == "none"
    rests = over_budget_line({"events": 2, "until": "2026-06-02T00:00:00+00:00"})
    assert rests == "2, the first until 2026-06-02 00:00 UTC"
