"""A whole person erased from real servers: nothing is left in any dump, and nobody else notices."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
import redis

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.erasure import ByMemory, BySession, ByText, Everything, Receipt, Target
from memory_pipeline.domain.errors import ModelUnavailable
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.identity import EventId, event_id
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.interfaces.rendering.documents import episode_document, fact_document
from memory_pipeline.pipeline.announce import announce
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.reinforce import reinforce
from memory_pipeline.ports.embedder import EmbeddingSpace, TextKind
from memory_pipeline.ports.ledger import EventRef, EventState
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange
from tests.support.dumps import dump_postgres, dump_redis, files_holding, rows_naming
from tests.support.server_pipelines import row_counts, server_pipeline, work
from tests.support.talks import ACME, SRE, START, Talk, append_all, incident, ingest, talk

pytestmark = pytest.mark.servers

EVE, BOB = Scope.of_user("eve"), Scope.of_user("bob")
SHARED_WORDS = "I live in Berlin."  # what both said is each one's own


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as made:
        made.dependencies = replace(made.dependencies, embedder=InMemoryEmbedder(64))
        yield made


def erase(pipeline: Pipeline, target: Target, scope: Scope = EVE, **more: int) -> Receipt:
    receipt = forget(ACME, scope, target, pipeline.dependencies, **more)  # type: ignore[arg-type]
    assert (receipt.remaining, receipt.verified) == (0, True), receipt.places
    assert receipt.notes == ()
    return receipt


def whole(deps: Dependencies, scope: Scope) -> str:
    """All that a reader of the scope can be shown, byte by byte."""
    facts = deps.reader.facts(ACME, scope, history=True, now=deps.clock.now(), as_of=None)
    told = [
        each for archived in (False, True) for each in deps.reader.episodes(ACME, scope, archived=archived)
    ]
    return json.dumps(
        [[fact_document(fact) for fact in facts], [episode_document(each) for each in told]], default=str
    )


def distilled(deps: Dependencies) -> list[Fact]:
    """What the team's repeated episodes were merged into."""
    facts = deps.reader.facts(ACME, SRE, history=True, now=deps.clock.now(), as_of=None)
    return [fact for fact in facts if fact.slot.predicate == "note"]


def hobbies(number: int) -> list[str]:
    """Sentences that only Eve says, each with a word of its own."""
    return [f"I like quilting{number:02}x{n} and tea number {n}." for n in range(10)]


def a_life(pipeline: Pipeline) -> list[str]:
    """Eve's 250 memories in every place that holds any, and the words that only she said."""
    deps = pipeline.dependencies
    only_hers: list[str] = []
    deps.announcements.subscribe(ACME, "profiles")  # type: ignore[union-attr]
    sessions = []
    for number in range(25):
        texts = hobbies(number)
        only_hers += [f"quilting{number:02}x{n}" for n in range(10)]
        sessions.append(talk(f"e-{number}", "eve", *(f">{text}" for text in texts), day=number))
    sessions += [
        talk("e-moves", "eve", SHARED_WORDS, "Ok.", "I moved to Munich-Schwabing.", "Ok.", day=40),
        talk("e-back", "eve", SHARED_WORDS, "Ok.", day=50),
        talk("e-name", "eve", "My name is Evelyn Ostrowska.", "Hi!", "我对芒果过敏。", "好的。", day=41),
        Talk("e-ops", "eve", incident("e-ops", day=42).messages, (SRE,)),
        Talk("e-ops-2", "eve", incident("e-ops-2", day=52).messages, (SRE,)),
    ]
    only_hers += ["Munich-Schwabing", "Evelyn Ostrowska", "芒果"]
    ingest(sessions, deps)
    work(deps)
    announce(deps)
    deps.announcements.read(  # type: ignore[union-attr]
        ACME, "profiles", "one", count=5, wait=timedelta(0), abandoned=timedelta(minutes=1)
    )
    return only_hers


