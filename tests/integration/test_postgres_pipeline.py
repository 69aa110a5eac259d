"""The use cases on real Postgres and Valkey: the same memories as in memory, and one commit however many try at once."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import PermanentError
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.fill_vectors import fill_vectors_everywhere
from memory_pipeline.pipeline.handle import Dead, Done, NotMine, Outcome, PutBack, handle
from memory_pipeline.pipeline.recall import Query, recall
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.ledger import NO_BOUND, EventRef, EventState, NewEvent
from tests.support.pipelines import ScriptedExtractor, in_memory_pipeline, memories, objects
from tests.support.server_pipelines import row_counts, server_pipeline, work
from tests.support.talks import ACME, SRE, Talk, ingest, many_talks, small_world, talk

pytestmark = pytest.mark.servers

ALICE = Scope.of_user("alice")
PATIENT = timedelta(seconds=30)


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


@pytest.fixture
def deps(pipeline: Pipeline) -> Dependencies:
    """The real thing, but for a quick embedder, hints that stay in a list, and no bound to what one person may hold."""
    real = pipeline.dependencies
    attempts = replace(real.attempts, shares=NO_BOUND)
    return replace(real, embedder=InMemoryEmbedder(64), publisher=InMemoryPublisher(), attempts=attempts)


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Runs the jobs in as many threads, all let go at the same instant; their results, errors raised."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        barrier.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [each.result() for each in [pool.submit(run, job) for job in jobs]]


def in_memory(talks: list[Talk]) -> dict[str, Any]:
    pipeline = in_memory_pipeline(datetime.now(UTC))
    ingest(talks, pipeline.deps)
    pipeline.work(rounds=1000)
    return memories(pipeline.deps, ACME, [SRE, *(one.scope for one in talks)])


def held(deps: Dependencies, talks: list[Talk]) -> dict[str, Any]:
    return memories(deps, ACME, [SRE, *(one.scope for one in talks)])


def test_servers_and_memory_hold_the_same_facts_ids_included(deps: Dependencies) -> None:
    talks = small_world()
    random.Random(7).shuffle(talks)
    ingest(talks, deps)
    refs = relay(deps)
    twice = [*refs, *refs]
    random.Random(8).shuffle(twice)
    outcomes = Counter(type(handle(ref, deps)) for ref in twice)
    assert outcomes == {Done: len(talks), NotMine: len(talks)}
    assert held(deps, talks) == in_memory(small_world())


def test_the_same_again_adds_no_row_in_any_table(pipeline: Pipeline, deps: Dependencies) -> None:
    extractor = ScriptedExtractor()
    counting = replace(deps, extractor=extractor)
    first = ingest(small_world(), counting)
    work(counting)
    before, asked = row_counts(pipeline.urls.database), len(extractor.asked)
    assert asked >= 8
    assert before["vectors"] > 10
    again = small_world()
    again.reverse()
    assert sorted(ingest(again, counting)) == sorted(first)
    assert set(map(type, work(counting))) == {NotMine}
    assert (row_counts(pipeline.urls.database), len(extractor.asked)) == (before, asked)


def test_the_same_after_the_working_tier_has_let_go_adds_no_row_either(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    import redis

    ingest(small_world(), deps)
    work(deps)
    before = row_counts(pipeline.urls.database)
    with redis.Redis.from_url(pipeline.urls.redis) as client:
        client.flushdb()
    ingest(small_world(), deps)
    assert set(map(type, work(deps))) == {NotMine}
    assert row_counts(pipeline.urls.database) == before


def test_eight_workers_on_one_event_commit_it_once(deps: Dependencies) -> None:
    one = small_world()[:1]
    ingest(one, deps)
    (ref,) = relay(deps)
    outcomes = at_once(*[lambda: handle(ref, deps)] * 8)
    assert Counter(map(type, outcomes)) == {Done: 1, NotMine: 7}
    assert held(deps, one) == in_memory(one)


def test_workers_on_the_sessions_of_one_person_at_once_leave_what_one_would(deps: Dependencies) -> None:
    talks = [talk for talk in many_talks(40) if talk.user == "user-1"]
    ingest(talks, deps)
    outcomes: list[Outcome] = at_once(*[lambda ref=ref: handle(ref, deps) for ref in relay(deps)])
    assert {type(outcome) for outcome in outcomes} == {Done}
    assert held(deps, talks) == in_memory(talks)


def test_a_close_and_its_threshold_at_once_extract_each_message_once(deps: Dependencies) -> None:
    texts = [text for n in range(31) for text in (f"I like tour number {n}.", "Noted.")]
    one = talk("long", "alice", *texts)
    extractor = ScriptedExtractor()
    busy = replace(deps, extractor=extractor)
    assert len(ingest([one], busy)) == 2
    refs = relay(busy)
    outcomes: list[Outcome] = at_once(*[lambda ref=ref: handle(ref, busy) for ref in [*refs, *refs]])
    waiting = [outcome for outcome in outcomes if isinstance(outcome, PutBack)]
    assert {outcome.reason for outcome in waiting} <= {"session_busy"}  # one at a time holds a session
    if waiting:
        time.sleep(max(0.0, (waiting[0].next_attempt_at - busy.clock.now()).total_seconds()) + 0.05)
        outcomes += [handle(ref, busy) for ref in refs]
    done = [outcome for outcome in outcomes if isinstance(outcome, Done)]
    assert len(done) == 2
    assert sum(outcome.result["assertions"] for outcome in done) == 31
    asked = [message for segment in extractor.asked for message in segment]
    assert len(asked) == len(set(asked))
    assert held(deps, [one]) == in_memory([one])


def test_eight_writers_of_one_fact_leave_one_row_with_the_support_of_eight(deps: Dependencies) -> None:
    def remember(number: int, user: str) -> Outcome:
        event = MemoryRemember(
            event_id=uuid4(), tenant=ACME, scope=f"user:{user}", occurred_at=deps.clock.now(),
            ref=f"r{number}", text="Drinks oat milk", predicate="likes", object="oat milk",
        )  # fmt: skip
        (ref,) = record_events([event], deps)
        return handle(ref, deps)

    outcomes = at_once(*[lambda n=n: remember(n, "alice") for n in range(8)], lambda: remember(9, "bob"))
    assert {type(outcome) for outcome in outcomes} == {Done}
    for user, support in (("alice", 8), ("bob", 1)):
        (fact,) = deps.reader.facts(ACME, Scope.of_user(user), history=True, now=deps.clock.now(), as_of=None)
        assert fact.support == support


def test_sweepers_that_race_for_the_inbox_write_each_event_once(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    ingest(many_talks(60), deps)
    at_once(*[lambda: relay(deps)] * 8)
    assert row_counts(pipeline.urls.database)["events"] == 60
    assert deps.working.inbox(100) == []


def test_sweepers_with_the_same_events_in_other_orders_do_not_deadlock(deps: Dependencies) -> None:
    """The inbox gives its events in no order, and each sweeper writes what it was given in one transaction."""
    now, chance = deps.clock.now(), random.Random(5)

    def event() -> NewEvent:
        return NewEvent(EventRef(ACME, ALICE, EventId(uuid4())), "session.closed", now, {})

    deps.ledger.record(
        [event()], now=now
    )  # the scope is there from now on: no lock on a new one makes them queue
    for _ in range(4):
        events = [event() for _ in range(900)]
        orders = [chance.sample(events, len(events)) for _ in range(4)]
        written = at_once(*[lambda order=order: deps.ledger.record(order, now=now) for order in orders])
        assert sum(written) == len(events)


def test_nul_and_half_emoji_anywhere_break_nothing(deps: Dependencies) -> None:
    odd = "a\x00b \ud83d 👨‍👩‍👧 \\u0000"
    at = datetime(2026, 1, 1, tzinfo=UTC)
    call = ToolCall(f"look{odd}", f'{{"q": "{odd}"}}', f"c{odd}")
    messages = (
        Message("m1", Role.USER, f"I live in Berlin. {odd}", at, name=f"Alice{odd}"),
        Message("m2", Role.ASSISTANT, odd, at, tool_calls=(call,)),
        Message("m3", Role.TOOL, odd, at, name=odd, tool_call_id=f"c{odd}"),
    )
    one = Talk("s", "alice", messages)
    failing = replace(deps, extractor=ScriptedExtractor(PermanentError(f"the model said {odd}")))
    ingest([one], failing)
    (dead,) = work(failing)
    assert isinstance(dead, Dead)
    (entry,) = deps.ledger.entries(ACME, EventState.DEAD, 10)
    assert entry.error == "the model said a\ufffdb \ufffd 👨‍👩‍👧 \\u0000"
    (ref,) = deps.ledger.retry(ACME, None, now=deps.clock.now())
    assert isinstance(handle(ref, deps), Done)
    assert objects(deps, ACME, ALICE, "city") == ["Berlin"]
    transcript = deps.transcripts.read(one.key())
    assert transcript is not None
    assert transcript.messages[0].content == "I live in Berlin. a\ufffdb \ufffd 👨‍👩‍👧 \\u0000"


def test_a_client_takes_odd_text_and_naive_times_as_they_come(pipeline: Pipeline) -> None:
    client = MemoryClient("acme", pipeline=pipeline)
    with client.session("s", user="alice") as session:
        session.append(
            "user",
            "I live in Berlin. \ud83d\x00",
            name="Al\ud83dice",
            at=datetime(2026, 1, 1, 0, 30),  # noqa: DTZ001
        )
        call = {"id": "c1", "function": {"name": "look", "arguments": "\x00\ud83d"}}
        session.append("assistant", None, tool_calls=[call])
    work(pipeline.dependencies)
    (fact,) = [fact for fact in client.facts("user:alice") if fact.slot.predicate == "city"]
    assert fact.valid_from == datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    client.remember("user:alice", "blue folder \ud83d\x00")
    found = client.recall(["user:alice"], "blue \ud83d\x00 folder", deadline=PATIENT)
    assert "blue folder \ufffd\ufffd" in found.prompt


def test_instants_count_whatever_the_zone_of_server_or_host(pipeline: Pipeline, deps: Dependencies) -> None:
    database = pipeline.urls.database
    with psycopg.connect(database, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE \"{name}\" SET timezone TO 'Asia/Tokyo'".encode())
    pipeline.close()  # connections of the old zone
    tokyo = timezone(timedelta(hours=9))
    said = [
        ("s-1", "I live in Berlin.", datetime(2026, 1, 1, 0, 30, tzinfo=UTC)),
        ("s-2", "I moved to Munich.", datetime(2026, 1, 1, 0, 30, tzinfo=tokyo)),  # nine hours earlier
    ]
    talks = [Talk(id_, "alice", (Message("m1", Role.USER, text, at),)) for id_, text, at in said]
    ingest(talks, deps)
    work(deps)
    assert objects(deps, ACME, ALICE, "city", history=True) == ["Munich", "Berlin"]
    transcript = deps.transcripts.read(talks[1].key())
    assert transcript is not None
    assert transcript.messages[0].at.utcoffset() == timedelta(hours=9)
    assert held(deps, talks) == in_memory(talks)


def test_k_rows_of_the_asked_scope_though_another_has_nearer_ones(deps: Dependencies) -> None:
    crowd = [
        talk(f"a-{n}", "alice", *[f"I like green tea number {n}-{m}." for m in range(20)]) for n in range(15)
    ]
    few = [talk("b", "bob", *[t for n in range(12) for t in (f"I like cold soup number {n}.", "Ok.")])]
    ingest([*crowd, *few], deps)
    work(deps)
    for k in (5, 10, 12):
        found = recall(ACME, [Scope.of_user("bob")], Query("likes green tea", k=k), deps, deadline=PATIENT)
        assert [memory.scope.id for memory in found.memories] == ["bob"] * k


class Other(InMemoryEmbedder):
    """As wide as the first, with another meaning of every place."""

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("another model", super().space.dimensions)


@pytest.mark.parametrize("embedder", [Other(64), Other(32), Other(3072)], ids=["same", "narrower", "wide"])
def test_a_switch_of_models_compares_nothing_across_and_refills(embedder: Other, deps: Dependencies) -> None:
    ingest([talk("s", "alice", "I live in Berlin.", "Ok.", "I like green tea.")], deps)
    work(deps)
    switched = replace(deps, embedder=embedder)
    before = recall(ACME, [ALICE], Query("green tea"), switched, deadline=PATIENT)
    assert [memory.text for memory in before.memories] == ["user likes: green tea"]  # by its words alone
    assert fill_vectors_everywhere(switched) == 2
    assert fill_vectors_everywhere(switched) == 0
    candidates = switched.reader.candidates(
        ACME, [ALICE], space=embedder.space, vector=embedder.embed(["user likes: green tea"])[0], tokens=[],
        now=deps.clock.now(), limit=9,
    )  # fmt: skip
    assert max(each.cosine or 0 for each in candidates) == pytest.approx(1.0, abs=1e-5)
    assert fill_vectors_everywhere(deps) == 0


def test_chinese_is_found_by_chinese_with_the_local_model(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    ingest([talk("w", "王小明", "我对花生过敏，住在杭州。", "好的。", "我喜欢打篮球。")], deps)
    work(deps)
    found = recall(ACME, [Scope.of_user("王小明")], Query("过敏"), deps, deadline=PATIENT)
    assert "花生" in found.memories[0].text
    assert "\\u" not in found.prompt
