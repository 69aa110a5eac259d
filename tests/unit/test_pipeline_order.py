"""Whatever the order, the number of deliveries and the way they mix: the same memories."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.pipeline.handle import Done, NotMine, handle
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import EventRef
from tests.support.pipelines import InMemoryPipeline, Memories, in_memory_pipeline, memories
from tests.support.talks import ACME, SRE, Talk, ingest, interleaved, small_world

TALKS = small_world()
SCOPES = [SRE, *(one.scope for one in TALKS)]


def held(pipeline: InMemoryPipeline) -> dict[str, Memories]:
    return memories(pipeline.deps, ACME, SCOPES)


@cache
def one_after_another() -> dict[str, Memories]:
    pipeline = in_memory_pipeline()
    for one in TALKS:
        ingest([one], pipeline.deps)
        pipeline.work()
    found = held(pipeline)
    assert sum(len(each.facts) for each in found.values()) >= 12
    assert any(each.episodes for each in found.values())
    return found


def deliver(refs: Sequence[EventRef], pipeline: InMemoryPipeline) -> None:
    outcomes = [handle(ref, pipeline.deps) for ref in refs]
    assert {type(outcome) for outcome in outcomes} <= {Done, NotMine}
    assert sum(isinstance(outcome, Done) for outcome in outcomes) == len(set(refs))


@settings(max_examples=40, deadline=None)
@given(order=st.permutations(TALKS), data=st.data())
def test_any_order_of_sessions_and_events_each_delivered_twice_gives_the_same_memories(
    order: list[Talk], data: st.DataObject
) -> None:
    pipeline = in_memory_pipeline()
    ingest(order, pipeline.deps)
    hints = pipeline.publisher.take()
    deliver(data.draw(st.permutations([*hints, *hints])), pipeline)
    assert held(pipeline) == one_after_another()


@settings(max_examples=25, deadline=None)
@given(order=st.permutations(TALKS), data=st.data())
def test_sessions_that_are_held_at_the_same_time_do_not_mix(order: list[Talk], data: st.DataObject) -> None:
    pipeline = in_memory_pipeline()
    for one, message in interleaved(order):
        record_message(one.key(), one.info, message, pipeline.deps)
        if data.draw(st.booleans()):
            record_message(one.key(), one.info, message, pipeline.deps)
    for one in data.draw(st.permutations(order)):
        close_session(one.key(), pipeline.deps, at=one.ended_at)
    deliver(data.draw(st.permutations(pipeline.publisher.take())), pipeline)
    assert held(pipeline) == one_after_another()


@settings(max_examples=15, deadline=None)
@given(order=st.permutations(TALKS))
def test_the_same_again_adds_no_row_and_asks_no_extractor(order: list[Talk]) -> None:
    pipeline = in_memory_pipeline()
    first = ingest(TALKS, pipeline.deps)
    pipeline.work()
    before = rows(pipeline)
    second = ingest(order, pipeline.deps)
    assert set(second) == set(first)
    assert set(map(type, pipeline.work())) == {NotMine}
    assert rows(pipeline) == before
    assert held(pipeline) == one_after_another()


def rows(pipeline: InMemoryPipeline) -> dict[str, int]:
    with pipeline.state.reading() as tables:
        return {name: len(getattr(tables, name)) for name in tables.__slots__}
