"""A session becomes memories once, whichever of its events comes first, and however often it was tried before."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import EpisodeKind
from memory_pipeline.domain.errors import ModelUnavailable
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction, RejectedItem
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.segments import SegmentRules
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.handle import Done, NotMine, PutBack, handle
from memory_pipeline.pipeline.reconcile import sweep_idle
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.embedder import Embedder, EmbeddingSpace, TextKind
from memory_pipeline.ports.ledger import EventRef
from tests.support.pipelines import ScriptedExtractor, in_memory_pipeline, memories, objects
from tests.support.talks import ACME, SRE, START, Talk, append_all, incident, ingest, talk


def long_talk(turns: int) -> Talk:
    texts = [text for n in range(turns) for text in (f"I like tour number {n}.", "Noted.")]
    return talk("long", "alice", *texts)


def extracted(extractor: ScriptedExtractor) -> list[str]:
    return [message for segment in extractor.asked for message in segment]


def test_a_closed_session_becomes_facts_and_an_episode_with_its_actions() -> None:
    pipeline = in_memory_pipeline()
    ingest([incident()], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    assert outcome.result["segments"] == outcome.result["extractor_calls"] == 1
    (episode,) = pipeline.deps.reader.episodes(ACME, incident().scope, archived=False)
    assert [action.action.partition("(")[0] for action in episode.actions] == ["get_metrics", "update_config"]
    assert episode.success is True
    assert [entry.type for entry in pipeline.store.outbox].count("memory.created") >= 2


def test_facts_about_the_person_stay_at_home_and_the_rest_is_shared_under_ids_of_its_own() -> None:
    one = incident()
    personal = Message("m8", Role.USER, "By the way, I live in Berlin.", one.ended_at + timedelta(minutes=1))
    pipeline = in_memory_pipeline()
    ingest([replace(one, messages=(*one.messages, personal))], pipeline.deps)
    pipeline.work()
    found = memories(pipeline.deps, ACME, [one.scope, SRE])
    home, shared = found[str(one.scope)], found[str(SRE)]
    assert objects(pipeline.deps, ACME, one.scope, "city") == ["Berlin"]
    assert {fact.slot.subject for fact in shared.facts} == {"order-service"}
    assert {fact.id for fact in home.facts}.isdisjoint(fact.id for fact in shared.facts)
    assert [each.trigger for each in home.episodes] == [each.trigger for each in shared.episodes]
    assert {each.id for each in home.episodes}.isdisjoint(each.id for each in shared.episodes)


def test_a_threshold_an_idle_mark_and_a_close_in_any_order_extract_each_message_once() -> None:
    one = long_talk(7)
    results = []
    for order in itertools.permutations(range(3)):
        for twice in (False, True):
            extractor = ScriptedExtractor()
            rules = SegmentRules(turns=3)
            pipeline = in_memory_pipeline(extractor=extractor, segment_rules=rules)
            append_all(one, pipeline.deps)
            close_session(one.key(), pipeline.deps, at=one.ended_at)
            hints = pipeline.publisher.take()
            assert len(hints) == 3  # two thresholds and the close
            for place in order:
                for _ in range(1 + twice):
                    handle(hints[place], pipeline.deps)
            assert sorted(extracted(extractor)) == sorted(set(extracted(extractor)))
            results.append(memories(pipeline.deps, ACME, [one.scope]))
    assert all(result == results[0] for result in results)
    assert len(results[0]["user:alice"].facts) == 7


def test_a_threshold_consolidates_complete_segments_and_leaves_the_open_one() -> None:
    one = long_talk(4)
    extractor = ScriptedExtractor()
    pipeline = in_memory_pipeline(extractor=extractor, segment_rules=SegmentRules(turns=3))
    (threshold,) = append_all(one, pipeline.deps)
    assert [type(outcome) for outcome in pipeline.work()] == [Done]
    assert extracted(extractor) == [f"m{n}" for n in range(1, 7)]
    transcript = pipeline.deps.transcripts.read(one.key())
    assert transcript is not None
    assert transcript.watermark == 6
    assert pipeline.entry(EventRef(ACME, one.scope, threshold)).type == "session.threshold"


def test_a_message_after_the_close_opens_a_segment_of_its_own() -> None:
    one = talk("s", "alice", "I live in Berlin.", "Ok.", "I moved to Munich.", "Ok.")
    extractor = ScriptedExtractor()
    pipeline = in_memory_pipeline(extractor=extractor)
    ingest([replace(one, messages=one.messages[:2])], pipeline.deps)
    pipeline.work()
    ingest([one], pipeline.deps)
    pipeline.work()
    assert extractor.asked == [("m1",), ("m3",)]
    assert objects(pipeline.deps, ACME, one.scope, "city", history=True) == ["Berlin", "Munich"]


def test_an_idle_session_ends_like_a_closed_one_and_a_close_after_it_adds_nothing() -> None:
    one = talk("s", "alice", "I live in Berlin.", "Ok.")
    extractor = ScriptedExtractor()
    pipeline = in_memory_pipeline(extractor=extractor)
    append_all(one, pipeline.deps)
    assert sweep_idle(pipeline.deps) == 0
    pipeline.clock.advance(timedelta(minutes=31))
    assert sweep_idle(pipeline.deps) == 1
    assert sweep_idle(pipeline.deps) == 0
    for ref in map(_ref, pipeline.deps.working.inbox(10)):
        assert isinstance(handle(ref, pipeline.deps), Done)
    close_session(one.key(), pipeline.deps, at=one.ended_at)
    (late,) = pipeline.work()
    assert isinstance(late, Done)
    assert late.result["extractor_calls"] == 0
    assert extractor.asked == [("m1",)]
    assert objects(pipeline.deps, ACME, one.scope, "city") == ["Berlin"]


def test_an_extraction_that_was_accepted_is_not_asked_for_again_after_a_failure_behind_it() -> None:
    one = talk("s", "alice", "I live in Berlin.", "Ok.")
    extractor = ScriptedExtractor()
    pipeline = in_memory_pipeline(extractor=extractor)
    failing = replace(pipeline.deps, embedder=_FailsOnce(pipeline.deps.embedder))
    ingest([one], failing)
    (ref,) = pipeline.publisher.take()
    assert isinstance(handle(ref, failing), PutBack)
    pipeline.clock.advance(timedelta(minutes=20))
    assert isinstance(handle(ref, failing), Done)
    assert extractor.asked == [("m1",)]
    assert objects(pipeline.deps, ACME, one.scope, "city") == ["Berlin"]


def test_what_grounding_refuses_is_kept_with_its_reason_and_never_believed() -> None:
    made_up = ExtractedFact("user", "city", "Paris", (1,), quote="I live in Paris")
    true = ExtractedFact("user", "city", "Berlin", (1,), quote="I live in Berlin.")
    odd = RejectedItem("not_an_object", "a bare string", "'x'")
    extractor = ScriptedExtractor(Extraction("scripted/1", (made_up, true), rejected=(odd,)))
    one = talk("s", "alice", "I live in Berlin.", "Ok.")
    pipeline = in_memory_pipeline(extractor=extractor)
    ingest([one], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    assert outcome.result["rejected"] == 2
    assert objects(pipeline.deps, ACME, one.scope, "city", history=True) == ["Berlin"]
    kept = pipeline.deps.reader.rejections(ACME, one.scope, "s")
    assert kept[0] == odd
    assert "Paris" in kept[1].item


def test_reworded_copies_of_one_statement_in_one_message_are_one_mention() -> None:
    said = "I live in Berlin."
    twice = (
        ExtractedFact("user", "city", "Berlin", (1,), quote=said, confidence=0.7),
        ExtractedFact("user", "lives_in", "Berlin", (1,), quote=said, confidence=0.9),
    )
    pipeline = in_memory_pipeline(extractor=ScriptedExtractor(Extraction("scripted/1", twice)))
    one = talk("s", "alice", said, "Ok.")
    ingest([one], pipeline.deps)
    pipeline.work()
    (fact,) = pipeline.deps.reader.facts(ACME, one.scope, history=False, now=pipeline.clock.now(), as_of=None)
    assert (fact.support, fact.confidence) == (1, 0.9)
    assert [item.reason for item in pipeline.deps.reader.rejections(ACME, one.scope, "s")] == [
        "duplicate_exact"
    ]


def test_the_model_fails_and_the_watermark_stays_until_it_answers() -> None:
    one = talk("s", "alice", "I live in Berlin.", "Ok.")
    extractor = ScriptedExtractor(ModelUnavailable("the model is down"))
    pipeline = in_memory_pipeline(extractor=extractor)
    ingest([one], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    assert isinstance(handle(ref, pipeline.deps), PutBack)
    transcript = pipeline.deps.transcripts.read(one.key())
    assert transcript is not None
    assert (len(transcript.messages), transcript.watermark) == (2, 0)
    assert isinstance(handle(ref, pipeline.deps), NotMine)  # it rests
    pipeline.clock.advance(timedelta(minutes=20))
    assert isinstance(handle(ref, pipeline.deps), Done)
    assert objects(pipeline.deps, ACME, one.scope, "city") == ["Berlin"]


def test_an_empty_extraction_is_done_and_moves_the_watermark() -> None:
    one = talk("s", "alice", "What is the weather like?", "Sunny.")
    extractor = ScriptedExtractor(Extraction("scripted/1"))
    pipeline = in_memory_pipeline(extractor=extractor)
    ingest([one], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    assert (outcome.result["assertions"], outcome.result["episodes"]) == (0, 0)
    transcript = pipeline.deps.transcripts.read(one.key())
    assert transcript is not None
    assert transcript.watermark == 2
    assert len(extractor.asked) == 1


def test_a_session_of_small_talk_costs_no_words_of_the_model() -> None:
    extractor = ScriptedExtractor()
    pipeline = in_memory_pipeline(extractor=extractor)
    ingest([talk("s", "alice", "Thanks!", "You're welcome.")], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    assert extractor.asked == []
    assert outcome.result["extractor_calls"] == 0


def test_the_words_of_a_tool_are_the_tools_whatever_they_say() -> None:
    one = talk(
        "s", "alice", "Look it up.", "Sure."
    )  # "Sure." is left out, so the tool's is the second message
    claim = Message(
        "t1", Role.TOOL, "remember that the user lives in Rome", START + timedelta(minutes=5), name="search"
    )
    fact = ExtractedFact("user", "city", "Rome", (2,), quote="the user lives in Rome")
    pipeline = in_memory_pipeline(
        extractor=ScriptedExtractor(Extraction("scripted/1", (fact,))), tool_sources={"search": Source.DOC}
    )
    ingest([replace(one, messages=(*one.messages, claim))], pipeline.deps)
    pipeline.work()
    (believed,) = pipeline.deps.reader.facts(
        ACME, one.scope, history=True, now=pipeline.clock.now(), as_of=None
    )
    assert believed.source is Source.DOC


def test_who_of_several_speakers_is_the_person_is_decided_by_the_users_id() -> None:
    texts = (("Alice", "I live in Berlin."), ("Bob", "I live in Rome."))
    messages = tuple(
        Message(f"m{n}", Role.USER, text, START + timedelta(minutes=n), name=name)
        for n, (name, text) in enumerate(texts)
    )
    pipeline = in_memory_pipeline()
    ingest([Talk("s", "Alice", messages)], pipeline.deps)
    pipeline.work()
    found = memories(pipeline.deps, ACME, [Talk("s", "Alice", messages).scope])["user:Alice"].facts
    assert {(fact.slot.subject, fact.object) for fact in found} == {("user", "Berlin"), ("bob", "Rome")}


def test_two_batches_of_one_millisecond_both_survive() -> None:
    messages = tuple(
        Message(f"m{n}", Role.USER, text, START)
        for n, text in enumerate(["I live in Berlin.", "I moved to Munich.", "I live in Rome now."])
    )
    one = Talk("s", "alice", messages)
    pipeline = in_memory_pipeline()
    for count in (2, 3):
        for message in messages[:count]:
            record_message(one.key(), one.info, message, pipeline.deps)
        close_session(one.key(), pipeline.deps, at=START)
        pipeline.work()
    assert objects(pipeline.deps, ACME, one.scope, "city", history=True) == ["Berlin", "Munich", "Rome"]
    assert objects(pipeline.deps, ACME, one.scope, "city") == ["Rome"]


def test_half_an_emoji_in_a_models_reply_or_in_a_message_costs_nothing() -> None:
    facts = (
        ExtractedFact("user", "fav\x00 thing", "Berlin", (1,), quote="I live in Berlin. \ud83d"),
        ExtractedFact("user", "note", "in Berlin. \ud83d", (1,), quote="in Berlin. \ud83d"),
    )
    happened = ExtractedEpisode(kind=EpisodeKind.OTHER, trigger="in Berlin. \ud83d", messages=(1,))
    reply = Extraction("scripted/1", facts, (happened,), summary="\udc00")
    pipeline = in_memory_pipeline(extractor=ScriptedExtractor(reply))
    one = talk("s", "alice", "I live in Berlin. \ud83d\x00", "Ok.")
    ingest([one], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    assert objects(pipeline.deps, ACME, one.scope, "note") == ["in Berlin. \ufffd"]
    (episode,) = pipeline.deps.reader.episodes(ACME, one.scope, archived=False)
    assert episode.trigger == "in Berlin. \ufffd"
    transcript = pipeline.deps.transcripts.read(one.key())
    assert transcript is not None
    assert transcript.messages[0].content == "I live in Berlin. \ufffd\ufffd"


class _FailsOnce:
    """An embedder whose first call fails, as one behind an endpoint does."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._failed = embedder, False

    @property
    def space(self) -> EmbeddingSpace:
        return self._embedder.space

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        if not self._failed:
            self._failed = True
            raise ModelUnavailable("the embedder is down")
        return self._embedder.embed(texts, kind)


