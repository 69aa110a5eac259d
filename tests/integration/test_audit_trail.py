"""The audit trail on the real servers: every act leaves a line, no line holds content, and nobody waits for one."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.access import Role
from memory_pipeline.domain.errors import DatabaseUnavailable, InvalidInput, UnknownMemory
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.policies import read_policy
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.audit import veiled
from memory_pipeline.pipeline.audit_reads import finish_audit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.export import export
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.keys import create_key
from memory_pipeline.pipeline.read_audit import expire_audit, read_audit
from memory_pipeline.pipeline.replay import replay
from memory_pipeline.ports.audit import Action, Audit, AuditLine
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import ACME, ingest, talk

pytestmark = pytest.mark.servers

OTHER = Tenant("other")
ALICE = Scope.of_user("alice")
_PATIENT = timedelta(seconds=20)
ONE = talk("sess-marker", "alice", "I live in Berlin.", "Ok.", "I like green tea.")


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    with server_pipeline(Path(tmp_path_factory.mktemp("home"))) as pipeline:
        pipeline.dependencies = replace(pipeline.dependencies, actor="key:the-backend")
        yield pipeline


@pytest.fixture
def deps(pipeline: Pipeline) -> Iterator[Dependencies]:
    """The pipeline on a database that holds nothing."""
    with psycopg.connect(pipeline.urls.database, autocommit=True) as connection:
        tables = connection.execute(
            "SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables "
            "WHERE schemaname = 'public' AND tablename NOT IN ('alembic_version', 'digest_keys')"
        ).fetchone()
        assert tables is not None
        connection.execute(f"TRUNCATE {tables[0]}".encode())
    yield pipeline.dependencies
    finish_audit(timedelta(seconds=30))


@pytest.fixture
def client(pipeline: Pipeline, deps: Dependencies) -> MemoryClient:
    assert deps is pipeline.dependencies
    return MemoryClient(ACME, pipeline=pipeline)


def lines(deps: Dependencies, about: object = None, tenant: Tenant = ACME) -> list[AuditLine]:
    finish_audit(timedelta(seconds=30))
    assert deps.audit is not None
    named = [] if about is None else [veiled(tenant, about, deps)]
    return list(deps.audit.lines(tenant, since=None, until=None, about=named))


def acts(deps: Dependencies, about: object = None, tenant: Tenant = ACME) -> list[Action]:
    return [each.action for each in lines(deps, about, tenant)]


def test_what_is_written_leaves_a_line_that_names_session_event_and_facts(
    client: MemoryClient, deps: Dependencies
) -> None:
    (event,) = ingest([ONE], deps)
    work(deps)
    (written,) = lines(deps)
    facts = deps.reader.facts(ACME, ALICE, history=True, now=deps.clock.now(), as_of=None)
    assert written.action is Action.CONSOLIDATE
    assert written.scope == veiled(ACME, ALICE, deps)
    assert {veiled(ACME, each, deps) for each in ("sess-marker", event, *(f.id for f in facts))} <= {
        *written.ids
    }
    assert written.count >= len(facts)
    (id_,) = client.remember(str(ALICE), "I am allergic to peanuts.")
    client.correct(id_, "walnuts")
    client.confirm(client.facts(str(ALICE))[0].id)
    done = [act for act in acts(deps) if act is not Action.READ]
    assert done == [Action.CONSOLIDATE, Action.REMEMBER, Action.CORRECT, Action.CONFIRM]
    assert Action.CORRECT in acts(deps, id_)
    assert {each.actor for each in lines(deps)} == {veiled(ACME, "key:the-backend", deps)}


def test_who_handed_a_statement_in_is_named_by_the_worker_that_writes_it(
    client: MemoryClient, deps: Dependencies, pipeline: Pipeline
) -> None:
    class Away:
        def embed(self, *_: object) -> object:
            raise DatabaseUnavailable("not now")

        def __getattr__(self, name: str) -> object:
            return getattr(deps.embedder, name)

    failing = replace(deps, embedder=Away())  # type: ignore[arg-type]
    pipeline.dependencies = failing
    with pytest.raises(Exception, match="recorded"):
        client.remember(str(ALICE), "I am allergic to peanuts.")
    pipeline.dependencies = deps
    deps.ledger.retry(ACME, None, now=deps.clock.now())
    (entry,) = deps.ledger.entries(ACME, None, 5)
    deps.ledger.retry(ACME, [entry.ref.event_id], now=deps.clock.now())
    handle(entry.ref, replace(deps, actor="worker@elsewhere"))
    (line,) = lines(deps)
    assert line.action is Action.REMEMBER
    assert line.actor == veiled(ACME, "key:the-backend", deps)


def test_reads_leave_lines_that_name_what_was_seen(client: MemoryClient, deps: Dependencies) -> None:
    (id_,) = client.remember(str(ALICE), "I am allergic to peanuts.")
    finish_audit(timedelta(seconds=30))
    found = client.recall([str(ALICE), "team:sre"], "peanuts", deadline=_PATIENT)
    assert [each.id for each in found.memories] == [id_]
    client.facts(str(ALICE))
    client.episodes(str(ALICE))
    client.explain(id_)
    client.conflicts()
    after = lines(deps)[1:]
    assert [each.action for each in after] == [Action.RECALL, Action.RECALL, *[Action.READ] * 4]
    assert [each.count for each in after] == [1, 0, 1, 0, 1, 0]
    assert [veiled(ACME, id_, deps) in each.ids for each in after] == [True, False, True, False, True, False]
    assert [each.scope for each in after[:2]] == [veiled(ACME, each, deps) for each in (ALICE, "team:sre")]


def test_policies_replays_exports_and_keys_leave_lines(client: MemoryClient, deps: Dependencies) -> None:
    client.remember(str(ALICE), "I am allergic to peanuts.")
    policy = read_policy({"cardinality": {"city": "many"}})
    replay(ACME, deps, policy=policy)
    "".join(export(ACME, ALICE, deps))
    create_key(ACME, Role.READER, deps)
    list(read_audit(ACME, deps, about=str(ALICE)))
    assert acts(deps) == [
        Action.REMEMBER,
        Action.POLICY,
        Action.EXPORT,
        Action.KEY_CREATE,
        Action.AUDIT_READ,
    ]
    assert acts(deps, ALICE) == [Action.REMEMBER, Action.EXPORT, Action.AUDIT_READ]


def test_what_came_to_nothing_leaves_no_line_and_another_tenant_sees_none(
    client: MemoryClient, deps: Dependencies
) -> None:
    client.remember(str(ALICE), "I am allergic to peanuts.")
    before = acts(deps)
    with pytest.raises(UnknownMemory):
        client.correct(uuid4(), "walnuts")
    with pytest.raises(InvalidInput):
        client.remember(str(ALICE), "x" * 20_001)
    assert [act for act in acts(deps) if act is not Action.READ] == before
    assert lines(deps, tenant=OTHER) == []


def test_no_line_holds_a_name_an_id_or_a_word(
    client: MemoryClient, deps: Dependencies, pipeline: Pipeline
) -> None:
    ingest([ONE], deps)
    work(deps)
    (id_,) = client.remember(str(ALICE), "I am allergic to peanuts.")
    client.recall([str(ALICE)], "peanuts, which query is this", deadline=_PATIENT)
    client.correct(id_, "walnuts")
    lines(deps)
    with psycopg.connect(pipeline.urls.database) as connection:
        dump = "\n".join(row for (row,) in connection.execute("SELECT audit::text FROM audit"))
    assert dump.count("\n") >= 4
    for word in ("alice", "peanut", "walnut", "Berlin", "sess-marker", "user:", "backend", "query", str(id_)):
        assert word not in dump
        assert word.encode().hex() not in dump
    assert UUID(str(id_)).hex not in dump


@pytest.mark.parametrize("statement", ["UPDATE audit SET count = 9", "DELETE FROM audit"])
def test_not_even_the_owner_changes_a_line(statement: str, client: MemoryClient, pipeline: Pipeline) -> None:
    client.remember(str(ALICE), "I am allergic to peanuts.")
    with (
        psycopg.connect(pipeline.urls.database) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"),
    ):
        connection.execute(statement.encode())
    assert acts(pipeline.dependencies) == [Action.REMEMBER]


class _Slow:
    """A trail that takes no line before it is told to, and then fails as often as it is told to."""

    def __init__(self, real: Audit, failures: int = 0) -> None:
        self.real, self.failures, self.free, self.batches = real, failures, threading.Event(), 0

    def record(self, tenant: Tenant, items: Sequence[AuditLine]) -> None:
        assert self.free.wait(30)
        if self.failures:
            self.failures -= 1
            raise DatabaseUnavailable("the trail cannot be reached")
        self.batches += 1
        self.real.record(tenant, items)

    def __getattr__(self, name: str) -> object:
        return getattr(self.real, name)


def test_no_read_waits_for_its_line_and_lines_share_transactions(
    client: MemoryClient, deps: Dependencies, pipeline: Pipeline
) -> None:
    assert deps.audit is not None
    client.remember(str(ALICE), "I am allergic to peanuts.")
    slow = _Slow(deps.audit)
    pipeline.dependencies = replace(deps, audit=slow)  # type: ignore[arg-type]
    try:
        for _ in range(40):
            assert client.recall([str(ALICE)], "peanuts", deadline=_PATIENT).memories
        slow.free.set()
    finally:
        pipeline.dependencies = deps
    assert acts(deps).count(Action.RECALL) == 40
    assert slow.batches <= 3


def test_lines_of_reads_wait_while_the_trail_is_away(
    client: MemoryClient, deps: Dependencies, pipeline: Pipeline
) -> None:
    assert deps.audit is not None
    client.remember(str(ALICE), "I am allergic to peanuts.")
    flaky = _Slow(deps.audit, failures=1)
    flaky.free.set()
    pipeline.dependencies = replace(deps, audit=flaky)  # type: ignore[arg-type]
    try:
        client.facts(str(ALICE))
        finish_audit(timedelta(seconds=30))
        assert acts(deps) == [Action.REMEMBER]
        client.episodes(str(ALICE))
    finally:
        pipeline.dependencies = deps
    assert acts(deps) == [Action.REMEMBER, Action.READ, Action.READ]


def test_lines_go_once_they_are_older_than_is_kept(deps: Dependencies, client: MemoryClient) -> None:
    client.remember(str(ALICE), "I am allergic to peanuts.")
    assert deps.audit is not None
    now, (line,) = deps.clock.now(), lines(deps)
    kept = deps.audit_kept
    ages = [kept + timedelta(days=1), kept - timedelta(days=1), timedelta(days=3)]
    deps.audit.record(ACME, [replace(line, at=now - age) for age in ages])
    assert expire_audit(replace(deps, audit_kept=timedelta(days=9999))) == 0
    assert expire_audit(deps) == 1
    assert expire_audit(deps) == 0
    assert expire_audit(replace(deps, audit_kept=timedelta(0))) == 1, (
        "nothing younger than thirty days ever goes"
    )
    assert [each.at for each in lines(deps)] == [now - ages[2], line.at]
