"""What every extractor promises about its reply; judged on whichever extractors there are."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import memory_pipeline
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.ports.extractor import Extractor
from tests.support.llm_clients import START, extractor, said, talk
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import DIALECTS, LLMServer

needs_rules = pytest.mark.skipif(
    not (Path(memory_pipeline.__file__).parent / "adapters/rules/extractor.py").exists(),
    reason="there is no rules extractor",
)


@pytest.fixture(
    params=[
        "http-notes",
        pytest.param("http-rules", marks=needs_rules),
        pytest.param("rules", marks=needs_rules),
    ]
)
def extract(request: pytest.FixtureRequest) -> Iterator[Extractor]:
    if request.param == "rules":
        module = importlib.import_module("memory_pipeline.adapters.rules.extractor")
        yield module.RulesExtractor()
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
