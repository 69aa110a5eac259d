"""`export` hands out all that is kept of a person, nothing of anybody else, and the same bytes as long as nothing changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import redis
from psycopg import sql

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.adapters.postgres.personal_data import ABOUT, LEFT_OUT, NAMES, exported_tables
from memory_pipeline.adapters.postgres.schema import GLOBAL_TABLES, metadata
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.conflict import Advice, Keep
from memory_pipeline.domain.errors import ScopeBusy, UnknownTenant
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import FactsImported
from memory_pipeline.events.policies import read_policy
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.erase_scope import begin_scope
from memory_pipeline.pipeline.export import VERSION, export
from memory_pipeline.pipeline.finish_erasure import finish
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.ports.ledger import EventRef, NewEvent
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange
from tests.support.pipelines import ScriptedExtractor
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import ACME, SRE, START, append_all, incident, ingest, talk

pytestmark = pytest.mark.servers

NOW = datetime(2026, 6, 1, tzinfo=UTC)
PATIENT = timedelta(seconds=20)


class Words:
    """Hands out words that nobody else says: `alice0001x`."""

    def __init__(self, user: str) -> None:
        self.user, self.count = user, 0

    def next(self) -> str:
        self.count += 1
        return f"{self.user}{self.count:04d}x"

    def in_(self, text: str) -> set[str]:
        return set(re.findall(rf"{self.user}\d{{4}}x", text))


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    with server_pipeline(Path(tmp_path_factory.mktemp("home"))) as pipeline:
        pipeline.dependencies = replace(
            pipeline.dependencies,
            embedder=InMemoryEmbedder(64),
            publisher=InMemoryPublisher(),
            clock=FixedClock(NOW),
        )
        for user in ("bob", "alice"):
            everything_of(user, Words(user), pipeline)
        yield pipeline


@pytest.fixture(scope="module")
def deps(pipeline: Pipeline) -> Dependencies:
    return pipeline.dependencies


def everything_of(user: str, words: Words, pipeline: Pipeline) -> None:
    """Something in every place where a person's words may come to lie; under the same ids for every user."""
    deps, home = pipeline.dependencies, Scope.of_user(user)
    client = MemoryClient(ACME, pipeline=pipeline)
    told = talk(
        "s-1",
        user,
        f"I live in Berlin. {words.next()}",
        f"Noted {words.next()}.",
        f"My dog is called {words.next()}.",
        "Ok.",
    )
    work_talk = incident("ops-1")
    messages = tuple(replace(each, content=f"{each.content} {words.next()}") for each in work_talk.messages)
    ingest([told, replace(work_talk, user=user, messages=messages)], deps)
    work(deps)
    odd = words.next()
    fact = ExtractedFact("user", "note", f"never said {odd}", (1,), quote=f"never said {odd}")
    rejecting = replace(deps, extractor=ScriptedExtractor(Extraction("scripted/1", (fact,))))
    ingest([talk("s-2", user, f"Nothing much {words.next()}", "Ok.", day=1)], rejecting)
    work(rejecting)
    jobs = ("I work as a baker.", f"I work as a nurse now. {words.next()}")
    ingest([talk(f"job-{n}", user, text, "Ok.", day=20 * n) for n, text in enumerate(jobs, 1)], deps)
    work(deps)
    (noted,) = client.remember(str(home), f"{words.next()} matters to me")
    client.correct(noted, f"{words.next()} is what matters")
    client.pin(noted)
    client.recall([str(home)], "what matters", deadline=PATIENT)
    _contested(home, words, deps)
    _open_events(home, words, deps)
    append_all(talk("live-1", user, f"just now {words.next()}", "Ok.", at=NOW), deps)
    pending = talk("live-2", user, f"waiting {words.next()}", "Ok.", at=NOW)
    ingest([pending], deps)
    deps.transcripts.absorb(deps.working.read(pending.key()), now=NOW)  # type: ignore[arg-type]
    reply = AcceptedExtraction("model/1", {"summary": words.next()})
    deps.transcripts.accept(pending.key(), SegmentRange(0, 2), reply, now=NOW)


def _contested(home: Scope, words: Words, deps: Dependencies) -> None:
    event = FactsImported(
        event_id=uuid4(), tenant=ACME, scope=str(home), occurred_at=START + timedelta(days=2), ref="cmdb://1",
        subject="user", predicate="city", object=words.next(), source="CMDB",
    )  # fmt: skip
    for ref in record_events([event], deps):
        handle(ref, deps)
    (conflict,) = deps.conflicts.waiting(ACME, home, now=NOW)
    deps.conflicts.advise(conflict, Advice(Keep.INCUMBENT, words.next()), now=NOW)


def _open_events(home: Scope, words: Words, deps: Dependencies) -> None:
    for dies in (True, False):
        ref = EventRef(ACME, home, EventId(uuid4()))
        document = {"text": f"remember {words.next()}"}
        deps.ledger.record([NewEvent(ref, "memory.remember", NOW, document)], now=NOW)
        if dies:
            claim = deps.ledger.claim(ref, now=NOW, lease=timedelta(minutes=1))
            assert claim is not None
            deps.ledger.bury(claim, now=NOW, reason="odd", error=words.next())


def raw_dump(pipeline: Pipeline) -> str:
    """Every row and every key, as they are."""
    parts: list[str] = []
    with psycopg.connect(pipeline.urls.database) as connection:
        for table in metadata.sorted_tables:
            rows = connection.execute(
                sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(table.name))
            ).fetchall()
            parts.extend(row for (row,) in rows)
    with redis.Redis.from_url(pipeline.urls.redis) as client:
        for key in client.scan_iter():
            kind = client.type(key)
            value: Any = {
                b"list": lambda key: client.lrange(key, 0, -1),
                b"hash": client.hgetall,
                b"zset": lambda key: client.zrange(key, 0, -1),
                b"string": client.get,
                b"stream": client.xrange,
            }[kind](key)
            parts.append(repr((key, value)))
    return "\n".join(parts)


