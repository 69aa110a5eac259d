"""What every extractor promises about its reply; judged on whichever extractors there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.ports.extractor import Extractor
from tests.support.llm_clients import START, extractor, said, talk
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import DIALECTS, LLMServer


@pytest.fixture(params=["http-notes", "http-rules", "rules"])
def extract(request: pytest.FixtureRequest) -> Iterator[Extractor]:
    if request.param == "rules":
        yield RulesExtractor()
    elif request.param == "http-rules":
        with LLMServer(rules_responder(), DIALECTS["deepseek"]) as server:
            yield extractor(server)
    else:
        with LLMServer() as server:
            yield extractor(server)


CONVERSATION = talk(
    "Hi, my name is Alice and I live in Munich.",
    "Nice to meet you, Alice!",
    "I am allergic to peanuts.",
    "Noted.",
    "我喜欢喝绿茶。",
    "好的。",
)


def test_it_names_itself(extract: Extractor) -> None:
    assert extract.version.strip()
    assert extract.extract(CONVERSATION).extractor == extract.version


def test_what_it_finds_cites_messages_of_the_segment(extract: Extractor) -> None:
    found = extract.extract(CONVERSATION)
    assert found.facts
    cited = [fact.messages for fact in found.facts] + [episode.messages for episode in found.episodes]
    for numbers in cited:
        assert numbers
        assert all(1 <= n <= len(CONVERSATION) for n in numbers)
    for fact in found.facts:
        assert fact.quote in "\n".join(CONVERSATION[n - 1].content for n in fact.messages)
        assert fact.subject
        assert fact.predicate
        assert 0 <= fact.confidence <= 1


def test_the_same_conversation_gives_the_same_reply(extract: Extractor) -> None:
    assert extract.extract(CONVERSATION) == extract.extract(CONVERSATION)


def test_it_keeps_nothing_between_calls(extract: Extractor) -> None:
    first = extract.extract(CONVERSATION)
    extract.extract(said("I moved to Paris and my name is Bob now."))
    assert extract.extract(CONVERSATION) == first


@pytest.mark.parametrize(
    "messages", [[], said("ok"), [Message("s", Role.SYSTEM, "My name is HAL and I live in space.", START)]]
)
def test_where_nothing_is_said_nothing_is_found(extract: Extractor, messages: list[Message]) -> None:
    found = extract.extract(messages)
    assert (found.facts, found.episodes, found.rejected) == ((), (), ())


def test_memories_are_in_the_language_of_their_source(extract: Extractor) -> None:
    found = extract.extract(CONVERSATION)
    assert any("绿茶" in fact.object for fact in found.facts if 5 in fact.messages)


def test_a_named_person_makes_no_difference_to_numbers(extract: Extractor) -> None:
    named = [
        replace(message, name="Alice") if message.role is Role.USER else message for message in CONVERSATION
    ]
    assert {n for fact in extract.extract(named, person="Alice").facts for n in fact.messages} <= {1, 3, 5}


def said_in(found: Extraction) -> tuple[object, object]:
    facts = [
        (f.subject, f.predicate, f.object, f.messages, f.quote, f.stance, f.valid_from) for f in found.facts
    ]
    episodes = [
        (e.kind, e.trigger, e.messages, [(a.action, a.result) for a in e.actions], e.outcome, e.success)
        for e in found.episodes
    ]
    return facts, episodes


@pytest.mark.parametrize("dialect", ["openai", "deepseek", "plain"])
def test_what_a_model_finds_survives_the_wire(dialect: str) -> None:
    call = ToolCall("restart_service", '{"service": "order-service", "reason": "timeouts"}', "c1")
    incident = [
        *CONVERSATION,
        Message("i1", Role.USER, "order-service times out since 14:05, please fix it", START),
        Message("i2", Role.ASSISTANT, "I will restart it.", START, tool_calls=(call,)),
        Message("i3", Role.TOOL, '{"status": "ok", "pool": 50}', START, tool_call_id="c1"),
        Message("i4", Role.ASSISTANT, "Solved: order-service answers again.", START),
    ]
    direct = RulesExtractor().extract(incident, person="alice")
    with LLMServer(rules_responder(), DIALECTS[dialect]) as server:
        over_http = extractor(server).extract(incident, person="alice")
    assert direct.facts
    assert direct.episodes
    assert said_in(over_http) == said_in(direct)
    assert over_http.rejected == ()
