"""Reports from the field about extraction, played from the message to the memory: a model behind HTTP, adapters in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.adapters.local_embedding.embedder import LocalEmbedder
from memory_pipeline.adapters.openai.dialect import Dialects
from memory_pipeline.adapters.openai.extraction import OpenAIExtractor
from memory_pipeline.adapters.openai.settings import ChatSettings
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.ranking import Profile
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.conversations import read_message, to_message
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.embed import embed_texts
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.recall import Query, recall
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import EventRef, EventState, LedgerEntry
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.llm_clients import embedder, endpoint, fact, reply
from tests.support.llm_prompt import read_blocks, rules_responder
from tests.support.llm_server import DIALECTS, Dialect, Fault, LLMServer, Reply, think
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

TENANT, BO = Tenant("acme"), Scope.of_user("bo")
KEY = SessionKey(TENANT, BO, "s1")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def model() -> Iterator[LLMServer]:
    with LLMServer(rules_responder()) as server:
        yield server


def pipeline(model: LLMServer, **chat: Any) -> InMemoryPipeline:
    settings = ChatSettings(endpoint(model, timeout_s=60, attempts=1), **chat)
    return in_memory_pipeline(START + timedelta(hours=1), extractor=OpenAIExtractor(settings, Dialects()))


def said(live: InMemoryPipeline, *contents: Any) -> EventRef:
    for number, content in enumerate(contents):
        native = read_message({"id": f"m{number}", "role": "user", "content": content})
        message = to_message(native, number, START + timedelta(minutes=number))
        record_message(KEY, SessionInfo(user_id="bo"), message, live.deps)
    event_id = close_session(KEY, live.deps)
    assert event_id is not None
    return EventRef(TENANT, BO, EventId(event_id))


def worked(live: InMemoryPipeline, ref: EventRef) -> LedgerEntry:
    """The event after as many attempts as it gets."""
    for _ in range(12):
        live.work()
        live.clock.advance(timedelta(hours=1))
        reconcile(live.deps)
    return live.entry(ref)


def found(live: InMemoryPipeline) -> set[tuple[str, str]]:
    facts = live.deps.reader.facts(TENANT, BO, history=False, now=live.clock.now(), as_of=None)
    return {(each.slot.predicate, each.object) for each in facts}


FIVE = ["My name is Bo.", "I live in Oslo.", "I'm allergic to nuts.", "I like tea.", "My dog is called Rex."]
ALL_FIVE = {("name", "Bo"), ("city", "Oslo"), ("allergic_to", "nuts"), ("likes", "tea"), ("pet", "Rex")}


@pytest.mark.parametrize("closed", [False, True])
def test_l01_a_reply_cut_at_the_token_cap_is_never_stored_as_complete(closed: bool) -> None:
    """The server writes two facts at most, and then stops: inside a string, or with the brackets closed."""
    by_rules = rules_responder()

    class Capped(LLMServer):
        def next_step(self, path: str) -> Fault | Reply | None:  # noqa: ARG002
            whole = dict(by_rules(read_blocks(self.asked()[-1].prompt)))
            if len(whole["facts"]) <= 2:
                return Reply(whole)
            cut = {**whole, "facts": whole["facts"][:2]}
            text = json.dumps(cut) if closed else json.dumps(whole)[:-30]
            return Reply(text, finish_reason="length")

    with Capped() as capped:
        live = pipeline(capped)
        entry = worked(live, said(live, *FIVE))
    assert entry.state is EventState.DONE
    assert found(live) == ALL_FIVE


def test_l01_a_reply_that_is_always_cut_ends_dead_with_its_reason(model: LLMServer) -> None:
    model.always(Reply(reply(fact()), finish_reason="length"))
    live = pipeline(model)
    ref = said(live, "I live in Oslo.", "I like tea.")
    entry = worked(live, ref)
    assert (entry.state, entry.reason) == (EventState.DEAD, "length")
    assert found(live) == set()
    transcript = live.deps.transcripts.read(KEY)
    assert transcript is not None
    assert transcript.watermark == 0
    model.always(Reply({"facts": [], "episodes": []}))
    live.deps.ledger.retry(TENANT, None, now=live.clock.now())
    reconcile(live.deps)
    assert worked(live, ref).state is EventState.DONE


@pytest.mark.parametrize(
    "wrap",
    [
        think,
        lambda text: think(text).removeprefix("<think>\n"),
        lambda text: f"<think>no end {text}</think>\n{text}",
    ],
)
def test_l03_thoughts_are_no_memories(model: LLMServer, wrap: Any) -> None:
    model.dialect = Dialect(wrap=wrap)
    live = pipeline(model)
    assert (
        worked(live, said(live, "I live in Oslo.", "The tag </think> is what I like.")).state
        is EventState.DONE
    )
    assert ("city", "Oslo") in found(live)
    assert not any(predicate == "name" for predicate, _ in found(live))


@pytest.mark.parametrize("wrap", [str, think, lambda text: think(text).removeprefix("<think>\n")])
def test_l03_a_fact_that_quotes_the_tag_survives(model: LLMServer, wrap: Any) -> None:
    said_so = "I like the </think> tag, and <think> too"
    likes = {"predicate": "likes", "cardinality": "many"}
    quoting = fact("the </think> tag, and <think> too", (1,), quote=said_so) | likes
    model.always(Reply(wrap(json.dumps(reply(quoting)))))
    live = pipeline(model)
    assert worked(live, said(live, f"{said_so}.")).state is EventState.DONE
    assert found(live) == {("likes", "the </think> tag, and <think> too")}


def test_l03_thoughts_that_never_end_are_a_failure(model: LLMServer) -> None:
    model.always(Reply(f"<think>maybe {json.dumps(reply(fact('Draft')))} or"))
    live = pipeline(model)
    entry = worked(live, said(live, "I live in Oslo."))
    assert (entry.state, entry.reason) == (EventState.DEAD, "length")
    assert found(live) == set()


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_l05_no_dialect_costs_more_than_its_first_questions(name: str) -> None:
    with LLMServer(rules_responder(), DIALECTS[name]) as server:
        live = pipeline(server)
        assert worked(live, said(live, *FIVE)).state is EventState.DONE
        asked = len(server.asked())
        again = SessionKey(TENANT, BO, "s2")
        record_message(
            again, SessionInfo(user_id="bo"), Message("x", Role.USER, "I like rye.", START), live.deps
        )
        close_session(again, live.deps)
        live.work()
        assert len(server.asked()) == asked + 1
    assert found(live) >= ALL_FIVE


def test_l07_a_prompt_that_a_server_cuts_in_silence_is_split_and_nothing_of_it_is_lost() -> None:
    """6,000 tokens with the one fact at the top, and a server that reads the last 4,096 and says so in its count alone."""
    filler = [f"We looked at plan number {n}, and at the weather, {'at length, ' * 90}" for n in range(24)]
    with LLMServer(rules_responder(), Dialect(context=4_096)) as server:
        live = pipeline(server)
        entry = worked(live, said(live, "I'm allergic to penicillin.", *filler))
        prompts = [request.prompt for request in server.asked()]
    assert entry.state is EventState.DONE
    assert ("allergic_to", "penicillin") in found(live)
    assert len(prompts) > 2


def test_l07_messages_longer_than_any_window_are_read_in_parts(model: LLMServer) -> None:
    long_english = (
        f"I like rye bread. {'and then we went on to talk of this and that, ' * 1_500}My dog is called Rex."
    )
    long_chinese = f"{'然后我们又聊了一会儿天气，' * 450}我对花生过敏，{'然后我们又聊了一会儿天气，' * 450}"
    assert len(long_english) > 65_000
    assert len(long_chinese) > 11_000
    model.dialect = Dialect(refuses_beyond=8_000)
    live = pipeline(model, window_tokens=8_000, reply_tokens=2_000)
    assert worked(live, said(live, long_english, long_chinese)).state is EventState.DONE
    assert {("likes", "rye bread"), ("allergic_to", "花生")} <= found(live)


def test_l09_the_good_item_is_stored_and_the_bad_ones_are_kept_with_the_reason(model: LLMServer) -> None:
    fine = fact("Oslo", (1,), quote="I live in Oslo")
    bad = [fine | {"confidence": "high"}, "Oslo", fine | {"object": ""}]
    model.always(Reply(reply(*bad, fine | {"source": "USER"})))
    live = pipeline(model)
    entry = worked(live, said(live, "I live in Oslo."))
    assert (entry.state, entry.result["rejected"]) == (EventState.DONE, 3)
    assert found(live) == {("city", "Oslo")}
    kept = live.deps.reader.rejections(TENANT, BO, "s1")
    assert [each.reason for each in kept] == ["malformed"] * 3
    assert len(model.asked()) == 2


def test_l13_one_bad_text_spoils_no_other() -> None:
    with LLMServer(dialect=Dialect(most_texts=10, most_text_tokens=8_000)) as server:
        long = "然后我们聊了天气" * 1_500
        made = embed_texts(["", "  ", "ok", long, "ok2"], embedder(server)).vectors
        assert made.keys() == {"ok", long, "ok2"}
        assert all(any(vector) for vector in made.values())
        before = len(server.asked("embeddings"))
        embed_texts([f"text {n}" for n in range(25)], embedder(server))
        assert len(server.asked("embeddings")) - before in (3, 4)  # the first finds the limit out


def test_m13_a_model_that_found_nothing_is_done_and_one_that_failed_is_not(model: LLMServer) -> None:
    model.always(Reply("sorry, no JSON"))
    live = pipeline(model)
    ref = said(live, "I live in Oslo.")
    assert (worked(live, ref).state, live.entry(ref).reason) == (EventState.DEAD, "unparsable")
    model.always(Reply({"facts": [], "episodes": [], "summary": ""}))
    live.deps.ledger.retry(TENANT, None, now=live.clock.now())
    reconcile(live.deps)
    before = len(model.asked())
    assert worked(live, ref).state is EventState.DONE
    assert len(model.asked()) == before + 1
    transcript = live.deps.transcripts.read(KEY)
    assert transcript is not None
    assert transcript.watermark == 1


FAMILY = "👨‍👩‍👧"


@pytest.mark.parametrize("by_model", [True, False])
def test_m23_memories_stay_in_the_language_of_their_source(model: LLMServer, by_model: bool) -> None:
    live = pipeline(model) if by_model else in_memory_pipeline(START + timedelta(hours=1))
    text = f"我对花生过敏，住在杭州 {FAMILY}"
    assert worked(live, said(live, text)).state is EventState.DONE
    assert found(live) == {("allergic_to", "花生"), ("city", "杭州")}
    transcript = live.deps.transcripts.read(KEY)
    assert transcript is not None
    assert transcript.messages[0].content == text
    if by_model:
        prompt = model.asked()[0].prompt
        assert text in prompt
        assert "\\u" not in prompt
    by_meaning = replace(live.deps, embedder=LocalEmbedder())
    fill_vectors(TENANT, BO, by_meaning)
    patient = timedelta(seconds=30)
    found_again = recall(
        TENANT, [BO], Query("过敏", 1, Profile.ASSISTANT, None), by_meaning, deadline=patient
    )
    assert "花生" in found_again.memories[0].text
    assert "\\u" not in found_again.prompt


@pytest.mark.parametrize("by_model", [True, False])
def test_p05_text_that_no_database_holds_is_replaced_and_the_rest_stays(
    model: LLMServer, by_model: bool
) -> None:
    live = pipeline(model) if by_model else in_memory_pipeline(START + timedelta(hours=1))
    texts = [
        "I like ab\x00cd beer.",
        "I like \\u0000 wine.",
        "I like half \ud83d cider.",
        f"I like whole {FAMILY} tea.",
    ]
    assert worked(live, said(live, *texts)).state is EventState.DONE
    values = {value for predicate, value in found(live) if predicate == "likes"}
    assert not any("\x00" in value or "\ud83d" in value for value in values)
    transcript = live.deps.transcripts.read(KEY)
    assert transcript is not None
    assert [message.content for message in transcript.messages] == [
        "I like ab\ufffdcd beer.", "I like \\u0000 wine.", "I like half \ufffd cider.", f"I like whole {FAMILY} tea.",
    ]  # fmt: skip
    with pytest.raises(InvalidInput):
        record_message(
            replace(KEY, session_id="a\x00b"), SessionInfo(), Message("m", Role.USER, "x", START), live.deps
        )


def test_p05_the_dead_letter_can_always_be_written(model: LLMServer) -> None:
    model.always(Fault(400, {"error": {"message": "bad \x00 \ud83d text", "code": "bad\x00code"}}))
    live = pipeline(model)
    entry = worked(live, said(live, "I live in Oslo."))
    assert entry.state is EventState.DEAD
    assert "\x00" not in (entry.error or "")


def test_i05_parts_that_are_no_text_leave_no_trace_in_memories(model: LLMServer) -> None:
    live = pipeline(model)
    parts = [
        {
            "content_type": "image_asset_pointer",
            "asset_pointer": "file-service://file-x",
            "image_asset_pointer": "x",
        },
        "My cat is called Tom.",
        None,
        {"content_type": "audio_transcription", "text": "I moved to Oslo."},
        "",
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    ]
    assert worked(live, said(live, parts)).state is EventState.DONE
    assert found(live) == {("pet", "Tom"), ("city", "Oslo")}
    prompt = model.asked()[0].prompt
    assert "[image]" in prompt
    assert not any(mark in prompt for mark in ("{", "asset_pointer", "base64", "file-service"))
