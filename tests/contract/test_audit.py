"""What every audit trail promises: lines stay as they were written, tenant by tenant, and go only with age."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory.audit import InMemoryAudit
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.postgres import Database, PostgresMemoryStore
from memory_pipeline.adapters.postgres.audit import PostgresAudit
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.audit import Action, Audit, AuditLine
from memory_pipeline.ports.memory_store import MemoryStore
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.keys import TEST_DIGEST

ACME, OTHER, STRANGER = Tenant("acme"), Tenant("other"), Tenant("stranger")
ALICE = Scope.of_user("alice")
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
LINE = AuditLine(AT, b"who", Action.RECALL, b"scope", (b"one", b"two"), 2, "done")


class _Undo(Exception):  # noqa: N818
    """Ends a unit without leaving a trace."""


@dataclass(frozen=True, slots=True)
class Kept:
    audit: Audit
    store: MemoryStore

    def lines(self, tenant: Tenant = ACME, *about: bytes) -> list[AuditLine]:
        return list(self.audit.lines(tenant, since=None, until=None, about=about))


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "postgres":
        database = Database(request.getfixturevalue("empty_database"), ROLE)
        made = Kept(PostgresAudit(database), PostgresMemoryStore(database, TEST_DIGEST))
    else:
        state = InMemoryState()
        made = Kept(InMemoryAudit(state), InMemoryMemoryStore(state))
    for tenant in (ACME, OTHER):
        with made.store.unit(tenant, [ALICE]):
            """Makes the tenant and its scope."""
    yield made
    if request.param == "postgres":
        database.close()


def test_lines_come_back_as_they_were_written_oldest_first(kept: Kept) -> None:
    later = replace(LINE, at=AT + timedelta(hours=1), scope=None, ids=(), count=0, outcome="timed_out")
    kept.audit.record(ACME, [later, LINE])
    assert kept.lines() == [LINE, later]


def test_a_tenants_lines_are_its_own(kept: Kept) -> None:
    kept.audit.record(ACME, [LINE])
    assert kept.lines(OTHER) == []
    assert kept.lines(OTHER, b"who") == []


def test_lines_of_a_tenant_that_never_was_are_dropped_and_make_none(kept: Kept) -> None:
    kept.audit.record(STRANGER, [LINE])
    assert kept.lines(STRANGER) == []


@pytest.mark.parametrize("about", [b"who", b"scope", b"one", b"two"])
def test_lines_are_found_by_what_they_name(about: bytes, kept: Kept) -> None:
    kept.audit.record(ACME, [LINE, replace(LINE, actor=b"x", scope=b"y", ids=(b"z",))])
    assert kept.lines(ACME, about) == [LINE]
    assert kept.lines(ACME, b"nobody", about) == [LINE]
    assert kept.lines(ACME, b"nobody") == []


def test_lines_are_found_by_time(kept: Kept) -> None:
    hours = [replace(LINE, at=AT + timedelta(hours=n)) for n in range(4)]
    kept.audit.record(ACME, hours)
    found = kept.audit.lines(ACME, since=hours[1].at, until=hours[3].at)
    assert list(found) == hours[1:3]


def test_more_lines_than_a_page_come_each_once(kept: Kept) -> None:
    many = [replace(LINE, at=AT + timedelta(seconds=n // 3), count=n) for n in range(2500)]
    kept.audit.record(ACME, many)
    assert sorted(each.count for each in kept.lines()) == list(range(2500))


def test_a_units_lines_stand_if_it_ends_well_and_not_otherwise(kept: Kept) -> None:
    with kept.store.unit(ACME, [ALICE]) as unit:
        unit.audit([LINE])
    with suppress(_Undo), kept.store.unit(ACME, [ALICE]) as unit:
        unit.audit([replace(LINE, count=7)])
        raise _Undo
    assert kept.lines() == [LINE]


def test_only_what_is_old_can_go_whatever_is_asked(kept: Kept) -> None:
    now = datetime.now(UTC)
    old, young = replace(LINE, at=now - timedelta(days=31)), replace(LINE, at=now - timedelta(days=29))
    kept.audit.record(ACME, [old, young])
    kept.audit.record(OTHER, [old, old])
    assert kept.audit.expire(before=now - timedelta(days=40), limit=10) == 0
    assert kept.audit.expire(before=now, limit=2) == 2
    assert kept.audit.expire(before=now, limit=10) == 1
    assert kept.audit.expire(before=now, limit=10) == 0
    assert (kept.lines(ACME), kept.lines(OTHER)) == ([young], [])
