"""Reports from the field about judgement, played on adapters in memory: near texts, copies of old claims, events in any order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.domain.assertion import Cardinality
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.dedup import decide_duplicate
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.segments import SegmentRules, estimated_tokens
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.recall import Query, recall
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_events, record_message
from memory_pipeline.ports.embedder import TextKind
from memory_pipeline.ports.ledger import EventRef, EventState
from memory_pipeline.ports.memory_store import Tier
from tests.support.ageing import happened
from tests.support.ageing import remember as committed
from tests.support.assertions import day
from tests.support.pipelines import (
    InMemoryPipeline,
    Memories,
    ScriptedExtractor,
    in_memory_pipeline,
    memories,
    objects,
)
from tests.support.talks import ACME, START, Talk, talk

ALICE = Scope.of_user("alice")
PATIENT = timedelta(seconds=30)


class Alike(InMemoryEmbedder):
    """Finds the texts with either of two values 0.97 alike, and everything else as far apart as ever."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(64)
        self._alike = {other: (0.97, math.sqrt(1 - 0.97**2)), one: (1.0, 0.0)}

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        return [self._placed(text) or super(Alike, self).embed([text], kind)[0] for text in texts]

    def _placed(self, text: str) -> tuple[float, ...] | None:
        for value, (x, y) in self._alike.items():
            if text.endswith(value):
                return (x, y, *(0.0,) * 62)
        return None


def said(
    text: str, number: float, *, predicate: str | None = None, value: str | None = None
) -> MemoryRemember:
    return make(
        MemoryRemember, event_id=uuid4(), tenant=ACME, scope=str(ALICE), occurred_at=day(number), ref=f"r-{number}",
        text=text, predicate=predicate, object=value,
    )  # fmt: skip


def history(pipeline: InMemoryPipeline) -> list[Fact]:
    found = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=pipeline.clock.now(), as_of=None)
    return sorted(found, key=lambda fact: fact.valid_from)


def in_one_message(texts: tuple[str, str], predicate: str, embedder: InMemoryEmbedder) -> list[str]:
    """What an extractor that finds both values in one message leaves of them as reworded copies."""
    facts = tuple(
        ExtractedFact("user", predicate, text, (1,), quote=text, cardinality=Cardinality.MANY)
        for text in texts
    )
    pipeline = in_memory_pipeline(extractor=ScriptedExtractor(Extraction("s/1", facts)), embedder=embedder)
    one = talk("s", "alice", f"{texts[0]}. {texts[1]}.")
    for message in one.messages:
        record_message(one.key(), one.info, message, pipeline.deps)
    close_session(one.key(), pipeline.deps)
    pipeline.work()
    return [each.reason for each in pipeline.deps.reader.rejections(ACME, ALICE, "s")]


@pytest.mark.parametrize(
    ("predicate", "old", "new"),
    [
        ("rent", "The rent is 850", "The rent is 860"),
        (
            "meter number",
            "The meter number ends in 31",
            "The meter number ends in 32",
        ),  # a gate code is kept out as a secret
        ("diet", "The user eats fish", "The user does not eat fish"),
        ("teaching place", "The user teaches in Ghent", "The user teaches in Bruges"),
    ],
)
def test_m05_a_cosine_of_097_hides_no_change(predicate: str, old: str, new: str) -> None:
    embedder = Alike(old, new)
    assert decide_duplicate(new, day(3), old, day(0), 0.97).kind == "conflict_candidate"
    pipeline = in_memory_pipeline(embedder=embedder)
    record_events(
        [said(each, n, predicate=predicate, value=each) for n, each in ((0, old), (3, new))], pipeline.deps
    )
    pipeline.work()
    assert [(fact.object, fact.status, fact.support) for fact in history(pipeline)] == [
        (old, FactStatus.SUPERSEDED, 1),
        (new, FactStatus.CURRENT, 1),
    ]
    assert in_one_message((old, new), predicate, embedder) == []


def test_m05_a_paraphrase_as_near_is_one_row() -> None:
    old, new = "The user was born on March 15", "The user's birthday is 15 March"
    embedder = Alike(old, new)
    assert decide_duplicate(new, day(3), old, day(0), 0.97).kind == "near"
    pipeline = in_memory_pipeline(embedder=embedder)
    record_events(
        [said(each, n, predicate="note", value=each) for n, each in ((0, old), (3, new))], pipeline.deps
    )
    pipeline.work()
    (fact,) = history(pipeline)
    assert (fact.status, fact.support) == (FactStatus.CURRENT, 2)
    assert in_one_message((old, new), "note", embedder) == ["duplicate_near"]