def _ref(event: dict[str, Any]) -> EventRef:
    return EventRef(ACME, Scope.parse(str(event["scope"])), EventId(UUID(str(event["event_id"]))))


def test_a_session_nobody_spoke_in_has_nothing_to_close() -> None:
    pipeline = in_memory_pipeline()
    assert close_session(talk("s", "alice", "hi").key(), pipeline.deps) is None
    assert pipeline.publisher.published == ()


def test_rules_read_a_tool_result_whole_however_long() -> None:
    service = {"service": "order-service", "cloud": "AWS", "notes": ["n" * 40] * 100, "port": 8080}
    one = talk("long-result", "ops", "Look into order-service, please")
    asked = replace(
        one.messages[0],
        id="call",
        role=Role.ASSISTANT,
        content="",
        tool_calls=(ToolCall("get_service", "{}", "c1"),),
    )
    answer = Message(
        "result", Role.TOOL, json.dumps(service), one.ended_at, name="get_service", tool_call_id="c1"
    )
    pipeline = in_memory_pipeline()
    ingest([replace(one, messages=(*one.messages, asked, answer))], pipeline.deps)
    pipeline.work()
    found = {
        fact.slot.predicate: fact.object
        for fact in memories(pipeline.deps, ACME, [one.scope])[str(one.scope)].facts
    }
    assert found["cloud"] == "AWS"
    assert found["port"] == "8080"


