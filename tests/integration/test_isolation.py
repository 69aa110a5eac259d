"""Every method of every port, called for another tenant and for none, with all the ids that there are: nothing of the
tenant that they belong to is read, changed or counted. A method that is added is called too."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import typing
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

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
from memory_pipeline.domain.errors import MemoryPipelineError
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from tests.support.acme import ACME, ALICE, NOW, WORDS, World, populated
from tests.support.forged import calls
from tests.support.server_pipelines import server_pipeline
from tests.support.talks import SRE

pytestmark = pytest.mark.servers

# Roles that keep nothing of anybody.
KEEP_NOTHING = {
    "BrokerGauge", "Clock", "Embedder", "Extractor", "HintWriter", "Isolation", "JobClaims", "Judge", "KeyedDigest", "Narrator",
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
# second drops a month of all tenants, which the database does once it is over and nobody needs it, whoever asks; the others
# make servers tidy up their files.
OF_ALL = {"WorkingMemory.accept", "TranscriptRetention.drop", "Erasures.tidy", "WorkingErasure.tidy"}
# Answers that a tenant without memories gets too: what it handed in itself, the default policy, work that is its own.
OWN = {
    "MemoryUnit.add", "Ledger.record", "Forgetting.claim", "Transcripts.accept", "Policies.as_tenants",
    "Fingerprints.add", "ForgettingUnit.mark_surplus", "WorkingMemory.append", "MemoryUnit.policy",
    "MemoryUnit.add_episodes", "MemoryUnit.save_projections",
    "Fingerprints.scope_digest", "WorkingMemory.mark", "Policies.of", "Policies.save", "ErasureScan.cells",
    "WorkingForgetting.place", "WorkingForgetting.search",  # how far its own search has come
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


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with server_pipeline(Path(tmp_path_factory.mktemp("home"))) as pipeline:
        clock = FixedClock(NOW)
        pipeline.dependencies = replace(
            pipeline.dependencies, embedder=InMemoryEmbedder(64), publisher=InMemoryPublisher(), clock=clock
        )
        yield populated(pipeline, clock)


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
    "bigint": "1000", "text": "'x'", "uuid": "gen_random_uuid()", "date": "current_date",
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
