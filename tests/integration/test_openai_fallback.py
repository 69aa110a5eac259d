"""While the model's endpoint is down the rules read in its place; once it is back it reads again, and its word counts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.adapters.openai.breaker import BreakerRules, Breakers
from memory_pipeline.adapters.openai.dialect import Dialects
from memory_pipeline.adapters.openai.extraction import OpenAIExtractor
from memory_pipeline.adapters.openai.settings import ChatSettings
from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.assertion import Act
from memory_pipeline.domain.errors import ModelUnavailable
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.dependencies import Dependencies, Fallback
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.redo import Redone, redo_due
from memory_pipeline.ports.ledger import EventRef, EventState
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.llm_clients import endpoint, fact, reply
from tests.support.llm_prompt import Block
from tests.support.llm_server import Fault, LLMServer
from tests.support.pipelines import in_memory_pipeline

TENANT, BO, TEAM = Tenant("acme"), Scope.of_user("bo"), Scope.parse("team:sre")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SAID = ["My name is Bo and I live in Munich.", "order-service depends on Kafka"]


def thoughtful(_blocks: Sequence[Block]) -> dict[str, Any]:
    """A model that finds the city as the rules do, no name, and what the rules do not find."""
    return reply(
        fact("Munich", (1,), quote="I live in Munich"),
        fact("Bo", (1,), predicate="note", quote="Bo", cardinality="many"),
    )


class Place:
    """A model's endpoint that goes down and comes back at one address."""

    def __init__(self) -> None:
        self.server = LLMServer(thoughtful).start()
        self.port = int(self.server.base_url.split(":")[2].split("/")[0])
        self.url = self.server.base_url

    def goes_down(self) -> None:
        self.server.always(Fault(cut=True, body="gone"))  # connections that are still open end, too
        self.server.stop()

    def comes_back(self) -> None:
        self.server = LLMServer(thoughtful, port=self.port).start()


@pytest.fixture
def place() -> Iterator[Place]:
    place = Place()
    yield place
    place.server.stop()


def dependencies(place: Place, *, redo: bool = True, fallback: bool = True) -> Dependencies:
    breakers = Breakers(BreakerRules(failures=2, first_s=0.05, longest_s=0.05))
    extractor = OpenAIExtractor(ChatSettings(endpoint(place.url, attempts=1)), Dialects(), breakers)
    after = timedelta(minutes=2) if redo else None
    return in_memory_pipeline(
        START, extractor=extractor, fallback=Fallback(RulesExtractor(), after) if fallback else None
    ).deps


def said(deps: Dependencies, name: str, texts: Sequence[str] = SAID) -> EventRef:
    key = SessionKey(TENANT, BO, name)
    for number, text in enumerate(texts):
        message = Message(f"{name}-{number}", Role.USER, text, START + timedelta(minutes=number))
        record_message(key, SessionInfo((TEAM,), "bo"), message, deps)
    event_id = close_session(key, deps)
    assert event_id is not None
    return EventRef(TENANT, BO, EventId(event_id))


def found(deps: Dependencies, scope: Scope = BO) -> set[tuple[str, str, str]]:
    facts = deps.reader.facts(TENANT, scope, history=False, now=deps.clock.now(), as_of=None)
    return {(each.slot.subject, each.slot.predicate, each.object) for each in facts}


def advance(deps: Dependencies, by: timedelta) -> None:
    deps.clock.advance(by)  # type: ignore[attr-defined]


def opened_breaker(deps: Dependencies) -> None:
    """As many failures as open it."""
    for _ in range(2):
        with pytest.raises(ModelUnavailable):
            deps.extractor.extract([Message("x", Role.USER, "I live in Oslo", START)])


def redone(deps: Dependencies) -> Redone:
    """What the first run comes to that finds the endpoint answering: the breaker's rests are short, but real."""
    for _ in range(200):
        advance(deps, timedelta(minutes=10))
        done = redo_due(deps)
        if done.segments or done.given_up:
            return done
        time.sleep(0.02)
    raise AssertionError("nothing was read again")


BY_RULES = {("user", "name", "Bo"), ("user", "city", "Munich"), ("order-service", "depends_on", "Kafka")}
BY_MODEL = {("user", "city", "Munich"), ("user", "note", "Bo")}


