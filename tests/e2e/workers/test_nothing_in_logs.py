"""Nothing that anybody said or is called reaches a log, however an event ends: client and worker, by a real model's API."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from memory_pipeline.domain.errors import MemoryPipelineError
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.audit_reads import finish_audit
from memory_pipeline.pipeline.recall import finish_recalls
from memory_pipeline.ports.ledger import EventState
from tests.e2e.workers.conftest import MakeStack
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import Fault, LLMServer, Reply
from tests.support.stack import Stack
from tests.support.talks import START, Talk, ingest

pytestmark = [pytest.mark.servers, pytest.mark.workers]

ACME = parse_tenant("acme")
PATIENT = timedelta(seconds=20)


class Words:
    """A word of its own for each place in which something of a user's can stand."""

    def __init__(self) -> None:
        self.all: dict[str, str] = {}

    def __call__(self, place: str) -> str:
        return self.all.setdefault(place, f"zq{len(self.all):03d}{place.replace(' ', '')}")

    def found_in(self, text: str) -> list[str]:
        return [place for place, word in self.all.items() if word in text]


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer(rules_responder(), key="right") as server:
        yield server


@pytest.fixture
def stack(server: LLMServer, make_stack: MakeStack) -> Stack:
    stack = make_stack(
        EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_API_KEY="right", LLM_MODEL="test-model",
        LLM_ATTEMPTS="1", MAX_ATTEMPTS="2", RETRY_BASE_S="0.05",
    )  # fmt: skip
    stack.start_worker("worker", "--loglevel=DEBUG")
    return stack


def said(words: Words, session: str) -> Talk:
    """A session with something of the user's in every field."""
    call = ToolCall(words("tool"), f'{{"q": "{words("arguments")}"}}', words("call id"))
    messages = (
        Message(
            words(f"message id {session}"),
            Role.USER,
            f"I live in Berlin, {words('content')}.",
            START,
            name=words("name"),
        ),
        Message("m2", Role.ASSISTANT, words("answer"), START, tool_calls=(call,)),
        Message(
            "m3", Role.TOOL, words("result"), START, name=words("tool name"), tool_call_id=words("call id")
        ),
        Message("m4", Role.USER, f"My dog is called {words('dog')}.", START),
    )
    return Talk(words(f"session {session}"), words("user"), messages, (Scope.parse(f"team:{words('team')}"),))


def broken(words: Words) -> list[tuple[str, Fault | Reply]]:
    """Ways in which a model's endpoint fails, with the request's words in the answer."""
    echo = f"could not read: {words('content')} {words('dog')}"
    return [
        ("not json", Reply(f"I think {words('thought')} {words('content')}")),
        ("wrong shape", Reply(f'{{"facts": [{{"subject": 7, "object": "{words("shape")}", "messages": "x"}}], "episodes": 3}}')),
        ("ungrounded", Reply(
            f'{{"facts": [{{"subject": "user", "predicate": "city", "object": "{words("made up")}", "messages": [1]}}]}}'
        )),
        ("cut", Reply(f'{{"facts": [{{"subject": "{words("cut")}', finish_reason="length")),
        ("refused", Fault(400, echo)),
        ("failing", Fault(500, echo)),
        ("no key", Fault(401, echo)),
    ]  # fmt: skip


def drive_client(words: Words, client: MemoryClient, stack: Stack) -> None:
    """Everything that a backend calls, well and badly."""
    home = f"user:{words('user')}"
    bad = f"user:{words('odd scope')}\n"
    calls: list[Callable[[], Any]] = [
        lambda: client.remember(home, f"{words('remembered')} is my word"),
        lambda: client.remember(home, words("text"), predicate=words("predicate"), object=words("object")),
        lambda: client.correct(client.facts(home)[0].id, words("corrected")),
        lambda: client.recall(
            [home, f"team:{words('team')}"], f"where is {words('query')}", deadline=PATIENT
        ),
        lambda: client.recall([home], f"{words('late query')}", deadline=timedelta(0)),
        lambda: client.recall([home], words("long query") * 5000, deadline=PATIENT),
        lambda: client.forget(home, text=words("forgotten")),
        lambda: client.facts(bad),
        lambda: client.remember(bad, words("lost")),
        lambda: client.remember(home, words("too long") * 5000),
        lambda: client.session(words("odd session") + "\x00", user=words("user")),
    ]
    for call in calls:
        with suppress(MemoryPipelineError):
            call()
    with client.session(words("odd talk"), user=words("user")) as session, suppress(MemoryPipelineError):
        session.append("user", words("once"), id="m1")
        session.append("user", words("twice"), id="m1")


def without_a_table(stack: Stack, work: Callable[[], None]) -> None:
    """Does it while the database refuses to take memories: its errors quote the rows that they refuse."""
    with psycopg.connect(stack.urls.database, autocommit=True) as connection:
        connection.execute("ALTER TABLE assertions ADD CONSTRAINT never CHECK (object = 'no') NOT VALID")
        try:
            work()
        finally:
            connection.execute("ALTER TABLE assertions DROP CONSTRAINT never")


def test_no_log_holds_a_word_or_a_name(
    stack: Stack, server: LLMServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    words = Words()
    stack.done(ingest([said(words, "well")], stack.deps))
    ended: dict[EventId, str] = {}
    for name, answer in broken(words):
        server.always(answer)
        ids = ingest([said(words, name)], stack.deps)
        ended |= dict.fromkeys(ids, name)
        stack.finish(ids)
    server.recover()
    client = MemoryClient(ACME, pipeline=stack.pipeline)
    drive_client(words, client, stack)

    def refused() -> None:
        with suppress(MemoryPipelineError):
            client.remember(f"user:{words('user')}", f"{words('refused by the database')} is my word")
        stack.finish(ingest([said(words, "no table")], stack.deps))

    without_a_table(stack, refused)
    finish_recalls()
    finish_audit(timedelta(seconds=30))
    entries = stack.entries(list(ended))
    dead = {ended[id_] for id_, entry in entries.items() if entry.state is EventState.DEAD}
    assert dead >= {"not json", "cut", "refused", "failing", "no key"}
    worker = "".join(str(each.logs()) for each in stack.workers)
    assert worker.count("is dead") >= 4
    assert words.found_in(caplog.text) == []
    assert words.found_in(worker) == []
    assert len(words.all) > 30
    errors = " ".join(f"{entry.reason} {entry.error}" for entry in stack.deps.ledger.entries(ACME, None, 100))
    assert words.found_in(errors) == []
    assert words.found_in(repr(labels(stack))) == []


def labels(stack: Stack) -> list[object]:
    """What metrics are counted by: states, reasons, lanes, actions and models, all of them fixed words."""
    deps = stack.deps
    assert deps.gauge is not None
    assert deps.outbox is not None
    assert deps.costs is not None
    assert deps.audit is not None
    entries = deps.ledger.entries(ACME, None, 100)
    lines = deps.audit.lines(ACME, since=None, until=None)
    return [
        deps.ledger.stats(),
        deps.gauge.state(),
        deps.outbox.backlog(),
        deps.costs.totals(ACME, START, START + timedelta(days=9999)),
        {(entry.type, entry.state, entry.reason, entry.ref.lane) for entry in entries},
        {(line.action, line.outcome) for line in lines},
    ]
