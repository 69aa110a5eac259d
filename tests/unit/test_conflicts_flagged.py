"""Which contested values wait for a person, and what ends the waiting: the flag that a projection sets on its rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.conflict import conflict_id
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import Fact, FactStatus, VerdictKind
from tests.support.assertions import (
    assertion_lists,
    confirm,
    contested_lists,
    correct,
    day,
    project,
    properties,
    retract,
    rival_lists,
    state,
)

CMDB, DOC, AGENT = Source.CMDB, Source.DOC, Source.AGENT_INFERRED
BERLIN = state("Berlin", 1)
MUNICH = state("Munich", 10, source=CMDB)


def flagged(*said: Assertion) -> list[Fact]:
    return [fact for fact in project(said).facts if fact.escalated_at is not None]


def test_a_record_against_a_persons_fresh_word_waits_for_a_person() -> None:
    projection = project([BERLIN, MUNICH])
    (challenger,) = [fact for fact in projection.facts if fact.escalated_at is not None]
    (incumbent,) = [fact for fact in projection.facts if fact.valid_to is None]
    assert (incumbent.object, challenger.object) == ("Berlin", "Munich")
    assert (challenger.status, challenger.escalated_at) == (FactStatus.CONTESTED, day(10))
    assert challenger.against == incumbent.id
    assert "a person must decide" in challenger.reason
    assert incumbent.escalated_at is None
    assert incumbent.against is None


def test_two_words_of_one_time_rank_and_confidence_wait_too() -> None:
    (challenger,) = flagged(BERLIN, state("Munich", 1, message="other"))
    assert challenger.escalated_at == day(1)


@pytest.mark.parametrize("source", [AGENT, Source.USER_STATED])
def test_what_the_rules_decide_themselves_waits_for_nobody(source: Source) -> None:
    assert flagged(BERLIN, state("Munich", 10, source=source)) == []


@pytest.mark.parametrize(
    "answer",
    [
        confirm("Berlin", 20),
        confirm("Berlin", 10),
        state("Berlin", 20),
        correct("Berlin", "Munich", 20),
        correct("Berlin", "Rome", 20),
        state("Munich", 20),
        state("Rome", 20),
        retract("Berlin", 20),
        retract("Munich", 20, source=CMDB),
    ],
    ids=lambda each: f"{each.act}-{each.stance}-{each.object}-{each.asserted_at.day}",
)
def test_a_persons_later_word_ends_the_waiting(answer: Assertion) -> None:
    assert flagged(BERLIN, MUNICH, answer) == []


@pytest.mark.parametrize(
    "mention",
    [
        state("Berlin", 20, source=DOC),
        state("Berlin", 20, source=AGENT),
        state("Munich", 20, source=AGENT),
        state("Rome", 20, source=AGENT),
        confirm("Berlin", 5),
    ],
    ids=lambda each: f"{each.source}-{each.object}-{each.asserted_at.day}",
)
def test_nothing_else_does(mention: Assertion) -> None:
    (challenger,) = flagged(BERLIN, MUNICH, mention)
    assert (challenger.object, challenger.escalated_at) == ("Munich", day(10))
    assert "a person must decide" in challenger.reason


def test_a_repeated_challenge_is_one_question_and_one_after_the_answer_is_another() -> None:
    (once,) = flagged(BERLIN, MUNICH)
    (twice,) = flagged(BERLIN, MUNICH, state("Munich", 12, source=CMDB))
    assert twice.escalated_at == once.escalated_at
    (again,) = flagged(BERLIN, MUNICH, confirm("Berlin", 20), state("Munich", 25, source=CMDB))
    assert again.escalated_at == day(25)
    assert again.id == once.id
    first, second = (conflict_id(each.id, each.escalated_at or day(0)) for each in (once, again))
    assert first != second


def test_likes_against_dislikes_wait_across_their_slots() -> None:
    liked = state("coffee", 1, predicate="likes")
    (challenger,) = flagged(liked, state("coffee", 10, predicate="dislikes", source=DOC))
    assert challenger.slot.predicate == "dislikes"
    facts = project([liked, state("coffee", 10, predicate="dislikes", source=DOC)]).facts
    assert challenger.against == next(fact.id for fact in facts if fact.valid_to is None)


def test_what_takes_over_waits_no_more() -> None:
    expiring = state("Berlin", 1, expires_at=day(15))
    facts = project([expiring, MUNICH], now=day(20)).facts
    assert [(f.object, f.status) for f in facts if f.valid_to is None] == [("Munich", FactStatus.CURRENT)]
    assert all(fact.escalated_at is None for fact in facts)


@properties
@given(assertion_lists | contested_lists | rival_lists)
def test_a_flag_always_names_an_open_fact_and_an_escalation_of_that_instant(said: list[Assertion]) -> None:
    projection = project(said)
    open_ids = {fact.id for fact in projection.facts if fact.valid_to is None}
    escalations = {(v.fact_id, v.at) for v in projection.verdicts if v.kind is VerdictKind.ESCALATE}
    for fact in projection.facts:
        if fact.escalated_at is None:
            assert fact.against is None
            continue
        assert fact.status is FactStatus.CONTESTED
        assert fact.against in open_ids
        assert (fact.id, fact.escalated_at) in escalations


@properties
@given(assertion_lists | contested_lists)
def test_a_confirmation_of_everything_that_stands_leaves_nobody_waiting(said: list[Assertion]) -> None:
    # Names apart: one that is confirmed may join two subjects, whose values were never confirmed against each other.
    standing = [
        fact for fact in project(said).facts if fact.valid_to is None and fact.slot.predicate != "name"
    ]
    after = max((each.asserted_at for each in said), default=day(0)) + timedelta(days=1)
    words = [
        confirm(fact.object, after, subject=fact.slot.subject, predicate=fact.slot.predicate)
        for fact in standing
    ]
    assert [fact for fact in flagged(*said, *words) if fact.slot.predicate != "name"] == []
