"""Every method of every port, called for another tenant and for none, with all the ids that there are: nothing of the
tenant that they belong to is read, changed or counted. A method that is added is called too."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import typing
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pydantic
import pytest
import redis
import sqlalchemy as sa
from psycopg import sql

from memory_pipeline import ports
from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.adapters.postgres.schema import GLOBAL_TABLES, metadata
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.access import Role
from memory_pipeline.domain.conflict import Conflict
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.errors import MemoryPipelineError
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
from tests.support.forged import Known, calls, relabelled
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import SRE, START, append_all, incident, ingest, talk

pytestmark = pytest.mark.servers

ACME = Tenant("acme")
ALICE = Scope.of_user("alice")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
MARK = "acmemark"
WORDS = (MARK, "Berlin", "green tea", "order-service")  # what Acme said, and nobody else did
SPACE = EmbeddingSpace("in-memory", 64)

# Roles that keep nothing of anybody.
KEEP_NOTHING = {
    "BrokerGauge", "Clock", "Embedder", "Extractor", "Isolation", "JobClaims", "Judge", "KeyedDigest", "Narrator",
    "Publisher", "StatementParser",
}  # fmt: skip
# Parts of other ports, called as those.
PARTS = {"ErasedPlaces"}
UNITS = {"MemoryUnit": "store", "ForgettingUnit": "forgetting", "ErasureUnit": "erasures"}
# What serves all tenants, and so may name tenants, scopes and ids: but no content, and nothing is changed by it.
SWEEPS = {
    "Ledger.due", "Ledger.stats", "MemoryStore.scopes_with_missing_vectors", "MemoryStore.scopes_to_reinforce",
    "Transcripts.scopes_to_redo", "Outbox.scopes", "Outbox.backlog", "Outbox.prune", "Forgetting.tenants",
    "Erasures.scopes_unfinished", "WorkingMemory.inbox", "WorkingMemory.inbox_size", "WorkingMemory.waiting",
    "WorkingMemory.idle", "Audit.expire", "ApiKeys.find", "Upkeep.indexes", "Upkeep.rebuild",
}  # fmt: skip
# Not called: the first takes entries off the inbox that all tenants share, by the ids of events that the ledger holds; the
# others make servers tidy up their files.
OF_ALL = {"WorkingMemory.accept", "Erasures.tidy", "WorkingErasure.tidy"}
# Answers that a tenant without memories gets too: what it handed in itself, the default policy, work that is its own.
OWN = {
    "MemoryUnit.add", "Ledger.record", "Forgetting.claim", "Transcripts.accept", "Policies.as_tenants",
    "Fingerprints.add", "ForgettingUnit.mark_surplus", "WorkingMemory.append", "MemoryUnit.policy",
    "MemoryUnit.add_episodes", "MemoryUnit.save_projections",
    "Fingerprints.scope_digest", "WorkingMemory.mark", "Policies.of", "Policies.save", "ErasureScan.cells",
}  # fmt: skip


def protocols() -> dict[str, type]:
    """Every role that the ports name."""
    modules = [
        importlib.import_module(f"{ports.__name__}.{each.name}")
        for each in pkgutil.iter_modules(ports.__path__)
    ]
    return {
        name: kind
        for module in modules
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and getattr(kind, "_is_protocol", False)
    }


def methods(kind: type) -> list[str]:
    """Its methods, without those of a protocol that it builds on: they are called as that one's."""
    public = {name for name, value in vars(kind).items() if not name.startswith("_") and callable(value)}
    return sorted(public - {"unit"})


WALKED = sorted(set(protocols()) - KEEP_NOTHING - PARTS)
CASES = [(port, name) for port in WALKED for name in methods(protocols()[port])]


def field_of(port: str) -> str:
    """The field of the dependencies that plays the role."""
    for name, hint in typing.get_type_hints(Dependencies).items():
        if protocols()[port] in (hint, *typing.get_args(hint)):
            return name
    raise AssertionError(f"no dependency plays {port}: say here what does, or that it keeps nothing")


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


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with server_pipeline(Path(tmp_path_factory.mktemp("home"))) as pipeline:
        clock = FixedClock(NOW)
        pipeline.dependencies = replace(
            pipeline.dependencies, embedder=InMemoryEmbedder(64), publisher=InMemoryPublisher(), clock=clock
        )
        yield populated(pipeline, clock)


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


def test_every_port_is_walked_or_keeps_nothing() -> None:
    assert set(WALKED) | KEEP_NOTHING | PARTS == set(protocols())
    assert {f"{port}.{name}" for port, name in CASES} >= SWEEPS | OF_ALL | OWN
    for port in WALKED:
        if port not in UNITS and port != "WorkingErasure":
            field_of(port)


