"""A long session within the window of a small model: no request beyond it, nothing unread, each fact once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_pipeline.adapters.openai.dialect import Dialects
from memory_pipeline.adapters.openai.extraction import OpenAIExtractor
from memory_pipeline.adapters.openai.settings import ChatSettings
from memory_pipeline.adapters.openai.tokens import count_tokens
from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import EventState
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.llm_clients import endpoint
from tests.support.llm_prompt import Block, extractor_responder
from tests.support.llm_server import Dialect, LLMServer, Request
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

TENANT, BO = Tenant("acme"), Scope.of_user("bo")
KEY = SessionKey(TENANT, BO, "long")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WINDOW = 8_000
TURNS = 200
TOLD = {  # what is said, and in which turn
    3: ("My birthday is on 9 October.", ("birthday", "9 October")),
    97: ("我对花生过敏。", ("allergic_to", "花生")),
    150: ("My email is bo@example.org", ("email", "bo@example.org")),
    199: ("I live in Trondheim.", ("city", "Trondheim")),
}
LONG_TURN = 120
RECORDS = {40: "order-service", 80: "billing-api", 160: "auth-gateway"}


def chinese(characters: int) -> str:
    """A message without a full stop, with one fact in its midst."""
    filler = "然后我们又聊了一会儿院子里的花和天气，"
    half = filler * (characters // 2 // len(filler))
    return f"{half}我老家在绍兴，{half}"[: characters - 1] + "。"


def tool_result(service: str) -> str:
    """A record of 50,000 characters, what matters at its beginning."""
    record = {"service": service, "owner": "payments team", "lines": []}
    lines = [f"2026-03-02T09:00:00Z INFO request {n} served in {n % 90} ms" for n in range(1_000)]
    text = json.dumps(record | {"lines": lines})
    return text[:50_000]


def session() -> list[Message]:
    messages: list[Message] = []
    for turn in range(TURNS):
        at = START + timedelta(minutes=turn)
        said = (
            TOLD[turn][0]
            if turn in TOLD
            else f"What about step {turn} of the migration, can we go on with it?"
        )
        messages.append(Message(f"u{turn}", Role.USER, chinese(12_000) if turn == LONG_TURN else said, at))
        if turn in RECORDS:
            call = ToolCall("get_service", json.dumps({"name": RECORDS[turn]}), f"call-{turn}")
            messages.append(Message(f"c{turn}", Role.ASSISTANT, "", at, None, (call,)))
            result = tool_result(RECORDS[turn])
            messages.append(Message(f"t{turn}", Role.TOOL, result, at, "get_service", (), f"call-{turn}"))
        answer = (
            f"Step {turn} is done; nothing unusual came up, and the next one can begin whenever it suits."
        )
        messages.append(Message(f"a{turn}", Role.ASSISTANT, answer, at))
    return messages


class Reader:
    """Finds what the rules find in the blocks it is shown, and the head of a record as a model would."""

    def __init__(self) -> None:
        self._by_rules = extractor_responder(RulesExtractor())
        self.shown: list[list[Block]] = []

    def __call__(self, blocks: Sequence[Block]) -> Mapping[str, Any]:
        self.shown.append(list(blocks))
        found = dict(self._by_rules(blocks))
        for block in blocks:
            if block.role == "tool" and '"owner": "payments team"' in block.text:
                service = block.text.split('"service": "')[1].split('"')[0]
                quote = f'"service": "{service}", "owner": "payments team"'
                found["facts"] = [*found["facts"], _owner(service, block.n, quote)]
        return found | {"summary": f"So far {len(self.shown)} parts."}


def _owner(service: str, number: int, quote: str) -> dict[str, Any]:
    return {
        "subject": service, "predicate": "owner", "object": "payments team", "cardinality": "one", "messages": [number],
        "quote": quote, "stance": "asserted", "confidence": 0.9, "forgettability": "medium", "valid_from": None,
    }  # fmt: skip


def whole(request: Request) -> int:
    """All that the model has to hold: messages, schema, and the reply that it may write."""
    texts = [message["content"] for message in request.body["messages"]]
    schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    return sum(map(count_tokens, texts)) + count_tokens(json.dumps(schema)) + int(request.body["max_tokens"])


def ingested(pipeline: InMemoryPipeline) -> None:
    for message in session():
        record_message(KEY, SessionInfo(user_id="bo"), message, pipeline.deps)
    close_session(KEY, pipeline.deps)
    for _ in range(10):
        pipeline.work()
        reconcile(pipeline.deps)


def test_two_hundred_turns_within_eight_thousand_tokens_each_fact_once() -> None:
    reader = Reader()
    with LLMServer(reader, Dialect(refuses_beyond=WINDOW)) as server:
        chat = ChatSettings(endpoint(server, timeout_s=60), window_tokens=WINDOW, reply_tokens=2_000)
        pipeline = in_memory_pipeline(START + timedelta(days=1), extractor=OpenAIExtractor(chat, Dialects()))
        ingested(pipeline)
        asked = server.asked()
    entries = pipeline.deps.ledger.entries(TENANT, None, 99)
    assert {each.state for each in entries} == {EventState.DONE}
    assert max(map(whole, asked)) <= WINDOW
    assert sum(each.result.get("extractor_calls", 0) for each in entries) == len(asked)

    facts = pipeline.deps.reader.facts(TENANT, BO, history=True, now=pipeline.clock.now(), as_of=None)
    told = sorted((each.slot.subject, each.slot.predicate, each.object) for each in facts)
    expected = [("user", *fact) for _, fact in TOLD.values()]
    expected += [
        ("user", "hometown", "绍兴"),
        *((name, "owner", "payments team") for name in RECORDS.values()),
    ]
    assert told == sorted(expected)
    assert all(each.support == 1 for each in facts)

    for blocks in reader.shown:  # a result never stands without the call before it
        for before, block in zip([None, *blocks], blocks, strict=False):
            if block.role == "tool":
                assert before is not None
                assert before.calls or before.role == "tool"
    users = [block.text for blocks in reader.shown for block in blocks if block.role == "user"]
    assert sum("step" in text for text in users) == TURNS - len(TOLD) - 1  # every turn is read, and once


def test_the_running_summary_is_context_and_no_evidence() -> None:
    """What only the summary of an earlier part says can be cited by nobody."""
    replies = iter([{"facts": [], "episodes": [], "summary": "Bo lives in Atlantis."}])

    def respond(blocks: Sequence[Block]) -> Mapping[str, Any]:
        first = next(replies, None)
        if first is not None:
            return first
        number = blocks[0].n
        made_up = _owner("x", number, "Bo lives in Atlantis") | {
            "subject": "user", "predicate": "city", "object": "Atlantis",
        }  # fmt: skip
        return {"facts": [made_up], "episodes": [], "summary": ""}

    with LLMServer(respond) as server:
        chat = ChatSettings(endpoint(server, timeout_s=60), window_tokens=3_000, reply_tokens=750)
        pipeline = in_memory_pipeline(START + timedelta(days=1), extractor=OpenAIExtractor(chat, Dialects()))
        for number in range(40):
            text = f"Step {number}: {'we looked at the garden and the weather for a while, ' * 6}"
            record_message(
                KEY, SessionInfo(user_id="bo"), Message(f"m{number}", Role.USER, text, START), pipeline.deps
            )
        ref = close_session(KEY, pipeline.deps)
        pipeline.work()
        asked = server.asked()
    assert ref is not None
    assert len(asked) > 1
    assert any("for context only: Bo lives in Atlantis." in request.prompt for request in asked[1:])
    assert pipeline.deps.reader.facts(TENANT, BO, history=True, now=pipeline.clock.now(), as_of=None) == []
    reasons = {each.reason for each in pipeline.deps.reader.rejections(TENANT, BO, "long")}
    assert reasons & {"quote_not_in_evidence", "name_not_in_evidence"}
