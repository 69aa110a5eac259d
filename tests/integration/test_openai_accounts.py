"""Costs, budgets, stand-ins and rolling summaries on the real servers, with a model behind HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import BreakerOpen
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.dependencies import Dependencies, Fallback
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.redo import Redone, redo_due
from memory_pipeline.ports.costs import Purpose
from memory_pipeline.ports.ledger import EventState
from tests.support.cli import on_servers
from tests.support.llm_clients import fact, reply
from tests.support.llm_server import LLMServer, Reply
from tests.support.pipelines import ScriptedExtractor
from tests.support.server_pipelines import server_pipeline, work

pytestmark = pytest.mark.servers

TENANT, BO = Tenant("default"), Scope.of_user("bo")


class Away:
    """A model whose endpoint is left alone."""

    version = "openai/away/extract-1"
    tool_result_limit = 2_000

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:  # noqa: ARG002
        raise BreakerOpen("left alone", 5.0)


@pytest.fixture
def model() -> Iterator[LLMServer]:
    with LLMServer() as server:
        yield server


@pytest.fixture
def pipeline(tmp_path: Path, model: LLMServer) -> Iterator[Pipeline]:
    settings = {
        "extractor": "openai",
        "llm_base_url": model.base_url,
        "llm_model": "small",
        "llm_attempts": 1,
        "llm_daily_calls": 2,
        "window_tokens": 1_000,
        "llm_window_tokens": 4_000,
    }
    with server_pipeline(tmp_path, **settings) as made:
        yield made


def talk(pipeline: Pipeline, name: str, *texts: str) -> None:
    with MemoryClient(pipeline=pipeline).session(name, user="bo") as session:
        for text in texts:
            session.append("user", text)


def test_a_day_over_its_budget_parks_events_and_status_shows_it(
    pipeline: Pipeline, model: LLMServer, tmp_path: Path
) -> None:
    deps = pipeline.dependencies
    model.script(Reply(finish_reason="content_filter"))
    talk(pipeline, "s1", "I live in Oslo, and that is unspeakable.")
    work(deps)
    talk(pipeline, "s2", "I live in Oslo.")
    work(deps)
    talk(pipeline, "s3", "I like tea.")
    work(deps)
    states = {each.document["session_id"]: each for each in deps.ledger.entries(TENANT, None, 9)}
    assert {name: each.state for name, each in states.items()} == {
        "s1": EventState.FAILED,
        "s2": EventState.DONE,
        "s3": EventState.PENDING,
    }
    assert (states["s3"].reason, states["s3"].attempts) == ("budget", 0)
    assert deps.costs is not None
    (failed,) = deps.costs.of_event(TENANT, states["s1"].ref.event_id)
    assert (failed.outcome, failed.cost.calls, failed.model, failed.purpose) == (
        "content_filter", 1, "small", Purpose.EXTRACT,
    )  # fmt: skip
    assert failed.cost.prompt_tokens > 200

    client = MemoryClient(pipeline=pipeline)
    assert client.remember(
        scope="user:bo", text="I am allergic to nuts."
    )  # what needs no model is not stopped
    cli = on_servers(tmp_path, pipeline.urls.database, pipeline.urls.redis)
    cli = cli.having(EXTRACTOR="openai", LLM_BASE_URL=model.base_url, LLM_MODEL="small", LLM_DAILY_CALLS="2")
    state = cli.json("status")
    (by_model,) = state["model"]["by_model"]
    assert (by_model["model"], by_model["attempts"], by_model["failed"]) == ("small", 2, 1)
    assert state["model"]["budget"] == {"calls": 2, "tokens": None, "used_up": True}
    assert state["model"]["calls"] == 2
    assert state["over_budget"]["events"] == 1
    assert datetime.fromisoformat(state["over_budget"]["until"]) == states["s3"].next_attempt_at
    assert "2 of 2 calls" in cli.run("status").stdout

    deps.policies.save(TENANT, replace(DEFAULT_POLICY, daily_calls=10))
    deps.ledger.retry(TENANT, [states["s3"].ref.event_id], now=deps.clock.now())
    from_budget = deps.ledger.states(TENANT, [states["s3"].ref.event_id])[states["s3"].ref.event_id]
    assert from_budget.state is EventState.PENDING
    handle(states["s3"].ref, deps)
    assert (
        deps.ledger.states(TENANT, [states["s3"].ref.event_id])[states["s3"].ref.event_id].state
        is EventState.DONE
    )


def test_costs_hold_no_content_and_no_readable_id(pipeline: Pipeline) -> None:
    talk(pipeline, "s-quiet-heron", "I live in Oslo, call me Zebulon.")
    work(pipeline.dependencies)
    with psycopg.connect(pipeline.urls.database) as connection:
        rows = connection.execute("SELECT row_to_json(c)::text FROM model_costs c").fetchall()
    assert rows
    text = json.dumps(rows)
    assert not any(word in text for word in ("heron", 'bo"', "Oslo", "Zebulon"))


def test_a_stand_in_is_marked_and_replaced_in_one_transaction(pipeline: Pipeline, model: LLMServer) -> None:
    real = pipeline.dependencies
    away = replace(real, extractor=Away(), fallback=Fallback(RulesExtractor(), timedelta(0)))
    talk(pipeline, "s1", "My name is Bo and I live in Munich.")
    work(away)
    assert found(real) == {("name", "Bo"), ("city", "Munich")}
    with psycopg.connect(pipeline.urls.database) as connection:
        marked = connection.execute("SELECT extractor, stands_in_for FROM segments").fetchone()
    assert marked == (RulesExtractor().version, "openai/away/extract-1")

    assert redo_due(away) == Redone(put_off=1, stopped=True)
    assert real.transcripts.take_redo(TENANT, BO, now=real.clock.now(), until=real.clock.now()) is None
    model.respond = lambda _: reply(fact("Munich", (1,), quote="I live in Munich"))
    later = replace(real, clock=_Later(timedelta(hours=1)))
    assert redo_due(later) == Redone(segments=1)
    assert found(real) == {("city", "Munich")}
    with psycopg.connect(pipeline.urls.database) as connection:
        marked = connection.execute("SELECT extractor, stands_in_for, redo_at FROM segments").fetchone()
    assert marked is not None
    assert marked[0].startswith("openai/small/")
    assert marked[1:] == (None, None)


class _Later:
    def __init__(self, by: timedelta) -> None:
        self._by = by

    def now(self) -> datetime:
        return datetime.now(UTC) + self._by


def found(deps: Dependencies) -> set[tuple[str, str]]:
    facts = deps.reader.facts(TENANT, BO, history=False, now=deps.clock.now(), as_of=None)
    return {(each.slot.predicate, each.object) for each in facts}


def test_a_live_session_is_summed_up_by_the_model_and_its_context_is_whole(
    pipeline: Pipeline, model: LLMServer
) -> None:
    deps = replace(pipeline.dependencies, extractor=ScriptedExtractor(then=RulesExtractor()))
    model.always(Reply({"summary": "Bo is planning a garden."}))
    session = MemoryClient(pipeline=pipeline).session("live", user="bo")
    for number in range(40):
        session.append(
            "user", f"We talked about bed number {number} of the garden, and about compost, at length."
        )
    work(deps)
    context = session.context(tokens=900)
    assert context.summary == "Bo is planning a garden."
    assert context.tokens <= 900
    first = context.summarised_messages
    assert [message.content.split()[5] for message in context.messages] == [str(i) for i in range(first, 40)]
    assert len(context.facts) + context.facts_left_out == first
    assert deps.costs is not None
    asked = [
        request
        for request in model.asked()
        if "The story so far" in request.prompt or "Tell what happened" in request.system
    ]
    assert 1 <= len(asked) <= 3
