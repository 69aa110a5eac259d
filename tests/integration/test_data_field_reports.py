"""Reports from the field about stored data: a switched embedding model (P03), NUL and half emoji (P05), erasure that goes
too far (M11, the side of those who are not erased)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.export import export
from memory_pipeline.pipeline.fill_vectors import fill_vectors_everywhere
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.ledger import EventRef, EventState, NewEvent
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import ACME, SRE, incident, ingest, talk

pytestmark = pytest.mark.servers

OTHER = Tenant("other")
ALICE, BOB = Scope.of_user("alice"), Scope.of_user("bob")
NOW = datetime(2026, 2, 1, tzinfo=UTC)
PATIENT = timedelta(seconds=20)
ODD = "ab\x00cd \ud83d \\u0000 👨‍👩‍👧"
KEPT = "ab\ufffdcd \ufffd \\u0000 👨‍👩‍👧"


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        pipeline.dependencies = replace(
            pipeline.dependencies,
            embedder=InMemoryEmbedder(64),
            publisher=InMemoryPublisher(),
            clock=FixedClock(NOW),
        )
        yield pipeline


@pytest.fixture
def deps(pipeline: Pipeline) -> Dependencies:
    return pipeline.dependencies


class Model(InMemoryEmbedder):
    """One of several models: another name, and another meaning of every place."""

    def __init__(self, name: str, dimensions: int) -> None:
        super().__init__(dimensions)
        self._name = name

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace(self._name, super().space.dimensions)


MODELS = (Model("a", 1536), Model("b", 1536), Model("c", 768), Model("d", 3072), Model("a", 1536))


def vectors(pipeline: Pipeline) -> dict[tuple[str, int], int]:
    """How many vectors there are by model, each as wide as its model says."""
    with psycopg.connect(pipeline.urls.database) as connection:
        found = connection.execute(
            "SELECT s.model, s.dimensions, count(*), bool_and(vector_dims(v.embedding) = s.dimensions) "
            "FROM vectors v JOIN embedding_spaces s ON s.id = v.space_id GROUP BY 1, 2"
        ).fetchall()
    assert all(fits for *_, fits in found)
    return {(model, width): count for model, width, count, _ in found}


def test_p03_a_switched_embedding_model_loses_mixes_and_hinders_nothing(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    """Same size, another size, more than any index takes, and back: write, recall, edit, archive, erase after each."""
    clock = deps.clock
    assert isinstance(clock, FixedClock)
    pipeline.dependencies = replace(deps, embedder=MODELS[0])
    client = MemoryClient(ACME, pipeline=pipeline)
    ids = [client.remember(str(ALICE), f"I like green tea number {n}.")[0] for n in range(50)]
    assert vectors(pipeline) == {("a", 1536): 50}
    for number, model in enumerate(MODELS[1:], 1):
        _told_long_ago(number, clock, client)
        pipeline.dependencies = replace(deps, embedder=model)
        client = MemoryClient(ACME, pipeline=pipeline)
        night = run_night(ACME, pipeline.dependencies).run
        assert night.counts[Step.ARCHIVE] == {"semantic": 1}, "archiving needs neither model nor vector"
        by_words = client.recall([str(ALICE)], "green tea number 7", k=50, deadline=PATIENT)
        assert not by_words.timed_out
        assert ids[7] in {memory.id for memory in by_words.memories}, (
            "found by its words before its vector is made"
        )
        _only_own_vectors(client, model, deps)
        (fresh,) = client.remember(str(ALICE), f"My desk number {number} is made of oak.")
        edited = client.correct(fresh, f"desk number {number} is made of beech")
        fill_vectors_everywhere(pipeline.dependencies)
        found = client.recall([str(ALICE)], "beech desk", k=50, deadline=PATIENT)
        assert edited.id in {memory.id for memory in found.memories}
        assert client.forget(str(ALICE), memory=ids.pop()).remaining == 0
        held = {fact.id for fact in client.facts(str(ALICE))}
        assert set(ids) <= held, "nothing is lost in silence"
        assert vectors(pipeline)[model.space.model, model.space.dimensions] == len(held)
    clock.advance(timedelta(days=400))
    archived = run_night(ACME, pipeline.dependencies).run.counts[Step.ARCHIVE]["semantic"]
    assert archived >= len(ids)
    assert sum(vectors(pipeline).values()) == 0, "what is archived leaves every model's index"
    client = MemoryClient(ACME, pipeline=pipeline)
    back = client.confirm(ids[0])
    assert client.recall([str(ALICE)], "green tea number 0", deadline=PATIENT).memories[0].id == back.id
    assert vectors(pipeline) == {("a", 1536): 1}
    assert client.forget(str(ALICE), everything=True).remaining == 0
    assert vectors(pipeline) == {}


def _told_long_ago(number: int, clock: FixedClock, client: MemoryClient) -> None:
    """One memory of Bob's that was idle for 400 days when this night comes."""
    tonight = NOW + timedelta(days=number)
    clock.set(tonight - timedelta(days=400))
    client.remember(str(BOB), f"I like rye bread number {number}.")
    clock.set(tonight)


def _only_own_vectors(client: MemoryClient, model: Model, deps: Dependencies) -> None:
    """Whatever has a cosine has it by this model: nothing was compared across."""
    (vector,) = model.embed(["user likes: green tea number 7"])
    found = deps.reader.candidates(
        ACME, [ALICE], space=model.space, vector=vector, tokens=["tea"], now=deps.clock.now(), limit=100
    )
    assert all(each.cosine is None or abs(each.cosine) <= 1.0001 for each in found)
    assert len(found) >= 40