def loose_ends(pipeline: Pipeline) -> list[str]:
    """Work that waits or died, a reply that was not committed, an open session, and what older programs left."""
    deps = pipeline.dependencies
    remember(pipeline, "my locker is number 4711-pending", "pending")
    dead = remember(pipeline, "the 0815-dead safe", "dead")
    claim = deps.ledger.claim(
        EventRef(ACME, EVE, dead), now=deps.clock.now(), lease=timedelta(seconds=9), holder="x"
    )
    assert claim is not None
    deps.ledger.bury(claim, now=deps.clock.now(), reason="model_refused", error="it said 0815-dead error")
    append_all(talk("e-open", "eve", "and my code word is zebrafish-open", day=60), deps)
    ingest([talk("e-half", "eve", "I adopted a cat named Wolkenstein.", day=61)], deps)
    log = deps.working.read(talk("e-half", "eve", "").key())
    assert log is not None
    deps.transcripts.absorb(log, now=deps.clock.now())
    reply = AcceptedExtraction(
        "model", {"facts": [{"quote": "Wolkenstein-reply"}], "summary": "Wolkenstein-sum"}
    )
    deps.transcripts.accept(log.key, SegmentRange(0, 1), reply, now=deps.clock.now())
    facts = deps.reader.facts(ACME, EVE, history=False, now=deps.clock.now(), as_of=None)
    deps.reader.touch(ACME, EVE, [fact.id for fact in facts[:20]], at=deps.clock.now())
    with psycopg.connect(pipeline.urls.database) as connection:
        connection.execute(
            "UPDATE facts SET status = 'archived' WHERE ctid IN "
            "(SELECT ctid FROM facts WHERE scope = %s AND status = 'current' LIMIT 30)", [str(EVE)]
        )  # fmt: skip
        connection.execute(
            "INSERT INTO rejections (tenant, scope, session_id, first_position, ordinal, reason, detail, item) "
            "VALUES (%s, %s, 'e-0', 0, 99, 'ungrounded', 'd', 'she mentioned rejected-walrus')", [ACME, str(EVE)]
        )  # fmt: skip
    with redis.Redis.from_url(pipeline.urls.redis) as client:
        member = "\x1e".join([ACME, str(EVE), "e-open"])
        client.set(f"mp:summary:{member}", "she talks about summary-narwhal")
    return [
        "4711-pending", "0815-dead", "zebrafish-open", "Wolkenstein", "rejected-walrus", "summary-narwhal",
    ]  # fmt: skip


def remember(pipeline: Pipeline, text: str, key: str, *, scope: Scope = EVE) -> EventId:
    id_ = event_id(ACME, scope, "memory.remember", key)
    at = START + timedelta(days=70)
    event = make(
        MemoryRemember,
        event_id=id_,
        tenant=ACME,
        scope=str(scope),
        occurred_at=at,
        ref=f"remember:{key}",
        text=text,
    )
    record_events([event], pipeline.dependencies)
    return id_


def dumped(pipeline: Pipeline) -> str:
    return dump_postgres(pipeline.urls.database) + dump_redis(pipeline.urls.redis)


def append_only_files(pipeline: Pipeline) -> Path:
    with redis.Redis.from_url(pipeline.urls.redis) as client:
        folder, name = client.config_get("dir"), client.config_get("appenddirname")
        return Path(str(folder["dir"])) / str(name["appenddirname"])


