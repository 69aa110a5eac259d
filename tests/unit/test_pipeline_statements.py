"""What a person or a system states outright: remember, correct, confirm, import."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import Event, FactsImported, MemoryConfirm, MemoryCorrect, MemoryRemember
from memory_pipeline.pipeline.at_once import at_once
from memory_pipeline.pipeline.fill_vectors import fill_vectors_everywhere
from memory_pipeline.pipeline.handle import Dead, Done, NotMine, handle
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.ports.embedder import TextKind
from tests.support.pipelines import LATER, InMemoryPipeline, in_memory_pipeline, objects
from tests.support.talks import ACME, SRE, ingest, talk

ALICE = Scope.of_user("alice")
_NAMES = UUID(int=7)


def event(kind: type[Event], key: str, at: datetime = LATER, scope: Scope = ALICE, **fields: Any) -> Event:
    header = {"event_id": uuid5(_NAMES, f"{kind.__name__}{key}"), "tenant": ACME, "scope": str(scope)}
    return make(kind, **header, occurred_at=at, ref=f"test:{key}", **fields)


def done(pipeline: InMemoryPipeline, each: Event) -> list[Fact]:
    """Handles the event; the newest rows of the facts it went into."""
    (ref,) = record_events([each], pipeline.deps)
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Done), outcome
    return [pipeline.deps.reader.fact_rows(ACME, UUID(id_))[-1] for id_ in outcome.result["fact_ids"]]


def remembered(pipeline: InMemoryPipeline, text: str, **fields: Any) -> list[Fact]:
    return done(pipeline, event(MemoryRemember, text, text=text, **fields))


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [("I live in Munich", "city", "Munich"), ("我住在杭州", "city", "杭州"), ("我对花生过敏", "allergic_to", "花生")],
)  # fmt: skip
def test_a_sentence_the_rules_can_read_becomes_its_fact(text: str, predicate: str, value: str) -> None:
    (fact,) = remembered(in_memory_pipeline(), text)
    assert (fact.slot.subject, fact.slot.predicate, fact.object) == ("user", predicate, value)
    assert fact.source is Source.USER_STATED
    assert fact.evidence[0].ref == f"test:{text}"


def test_what_no_rule_can_read_is_a_note_in_the_persons_own_words() -> None:
    (fact,) = remembered(in_memory_pipeline(), "The blue folder holds the tax papers")
    assert (fact.slot.predicate, fact.object) == ("note", "The blue folder holds the tax papers")


def test_a_predicate_and_an_object_are_taken_as_they_are() -> None:
    (fact,) = remembered(in_memory_pipeline(), "我的家在慕尼黑", predicate="居住地", object="慕尼黑")
    assert (fact.slot.predicate, fact.object) == ("city", "慕尼黑")


def test_the_same_remember_twice_is_one_fact_and_one_event() -> None:
    pipeline = in_memory_pipeline()
    same = event(MemoryRemember, "k", text="I live in Munich")
    (first,) = done(pipeline, same)
    (ref,) = record_events([same], pipeline.deps)
    assert isinstance(handle(ref, pipeline.deps), NotMine)
    assert pipeline.deps.reader.fact_rows(ACME, first.id) == [first]
    assert first.support == 1


def test_the_same_words_at_another_time_are_support_and_no_second_memory() -> None:
    pipeline = in_memory_pipeline()
    remembered(pipeline, "I live in Munich", at=LATER - timedelta(days=2))
    (again,) = done(pipeline, event(MemoryRemember, "again", text="I live in Munich"))
    assert again.support == 2
    assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == ["Munich"]


def test_a_correction_replaces_the_value_and_the_old_one_stays_in_history() -> None:
    pipeline = in_memory_pipeline()
    (wrong,) = remembered(pipeline, "I live in Munich", at=LATER - timedelta(days=1))
    (right,) = done(pipeline, event(MemoryCorrect, "c", memory_id=wrong.id, object="Augsburg"))
    assert (right.object, right.source, right.valid_to) == ("Augsburg", Source.CORRECTED, None)
    assert objects(pipeline.deps, ACME, ALICE, "city") == ["Augsburg"]
    (old,) = pipeline.deps.reader.fact_rows(ACME, wrong.id)
    assert old.valid_to == LATER
    assert old.status in (FactStatus.RETRACTED, FactStatus.SUPERSEDED)


def test_a_confirmation_ends_the_probation_of_an_inference() -> None:
    pipeline = in_memory_pipeline()
    inferred = event(
        FactsImported, "i", subject="user", predicate="city", object="Munich", source=Source.AGENT_INFERRED
    )
    (guess,) = done(pipeline, inferred)
    assert (guess.confirmed, guess.confidence) == (False, 0.6)
    assert guess.expires_at == LATER + timedelta(days=7)
    (sure,) = done(pipeline, event(MemoryConfirm, "c", at=LATER + timedelta(days=1), memory_id=guess.id))
    assert (sure.id, sure.confirmed, sure.expires_at) == (guess.id, True, None)
    assert sure.confidence > 0.6


@pytest.mark.parametrize("kind", [MemoryCorrect, MemoryConfirm])
def test_a_word_on_a_fact_that_is_not_there_is_dead_with_advice(kind: type[Event]) -> None:
    pipeline = in_memory_pipeline()
    remembered(pipeline, "I live in Munich")
    fields: dict[str, Any] = {"object": "Rome"} if kind is MemoryCorrect else {}
    (ref,) = record_events([event(kind, "x", memory_id=uuid4(), **fields)], pipeline.deps)
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Dead)
    assert outcome.reason == "unknown_memory"
    assert "`facts` lists" in outcome.error


def imported(pool: str, at: datetime, **fields: Any) -> Event:
    given: dict[str, Any] = {
        "subject": "order-service",
        "predicate": "connection_pool_max",
        "source": Source.CMDB,
    }
    return event(FactsImported, f"{pool}{at}", at, SRE, object=pool, **(given | fields))


def test_an_imported_fact_carries_its_source_and_supersedes_by_event_time() -> None:
    pipeline = in_memory_pipeline()
    (new,) = done(pipeline, imported("50", LATER))
    (late,) = done(pipeline, imported("20", LATER - timedelta(days=30)))
    assert (new.source, new.slot.subject, new.valid_to) == (Source.CMDB, "order-service", None)
    assert (late.status, late.valid_to) == (FactStatus.SUPERSEDED, LATER)


def test_an_imported_retraction_of_nothing_in_particular_ends_what_stands() -> None:
    pipeline = in_memory_pipeline()
    (stood,) = done(pipeline, imported("50", LATER - timedelta(days=3)))
    done(pipeline, imported("", LATER, retract=True))
    (ended,) = pipeline.deps.reader.fact_rows(ACME, stood.id)
    assert (ended.valid_to, ended.status) == (LATER, FactStatus.RETRACTED)


def test_a_name_that_becomes_known_moves_what_was_said_about_it() -> None:
    pipeline = in_memory_pipeline()
    about = event(
        FactsImported, "n", subject="Alice Novak", predicate="city", object="Berlin", source=Source.DOC
    )
    done(pipeline, about)
    assert objects(pipeline.deps, ACME, ALICE, "city") == []
    ingest([talk("s", "alice", "My name is Alice Novak.", "Hello.")], pipeline.deps)
    pipeline.work()
    assert objects(pipeline.deps, ACME, ALICE, "city") == ["Berlin"]
    facts = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=LATER, as_of=None)
    assert {fact.slot.subject for fact in facts} == {"user"}


def test_nul_and_half_emoji_are_replaced_and_whole_ones_kept() -> None:
    pipeline = in_memory_pipeline()
    odd = event(MemoryRemember, "odd", text="blue\ud83d folder of 👨‍👩‍👧 reads \\u0000\x00")
    (fact,) = done(pipeline, odd)
    assert fact.object == "blue\ufffd folder of 👨‍👩‍👧 reads \\u0000\ufffd"


class TroubledEmbedder(InMemoryEmbedder):
    """Raises `trouble` as long as there is any, after it answered `answers` times."""

    def __init__(self, trouble: Exception) -> None:
        super().__init__(64)
        self.trouble: Exception | None = trouble
        self.answers = 0

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        if self.trouble is not None and self.answers == 0:
            raise self.trouble
        self.answers = max(0, self.answers - 1)
        return super().embed(texts, kind)


@pytest.mark.parametrize(
    ("trouble", "first", "again"),
    [
        (TransientError("the model loads"), "will be written at", "will be written at"),
        (PermanentError("no such model"), "no such model", "no such model; `events retry"),
    ],
)
def test_a_statement_that_was_not_written_is_never_told_to_be_when_it_comes_again(
    trouble: PermanentError | TransientError, first: str, again: str
) -> None:
    embedder = TroubledEmbedder(trouble)
    pipeline = in_memory_pipeline(embedder=embedder)
    said = event(MemoryRemember, "k", text="I live in Berlin.")
    with pytest.raises(type(trouble), match=first):
        at_once(said, pipeline.deps)
    with pytest.raises(type(trouble), match=again):
        at_once(said, pipeline.deps)
    embedder.trouble = None
    (ref,) = record_events([said], pipeline.deps)
    pipeline.deps.ledger.retry(ACME, [ref.event_id], now=pipeline.clock.now())
    holding = pipeline.deps.ledger.claim(ref, now=pipeline.clock.now(), lease=timedelta(seconds=45))
    assert holding is not None
    with pytest.raises(TransientError, match="another process is writing it"):
        at_once(said, pipeline.deps)
    pipeline.clock.advance(timedelta(minutes=1))
    written = at_once(said, pipeline.deps)
    assert len(written["fact_ids"]) == 1
    assert at_once(said, pipeline.deps) == written


@pytest.mark.parametrize("trouble", [TransientError("slow down"), PermanentError("no such model")])
def test_what_fails_after_a_statement_was_written_does_not_deny_it(trouble: Exception) -> None:
    embedder = TroubledEmbedder(trouble)
    embedder.trouble = None
    pipeline = in_memory_pipeline(embedder=embedder)
    about = event(
        FactsImported, "n", subject="Alice Novak", predicate="city", object="Rome", source=Source.DOC
    )
    done(pipeline, about)
    embedder.trouble, embedder.answers = trouble, 1  # its own words; then what is the person's by the name
    said = event(MemoryRemember, "k", text="Call me Alice Novak.", predicate="name", object="Alice Novak")
    written = at_once(said, pipeline.deps)
    assert len(written["fact_ids"]) == 1
    assert objects(pipeline.deps, ACME, ALICE, "city") == ["Rome"]
    with pytest.raises(type(trouble)):
        fill_vectors_everywhere(pipeline.deps)
    embedder.trouble = None
    assert fill_vectors_everywhere(pipeline.deps) == 1
