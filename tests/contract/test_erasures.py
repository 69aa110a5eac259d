"""What removes rows, in memory and on Postgres: exactly what was named, page by page, and receipts that tell nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import uuid4

import pytest

from memory_pipeline.adapters.in_memory.erasure import InMemoryErasures
from memory_pipeline.adapters.in_memory.ledger import InMemoryLedger
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.scan import InMemoryScan
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.erasures import PostgresErasures
from memory_pipeline.adapters.postgres.ledger import PostgresLedger
from memory_pipeline.adapters.postgres.memory_reader import PostgresMemoryReader
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore
from memory_pipeline.adapters.postgres.scan import PostgresScan
from memory_pipeline.adapters.postgres.transcripts import PostgresTranscripts
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.errors import ScopeBusy
from memory_pipeline.domain.scope import Scope
from memory_pipeline.ports.erasure import (
    Erasure,
    ErasureKind,
    Erasures,
    ErasureScan,
    ErasureState,
    Leftovers,
)
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON, slot_horizon
from memory_pipeline.ports.memory_store import MemoryReader, MemoryStore, Placed
from memory_pipeline.ports.tombstone_keys import TombstoneKeys
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange, Transcripts
from memory_pipeline.ports.working_memory import Mark, MarkKind, SessionInfo, SessionKey, SessionLog
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.contract.sessions import message
from tests.support.assertions import NOW, SCOPE, TENANT, day, project, slot, state
from tests.support.keys import TEST_DIGEST
from tests.support.servers import drop_database, migrated_database, running_servers

TEAM = Scope.parse("team:sre")
KEY = SessionKey(TENANT, SCOPE, "s-1")
LOG = SessionLog(KEY, SessionInfo((TEAM,), "alice"), (message("m1", "I live in Rome"), message("m2", "Ok")))
KEYS = TombstoneKeys(TEST_DIGEST, TENANT, SCOPE)


@dataclass(frozen=True)
class Kept:
    store: MemoryStore
    reader: MemoryReader
    transcripts: Transcripts
    erasures: Erasures
    scan: ErasureScan


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "in_memory":
        state_ = InMemoryState()
        InMemoryLedger(state_)
        yield Kept(
            InMemoryMemoryStore(state_),
            InMemoryMemoryReader(state_),
            InMemoryTranscripts(state_, TEST_DIGEST),
            InMemoryErasures(state_, TEST_DIGEST),
            InMemoryScan(state_),
        )
        return
    url = migrated_database(running_servers())
    database = Database(url, ROLE)
    PostgresLedger(database)
    yield Kept(
        PostgresMemoryStore(database, TEST_DIGEST),
        PostgresMemoryReader(database),
        PostgresTranscripts(database, TEST_DIGEST),
        PostgresErasures(database, TEST_DIGEST, url),
        PostgresScan(database),
    )
    database.close()
    drop_database(url)


def write(kept: Kept, *cities: str, scope: Scope = SCOPE) -> list[Placed]:
    items = [
        Placed(replace(state(city, n), scope=scope), replace(slot(), scope=scope))
        for n, city in enumerate(cities)
    ]
    with kept.store.unit(TENANT, [scope]) as unit:
        unit.add(items)
        if scope == SCOPE:
            unit.save_projections(scope, project([item.assertion for item in items]).slots)
    return items


def erasure(kind: ErasureKind = ErasureKind.ALL, state_: ErasureState = ErasureState.REMOVING) -> Erasure:
    return Erasure(
        TENANT, SCOPE, uuid4(), kind, state_, NOW, {"facts": 2}, Leftovers((KEY,), ((KEY, ("m1",)),), None)
    )


def test_pages_take_everything_of_the_scope_and_nothing_else(kept: Kept) -> None:
    write(kept, "Rome", "Oslo", "Bern")
    write(kept, "Rome", scope=TEAM)
    kept.transcripts.absorb(LOG, now=NOW)
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        before = unit.rows(SCOPE)
    total, pages = 0, 0
    while True:
        with kept.erasures.unit(TENANT, [SCOPE]) as unit:
            gone = unit.remove_page(SCOPE, 2)
        if not gone:
            break
        assert sum(gone.values()) <= 2
        total, pages = total + sum(gone.values()), pages + 1
    assert total == sum(before.values())
    assert pages >= total / 2
    assert kept.scan.rows_of(TENANT, SCOPE, day(99)) == {}
    assert len(kept.reader.placed(TENANT, TEAM, None)) == 1


def test_named_assertions_go_with_their_evidence(kept: Kept) -> None:
    first, _ = write(kept, "Rome", "Oslo")
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        assert unit.remove_assertions(SCOPE, [first.assertion.id, AssertionId(uuid4())])["assertions"] == 1
    assert [item.assertion.object for item in kept.reader.placed(TENANT, SCOPE, None)] == ["Oslo"]
    texts = {cell.text for cell in kept.scan.cells(TENANT) if cell.place.startswith("evidence")}
    assert texts
    assert not any("Rome" in text for text in texts)


def test_a_session_goes_whole_and_its_namesake_stays(kept: Kept) -> None:
    kept.transcripts.absorb(LOG, now=NOW)
    other = SessionKey(TENANT, Scope.of_user("bob"), "s-1")
    kept.transcripts.absorb(replace(LOG, key=other), now=NOW)
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        assert {each.key for each in unit.namesakes(TEAM, "s-1")} == {KEY, other}
        gone = unit.remove_session(KEY)
    assert (gone["transcript"], gone["sessions"]) == (2, 1)
    assert kept.transcripts.read(KEY) is None
    assert kept.transcripts.read(other) is not None
    assert kept.erasures.shared_scopes(TENANT, other.scope, "s-1") == {TEAM}
    assert kept.erasures.shared_scopes(TENANT, SCOPE, None) == frozenset()


def test_a_reply_to_what_was_erased_since_is_not_kept(kept: Kept) -> None:
    kept.transcripts.absorb(LOG, now=NOW)
    before = kept.transcripts.read(KEY)
    assert before is not None
    segment, reply = SegmentRange(0, 2), AcceptedExtraction("model", {"facts": []})
    kept.transcripts.accept(KEY, segment, reply, now=NOW, revision=before.revision)
    assert kept.transcripts.accepted(KEY, segment) is not None
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.renew([KEY])
        assert unit.revision(KEY) != before.revision
    assert kept.transcripts.accepted(KEY, segment) is None
    kept.transcripts.accept(KEY, segment, reply, now=NOW, revision=before.revision)
    assert kept.transcripts.accepted(KEY, segment) is None


def test_erased_messages_are_not_absorbed_again(kept: Kept) -> None:
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.bury(SCOPE, [KEYS.message("s-1", "m1")], now=day(-99))
    assert kept.transcripts.absorb(LOG, now=NOW) == ["m1"]
    held = kept.transcripts.read(KEY)
    assert held is not None
    assert [each.id for each in held.messages] == ["m2"]


def test_a_session_that_ends_with_an_erased_message_ends_before_it(kept: Kept) -> None:
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.bury(SCOPE, [KEYS.message("s-1", "m2")], now=day(-99))
    ended = Mark(MarkKind.CLOSED, "m2", NOW)
    for _ in range(2):
        kept.transcripts.absorb(replace(LOG, entries=(*LOG.entries, ended)), now=NOW)
        held = kept.transcripts.read(KEY)
        assert held is not None
        assert [each.id for each in held.messages] == ["m1"]
        assert [(mark.kind, mark.position) for mark in held.marks] == [(MarkKind.CLOSED, 0)]


@pytest.mark.parametrize("session", [True, False])
def test_what_lies_below_a_sessions_tombstone_or_the_scopes_horizon_is_not_absorbed(
    kept: Kept, session: bool
) -> None:
    said_at = LOG.entries[0].at
    later = message("m3", "later", at=said_at + timedelta(days=1))
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        if session:
            unit.bury(SCOPE, [KEYS.session("s-1")], now=said_at)
        else:
            unit.raise_horizons(SCOPE, {SCOPE_HORIZON: said_at})
    assert kept.transcripts.absorb(LOG, now=NOW) == ["m1", "m2"]
    assert kept.transcripts.read(KEY) is None
    kept.transcripts.absorb(replace(LOG, entries=(*LOG.entries, later)), now=NOW)
    held = kept.transcripts.read(KEY)
    assert held is not None
    assert [each.id for each in held.messages] == ["m3"]


def test_a_horizon_only_rises_and_refuses_what_is_added_below(kept: Kept) -> None:
    with kept.store.unit(TENANT, [SCOPE]) as unit:
        unit.raise_horizons(SCOPE, {SCOPE_HORIZON: day(5)})
        unit.raise_horizons(SCOPE, {SCOPE_HORIZON: day(2), slot_horizon(TEST_DIGEST, slot("pet")): day(9)})
        assert unit.horizons(SCOPE)[SCOPE_HORIZON] == day(5)
        assert set(unit.horizons(SCOPE, [])) == {SCOPE_HORIZON}
        pet = slot_horizon(TEST_DIGEST, slot("pet"))
        assert set(unit.horizons(SCOPE, [pet])) == {SCOPE_HORIZON, pet}
        old, new = Placed(state("Rome", 5), slot()), Placed(state("Oslo", 6), slot())
        assert unit.add([old, new]) == [new.assertion.id]
    with kept.store.unit(TENANT, [TEAM]) as unit:
        assert unit.horizons(TEAM) == {}


def test_tombstones_are_found_by_key_and_scope(kept: Kept) -> None:
    mine, other = KEYS.message("s-1", "m1"), KEYS.message("s-1", "m2")
    with kept.store.unit(TENANT, [SCOPE]) as unit:
        unit.bury(SCOPE, [mine], now=day(1))
        unit.bury(SCOPE, [mine], now=day(3))
        assert unit.tombstones(SCOPE, [mine, other]) == {mine: day(3)}
        assert unit.tombstones(TEAM, [mine]) == {}


def test_while_rows_are_removed_nothing_is_shown_or_added(kept: Kept) -> None:
    write(kept, "Rome")
    made = erasure()
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.keep(made)
        assert unit.erasing([SCOPE, TEAM]) == {SCOPE}
    assert kept.reader.placed(TENANT, SCOPE, None) == []
    assert kept.reader.facts(TENANT, SCOPE, history=True, now=NOW, as_of=None) == []
    with pytest.raises(ScopeBusy):
        kept.transcripts.absorb(LOG, now=NOW)
    assert kept.erasures.unfinished(TENANT, SCOPE) == [made]
    assert kept.erasures.scopes_unfinished(5) == [(TENANT, SCOPE)]
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.keep(replace(made, state=ErasureState.CLEANING))
    assert len(kept.reader.placed(TENANT, SCOPE, None)) == 1


def test_a_receipt_holds_counts_and_nobodys_name(kept: Kept) -> None:
    made = erasure()
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.keep(made)
        unit.keep(replace(made, state=ErasureState.DONE))
        held = unit.kept(made.receipt_id)
    assert held is not None
    assert (held.counts, held.leftovers, held.state) == ({"facts": 2}, Leftovers(), ErasureState.DONE)
    assert held.scope.kind == "erased"
    assert kept.erasures.unfinished(TENANT, SCOPE) == []
    assert kept.erasures.scopes_unfinished(5) == []


def test_what_an_unfinished_erasure_has_to_do_survives(kept: Kept) -> None:
    made = replace(
        erasure(ErasureKind.TEXT, ErasureState.CLEANING),
        leftovers=Leftovers((KEY,), ((KEY, ("m1", "消息")),), ((TEAM, (uuid4(),)),)),
    )
    with kept.erasures.unit(TENANT, [SCOPE]) as unit:
        unit.keep(made)
    assert kept.erasures.unfinished(TENANT, SCOPE) == [made]
    assert kept.reader.scopes(TENANT) == [SCOPE]


def test_a_unit_that_fails_leaves_everything(kept: Kept) -> None:
    (item,) = write(kept, "Rome")

    def fail() -> None:
        with kept.erasures.unit(TENANT, [SCOPE]) as unit:
            unit.remove_assertions(SCOPE, [item.assertion.id])
            unit.raise_horizons(SCOPE, {SCOPE_HORIZON: day(99)})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert len(kept.reader.placed(TENANT, SCOPE, None)) == 1
    write(kept, "Rome", "Oslo")
    assert len(kept.reader.placed(TENANT, SCOPE, None)) == 2


def test_a_scope_that_is_gone_can_be_locked_and_written_again(kept: Kept) -> None:
    write(kept, "Rome")
    write(kept, "Rome", scope=TEAM)
    while True:
        with kept.erasures.unit(TENANT, [SCOPE]) as unit:
            if not unit.remove_page(SCOPE, 100):
                unit.remove_scope(SCOPE)
                break
    assert kept.reader.scopes(TENANT) == [TEAM]
    write(kept, "Oslo")
    assert kept.reader.scopes(TENANT) == [TEAM, SCOPE]


def test_every_text_is_scanned_and_says_whose_it_is(kept: Kept) -> None:
    write(kept, "Rome-Trastevere")
    kept.transcripts.absorb(LOG, now=NOW)
    cells = list(kept.scan.cells(TENANT))
    said = [cell for cell in cells if cell.text == "I live in Rome"]
    assert [(cell.scope, cell.own, cell.verbatim) for cell in said] == [(SCOPE, True, True)]
    stated = [cell for cell in cells if cell.text == "Rome-Trastevere"]
    assert {cell.scope for cell in stated} == {SCOPE}
    assert not any(cell.own for cell in stated)
    assert list(kept.scan.cells(TENANT, TEAM)) == []


def test_the_database_lets_go_of_what_was_removed(kept: Kept) -> None:
    assert kept.erasures.tidy() is None
    assert kept.erasures.tidy(receipts=True) is None
