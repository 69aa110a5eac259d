"""What every place for the costs of models promises."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest

from memory_pipeline.adapters.in_memory.costs import InMemoryCosts
from memory_pipeline.adapters.postgres import Database
from memory_pipeline.adapters.postgres.costs import PostgresCosts
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.costs import Costs, ModelTotal, Purpose, Spending
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.assertions import NOW

ACME, OTHER = Tenant("acme"), Tenant("other")
EVENT = EventId(UUID(int=7))
DAY = timedelta(days=1)


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def costs(request: pytest.FixtureRequest) -> Iterator[Costs]:
    if request.param == "in_memory":
        yield InMemoryCosts()
        return
    database = Database(request.getfixturevalue("empty_database"), ROLE)
    yield PostgresCosts(database)
    database.close()


def spending(**changes: object) -> Spending:
    given: dict[str, object] = {
        "event_id": EVENT,
        "attempt": 1,
        "purpose": Purpose.EXTRACT,
        "model": "small",
        "prompt_version": "v1",
        "cost": Cost(1, 1_000, 50, 600),
        "latency": timedelta(milliseconds=350),
        "outcome": "done",
        "at": NOW,
    }
    return Spending(**(given | changes))  # type: ignore[arg-type]


def test_a_line_comes_back_as_it_was_written(costs: Costs) -> None:
    first, second = spending(outcome="length", attempt=1), spending(attempt=2)
    costs.record(ACME, first)
    costs.record(ACME, second)
    costs.record(ACME, spending(event_id=None, purpose=Purpose.SUMMARISE))
    assert costs.of_event(ACME, EVENT) == [first, second]
    assert costs.of_event(OTHER, EVENT) == []


def test_totals_are_by_model_and_prompt_and_count_what_failed(costs: Costs) -> None:
    costs.record(ACME, spending())
    costs.record(ACME, spending(outcome="refusal", cost=Cost(2, 900, 0)))
    costs.record(ACME, spending(prompt_version="v2", cost=Cost(1, 10_000, 100)))
    costs.record(OTHER, spending())
    assert costs.totals(ACME, NOW, NOW + DAY) == [
        ModelTotal("small", "v2", 1, 0, Cost(1, 10_000, 100), timedelta(milliseconds=350)),
        ModelTotal("small", "v1", 2, 1, Cost(3, 1_900, 50, 600), timedelta(milliseconds=700)),
    ]


def test_a_day_begins_with_its_first_instant_and_ends_before_its_last(costs: Costs) -> None:
    for at in (NOW - timedelta(microseconds=1), NOW, NOW + DAY - timedelta(microseconds=1), NOW + DAY):
        costs.record(ACME, spending(at=at))
    (total,) = costs.totals(ACME, NOW, NOW + DAY)
    assert total.attempts == 2
    assert costs.totals(ACME, NOW + 2 * DAY, NOW + 3 * DAY) == []