def exported(deps: Dependencies, scope: str) -> tuple[str, dict[str, Any]]:
    text = "".join(export(ACME, Scope.parse(scope), deps))
    return text, json.loads(text)


@pytest.mark.parametrize(("user", "other"), [("alice", "bob"), ("bob", "alice")])
def test_every_word_that_is_kept_of_a_person_is_handed_out_and_nobody_elses(
    user: str, other: str, pipeline: Pipeline, deps: Dependencies
) -> None:
    own, kept = Words(user), raw_dump(pipeline)
    text, _ = exported(deps, f"user:{user}")
    assert len(own.in_(kept)) >= 15
    assert own.in_(text) == own.in_(kept)
    assert Words(other).in_(text) == set()


def test_the_document_says_what_it_is_and_has_something_of_every_kind(deps: Dependencies) -> None:
    _, document = exported(deps, "user:alice")
    assert (document["format"], document["version"]) == ("memory-pipeline/export", VERSION)
    assert (document["tenant"], document["scope"]) == ("acme", "user:alice")
    assert "probation" in document["policy"] or document["policy"] == {}
    sections = document["sections"]
    for name in (
        "messages", "sessions", "facts", "assertions", "episodes", "events", "rejections", "segments", "memory_state",
        "conflict_advice", "live_sessions", "inbox", "shared_episodes",
    ):  # fmt: skip
        assert sections[name]["records"], f"{name} is empty"
        assert sections[name]["about"]
    states = {event["state"] for event in sections["events"]["records"]}
    assert states >= {"done", "dead", "pending"}
    assert {fact["status"] for fact in sections["facts"]["records"]} >= {"current", "superseded", "contested"}
    assert any(state["pinned"] for state in sections["memory_state"]["records"])
    assert any(state["accesses"] for state in sections["memory_state"]["records"])
    for section in sections.values():
        for record in section["records"]:
            assert record.keys() <= section["fields"].keys() or section["fields"].keys() <= record.keys()
    assert all(each["scope"] == str(SRE) for each in sections["shared_episodes"]["records"])
    cited = [each["evidence"] for each in sections["assertions"]["records"]]
    assert all(item["quote"] is not None for evidence in cited for item in evidence)


def test_the_same_memories_are_the_same_bytes(deps: Dependencies) -> None:
    first, _ = exported(deps, "user:alice")
    clock = deps.clock
    assert isinstance(clock, FixedClock)
    clock.advance(timedelta(hours=1))
    again, _ = exported(deps, "user:alice")
    assert first == again


def test_what_another_user_does_changes_no_byte(deps: Dependencies, pipeline: Pipeline) -> None:
    before, _ = exported(deps, "user:alice")
    client = MemoryClient(ACME, pipeline=pipeline)
    client.remember("user:carol", "I live in Berlin.")
    client.recall(["user:carol"], "Berlin", deadline=PATIENT)
    after, _ = exported(deps, "user:alice")
    assert before == after


def test_a_scope_that_holds_nothing_is_an_empty_document_and_an_unknown_tenant_an_error(
    deps: Dependencies,
) -> None:
    for scope in ("user:Alice", "user:alice ", "user:alic", "user:alice%", "user:%", "user:_lice"):
        _, document = exported(deps, scope)
        assert [name for name, section in document["sections"].items() if section["records"]] == []
    with pytest.raises(UnknownTenant):
        export(Tenant("nobody"), Scope.parse("user:alice"), deps)


def test_every_table_of_scopes_is_exported_or_says_why_not() -> None:
    of_scopes = {
        table.name
        for table in metadata.sorted_tables
        if "scope" in table.c and table.name not in GLOBAL_TABLES
    }
    assert {table.name for table in exported_tables()} | set(LEFT_OUT) == of_scopes
    names = {NAMES.get(table.name, table.name) for table in exported_tables()}
    assert names <= set(ABOUT), "say in ABOUT what stands in it"


def test_a_large_scope_comes_in_pieces(deps: Dependencies) -> None:
    many = [talk(f"many-{n}", "dora", *[f"word {n} {m}" for m in range(40)]) for n in range(15)]
    for one in many:
        append_all(one, deps)
        log = deps.working.read(one.key())
        assert log is not None
        deps.transcripts.absorb(log, now=NOW)
    pieces = list(export(ACME, Scope.of_user("dora"), deps))
    assert len(pieces) > 600
    assert max(map(len, pieces)) < 30_000
    assert len(json.loads("".join(pieces))["sections"]["messages"]["records"]) == 600


def test_the_policy_that_applies_is_told(deps: Dependencies) -> None:
    tenant = Tenant("ruled")
    deps.policies.save(tenant, read_policy({"probation": "P14D"}))
    document = json.loads("".join(export(tenant, Scope.parse("user:x"), deps)))
    assert document["policy"]["probation"] == "P14D"


def test_what_is_half_erased_is_not_handed_out(deps: Dependencies, pipeline: Pipeline) -> None:
    scope = Scope.of_user("erin")
    MemoryClient(ACME, pipeline=pipeline).remember(str(scope), "I live in Berlin.")
    erasure = begin_scope(ACME, scope, (), deps)
    with pytest.raises(ScopeBusy, match="erased just now"):
        export(ACME, scope, deps)
    finish(erasure, deps)
    _, document = exported(deps, str(scope))
    assert not document["sections"]["facts"]["records"]
