"""The same conversations through a model behind HTTP: the same memories, and every way to fail ends where it should."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator

import pytest

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import EventState, LedgerEntry
from tests.e2e.workers.conftest import MakeStack
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import Fault, LLMServer, Reply
from tests.support.pipelines import objects
from tests.support.stack import Stack, until
from tests.support.talks import ACME, ingest, many_talks, ref_of, small_world, talk
from tests.support.told import held, told

pytestmark = [pytest.mark.servers, pytest.mark.workers]

ONE = talk("s", "alice", "I live in Berlin.", "Ok.")


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer(rules_responder(), key="right") as server:
        yield server


@pytest.fixture
def stack(server: LLMServer, make_stack: MakeStack) -> Stack:
    """Workers that ask the local server, and give up on an event after three quick attempts."""
    stack = make_stack(
        EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_API_KEY="right", LLM_MODEL="test-model",
        LLM_ATTEMPTS="1", MAX_ATTEMPTS="3", RETRY_BASE_S="0.05",
    )  # fmt: skip
    stack.start_worker()
    return stack


def ended(stack: Stack) -> LedgerEntry:
    """Ingests the one talk; how its event ended."""
    (event_id,) = ingest([ONE], stack.deps)
    return stack.finish([event_id])[event_id]


def watermark(stack: Stack) -> int:
    transcript = stack.deps.transcripts.read(ONE.key())
    assert transcript is not None
    return transcript.watermark


def retried(stack: Stack) -> LedgerEntry:
    """What `events retry --all-dead` comes to."""
    refs = stack.deps.ledger.retry(ACME, None, now=stack.deps.clock.now())
    for ref in refs:
        stack.deps.publisher.publish(ref)
    ids = [EventId(ref.event_id) for ref in refs]
    return stack.done(ids)[ids[0]]


def test_the_model_leaves_the_memories_that_the_rules_leave(stack: Stack, server: LLMServer) -> None:
    talks = [*small_world(), *many_talks(10)]
    entries = stack.done(ingest(talks, stack.deps))
    assert held(stack.deps, talks) == told(talks)
    calls = sum(entry.result["extractor_calls"] for entry in entries.values())
    assert calls == len(server.asked()) == len(talks)
    assert sum(entry.result["prompt_tokens"] for entry in entries.values()) > 1000
    stack.done(ingest(talks, stack.deps))
    time.sleep(1)  # what a worker wrongly did about the second hints would show by now
    assert len(server.asked()) == calls


def test_a_refused_key_ends_the_event_dead_at_once_with_what_to_do(
    server: LLMServer, make_stack: MakeStack
) -> None:
    stack = make_stack(EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_API_KEY="wrong", LLM_MODEL="m")
    stack.start_worker()
    entry = ended(stack)
    assert (entry.state, entry.attempts, entry.reason) == (EventState.DEAD, 1, "model_refused_key")
    assert "MEMORY_PIPELINE_LLM_API_KEY" in str(entry.error)
    assert "wrong" not in str(entry.error)
    assert watermark(stack) == 0


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Fault(status=503), "model_unavailable"),
        (Reply("I would rather not say."), "unparsable"),
        (Reply('{"facts": [', finish_reason="length"), "length"),
    ],
    ids=["503", "unparsable", "cut"],
)
def test_a_failing_model_never_passes_for_an_empty_one_and_a_retry_replays(
    step: Fault | Reply, reason: str, stack: Stack, server: LLMServer
) -> None:
    server.always(step)
    entry = ended(stack)
    assert (entry.state, entry.attempts, entry.reason) == (EventState.DEAD, 3, reason)
    assert entry.error
    assert "Berlin" not in entry.error
    assert watermark(stack) == 0
    server._always.clear()
    again = retried(stack)
    assert again.result["assertions"] == 1
    assert watermark(stack) == 2
    assert held(stack.deps, [ONE]) == told([ONE])


def test_a_model_that_recovers_in_time_costs_attempts_and_no_more(stack: Stack, server: LLMServer) -> None:
    server.script(Fault(status=503), Fault(status=503))
    entry = ended(stack)
    assert (entry.state, entry.attempts, entry.error) == (EventState.DONE, 3, None)
    assert held(stack.deps, [ONE]) == told([ONE])


def test_a_valid_empty_reply_is_done_once_and_moves_the_watermark(stack: Stack, server: LLMServer) -> None:
    server.always(Reply('{"facts": [], "episodes": [], "summary": ""}'))
    entry = ended(stack)
    assert (entry.state, entry.attempts) == (EventState.DONE, 1)
    assert (entry.result["assertions"], entry.result["episodes"]) == (0, 0)
    assert watermark(stack) == 2
    assert len(server.asked()) == 1


def test_half_an_emoji_in_a_reply_costs_nothing(stack: Stack, server: LLMServer) -> None:
    fact = (
        '{"subject": "user", "predicate": "city", "object": "Berlin", "cardinality": "one", "messages": [1],'
        ' "quote": "I live in Berlin.", "stance": "asserted", "confidence": 0.9, "forgettability": "medium",'
        ' "valid_from": null}'
    )
    odd = fact.replace('"city"', '"fav \\ud83d thing"')
    server.always(Reply(f'{{"facts": [{fact}, {odd}], "episodes": [], "summary": "\\ud83d\\u0000"}}'))
    assert ended(stack).state is EventState.DONE
    assert objects(stack.deps, ACME, ONE.scope, "city") == ["Berlin"]


def test_no_words_of_a_conversation_travel_on_the_broker_or_stand_in_a_log(
    stack: Stack, server: LLMServer
) -> None:
    server.script(Fault(status=503), Reply("Berlin? I would rather not say."))
    secret = talk("s", "alice", "I live in Berlin Zehlendorfer Weg.", "Ok.")
    (event_id,) = ingest([secret], stack.deps)
    stack.done([event_id])
    (node,) = stack.workers
    until(lambda: "memory.handle" in str(node.logs()), what="the worker's log")
    assert "Zehlendorfer" not in str(node.logs())
    waiting = ingest([talk("t", "alice", "I live in Potsdamer Strasse.")], stack.quick())
    node.kill("SIGTERM")
    until(lambda: node.container.status == "exited", what="the worker's end")
    for event_id in waiting:
        stack.deps.publisher.publish(ref_of(secret, event_id))
    client = connect(stack.broker_url)
    hints = client.lrange("live", 0, -1)
    client.close()
    assert hints
    for hint in hints:
        body = base64.b64decode(json.loads(hint)["body"])
        assert b"acme" in body
        assert b"Potsdamer" not in body