def test_p05_what_postgres_cannot_hold_is_replaced_and_what_was_typed_stays(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    client = MemoryClient(ACME, pipeline=pipeline)
    with client.session("s", user="alice", shared_with=["team:sre"]) as session:
        session.append("user", f"I live in Berlin. {ODD}", id="m1", name=ODD)
        call = {"id": ODD, "function": {"name": ODD, "arguments": json.dumps({"odd": ODD}) + ODD}}
        session.append("assistant", ODD, id="m2", tool_calls=[call])
        session.append("tool", [{"type": "text", "text": ODD}], id="m3", tool_call_id=ODD, name=ODD)
    work(deps)
    (noted,) = client.remember(str(ALICE), f"{ODD} is my word", predicate=f"word {ODD}", object=ODD)
    assert client.fact(noted).object == KEPT
    assert client.correct(noted, f"{ODD}!").object == f"{KEPT}!"
    assert not client.recall([str(ALICE)], ODD, deadline=PATIENT).timed_out
    document = json.loads("".join(export(ACME, ALICE, deps)))
    messages = document["sections"]["messages"]["records"]
    assert [each["content"] for each in messages] == [f"I live in Berlin. {KEPT}", KEPT, KEPT]
    assert (messages[0]["name"], messages[2]["tool_call_id"]) == (KEPT, KEPT)
    states = {event["state"] for event in document["sections"]["events"]["records"]}
    assert states == {"done"}
    assert client.forget(str(ALICE), text=ODD).remaining == 0


@pytest.mark.parametrize("odd", ["a\x00b", "a\ud83db", "\x00", "a\nb", "a\x7f"], ids=ascii)
def test_p05_in_an_id_it_is_refused(odd: str, pipeline: Pipeline) -> None:
    client = MemoryClient(ACME, pipeline=pipeline)
    with pytest.raises(InvalidInput, match="control character or half an emoji"):
        client.session("s", user=odd)
    with pytest.raises(InvalidInput, match="control character or half an emoji"):
        client.session(odd, user="alice")
    with pytest.raises(InvalidInput, match="control character or half an emoji"):
        client.session("s", user="alice").append("user", "hello", id=odd)
    with pytest.raises(InvalidInput, match="control character or half an emoji"):
        client.remember(f"user:{odd}", "I live in Berlin.")
    with pytest.raises(InvalidInput, match="control character or half an emoji"):
        client.remember(str(ALICE), "I live in Berlin.", idempotency_key=odd)


def test_p05_the_dead_letter_can_always_be_written(deps: Dependencies) -> None:
    ref = EventRef(ACME, ALICE, EventId(uuid4()))
    odd_keys: dict[str, Any] = {f"key {ODD}": [ODD, {ODD: ODD}], "text": ODD}
    deps.ledger.record([NewEvent(ref, "memory.remember", NOW, odd_keys)], now=NOW)
    for _ in range(2):
        claim = deps.ledger.claim(ref, now=NOW, lease=timedelta(minutes=1), holder=ODD)
        assert claim is not None
        assert claim.document["text"] == KEPT
        deps.ledger.fail(claim, next_attempt_at=NOW, reason=ODD, error=ODD)
    claim = deps.ledger.claim(ref, now=NOW, lease=timedelta(minutes=1), holder=ODD)
    assert claim is not None
    deps.ledger.bury(claim, now=NOW, reason=ODD, error=f"the model said {ODD}")
    entry = deps.ledger.states(ACME, [ref.event_id])[ref.event_id]
    assert (entry.state, entry.reason, entry.error) == (EventState.DEAD, KEPT, f"the model said {KEPT}")


def test_m11_whom_an_erasure_is_not_about_loses_no_byte(pipeline: Pipeline, deps: Dependencies) -> None:
    """The same words under the same ids, by another user of the tenant and by the same user of another tenant."""
    others = [(ACME, BOB), (OTHER, ALICE), (OTHER, BOB), (ACME, SRE), (OTHER, SRE)]
    for tenant in (ACME, OTHER):
        for user in ("alice", "bob"):
            words = [f"I like green tea number {n}." for n in range(20)]
            told = talk(
                "s-1", user, "I live in Berlin.", "Ok.", *[t for word in words for t in (word, "Ok.")]
            )
            shared = (SRE,) if user == "bob" else ()
            ingest([told, replace(incident("ops-1"), user=user, shared_with=shared)], deps, tenant=tenant)
            _dead_letter(tenant, Scope.of_user(user), deps)
    while work(deps):
        pass
    before = {other: "".join(export(*other, deps)) for other in others}
    client = MemoryClient(ACME, pipeline=pipeline)
    receipt = client.forget(str(ALICE), everything=True)
    assert receipt.remaining == 0
    assert sum(receipt.deleted.values()) > 50
    assert {other: "".join(export(*other, deps)) for other in others} == before
    again = client.forget(str(ALICE), everything=True)
    assert (again.remaining, sum(again.deleted.values())) == (0, 0)
    assert {other: "".join(export(*other, deps)) for other in others} == before


def _dead_letter(tenant: Tenant, scope: Scope, deps: Dependencies) -> None:
    ref = EventRef(tenant, scope, EventId(UUID(int=7)))
    deps.ledger.record([NewEvent(ref, "memory.remember", NOW, {"text": "I like cold soup."})], now=NOW)
    claim = deps.ledger.claim(ref, now=NOW, lease=timedelta(minutes=1))
    assert claim is not None
    deps.ledger.bury(claim, now=NOW, reason="odd", error="odd")
