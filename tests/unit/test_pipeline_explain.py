"""Why a memory is believed, and what spoke against it, down to the message."""

from __future__ import annotations

from uuid import uuid4

import pytest

from memory_pipeline.domain.errors import UnknownMemory, UnknownTenant
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.fact import VerdictKind
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.explain import explain
from tests.support.pipelines import InMemoryPipeline, ScriptedExtractor, in_memory_pipeline
from tests.support.talks import ACME, incident, ingest, talk

MOVES = [
    talk("s-1", "alice", "I live in Berlin."),
    talk("s-2", "alice", "I moved to Munich.", day=10),
]


@pytest.fixture
def moved() -> InMemoryPipeline:
    pipeline = in_memory_pipeline()
    ingest(MOVES, pipeline.deps)
    pipeline.work()
    return pipeline


def test_a_fact_names_its_assertions_the_verdicts_of_its_slot_and_the_messages(
    moved: InMemoryPipeline,
) -> None:
    facts = moved.deps.reader.facts(ACME, MOVES[0].scope, history=False, now=moved.clock.now(), as_of=None)
    (city,) = [fact for fact in facts if fact.slot.predicate == "city"]
    found = explain(ACME, city.id, moved.deps)
    assert [each.object for each in found.assertions] == ["Berlin", "Munich"]
    assert [each.kind for each in found.verdicts] == [VerdictKind.OPEN, VerdictKind.SUPERSEDE]
    assert all(each.reason.endswith(".") for each in found.verdicts)
    assert {(item.session_id, item.message_id) for each in found.assertions for item in each.evidence} == {
        ("s-1", "m1"),
        ("s-2", "m1"),
    }


def test_what_lost_is_explained_as_well(moved: InMemoryPipeline) -> None:
    facts = moved.deps.reader.facts(ACME, MOVES[0].scope, history=True, now=moved.clock.now(), as_of=None)
    (berlin,) = [fact for fact in facts if fact.object == "Berlin"]
    found = explain(ACME, berlin.id, moved.deps)
    assert [fact.valid_to for fact in found.facts] == [MOVES[1].messages[0].at]
    assert VerdictKind.SUPERSEDE in {each.kind for each in found.verdicts}


def test_a_rival_slot_explains_why_a_taste_ended() -> None:
    pipeline = in_memory_pipeline()
    talks = [
        talk("s-1", "alice", "I love coffee."),
        talk("s-2", "alice", "I hate coffee.", day=3),
    ]
    ingest(talks, pipeline.deps)
    pipeline.work()
    facts = pipeline.deps.reader.facts(
        ACME, talks[0].scope, history=True, now=pipeline.clock.now(), as_of=None
    )
    (liked,) = [fact for fact in facts if fact.slot.predicate == "likes"]
    assert liked.valid_to is not None
    found = explain(ACME, liked.id, pipeline.deps)
    assert {each.predicate for each in found.assertions} == {"likes", "dislikes"}


def test_an_episode_names_what_its_session_said_and_was_not_believed() -> None:
    invented = ExtractedFact("user", "city", "Atlantis", (1,), quote="I live in Atlantis")
    extractor = ScriptedExtractor()
    pipeline = in_memory_pipeline(extractor=extractor)
    extractor._script.append(
        Extraction("scripted/1", (invented,), ScriptedExtractor().extract(incident().messages).episodes)
    )
    ingest([incident()], pipeline.deps)
    pipeline.work()
    (episode,) = pipeline.deps.reader.episodes(ACME, incident().scope, archived=False)
    found = explain(ACME, episode.id, pipeline.deps)
    assert found.episode == episode
    assert ["Atlantis" in item.item for item in found.rejected] == [True]


def test_an_unknown_memory_or_tenant_is_an_error_with_advice(moved: InMemoryPipeline) -> None:
    with pytest.raises(UnknownMemory, match="`facts` and `episodes` list ids"):
        explain(ACME, uuid4(), moved.deps)
    with pytest.raises(UnknownTenant, match="nobody"):
        explain(Tenant("nobody"), uuid4(), moved.deps)