def test_m09_a_superseded_claim_is_no_answer_though_it_is_nearer_and_an_episode_repeats_it() -> None:
    old, new = "backup runs at 02:00", "the nightly copy moved to 04:30"
    pipeline = in_memory_pipeline()
    record_events(
        [said(each, n, predicate="backup schedule", value=each) for n, each in ((0, old), (30, new))],
        pipeline.deps,
    )
    pipeline.work()
    committed(pipeline.deps, happened(f"we talked of it: {old}", day(10), scope=ALICE), scope=ALICE)
    asked = "when does the backup run at night: 02:00?"
    found = recall(ACME, [ALICE], Query(asked, 20), pipeline.deps, deadline=PATIENT)
    facts = [each for each in found.memories if each.tier is Tier.SEMANTIC]
    assert len(facts) == 1
    assert facts[0].text.endswith(new)
    assert len(found.memories) == 2
    (line,) = [line for line in found.prompt.splitlines() if "02:00" in line]
    assert line.startswith("[2026-01-11 · ")
    assert " · episode" in line, "an account of that day, with its date"
    then = recall(ACME, [ALICE], Query(asked, 20, as_of=day(20)), pipeline.deps, deadline=PATIENT)
    assert [each.text.endswith(old) for each in then.memories if each.tier is Tier.SEMANTIC] == [True]


class Killed(BaseException):
    """A worker's end by kill -9, as far as code can tell: nothing of it is caught, and the lease stays."""


class Kills(InMemoryEmbedder):
    """Ends its worker at the first embedding: after the model's reply was stored, and before its commit."""

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        raise Killed(f"{len(texts)} texts of kind {kind}")


def spoken(place: int) -> str:
    if place == 23:
        return "I'm allergic to penicillin."
    return f"I like tour number {place:02}." if place % 2 else f"Tour number {place:02}: noted."


ONE = Talk(
    "m15",
    "alice",
    tuple(
        Message(f"m{n}", Role.USER if n % 2 else Role.ASSISTANT, spoken(n), START + timedelta(minutes=n))
        for n in range(1, 27)
    ),
)
AFTER_TWENTY = SegmentRules(tokens=sum(map(estimated_tokens, ONE.messages[:20])))


def lived(deps: Dependencies) -> dict[str, UUID]:
    """The session as a backend emits it: past the threshold after message 20, a `remember` at 24, closed at 26."""
    remember = make(
        MemoryRemember, event_id=uuid4(), tenant=ACME, scope=str(ALICE), occurred_at=ONE.messages[23].at, ref="r",
        text="I'm allergic to penicillin.",
    )  # fmt: skip
    for message in ONE.messages:
        appended = record_message(ONE.key(), ONE.info, message, deps)
        if appended.emitted is not None:
            threshold, crossed_at = appended.emitted.event_id, message.id
        if message.id == "m24":
            record_events([remember], deps)
    closed = close_session(ONE.key(), deps, at=ONE.ended_at)
    assert closed is not None
    assert crossed_at == "m21"
    return {"threshold": threshold, "remember": remember.event_id, "close": closed}


def through_a_restart(order: tuple[str, ...]) -> tuple[Memories, list[str]]:
    """Each event twice in this order; the first worker is killed in its first attempt, and another goes on."""
    pipeline = in_memory_pipeline(segment_rules=AFTER_TWENTY)
    ids = lived(pipeline.deps)
    refs = {name: EventRef(ACME, ALICE, id_) for name, id_ in ids.items()}  # type: ignore[arg-type]
    extractor = ScriptedExtractor()
    with pytest.raises(Killed):
        handle(refs[order[0]], replace(pipeline.deps, extractor=extractor, embedder=Kills(64)))
    deps = replace(pipeline.deps, extractor=extractor)
    for name in (*order, *order):
        handle(refs[name], deps)
    for _ in range(3):
        pipeline.clock.advance(timedelta(hours=1))  # the lease of the dead runs out
        reconcile(deps)
        for ref in pipeline.publisher.take():
            handle(ref, deps)
    assert {pipeline.entry(ref).state for ref in refs.values()} == {EventState.DONE}
    asked = [message for segment in extractor.asked for message in segment]
    return memories(deps, ACME, [ALICE])[str(ALICE)], asked


@pytest.mark.parametrize("order", list(itertools.permutations(["threshold", "remember", "close"])))
def test_m15_a_session_is_extracted_once_in_all_orders_over_a_restart(order: tuple[str, ...]) -> None:
    found, asked = through_a_restart(order)
    assert sorted(asked) == sorted(message.id for message in ONE.messages)
    assert found == through_a_restart(("remember", "threshold", "close"))[0]
    (allergy,) = [fact for fact in found.facts if fact.slot.predicate == "allergic_to"]
    assert (allergy.object, allergy.source, allergy.support) == ("penicillin", Source.USER_STATED, 2)
    assert sorted(fact.object for fact in found.facts if fact.slot.predicate == "likes") == [
        f"tour number {n:02}" for n in range(1, 27, 2) if n != 23
    ]


@pytest.mark.parametrize("sessions", [("one", "one"), ("one", "other")])
def test_m15_two_batches_of_three_in_one_millisecond_both_survive(sessions: tuple[str, str]) -> None:
    pipeline = in_memory_pipeline(START)
    for session, first in zip(sessions, (0, 3), strict=True):
        batch = Talk(
            session,
            "alice",
            tuple(
                Message(f"m{n}", Role.USER, f"I like tour number {n}.", START)
                for n in range(first, first + 3)
            ),
        )
        for message in batch.messages:
            record_message(batch.key(), batch.info, message, pipeline.deps)
        close_session(batch.key(), pipeline.deps, at=START)
    pipeline.work()
    assert sorted(objects(pipeline.deps, ACME, ALICE, "likes")) == [f"tour number {n}" for n in range(6)]
