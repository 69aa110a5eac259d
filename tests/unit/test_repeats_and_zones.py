"""What is said again never deletes, and instants count, wherever the host believes itself to be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID, uuid4

import pytest

from memory_pipeline.domain.conflict import Conflict, Keep
from memory_pipeline.domain.cost import NOTHING, Cost
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.dedup import decide_duplicate
from memory_pipeline.domain.fact import Fact, FactStatus, VerdictKind
from memory_pipeline.domain.instant import parse_instant
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.events.structured_facts import read_structured_fact
from memory_pipeline.pipeline.at_once import at_once
from memory_pipeline.pipeline.explain import explain
from tests.support.assertions import project, state
from tests.support.pipelines import LATER, InMemoryPipeline, in_memory_pipeline
from tests.support.talks import ACME, ingest, talk

ALICE = Scope.of_user("alice")


class DeletingJudge:
    """Would have everything replaced, whatever it is asked."""

    version = "deleting/1"

    def recommend(self, _: Conflict) -> tuple[Keep, Cost]:
        return Keep.CHALLENGER, NOTHING


def rows(pipeline: InMemoryPipeline) -> list[Fact]:
    return list(pipeline.deps.reader.facts(ACME, ALICE, history=True, now=pipeline.clock.now(), as_of=None))


@pytest.mark.parametrize("text", ["I live in Munich.", "我住在杭州。"])
@pytest.mark.parametrize("minutes", [10, 59, 61, 90, 90 * 24])
def test_the_same_message_again_is_support_and_deletes_nothing(text: str, minutes: int) -> None:
    pipeline = in_memory_pipeline(judge=DeletingJudge())
    talks = [talk("s-1", "alice", text), talk("s-2", "alice", text, day=minutes / 1440)]
    ingest(talks, pipeline.deps)
    pipeline.work()
    (fact,) = rows(pipeline)
    assert (fact.status, fact.valid_to, fact.support) == (FactStatus.CURRENT, None, 2)
    assert fact.valid_from == talks[0].messages[0].at
    assert fact.last_mention_at == talks[1].messages[0].at
    assert {item.session_id for item in fact.evidence} == {"s-1", "s-2"}
    assert [v.kind for v in explain(ACME, fact.id, pipeline.deps).verdicts] == [
        VerdictKind.OPEN,
        VerdictKind.REINFORCE,
    ]


def test_what_is_remembered_again_after_90_minutes_stays_one_row_with_its_id() -> None:
    pipeline = in_memory_pipeline(judge=DeletingJudge())

    def remember(after: timedelta) -> UUID:
        header: dict[str, Any] = {"event_id": uuid4(), "tenant": ACME, "scope": str(ALICE), "ref": str(after)}
        event = make(MemoryRemember, **header, occurred_at=LATER + after, text="Answer in bullet points")
        return UUID(at_once(event, pipeline.deps)["fact_ids"][0])

    first = remember(timedelta(0))
    assert remember(timedelta(minutes=90)) == first
    (fact,) = rows(pipeline)
    assert (fact.id, fact.support, fact.valid_to) == (first, 2, None)
    assert fact.last_mention_at == LATER + timedelta(minutes=90)


@pytest.fixture(params=["America/New_York", "Asia/Tokyo", "UTC"])
def host_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The process believes itself to be there, as a worker on such a host would."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("host_zone")
def test_a_time_without_an_offset_is_utc_and_order_is_by_instant() -> None:
    naive, tokyo, utc = (
        parse_instant(f"2026-01-01T00:30{offset}") for offset in ("", "+09:00", "Z")
    )  # fmt: skip
    assert naive == utc == datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    assert tokyo == utc - timedelta(hours=9)
    facts = project(
        [state("utc", utc), state("tokyo", tokyo), state("naive", naive + timedelta(seconds=1))]
    ).facts
    assert [fact.object for fact in facts] == ["tokyo", "utc", "naive"]
    assert {fact.valid_from.utcoffset() for fact in facts} == {timedelta(0)}


@pytest.mark.usefixtures("host_zone")
def test_an_imported_time_without_an_offset_is_utc_too() -> None:
    line = (
        '{"scope": "user:alice", "subject": "user", "predicate": "city", "object": "Berlin", "source": "CMDB"'
    )
    events = [
        read_structured_fact(f'{line}, "asserted_at": "2026-01-01T00:30{offset}"}}', Tenant("acme"), None)
        for offset in ("", "+09:00", "Z")
    ]
    at = [event.occurred_at for event in events if event is not None]
    assert at[0] == at[2] == datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    assert at[1] == at[0] - timedelta(hours=9)


@pytest.mark.usefixtures("host_zone")
@pytest.mark.parametrize(
    ("seconds", "kind"), [(59 * 60 + 59, "exact"), (3600, "exact"), (60 * 60 + 1, "distinct")]
)
def test_the_window_of_60_minutes_is_right_on_any_host(seconds: int, kind: str) -> None:
    tokyo = timezone(timedelta(hours=9))
    first = datetime(2026, 3, 8, 6, 30, tzinfo=UTC)  # New York's clocks go forward within the hour
    later = (first + timedelta(seconds=seconds)).astimezone(tokyo)
    assert decide_duplicate("The user likes tea", later, "The user likes tea", first, None).kind == kind
    assert decide_duplicate("The user likes tea", first, "The user likes tea", later, None).kind == kind


@pytest.mark.usefixtures("host_zone")
def test_probation_ends_after_seven_days_of_instants() -> None:
    guess = state("Rome", datetime(2026, 3, 5, 12, tzinfo=UTC), source=Source.AGENT_INFERRED)
    (fact,) = project([guess], now=datetime(2026, 3, 12, 11, 59, 59, tzinfo=UTC)).facts
    assert fact.status is FactStatus.CURRENT
    (fact,) = project([guess], now=datetime(2026, 3, 12, 12, 0, 0, tzinfo=UTC)).facts
    assert (fact.status, fact.valid_to) == (FactStatus.EXPIRED, datetime(2026, 3, 12, 12, tzinfo=UTC))