def test_a_person_with_250_memories_leaves_nothing_behind(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    only_hers = a_life(pipeline) + loose_ends(pipeline)
    others = [talk("b-1", "bob", SHARED_WORDS, "Ok.", "I love chess.", day=3), incident("ops-9", day=44)]
    for one, closed in zip(others, ingest(others, deps), strict=True):
        handle(EventRef(ACME, one.scope, closed), deps)
    facts = deps.reader.facts(ACME, EVE, history=True, now=deps.clock.now(), as_of=None)
    assert len(facts) >= 250
    reinforce(ACME, SRE, deps)
    (merged,) = distilled(deps)
    assert merged.support == 3, "a fact merged from two of her sessions and another's"
    before = dumped(pipeline)
    rows = row_counts(pipeline.urls.database)
    assert all(word in before for word in only_hers)
    theirs = {scope: whole(deps, scope) for scope in (BOB, Scope.of_user("oncall"))}
    team_before = whole(deps, SRE)

    receipt = erase(pipeline, Everything())

    after = dumped(pipeline)
    assert {word for word in only_hers if word in after} == set()
    assert rows_naming(dump_postgres(pipeline.urls.database), str(EVE)) == {}
    naming = [line for line in dump_redis(pipeline.urls.redis).splitlines() if str(EVE) in line]
    assert all(
        '"memory.forgotten"' in line and line.count(str(EVE)) == 1 for line in naming
    )  # to those who keep copies
    assert SHARED_WORDS in after  # Bob's
    assert {scope: whole(deps, scope) for scope in theirs} == theirs
    assert "e-ops" not in whole(deps, SRE)
    assert "ops-9" in whole(deps, SRE)
    assert "e-ops" in team_before
    assert files_holding(append_only_files(pipeline), only_hers) == {}
    assert receipt.deleted["events"] > 0
    left = row_counts(pipeline.urls.database)
    for store in (
        "facts", "assertions", "evidence", "episodes", "sessions", "session_marks", "transcript", "transcript_words",
        "vectors", "terms", "memory_state", "rejections",
    ):  # fmt: skip
        assert 0 < receipt.deleted[store] == rows[store] - left[store], store
    assert distilled(deps) == [], "the one mention that is left makes no fact"
    again = erase(pipeline, Everything())
    assert again.deleted == {}
    later = talk("e-new", "eve", "I live in Oslo-Grorud.", at=datetime.now(UTC) + timedelta(seconds=5))
    ingest([later], deps)
    work(deps)
    now = deps.clock.now()
    assert [fact.object for fact in deps.reader.facts(ACME, EVE, history=True, now=now, as_of=None)] == [
        "Oslo-Grorud"
    ]


def test_the_same_file_again_says_that_it_was_erased(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    said = talk("e-1", "eve", "I like quiltingfoo.", "Ok.", "I live in Munich-Schwabing.")
    ingest([said], deps)
    work(deps)
    erase(pipeline, Everything())
    (again,) = ingest([said], deps)
    work(deps)
    entry = deps.ledger.states(ACME, [again])[again]
    assert (entry.state, entry.result["discarded"], entry.result["discarded_messages"]) == (
        EventState.DONE, "erased", 3,
    )  # fmt: skip
    after = dumped(pipeline)
    assert "quiltingfoo" not in after
    assert "Munich-Schwabing" not in after


@pytest.mark.parametrize("page", [17, 1000])
def test_a_page_of_any_size_leaves_nothing(pipeline: Pipeline, page: int) -> None:
    deps = pipeline.dependencies
    ingest([talk("e-1", "eve", *(f">{text}" for text in hobbies(0)))], deps)
    work(deps)
    erase(pipeline, Everything(), page=page)
    assert "quilting" not in dumped(pipeline)


def test_a_session_of_three_leaves_the_fact_with_two_sources(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    ingest([talk(f"e-{n}", "eve", SHARED_WORDS, day=n) for n in range(3)], deps)
    ingest([talk("e-9", "eve", "I moved to Munich-Schwabing.", day=9)], deps)
    work(deps)
    receipt = erase(pipeline, BySession("e-9"))
    (city,) = deps.reader.facts(ACME, EVE, history=True, now=deps.clock.now(), as_of=None)
    assert (city.object, city.valid_to, city.support) == ("Berlin", None, 3)
    assert city.valid_from == START
    assert len(receipt.removed_facts) == 1
    erase(pipeline, BySession("e-1"))
    (city,) = deps.reader.facts(ACME, EVE, history=True, now=deps.clock.now(), as_of=None)
    assert city.support == 2
    assert "Munich-Schwabing" not in dumped(pipeline)


def test_a_text_goes_from_all_that_holds_it(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    call = Message("m1", Role.USER, "My password hint is Sturmhaube, and I live in Berlin.", START)
    told = Talk(
        "e-1",
        "eve",
        (call, replace(call, id="m2", content="再说一遍：Ｓturmhaube！", at=START + timedelta(minutes=1))),
    )
    ingest([told, talk("b-1", "bob", "Sturmhaube is a word of mine, too.")], deps)
    remember(pipeline, "Sturmhaube, as I said", "r")
    work(deps)
    before = whole(deps, BOB)
    receipt = erase(pipeline, ByText("sturmhaube"))
    assert receipt.deleted["messages_masked"] == 2
    assert whole(deps, BOB) == before
    mine = [line for line in dumped(pipeline).casefold().splitlines() if "user:eve" in line]
    assert not any("turmhaube" in line for line in mine)
    now = deps.clock.now()
    cities = [f.object for f in deps.reader.facts(ACME, EVE, history=False, now=now, as_of=None)]
    assert "Berlin" in cities


def test_a_memory_goes_with_its_words_and_leaves_the_rest(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    ingest([talk("e-1", "eve", "I live in Munich-Schwabing.", "Ok.", "I like quiltingfoo.")], deps)
    work(deps)
    facts = deps.reader.facts(ACME, EVE, history=True, now=deps.clock.now(), as_of=None)
    city = next(fact for fact in facts if fact.slot.predicate == "city")
    shown = forget(ACME, EVE, ByMemory(city.id), deps, dry_run=True)
    assert shown.removed_facts == (city.id,)
    assert "Munich-Schwabing" in dumped(pipeline)
    erase(pipeline, ByMemory(city.id))
    assert "Munich-Schwabing" not in dumped(pipeline)
    assert "quiltingfoo" in dumped(pipeline)


class _NoModel:
    """An embedding endpoint that is away; `space` is that of another model."""

    def __init__(self, dimensions: int) -> None:
        self.space = EmbeddingSpace("another-model", dimensions)

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        raise ModelUnavailable(f"no model, and {len(texts)} texts of kind {kind}")


@pytest.mark.parametrize("dimensions", [64, 768, 3072])
def test_erasing_never_needs_the_model_that_made_the_vectors(pipeline: Pipeline, dimensions: int) -> None:
    deps = pipeline.dependencies
    ingest([talk(f"e-{n}", "eve", *(f">{text}" for text in hobbies(n))) for n in range(2)], deps)
    work(deps)
    pipeline.dependencies = replace(deps, embedder=_NoModel(dimensions))
    gone = erase(pipeline, BySession("e-0"))
    assert gone.deleted["vectors"] == 10
    assert "quilting00" not in dumped(pipeline)
    assert erase(pipeline, Everything()).deleted["vectors"] == 20
