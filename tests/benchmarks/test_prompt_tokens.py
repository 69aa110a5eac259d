"""What extraction asks of a model: prompt tokens and calls a session, on the first 8 sessions of each LoCoMo dev chat."""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_pipeline.adapters.openai.tokens import count_tokens
from memory_pipeline.domain.cleaning import clean
from memory_pipeline.domain.message import Message, Role
from tests.support.llm_clients import extractor
from tests.support.llm_server import LLMServer, Request

CHATS = Path(__file__).parents[3] / "shared" / "data" / "locomo" / "locomo_dev5.json"
SESSIONS = 8
GOAL_TOKENS = 1_500
_TIME = re.compile(r"(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)")


def sessions() -> Iterator[tuple[str, list[Message]]]:
    """The account's person and the messages; the other one of the two speaks as a user of another name."""
    for chat in json.loads(CHATS.read_text(encoding="utf-8")):
        talk = chat["conversation"]
        for number in range(1, SESSIONS + 1):
            at = _time(talk[f"session_{number}_date_time"])
            yield talk["speaker_a"], list(_messages(talk[f"session_{number}"], at))


def _time(text: str) -> datetime:
    hour, minute, half, day, month, year = _TIME.fullmatch(text.strip()).groups()  # type: ignore[union-attr]
    clock = int(hour) % 12 + (12 if half == "pm" else 0)
    date = datetime.strptime(f"{day} {month} {year}", "%d %B %Y").replace(tzinfo=UTC)
    return date + timedelta(hours=clock, minutes=int(minute))


def _messages(turns: Sequence[dict[str, str]], at: datetime) -> Iterator[Message]:
    for number, turn in enumerate(turns):
        when = at + timedelta(minutes=number)
        yield Message(turn["dia_id"], Role.USER, turn["text"], when, turn["speaker"])


def prompt_tokens(request: Request) -> int:
    """All that is read: messages, and the schema that the endpoint puts before them."""
    texts = [message["content"] for message in request.body["messages"]]
    shape = request.body.get("response_format", {}).get("json_schema", {}).get("schema")
    return sum(map(count_tokens, texts)) + (count_tokens(json.dumps(shape)) if shape else 0)


@pytest.mark.skipif(not CHATS.exists(), reason="the LoCoMo dev chats are not here")
def test_prompt_tokens_and_calls_a_session() -> None:
    """Prints mean, median and most; asserts a mean of at most 1,500 tokens, schema included, in one call a session."""
    tokens: list[int] = []
    bare: list[int] = []
    calls = 0
    with LLMServer() as server:
        client = extractor(server, timeout_s=60)
        for person, messages in sessions():
            before = len(server.asked())
            found = client.extract(clean(messages).messages, person=person)
            asked = server.asked()[before:]
            calls += found.cost.calls
            tokens.append(sum(map(prompt_tokens, asked)))
            bare.append(sum(count_tokens(f"[{i}] {m.name}: {m.content}\n") for i, m in enumerate(messages)))
    sys.stdout.write(
        f"\n{len(tokens)} sessions: prompt tokens mean {statistics.mean(tokens):.0f}, median {statistics.median(tokens):.0f}, "
        f"most {max(tokens)} (the bare conversations: mean {statistics.mean(bare):.0f}); calls a session {calls / len(tokens):.2f}\n"
    )
    assert len(tokens) == 5 * SESSIONS
    assert statistics.mean(tokens) <= GOAL_TOKENS
    assert calls == len(tokens)
