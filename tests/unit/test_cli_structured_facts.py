"""Lines of structured facts: what is taken from them, what is refused, and that one line is one event."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.models import FactsImported
from memory_pipeline.events.structured_facts import latest_assertion, read_structured_fact

TENANT = Tenant("acme")
LATER = datetime(2026, 6, 1, tzinfo=UTC)
LINE: dict[str, Any] = {
    "scope": "team:sre",
    "subject": "order-service",
    "predicate": "connection_pool_max",
    "object": "50",
    "source": "CMDB",
    "asserted_at": "2026-03-01T00:00:00Z",
    "confidence": 0.8,
    "ref": "cmdb://order-service",
    "cardinality": "one",
    "retract": False,
}


def read(fallback: datetime | None = None, tenant: Tenant = TENANT, **changes: Any) -> FactsImported:
    event = read_structured_fact(json.dumps({**LINE, **changes}), tenant, fallback)
    assert event is not None
    return event


def test_a_whole_line_is_an_event_with_all_that_it_says() -> None:
    event = read()
    assert (event.tenant, event.scope, event.subject, event.predicate) == (
        "acme", "team:sre", "order-service", "connection_pool_max",
    )  # fmt: skip
    assert (event.object, event.source, event.confidence, event.cardinality) == (
        "50",
        Source.CMDB,
        0.8,
        "one",
    )
    assert event.occurred_at == datetime(2026, 3, 1, tzinfo=UTC)
    assert event.ref == "cmdb://order-service"


@pytest.mark.parametrize(
    "changes",
    [{"object": "51"}, {"asserted_at": "2026-03-02"}, {"ref": "cmdb://other"}, {"predicate": "replicas"},
     {"subject": "pay-service"}, {"scope": "team:web"}, {"retract": True}],
)  # fmt: skip
def test_the_id_is_that_of_the_statement(changes: dict[str, Any]) -> None:
    assert read().event_id == read().event_id == read(confidence=0.5).event_id
    assert read(**changes).event_id != read().event_id
    assert read(tenant=Tenant("other")).event_id != read().event_id


@pytest.mark.parametrize(("value", "text"), [(50, "50"), (2.5, "2.5"), ("是", "是")])
def test_figures_are_taken_as_text(value: Any, text: str) -> None:
    assert read(object=value).object == text


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"source": "USER_STATED"}, "CMDB or DOC"),
        ({"source": "CORRECTED"}, "CMDB or DOC"),
        ({"source": "cmdb"}, "CMDB or DOC"),
        ({"scope": "sre"}, "kind:id"),
        ({"subject": "  "}, "subject"),
        ({"predicate": ""}, "predicate"),
        ({"object": ""}, "retract"),
        ({"object": True}, "object"),
        ({"object": ["a"]}, "object"),
        ({"confidence": 1.5}, "confidence"),
        ({"cardinality": "few"}, "cardinality"),
        ({"asserted_at": "in spring"}, "in spring"),
        ({"ref": ""}, "ref"),
    ],
)
def test_what_breaks_a_rule_is_refused_by_name(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        read(**changes)


@pytest.mark.parametrize("line", ["", "{", "[]", "3", "[" * 100_000, "1" * 5000, '{"scope": "team:sre"}'])
def test_what_is_no_fact_is_refused(line: str) -> None:
    with pytest.raises(InvalidInput):
        read_structured_fact(line, TENANT, LATER)


def test_a_withdrawal_needs_no_value() -> None:
    event = read(object=None, retract=True)
    assert (event.object, event.retract) == ("", True)


def test_a_line_without_a_time_takes_the_one_given() -> None:
    line = json.dumps({name: value for name, value in LINE.items() if name != "asserted_at"})
    assert read_structured_fact(line, TENANT, None) is None
    event = read_structured_fact(line, TENANT, LATER)
    assert event is not None
    assert event.occurred_at == LATER


def test_a_line_without_a_reference_gets_one_that_no_file_name_is_part_of() -> None:
    assert read(ref=None).ref == "cmdb:order-service"
    assert read(ref=None, subject="订" * 900).ref


def test_the_latest_time_of_a_file_is_found_among_bad_lines() -> None:
    lines = [
        "{",
        json.dumps(LINE),
        json.dumps({**LINE, "asserted_at": "2026-05-01"}),
        json.dumps({**LINE, "asserted_at": "?"}),
    ]
    assert latest_assertion(lines) == datetime(2026, 5, 1, tzinfo=UTC)
    assert latest_assertion(["{"]) is None