@pytest.mark.parametrize("unset", [False, True], ids=["another tenant", "no tenant"])
@pytest.mark.parametrize("port", WALKED)
def test_a_stranger_reads_changes_and_counts_nothing(port: str, unset: bool, world: World) -> None:
    before, wrong = world.held(), []
    for name in methods(protocols()[port]):
        case = f"{port}.{name}"
        if case in OF_ALL:
            continue
        stranger = Tenant("") if unset else Tenant(f"stranger-{uuid4().hex[:8]}")
        if not unset:
            world.deps.policies.save(stranger, DEFAULT_POLICY)
        for as_acme in (False, True) if port in UNITS else (False,):
            known = world.known(stranger, as_acme=as_acme)
            for arguments in calls(getattr(protocols()[port], name), known, variants=1 if unset else 5):
                result = _called(port, name, arguments, stranger, world)
                wrong += _knowledge(case, result, unset=unset)
    assert not wrong
    assert world.held() == before, f"a method of {port} changed what is Acme's"


_ANSWERS = (MemoryPipelineError, sa.exc.NoResultFound, redis.ResponseError, pydantic.ValidationError)


def _called(
    port: str, name: str, arguments: tuple[list[Any], dict[str, Any]], stranger: Tenant, world: World
) -> Any:
    """What came of the call, gone through to its end; an error of ours is an answer too, and so is that nothing is there."""
    with suppress(*_ANSWERS), ExitStack() as stack:
        if port in UNITS:
            source = getattr(world.deps, UNITS[port])
            target = stack.enter_context(source.unit(stranger, [ALICE, SRE]))
        else:
            target = getattr(world.deps, field_of(port))
        result = getattr(target, name)(*arguments[0], **arguments[1])
        if hasattr(result, "__enter__"):
            result = stack.enter_context(result)
        return _gone_through(result)
    return None


def _gone_through(value: Any) -> Any:
    if isinstance(value, Iterator):
        return [_gone_through(each) for each in value]
    return list(value.records) if hasattr(value, "records") else value


def _knowledge(case: str, result: Any, *, unset: bool) -> list[str]:
    """What an answer gives away."""
    text = repr(result)
    shown = f"{case}: {text[:300]}"
    if any(word in text for word in WORDS):
        return [f"what Acme said: {shown}"]
    if case in SWEEPS:
        return []
    if "acme" in text:
        return [f"who Acme is: {shown}"]
    if case in OWN or unset or _nothing(result):
        return []
    return [f"something or a number of it: {shown}"]


def _nothing(result: Any) -> bool:
    """Whether there is nothing in it, however deep."""
    if isinstance(result, dict):
        return all(map(_nothing, result.values()))
    if isinstance(result, Sequence | frozenset | set) and not isinstance(result, str | bytes):
        return all(map(_nothing, result))
    return not getattr(result, "size", result)


@pytest.mark.parametrize(
    "case",
    [
        "MemoryReader.facts", "MemoryReader.placed", "MemoryReader.episodes", "Ledger.entries", "Transcripts.read",
        "Conflicts.waiting", "PersonalData.sections", "ErasureScan.cells", "WorkingMemory.read", "Policies.registries",
    ],
)  # fmt: skip
def test_the_same_calls_tell_acme_itself_a_lot(case: str, world: World) -> None:
    port, _, name = case.partition(".")
    known = world.known(ACME, as_acme=True)
    found = [
        _knowledge(case, _called(port, name, arguments, ACME, world), unset=False)
        for arguments in calls(getattr(protocols()[port], name), known, variants=5)
    ]
    assert any(each and each[0].startswith("what Acme said") for each in found)


_ARGUMENTS = {
    "timestamp with time zone": "now()", "integer": "1000", "smallint": "1::smallint", "bytea": "'\\x01'::bytea",
    "bigint": "1000", "text": "'x'", "uuid": "gen_random_uuid()",
}  # fmt: skip


def test_functions_that_see_all_tenants_say_nothing_that_was_said(world: World) -> None:
    with psycopg.connect(world.pipeline.urls.database) as connection:
        functions = connection.execute(
            "SELECT proname, ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) t) FROM pg_proc "
            "WHERE prosecdef AND pronamespace = 'public'::regnamespace"
        ).fetchall()
        assert len(functions) >= 10
        told = []
        for name, types in functions:
            arguments = sql.SQL(", ").join(sql.SQL(_ARGUMENTS[each]) for each in types)
            call = sql.SQL("SELECT f::text FROM {}({}) f").format(sql.Identifier(name), arguments)
            connection.execute("SET LOCAL ROLE memory_pipeline_app")
            told += [(name, row) for (row,) in connection.execute(call)]
            connection.rollback()
    assert any("acme" in str(row) for _, row in told), "sweeps find nothing to do"
    assert not [(name, row) for name, row in told if any(word in str(row) for word in WORDS)]
