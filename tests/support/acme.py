"""Acme's memory, with something in every place, and what there is to know of it: for tests of what strangers see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import redis
from psycopg import sql

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.postgres.schema import GLOBAL_TABLES, metadata
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.access import Role
from memory_pipeline.domain.conflict import Conflict
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import FactsImported
from memory_pipeline.events.policies import read_policy
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.announce import announce
from memory_pipeline.pipeline.audit_reads import finish_audit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.keys import create_key
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.ports.costs import Purpose, Spending
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.ledger import Claim, EventRef, NewEvent
from memory_pipeline.ports.memory_store import Placed
from memory_pipeline.ports.working_memory import SessionKey
from tests.support.forged import Known, relabelled
from tests.support.server_pipelines import work
from tests.support.talks import SRE, START, append_all, incident, ingest, talk

ACME = Tenant("acme")
ALICE = Scope.of_user("alice")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
MARK = "acmemark"
WORDS = (MARK, "Berlin", "green tea", "order-service")  # what Acme said, and nobody else did
SPACE = EmbeddingSpace("in-memory", 64)


@dataclass(frozen=True)
class World:
    """Acme's memory, and what there is to know of it."""

    pipeline: Pipeline
    deps: Dependencies
    ids: tuple[UUID, ...]
    harvest: dict[type, list[Any]]
    texts: dict[str, tuple[str, ...]]

    def known(self, tenant: Tenant, *, as_acme: bool) -> Known:
        """What a stranger knows; `as_acme` hands in Acme's own objects, else the same under the stranger's name."""
        harvest = {
            kind: [each if as_acme else relabelled(each, ACME, tenant, WORDS) for each in items]
            for kind, items in self.harvest.items()
        }
        texts = {**self.texts, "tenant": (str(tenant),)}
        return Known(tenant, (ALICE, SRE), self.ids, NOW, texts, harvest)

    def held(self) -> dict[str, Any]:
        """All that is kept of Acme, digested by table and key."""
        finish_audit(timedelta(seconds=30))
        return {**_rows_of_acme(self.pipeline.urls.database), **_keys_of_acme(self.pipeline.urls.redis)}


def _rows_of_acme(url: str) -> dict[str, Any]:
    parts = [
        sql.SQL(
            "SELECT {}, count(*), md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {} t WHERE tenant = 'acme'"
        ).format(sql.Literal(table.name), sql.Identifier(table.name))
        for table in metadata.sorted_tables
        if table.name not in GLOBAL_TABLES
    ]
    with psycopg.connect(url) as connection:
        found = connection.execute(sql.SQL(" UNION ALL ").join(parts)).fetchall()
    return {name: (count, digest) for name, count, digest in found}


def _keys_of_acme(url: str) -> dict[str, Any]:
    with redis.Redis.from_url(url) as client:
        found: dict[str, Any] = {}
        for key in client.scan_iter(count=1000):
            name = key.decode()
            if b"acme" in key:
                found[name] = (client.dump(key), client.ttl(key) > 0)
            elif name.endswith("inbox"):
                entries = client.hgetall(key)
                found[name] = sorted(pair for pair in entries.items() if b"acme" in pair[1])
            elif name.endswith("open"):
                found[name] = sorted(
                    pair for pair in client.zrange(key, 0, -1, withscores=True) if b"acme" in pair[0]
                )
        return {name: value for name, value in found.items() if value}


def populated(pipeline: Pipeline, clock: FixedClock) -> World:
    deps = pipeline.dependencies
    client = MemoryClient(ACME, pipeline=pipeline)
    deps.policies.save(ACME, read_policy({"aliases": {MARK: "city"}}))
    deps.policies.record_registry(ACME, MARK, now=NOW)
    assert deps.announcements is not None
    deps.announcements.subscribe(ACME, "group")
    told = talk(
        "s-1", "alice", f"I live in Berlin. My dog is called {MARK}.", "Ok.", "I like green tea.", "Ok."
    )
    told = replace(told, shared_with=(SRE,))
    shared = replace(incident("ops-1"), user="alice")
    ingest([told, shared], deps, tenant=ACME)
    work(deps)
    (noted,) = client.remember(str(ALICE), f"{MARK} is the word of the day", object=MARK, predicate="note")
    client.confirm(noted)
    _contested(deps)
    client.recall([str(ALICE)], MARK, deadline=timedelta(seconds=20))
    announce(deps)
    _open_work(deps)
    closed = talk("live-2", "alice", f"{MARK} waits to be read", "Ok.", at=NOW)
    ingest([closed], deps, tenant=ACME)
    append_all(talk("live-1", "alice", f"{MARK} is said just now", "Ok.", at=NOW), deps, tenant=ACME)
    create_key(ACME, Role.ADMIN, deps, name=MARK)
    assert deps.costs is not None
    deps.costs.record(
        ACME,
        Spending(EventId(uuid4()), 1, Purpose.EXTRACT, MARK, MARK, Cost(1, 2, 3), timedelta(1), "done", NOW),
    )
    deps.fingerprints.add(ACME, ALICE, f"{MARK}-hunter2-secret", now=NOW)
    finish_audit(timedelta(seconds=30))
    return _harvested(pipeline, deps)


