"""What every source of an export promises: all of one scope, nothing of another, in one order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.personal_data import InMemoryPersonalData
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.postgres import Database, PostgresMemoryStore, PostgresTranscripts
from memory_pipeline.adapters.postgres.personal_data import PostgresPersonalData
from memory_pipeline.domain.assertion import Assertion, Stance, assertion_id
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import UnknownTenant
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.memory_store import MemoryStore, Placed
from memory_pipeline.ports.personal_data import PersonalData
from memory_pipeline.ports.transcripts import Transcripts
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, SessionLog
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.assertions import NOW
from tests.support.keys import TEST_DIGEST

ACME = Tenant("acme")
ALICE, BOB, TEAM = Scope.of_user("alice"), Scope.of_user("bob"), Scope.parse("team:sre")


@dataclass(frozen=True, slots=True)
class Kept:
    data: PersonalData
    store: MemoryStore
    transcripts: Transcripts

    def say(self, scope: Scope, *texts: str) -> None:
        messages = tuple(
            Message(f"m{n}", Role.USER, text, NOW + timedelta(minutes=n)) for n, text in enumerate(texts)
        )
        info = SessionInfo((TEAM,), scope.id)
        self.transcripts.absorb(SessionLog(SessionKey(ACME, scope, "s"), info, messages), now=NOW)

    def told(self, scope: Scope) -> dict[str, list[str]]:
        with self.data.sections(ACME, scope) as sections:
            return {each.name: [json.dumps(record) for record in each.records] for each in sections}


def placed(scope: Scope, value: str, quote: str) -> Placed:
    """What message m0 of session s says, in a scope that the session is shared with."""
    evidence = Evidence("s", "m0", quote)
    made = Assertion(
        id=assertion_id(ACME, scope, evidence, NOW, "fruit", "colour", value, Stance.ASSERTED),
        tenant=ACME,
        scope=scope,
        subject="fruit",
        predicate="colour",
        object=value,
        stance=Stance.ASSERTED,
        source=Source.USER_STATED,
        confidence=0.9,
        asserted_at=NOW,
        recorded_at=NOW,
        evidence=(evidence,),
    )
    return Placed(made, Slot(ACME, scope, "fruit", "colour"))


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "postgres":
        database = Database(request.getfixturevalue("empty_database"), ROLE)
        yield Kept(
            PostgresPersonalData(database),
            PostgresMemoryStore(database, TEST_DIGEST),
            PostgresTranscripts(database, TEST_DIGEST),
        )
        database.close()
        return
    state = InMemoryState()
    yield Kept(InMemoryPersonalData(state), InMemoryMemoryStore(state), InMemoryTranscripts(state))


def test_a_scope_gets_its_own_words_and_nobody_elses(kept: Kept) -> None:
    kept.say(ALICE, "the apple is Alice's", "and the avocado")
    kept.say(BOB, "the banana is Bob's")
    text = repr(kept.told(ALICE))
    assert "apple" in text
    assert "avocado" in text
    assert "banana" not in text
    assert "banana" in repr(kept.told(BOB))
    assert "apple" not in repr(kept.told(TEAM))


def test_the_order_is_always_the_same(kept: Kept) -> None:
    kept.say(ALICE, *[f"word {n}" for n in range(30)])
    assert kept.told(ALICE) == kept.told(ALICE)


def test_what_was_shared_of_its_sessions_is_told_and_what_others_shared_is_not(kept: Kept) -> None:
    """Both sessions have one id, and so have their messages."""
    kept.say(ALICE, "the apple is red")
    kept.say(BOB, "the banana is yellow")
    with kept.store.unit(ACME, [TEAM]) as unit:
        unit.add([placed(TEAM, "red", "the apple is red"), placed(TEAM, "yellow", "the banana is yellow")])
    shared = repr(kept.told(ALICE)["shared_assertions"])
    assert "apple" in shared
    assert "banana" not in shared
    assert "yellow" not in shared


def test_a_tenant_that_never_was_is_an_error(kept: Kept) -> None:
    with pytest.raises(UnknownTenant), kept.data.sections(Tenant("nobody"), ALICE):
        """Nothing is handed out."""
