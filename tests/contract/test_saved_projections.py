"""What every store makes of projections: rows of facts, their intervals, their redirects."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import FactStatus, Projection
from memory_pipeline.domain.slot import FactId, fact_id
from memory_pipeline.ports.memory_store import (
    FactChanges,
)
from tests.contract.conftest import Stores
from tests.contract.memories import (
    HOUR,
    add,
    alone,
    fact,
    facts,
    objects,
    save,
)
from tests.support.assertions import NOW, SCOPE, TENANT, day, project, retract, slot, state


def test_rows_come_back_as_they_were_projected(stores: Stores) -> None:
    said = [
        state("北京", 1),
        state("上海", 20, valid_from=day(19)),
        state("Paris", 21, source=Source.AGENT_INFERRED),
        state("tea", 2, predicate="likes"),
        state("coffee", 3, predicate="likes"),
        state("run a marathon", 4, predicate="plans", expires_at=day(900)),
    ]
    add(stores, *said)
    expected = sorted(
        project(said).facts, key=lambda f: (f.slot.predicate, f.valid_from, f.object_normal, f.id)
    )
    assert facts(stores, history=True) == expected
    assert {f.status for f in expected} >= {FactStatus.CURRENT, FactStatus.SUPERSEDED, FactStatus.CONTESTED}


def test_current_history_and_as_of(stores: Stores) -> None:
    add(stores, state("Berlin", 1), state("Munich", 20), state("Berlin", 40))
    assert objects(facts(stores)) == ["Berlin"]
    assert objects(facts(stores, history=True)) == ["Berlin", "Munich", "Berlin"]
    assert [objects(facts(stores, day_=n)) for n in (0.5, 1, 19, 20, 39, 40, 99)] == [
        [],
        ["Berlin"],
        ["Berlin"],
        ["Munich"],
        ["Munich"],
        ["Berlin"],
        ["Berlin"],
    ]


def test_contested_retracted_and_expired_rows_are_history(stores: Stores) -> None:
    add(stores, state("Berlin", 1), state("Rome", 2, source=Source.AGENT_INFERRED))
    assert objects(facts(stores)) == ["Berlin"]
    assert objects(facts(stores, day_=2)) == ["Berlin"]
    add(stores, state("tea", 1, predicate="diet"), retract("tea", 5, predicate="diet"))
    assert objects(facts(stores)) == ["Berlin"]
    assert objects(facts(stores, day_=4)) == ["Berlin", "tea"]


def test_a_row_past_its_expiry_is_not_current_before_it_is_projected_again(stores: Stores) -> None:
    save(
        stores,
        alone(fact("Berlin", expires_at=NOW)),
        alone(fact("nurse", predicate="job", expires_at=NOW + HOUR)),
    )
    assert objects(facts(stores)) == ["nurse"]
    before = stores.reader.facts(TENANT, SCOPE, history=False, now=NOW - HOUR, as_of=None)
    assert objects(before) == ["Berlin", "nurse"]
    assert objects(facts(stores, day_=2)) == ["Berlin", "nurse"]


def test_saving_replaces_the_rows_of_its_slots_and_no_others(stores: Stores) -> None:
    save(stores, alone(fact("Berlin")), alone(fact("nurse", predicate="job")))
    save(stores, alone(fact("Munich")))
    assert objects(facts(stores, history=True)) == ["Munich", "nurse"]
    save(stores, Projection(slot("city"), (), ()))
    assert objects(facts(stores, history=True)) == ["nurse"]


def test_two_open_values_may_swap_their_places_in_one_save(stores: Stores) -> None:
    berlin, munich = fact("Berlin"), fact("Munich", at=5)
    closed = replace(berlin, valid_to=day(5), status=FactStatus.SUPERSEDED)
    save(stores, alone(closed, munich))
    swapped = replace(munich, valid_from=day(0), valid_to=day(1), status=FactStatus.SUPERSEDED)
    save(stores, alone(swapped, berlin))
    assert objects(facts(stores)) == ["Berlin"]
    assert objects(facts(stores, history=True)) == ["Munich", "Berlin"]


def test_changes_name_what_was_created_and_updated(stores: Stores) -> None:
    berlin, munich = fact("Berlin"), fact("Munich", at=5)
    assert save(stores, alone(berlin)) == FactChanges(created=(berlin.id,))
    assert save(stores, alone(berlin)) == FactChanges()
    assert save(stores, alone(replace(berlin, support=2))) == FactChanges(updated=(berlin.id,))
    closed = replace(berlin, valid_to=day(5), status=FactStatus.SUPERSEDED)
    assert save(stores, alone(closed, munich)) == FactChanges(created=(munich.id,), updated=(berlin.id,))
    assert save(stores, alone(munich)) == FactChanges(updated=(berlin.id,))


def test_a_contested_value_is_new_once(stores: Stores) -> None:
    said = [state("Berlin", 1, message="m1"), state("Munich", 1, message="m2")]
    changes = add(stores, *said)
    (contested,) = [f for f in facts(stores, history=True) if f.status is FactStatus.CONTESTED]
    assert contested.id in changes.created
    assert add(stores, *said) == FactChanges()


def test_a_projection_of_the_same_statements_changes_nothing(stores: Stores) -> None:
    said = [state("Berlin", 1), state("München", 5), state("Munich", 9), state("tea", 1, predicate="likes")]
    add(stores, *said)
    assert add(stores) == FactChanges()


def test_a_fact_is_found_with_all_its_intervals_and_through_redirects(stores: Stores) -> None:
    add(stores, state("Berlin", 1), state("Munich", 20), state("Berlin", 40))
    berlin = fact_id(slot("city"), facts(stores)[0].object_normal)
    rows = stores.reader.fact_rows(TENANT, berlin)
    assert [row.valid_from for row in rows] == [day(1), day(40)]
    absorbed, other = FactId(UUID(int=7)), FactId(UUID(int=8))
    assert stores.reader.fact_rows(TENANT, absorbed) == []
    nurse, doctor = fact("nurse", predicate="job"), fact("doctor", predicate="job", at=9)
    save(stores, alone(nurse, redirects=((absorbed, nurse.id), (other, nurse.id))))
    assert stores.reader.fact_rows(TENANT, absorbed) == [nurse]
    save(stores, alone(doctor, redirects=((absorbed, doctor.id), (nurse.id, doctor.id))))
    assert stores.reader.fact_rows(TENANT, absorbed) == [doctor]
    assert stores.reader.fact_rows(TENANT, nurse.id) == [doctor]