def _contested(deps: Dependencies) -> None:
    event = FactsImported(
        event_id=uuid4(), tenant=ACME, scope=str(ALICE), occurred_at=START + timedelta(days=2), ref="cmdb://1",
        subject="user", predicate="city", object=MARK, source="CMDB",
    )  # fmt: skip
    record_events([event], deps)
    for ref in deps.ledger.due(now=NOW, grace=timedelta(0), limit=10):
        handle(ref, deps)


def _open_work(deps: Dependencies) -> None:
    """A dead, a failed, a running and a waiting event, all of whose documents say something."""
    for number in range(4):
        ref = EventRef(ACME, ALICE, EventId(uuid4()))
        deps.ledger.record([NewEvent(ref, "memory.remember", NOW, {"text": f"{MARK} {number}"})], now=NOW)
        if number == 3:
            continue
        claim = deps.ledger.claim(ref, now=NOW, lease=timedelta(days=1), holder=MARK)
        assert claim is not None
        if number == 0:
            deps.ledger.bury(claim, now=NOW, reason=MARK, error=MARK)
        elif number == 1:
            deps.ledger.fail(claim, next_attempt_at=NOW + timedelta(days=1), reason=MARK, error=MARK)


def _harvested(pipeline: Pipeline, deps: Dependencies) -> World:
    reader = deps.reader
    facts = list(reader.facts(ACME, ALICE, history=True, now=NOW, as_of=None))
    placed = list(reader.placed(ACME, ALICE, None))
    episodes = list(reader.episodes(ACME, ALICE, archived=False))
    conflicts = list(deps.conflicts.waiting(ACME, None, now=NOW))
    entries = list(deps.ledger.entries(ACME, None, 50))
    assert facts
    assert placed
    assert episodes
    assert conflicts
    ids = [facts[0].id, placed[0].assertion.id, episodes[0].id, conflicts[0].id, entries[0].ref.event_id]
    running = next(each for each in entries if each.state == "running")
    ids += [running.ref.event_id]
    claims = [
        Claim(each.ref, each.type, each.attempts, each.document, holder=each.holder or MARK)
        for each in entries
    ]
    keys = [SessionKey(ACME, ALICE, name) for name in ("s-1", "live-1", "live-2", "ops-1")]
    harvest: dict[type, list[Any]] = {
        Fact: facts, Placed: placed, Episode: episodes, Conflict: conflicts, Claim: [
            next(c for c in claims if c.ref == running.ref), *claims
        ], EventRef: [running.ref, *(each.ref for each in entries)], SessionKey: keys,
        Policy: [DEFAULT_POLICY], EmbeddingSpace: [deps.embedder.space],
    }  # fmt: skip
    assert deps.api_keys is not None
    key = deps.api_keys.of_tenant(ACME)[0]
    texts = {
        "session_id": ("s-1", "live-1", "live-2", "ops-1"), "message_id": ("m1",), "through_message_id": ("m4", "m1"),
        "predicate": ("note", "city"), "key_id": (key.id,), "group": ("group",), "consumer": ("c",), "holder": (MARK,),
        "tokens": (MARK, "tea"), "scope": (str(ALICE),), "reason": ("reason",), "id": (key.id,),
        "version": ("v",), "mark": ("",), "ids": ("0-1",), "tables": ("facts",), "after": ("m1",),
    }  # fmt: skip
    return World(pipeline, deps, tuple(ids), harvest, texts)
