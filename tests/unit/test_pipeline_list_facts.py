"""What `facts` shows follows the clock, not the instant at which a row happened to be written."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import FactStatus
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.models import Event, FactsImported, MemoryRemember
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.list_facts import list_facts
from memory_pipeline.pipeline.record import record_events
from tests.support.pipelines import LATER, in_memory_pipeline
from tests.support.talks import ACME

SRE = Scope.parse("team:sre")


def imported(number: int, object_: str, source: Source, at_day: float) -> Event:
    return FactsImported(
        event_id=UUID(int=number),
        tenant=ACME,
        scope=str(SRE),
        occurred_at=LATER + timedelta(days=at_day),
        ref=f"ref-{number}",
        subject="order-service",
        predicate="cloud",
        object=object_,
        source=source,
    )


def test_an_inference_that_ran_out_is_shown_as_expired_without_any_event() -> None:
    pipeline = in_memory_pipeline(LATER)
    events = [imported(1, "AWS", Source.AGENT_INFERRED, 0)]
    for ref in record_events(events, pipeline.deps):
        assert isinstance(handle(ref, pipeline.deps), Done)
    assert [fact.object for fact in list_facts(ACME, SRE, pipeline.deps)] == ["AWS"]
    pipeline.clock.advance(timedelta(days=8))
    assert list_facts(ACME, SRE, pipeline.deps) == []
    (row,) = list_facts(ACME, SRE, pipeline.deps, history=True)
    assert row.status is FactStatus.EXPIRED
    assert row.valid_to == LATER + timedelta(days=7)
    assert [
        fact.object for fact in list_facts(ACME, SRE, pipeline.deps, as_of=LATER + timedelta(days=1))
    ] == ["AWS"]


def test_what_is_stated_stays_however_long_nothing_is_said() -> None:
    pipeline = in_memory_pipeline(LATER)
    event = MemoryRemember(
        event_id=UUID(int=3),
        tenant=ACME,
        scope="user:alice",
        occurred_at=LATER,
        ref="remember:3",
        text="I live in Munich",
    )
    (ref,) = record_events([event], pipeline.deps)
    assert isinstance(handle(ref, pipeline.deps), Done)
    pipeline.clock.advance(timedelta(days=400))
    assert [fact.object for fact in list_facts(ACME, Scope.of_user("alice"), pipeline.deps)] == ["Munich"]
