"""The rules extractor on conversations that nobody wrote for it: MemoryBank in both languages, tau-bench's agent runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.grounding import Grounded, ground
from memory_pipeline.domain.message import Message, Role, ToolCall
from tests.support import memorybank, tau_bench

DATA = Path(__file__).parents[3] / "shared" / "data"
MEMORYBANK = DATA / "memorybank"
TAU = DATA / "tau_bench" / "gpt-4o-airline.trial0.first25.json"
_SAID = re.compile(
    r"(?:my name is|I'm|I am|我叫|我的名字是|我是)\s*(?P<name>[A-Z]\w+(?: [A-Z]\w+)?|[\u4e00-\u9fff]{2,3}(?=[，。,.]|$))"
)

needs_memorybank = pytest.mark.skipif(
    not MEMORYBANK.is_dir(), reason="the MemoryBank data is not beside this checkout"
)
needs_tau = pytest.mark.skipif(not TAU.is_file(), reason="the tau-bench data is not beside this checkout")


def messages_of(conversation: dict[str, Any]) -> list[Message]:
    return [
        Message(
            item["id"],
            Role(item["role"]),
            item["content"] or "",
            datetime.fromisoformat(item["at"]),
            item.get("name"),
            tuple(
                ToolCall(call["function"]["name"], call["function"]["arguments"], call["id"])
                for call in item.get("tool_calls") or ()
            ),
            item.get("tool_call_id"),
        )
        for item in conversation["messages"]
    ]


def remembered(conversations: Iterator[dict[str, Any]]) -> Iterator[tuple[str, list[Message], Grounded]]:
    for conversation in conversations:
        messages = messages_of(conversation)
        extraction = RulesExtractor().extract(messages)
        yield conversation["user_id"], messages, ground(extraction, messages, person=None, tool_sources={})


@needs_memorybank
@pytest.mark.parametrize("language", ["en", "cn"])
def test_memorybank(language: str) -> None:
    path = MEMORYBANK / f"memory_bank_{language}.json"
    names: dict[str, set[str]] = {}
    stated: dict[str, set[str]] = {}
    facts: dict[str, int] = {}
    for user, messages, grounded in remembered(memorybank.conversations(path, language)):
        by_id = {message.id: message for message in messages}
        for found in grounded.facts:
            message = by_id[found.anchor_message_id]
            assert found.quote in message.content
            assert message.role is not Role.ASSISTANT or found.source is Source.AGENT_INFERRED
            assert (message.role is Role.USER) == (found.source is Source.USER_STATED)
            if found.fact.predicate == "name":
                names.setdefault(user, set()).add(found.fact.object)
        facts[user] = facts.get(user, 0) + len(grounded.facts)
        first = next(message.content for message in messages if message.role is Role.USER)
        introduced = _SAID.search(first) if user not in stated else None
        stated.setdefault(user, set()).update({introduced["name"]} if introduced else set())
    assert len(facts) == 15
    assert {user for user, said in stated.items() if said} == set(facts)
    assert names == stated
    assert sum(facts.values()) / len(facts) >= 3


@needs_tau
def test_tau_bench_runs_give_episodes_with_their_actions() -> None:
    runs = list(remembered(tau_bench.conversations(TAU)))
    assert len(runs) == 25
    for user, messages, grounded in runs:
        assert grounded.episodes, user
        assert not [item.reason for item in grounded.rejected if "trigger" in item.item]
        called = [call.name for message in messages for call in message.tool_calls]
        told = [
            action.action.split("(")[0] for found in grounded.episodes for action in found.episode.actions
        ]
        assert told == (called or ["reply"])
        for found in grounded.episodes:
            first = next(message for message in messages if message.id == found.anchor_message_id)
            assert found.quote in first.content
            assert first.role is Role.USER
    done = {user for user, _, grounded in runs if grounded.episodes[0].episode.success}
    failed = {user for user, _, grounded in runs if grounded.episodes[0].episode.success is False}
    assert {"mia_li_3668", "aarav_garcia_1177", "liam_khan_2521"} <= done
    assert {"amelia_sanchez_4739", "amelia_rossi_1297"} <= failed
    assert sum(grounded.episodes[0].episode.success is None for _, _, grounded in runs) <= 6
