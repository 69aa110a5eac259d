"""What every store and reader promise to recall: vectors, terms and candidates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import EpisodeStatus
from memory_pipeline.domain.fact import FactStatus
from memory_pipeline.domain.rendering import episode_text, statement_text
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import (
    Candidate,
    MissingVector,
    Tier,
)
from tests.contract.conftest import Stores
from tests.contract.memories import (
    BOB,
    EAST,
    HOUR,
    NEAR_EAST,
    NORTH,
    OTHER,
    SPACE,
    add,
    add_episodes,
    alone,
    episode,
    fact,
    facts,
    index,
    save,
    search,
)
from tests.support.assertions import NOW, SCOPE, TENANT, day, state


def test_a_fact_is_found_by_vector_and_by_words(stores: Stores) -> None:
    add(stores, state("上海", 1), state("nurse", 2, predicate="job"))
    job, city = sorted(facts(stores), key=lambda f: f.object)
    index(stores, city, EAST, "上海 城市")
    index(stores, job, NORTH, "nurse")
    by_vector = {c.id: c for c in search(stores, vector=NEAR_EAST)}
    assert by_vector[city.id].cosine == pytest.approx(0.6, abs=1e-6)
    assert by_vector[job.id].cosine == pytest.approx(0.8, abs=1e-6)
    assert {c.lexical for c in by_vector.values()} == {0.0}
    (found,) = search(stores, tokens=["上海", "天气"])
    assert found == Candidate(
        id=city.id,
        tier=Tier.SEMANTIC,
        scope=SCOPE,
        text=statement_text(city.slot, "上海"),
        at=day(1),
        source=Source.USER_STATED,
        confidence=pytest.approx(0.9**12),  # type: ignore[arg-type] # what it is worth after eleven steps
        confirmed=False,
        cosine=None,
        lexical=0.5,
        entity=0.0,
        accesses=0,
        success=None,
    )


def test_both_arms_meet_in_one_candidate(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    index(stores, facts(stores)[0], EAST, "berlin")
    (found,) = search(stores, vector=EAST, tokens=["berlin"])
    assert found.cosine == pytest.approx(1.0)
    assert found.lexical == 1.0


def test_an_episode_is_found_by_its_entities(stores: Stores) -> None:
    told = episode()
    add_episodes(stores, told)
    index(stores, told, None, "timeout pool", "order-service")
    (found,) = search(stores, tokens=["order-service"])
    assert (found.id, found.tier, found.entity, found.lexical) == (told.id, Tier.EPISODIC, 1.0, 0.0)
    assert (found.text, found.at, found.success, found.cosine) == (episode_text(told), day(3), True, None)
    assert search(stores, tokens=["payment-service"]) == []


def test_each_arm_is_cut_off_at_the_limit(stores: Stores) -> None:
    places = ["Rome", "Oslo", "Kyiv", "Lima"]
    add(stores, *(state(each, n, predicate="likes") for n, each in enumerate(places)))
    by_object = {f.object: f for f in facts(stores)}
    for n, name in enumerate(places):
        words = " ".join(["word", *["more"] * (name == "Lima"), *["most"] * (name == "Lima")])
        index(stores, by_object[name], (1.0, n / 10, 0.0), words)
    assert {c.id for c in search(stores, vector=EAST, limit=2)} == {
        by_object["Rome"].id,
        by_object["Oslo"].id,
    }
    (best,) = search(stores, tokens=["word", "more", "most"], limit=1)
    assert best.id == by_object["Lima"].id
    both = search(stores, vector=EAST, tokens=["word", "more", "most"], limit=1)
    assert {c.id for c in both} == {by_object["Rome"].id, by_object["Lima"].id}


def test_only_the_scopes_named_are_searched(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    index(stores, facts(stores)[0], EAST, "berlin")
    theirs = episode(scope=BOB)
    add_episodes(stores, theirs)
    index(stores, theirs, EAST, "berlin")
    assert [c.scope for c in search(stores, vector=EAST, tokens=["berlin"])] == [SCOPE]
    both = search(stores, vector=EAST, tokens=["berlin"], scopes=[SCOPE, BOB])
    assert {c.scope for c in both} == {SCOPE, BOB}
    assert search(stores, vector=EAST, tokens=["berlin"], scopes=[]) == []


def test_what_is_neither_current_nor_archived_is_not_found(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    index(stores, facts(stores)[0], EAST, "berlin")
    old = episode(status=EpisodeStatus.ARCHIVED)
    add_episodes(stores, old)
    index(stores, old, EAST, "berlin")
    save(stores, alone(fact("nurse", predicate="job", expires_at=NOW)))
    (expired,) = [f for f in facts(stores, history=True) if f.object == "nurse"]
    index(stores, expired, EAST, "berlin")
    add(stores, state("Munich", 9))
    assert search(stores, vector=EAST) == []
    (archived,) = search(stores, vector=EAST, tokens=["berlin"])
    assert (archived.id, archived.archived, archived.cosine) == (old.id, True, None), "by its words alone"


def test_a_superseded_fact_loses_its_vector_and_terms(stores: Stores) -> None:
    berlin, munich = fact("Berlin"), fact("Munich", at=5)
    save(stores, alone(berlin))
    index(stores, berlin, EAST, "berlin")
    save(stores, alone(replace(berlin, valid_to=day(5), status=FactStatus.SUPERSEDED), munich))
    save(stores, alone(berlin))
    assert search(stores, vector=EAST, tokens=["berlin"]) == []
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert [missing.memory_id for missing in unit.missing_vectors(SCOPE, SPACE)] == [berlin.id]


def test_a_fact_that_reads_otherwise_wants_a_new_vector(stores: Stores) -> None:
    munich = fact("Munich")
    save(stores, alone(munich))
    index(stores, munich, EAST, "munich")
    save(stores, alone(replace(munich, object="München")))
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        (missing,) = unit.missing_vectors(SCOPE, SPACE)
    assert missing == MissingVector(munich.id, Tier.SEMANTIC, statement_text(munich.slot, "München"))
    assert search(stores, vector=EAST) == []


def test_a_fact_that_only_gained_support_keeps_its_vector(stores: Stores) -> None:
    munich = fact("Munich")
    save(stores, alone(munich))
    index(stores, munich, EAST, "munich")
    save(stores, alone(replace(munich, support=2, confidence=0.95)))
    (found,) = search(stores, vector=EAST, tokens=["munich"])
    assert found.lexical == 1.0
    assert found.confidence == pytest.approx(0.95 * 0.9**11)


def test_terms_and_vectors_are_replaced(stores: Stores) -> None:
    berlin = fact("Berlin")
    save(stores, alone(berlin))
    index(stores, berlin, EAST, "old", "older")
    index(stores, berlin, NORTH, "new")
    assert search(stores, tokens=["old", "older"]) == []
    assert [c.id for c in search(stores, tokens=["new"])] == [berlin.id]
    assert search(stores, vector=NORTH)[0].cosine == pytest.approx(1.0)


def test_missing_vectors_are_those_of_one_space(stores: Stores) -> None:
    add(stores, state("Berlin", 1), state("Munich", 9))
    told, archived = episode(), episode("old", status=EpisodeStatus.ARCHIVED)
    add_episodes(stores, told, archived)
    (city,) = facts(stores)
    wanted = {
        (city.id, Tier.SEMANTIC, statement_text(city.slot, "Munich")),
        (told.id, Tier.EPISODIC, episode_text(told)),
    }
    other = EmbeddingSpace("test", 4)
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert {(m.memory_id, m.tier, m.text) for m in unit.missing_vectors(SCOPE, SPACE)} == wanted
        assert unit.missing_vectors(BOB, SPACE) == []
    index(stores, city, EAST, "")
    index(stores, told, EAST, "")
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert unit.missing_vectors(SCOPE, SPACE) == []
        assert len(unit.missing_vectors(SCOPE, other)) == 2
    assert stores.store.scopes_with_missing_vectors(SPACE, 10) == []
    assert list(stores.store.scopes_with_missing_vectors(other, 10)) == [(TENANT, SCOPE)]


def test_scopes_with_missing_vectors_span_tenants(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    foreign = episode(tenant=OTHER)
    with stores.store.unit(OTHER, [SCOPE]) as unit:
        unit.add_episodes([foreign])
    found = stores.store.scopes_with_missing_vectors(SPACE, 10)
    assert sorted(found) == [(TENANT, SCOPE), (OTHER, SCOPE)]
    assert len(stores.store.scopes_with_missing_vectors(SPACE, 1)) == 1


def test_a_recall_counts_as_an_access(stores: Stores) -> None:
    berlin = fact("Berlin")
    save(stores, alone(berlin))
    index(stores, berlin, None, "berlin")
    stores.reader.touch(TENANT, SCOPE, [berlin.id, berlin.id], at=NOW)
    stores.reader.touch(TENANT, SCOPE, [berlin.id], at=NOW - HOUR)
    stores.reader.touch(TENANT, SCOPE, [], at=NOW)
    assert search(stores, tokens=["berlin"])[0].accesses == 2