def test_the_rules_stand_in_and_the_model_reads_again_when_it_is_back(place: Place) -> None:
    deps = dependencies(place)
    place.goes_down()
    opened_breaker(deps)
    ref = said(deps, "s1")
    handle(ref, deps)
    entry = deps.ledger.states(TENANT, [ref.event_id])[ref.event_id]
    assert (entry.state, entry.result["stand_ins"], entry.failures) == (EventState.DONE, 1, 0)
    assert found(deps) == BY_RULES
    assert found(deps, TEAM) == {("order-service", "depends_on", "Kafka")}
    city = next(
        f
        for f in deps.reader.facts(TENANT, BO, history=False, now=deps.clock.now(), as_of=None)
        if f.object == "Munich"
    )

    assert redo_due(deps) == Redone()  # not yet
    advance(deps, timedelta(minutes=2))
    assert redo_due(deps).put_off == 1  # still down: a probe found out, nothing was changed
    assert found(deps) == BY_RULES

    place.comes_back()
    assert redone(deps) == Redone(segments=1)
    assert found(deps) == BY_MODEL
    assert found(deps, TEAM) == set()
    again = next(
        f
        for f in deps.reader.facts(TENANT, BO, history=False, now=deps.clock.now(), as_of=None)
        if f.object == "Munich"
    )
    assert (again.id, again.valid_from) == (
        city.id,
        city.valid_from,
    )  # the same fact, for whoever holds its id
    assert redo_due(deps) == Redone()  # once is enough
    costs = deps.costs
    assert costs is not None
    totals = costs.totals(TENANT, START - timedelta(days=1), START + timedelta(days=30))
    assert sum(each.cost.calls for each in totals) >= 1


def test_without_a_fallback_the_event_waits_for_the_endpoint(place: Place) -> None:
    deps = dependencies(place, fallback=False)
    place.goes_down()
    opened_breaker(deps)
    ref = said(deps, "s1")
    handle(ref, deps)
    entry = deps.ledger.states(TENANT, [ref.event_id])[ref.event_id]
    assert (entry.state, entry.reason) == (EventState.FAILED, "breaker_open")
    assert deps.reader.scopes(TENANT) == [BO]
    assert found(deps) == set()


def test_where_it_is_not_to_be_redone_the_rules_word_stays(place: Place) -> None:
    deps = dependencies(place, redo=False)
    place.goes_down()
    opened_breaker(deps)
    handle(said(deps, "s1"), deps)
    place.comes_back()
    advance(deps, timedelta(days=3))
    assert redo_due(deps) == Redone()
    assert found(deps) == BY_RULES


def test_other_segments_and_a_persons_word_are_left_alone(place: Place) -> None:
    deps = dependencies(place)
    handle(said(deps, "s0", ["I live in Munich."]), deps)  # read by the model
    place.goes_down()
    opened_breaker(deps)
    handle(said(deps, "s1", ["I live in Munich and my name is Bo."]), deps)
    place.comes_back()
    assert redone(deps) == Redone(segments=1)
    placed = deps.reader.placed(TENANT, BO, None)
    cities = [item.assertion for item in placed if item.slot.predicate == "city"]
    assert {each.evidence[0].session_id for each in cities} == {"s0", "s1"}
    assert all(item.assertion.act is Act.STATEMENT for item in placed)
    assert ("user", "name", "Bo") not in found(deps)


def test_what_cannot_be_read_again_stays_as_the_rules_read_it(place: Place) -> None:
    deps = dependencies(place)
    place.goes_down()
    opened_breaker(deps)
    handle(said(deps, "s1"), deps)
    place.comes_back()
    place.server.respond = lambda _: {"nonsense": True}
    assert redone(deps) == Redone(given_up=1)
    assert found(deps) == BY_RULES
    advance(deps, timedelta(days=1))
    assert redo_due(deps) == Redone()


def test_an_event_over_its_budget_is_read_again_on_the_next_day(place: Place) -> None:
    deps = dependencies(place)
    place.goes_down()
    opened_breaker(deps)
    handle(said(deps, "s1"), deps)
    place.comes_back()
    poor = replace(deps, budget=replace(deps.budget, calls=0))
    advance(deps, timedelta(minutes=10))
    assert redo_due(poor).put_off == 1
    reconcile(poor)
    assert found(poor) == BY_RULES
    advance(deps, timedelta(days=1))
    assert redone(deps) == Redone(segments=1)
    assert found(deps) == BY_MODEL
