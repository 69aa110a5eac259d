"""Secrets in what is stated outright: statements, corrections and imports, as the ledger gets to see them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.spelling import MASK
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import MemoryCorrect, MemoryRemember
from memory_pipeline.interfaces.cli.import_facts import Imported, import_file
from memory_pipeline.pipeline.at_once import at_once
from memory_pipeline.pipeline.record import record_events
from tests.support.pipelines import in_memory_pipeline

NOW = datetime(2026, 5, 1, tzinfo=UTC)
ACME, ALICE = Tenant("acme"), Scope.of_user("alice")
HEADER = {"tenant": ACME, "scope": str(ALICE), "occurred_at": NOW}


def remembered(text: str, **more: str) -> MemoryRemember:
    return make(MemoryRemember, **HEADER, event_id=uuid4(), ref="r", text=text, **more)


def test_a_statement_is_kept_without_its_secret() -> None:
    pipeline = in_memory_pipeline()
    at_once(remembered("My wifi password is hunter2-Xk93, ask me for the router's place."), pipeline.deps)
    facts = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=NOW, as_of=None)
    assert [fact.object for fact in facts] == [f"My wifi password is {MASK}, ask me for the router's place."]


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("AKIA" + "Q7ZP" * 4, {}),
        ("so it is", {"predicate": "password", "object": "sunflower"}),
        ("so it is", {"predicate": "支付密码", "object": "197305"}),
        ("so it is", {"predicate": "door_code", "object": "4821"}),
    ],
)
def test_a_statement_that_is_a_secret_is_refused_before_it_is_recorded(
    text: str, more: dict[str, str]
) -> None:
    pipeline = in_memory_pipeline()
    event = remembered(text, **more)
    with pytest.raises(InvalidInput, match="secrets are not remembered"):
        at_once(event, pipeline.deps)
    assert pipeline.deps.ledger.states(ACME, [event.event_id]) == {}  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("predicate", "value"),
    [("password_policy", "strict"), ("pin_location", "Munich"), ("token_limit", "4096")],
)
def test_a_predicate_that_only_speaks_of_passwords_has_its_value(predicate: str, value: str) -> None:
    pipeline = in_memory_pipeline()
    at_once(remembered("so it is", predicate=predicate, object=value), pipeline.deps)
    facts = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=NOW, as_of=None)
    assert [fact.object for fact in facts] == [value]


def test_a_correction_to_a_secret_is_refused() -> None:
    pipeline = in_memory_pipeline()
    event = make(
        MemoryCorrect, **HEADER, event_id=uuid4(), ref="r", memory_id=uuid4(), object="ghp_" + "a1B2" * 9
    )
    with pytest.raises(InvalidInput, match="secrets are not remembered"):
        record_events([event], pipeline.deps)


def test_an_import_is_known_by_its_masked_words_and_a_bare_secret_is_a_rejected_line(tmp_path: Path) -> None:
    pipeline = in_memory_pipeline()
    common = {"scope": str(ALICE), "subject": "db-1", "source": "CMDB", "asserted_at": "2026-05-01T00:00:00Z"}
    lines = [
        {**common, "predicate": "dsn", "object": "postgres://app:s3cr3tX9@db.example.com/app"},
        {**common, "predicate": "password", "object": "hunter2"},
        {**common, "predicate": "owner", "object": "team-payments"},
    ]
    path = tmp_path / "facts.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    done, again = Imported(), Imported()
    import_file(path, ACME, None, done, pipeline.deps)
    import_file(path, ACME, None, again, pipeline.deps)
    assert (done.accepted, done.new, len(done.rejected)) == (2, 2, 1)
    assert (again.accepted, again.new, len(again.rejected)) == (2, 0, 1)
    assert list(done.events) == list(again.events)
    entries = pipeline.deps.ledger.states(ACME, list(done.events))
    assert len(entries) == 2
    pipeline.work()
    facts = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=NOW, as_of=None)
    assert {fact.object for fact in facts} == {f"postgres://app:{MASK}@db.example.com/app", "team-payments"}
