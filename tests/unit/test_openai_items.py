"""Items of a reply: a malformed one costs itself, and nothing is kept half-typed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memory_pipeline.adapters.openai.items import read_items
from memory_pipeline.domain.assertion import Cardinality, Forgettability, Stance
from memory_pipeline.domain.episode import EpisodeKind
from tests.support.llm_clients import fact, reply


def facts(*items: Any) -> Any:
    return read_items(reply(*items), {1, 2, 3})


def test_a_whole_fact_is_read_as_it_stands() -> None:
    [read] = facts(
        fact(messages=[3, 1], cardinality="many", forgettability="low", valid_from="2026-03-01")
    ).facts
    assert (read.subject, read.predicate, read.object) == ("user", "city", "Munich")
    assert read.messages == (3, 1)
    assert (read.cardinality, read.forgettability, read.valid_from) == (
        Cardinality.MANY,
        Forgettability.LOW,
        "2026-03-01",
    )


def test_only_what_a_fact_needs_must_be_there() -> None:
    [read] = facts(
        {"subject": "user", "predicate": "city", "object": "Munich", "messages": [1], "mood": "sunny"}
    ).facts
    assert (read.stance, read.confidence, read.quote, read.cardinality) == (Stance.ASSERTED, 0.9, "", None)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"messages": 2}, {"messages": (2,)}),
        ({"messages": ["2", "[3]", 2]}, {"messages": (2, 3)}),
        ({"messages": [1, 99]}, {"messages": (1,)}),
        ({"confidence": "0.4"}, {"confidence": 0.4}),
        ({"confidence": None}, {"confidence": 0.9}),
        ({"object": 8080}, {"object": "8080"}),
        ({"object": True}, {"object": "true"}),
        ({"object": "a\x00b\ud83d"}, {"object": "a\ufffdb\ufffd"}),
        ({"stance": "Retracted", "object": ""}, {"stance": Stance.RETRACTED, "object": ""}),
        ({"cardinality": "several", "forgettability": 3}, {"cardinality": None, "forgettability": None}),
        ({"valid_from": ""}, {"valid_from": None}),
    ],
)
def test_other_spellings_of_the_same_are_understood(given: dict[str, Any], expected: dict[str, Any]) -> None:
    [read] = facts(fact(**given)).facts
    assert {name: getattr(read, name) for name in expected} == expected


@pytest.mark.parametrize(
    "bad",
    [
        fact(confidence="high"),
        fact(confidence=7),
        fact(confidence=float("nan")),
        fact(stance="certain"),
        fact(object=""),
        fact(object="  "),
        fact(object={"city": "Munich"}),
        fact(object=["Munich"]),
        fact(object=None),
        fact(subject=""),
        fact(predicate=None),
        fact(messages=None),
        fact(messages=[]),
        fact(messages=[99]),
        fact(messages=["first"]),
        "the user lives in Munich",
        None,
        [fact()],
    ],
)
def test_a_malformed_fact_costs_itself_only(bad: Any) -> None:
    read = facts(fact("Munich"), bad, fact("Bonn"))
    assert [f.object for f in read.facts] == ["Munich", "Bonn"]
    [rejected] = read.rejected
    assert rejected.reason == "malformed"
    assert rejected.detail
    assert rejected.item == json.dumps(bad, ensure_ascii=False)


def test_the_detail_names_the_place_and_not_the_words() -> None:
    [rejected] = facts(fact(confidence="my secret is 4711")).rejected
    assert "confidence" in rejected.detail
    assert "4711" not in rejected.detail


@pytest.mark.parametrize("value", ["none", {"1": fact()}, 3, None])
def test_a_list_that_is_none_is_counted(value: Any) -> None:
    read = read_items({"facts": value, "episodes": []}, {1})
    assert read.facts == ()
    assert [item.reason for item in read.rejected] == ["malformed"]


def test_an_episode_is_read_from_both_spellings_of_entities() -> None:
    episode = {
        "kind": "Incident",
        "trigger": "timeouts",
        "summary": "fixed",
        "actions": [{"step": 4, "action": "restart", "result": "ok"}, {"action": "look", "result": ""}],
        "outcome": "solved",
        "success": True,
        "messages": [1, 2],
    }
    pairs = ["service=order-service", "pool: 50"]
    with_null = {"service": "order-service", "region": None, "pool": 50}
    read = read_items(
        {
            "episodes": [
                episode | {"entities": {"service": "order-service", "pool": 50}},
                episode | {"entities": pairs},
                episode | {"entities": with_null},
            ]
        },
        {1, 2},
    )
    for one in read.episodes:
        assert one.kind is EpisodeKind.INCIDENT
        assert dict(one.entities) == {"service": "order-service", "pool": "50"}
        assert [(action.step, action.action, action.result) for action in one.actions] == [
            (4, "restart", "ok"),
            (2, "look", None),
        ]
        assert (one.outcome, one.success, one.messages) == ("solved", True, (1, 2))
    assert len(read.episodes) == 3


def test_a_malformed_episode_costs_itself_only() -> None:
    good = {"kind": "outage", "trigger": "timeouts", "messages": [1]}
    read = read_items(
        {
            "episodes": [
                good,
                good | {"trigger": None},
                good | {"success": "perhaps"},
                good | {"actions": "restart"},
            ]
        },
        {1},
    )
    assert [(e.kind, e.success) for e in read.episodes] == [(EpisodeKind.OTHER, None)]
    assert len(read.rejected) == 3