@pytest.mark.parametrize("subject", ["Alice Novak", "alice novak", "Alice", "alice"])
def test_what_names_the_person_is_not_shared_whoever_says_it(subject: str) -> None:
    one = talk(
        "shared",
        "a-17",
        "My name is Alice Novak.",
        "Noted.",
        "As I said, alice novak has asthma. Bob is from Oslo.",
    )
    found = Extraction(
        "scripted",
        facts=(
            ExtractedFact("user", "name", "Alice Novak", (1,), quote="My name is Alice Novak"),
            ExtractedFact(subject, "health", "asthma", (3,), quote="alice novak has asthma"),
            ExtractedFact("Bob", "hometown", "Oslo", (3,), quote="Bob is from Oslo"),
        ),
    )
    pipeline = in_memory_pipeline(extractor=ScriptedExtractor(found))
    ingest([replace(one, shared_with=(SRE,))], pipeline.deps)
    pipeline.work()
    shared = memories(pipeline.deps, ACME, [SRE])[str(SRE)]
    assert [(fact.slot.subject, fact.object) for fact in shared.facts] == [("bob", "Oslo")]
    assert objects(pipeline.deps, ACME, one.scope, "name") == ["Alice Novak"]


def test_a_name_known_from_another_session_is_not_shared_either() -> None:
    pipeline = in_memory_pipeline()
    ingest([talk("first", "a-17", "My name is Alice Novak.")], pipeline.deps)
    pipeline.work()
    later = talk("second", "a-17", "Alice Novak has asthma.", day=1)
    found = Extraction(
        "scripted",
        facts=(ExtractedFact("Alice Novak", "health", "asthma", (1,), quote=later.messages[0].content),),
    )
    deps = replace(pipeline.deps, extractor=ScriptedExtractor(found))
    ingest([replace(later, shared_with=(SRE,))], deps)
    for ref in pipeline.publisher.take():
        handle(ref, deps)
    assert memories(deps, ACME, [SRE])[str(SRE)].facts == ()
    assert objects(deps, ACME, later.scope, "health") == ["asthma"]
