"""The verdict table: every pair of sources, every order in time, every kind of value, with its reason."""

from __future__ import annotations

import re
from itertools import product
from uuid import UUID

import pytest

from memory_pipeline.domain.assertion import Act, Assertion
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import FactStatus, Verdict, VerdictKind
from memory_pipeline.domain.projection import ScopeProjection
from tests.support.assertions import correct, current, day, project, state

SOURCES = tuple(Source)
DISTILLED = Act.DISTILLED
OLD = 0.0
GAPS = {"later": 5.0, "much later": 120.0, "equal": 0.0}
VALUES = {"equal": "Beijing", "refined": "Chaoyang, Beijing", "different": "Munich"}

# The table of the rules, written out by hand: challenger source -> what happens to another value that comes later,
# by the incumbent's source, soon (5 days) and after 120 days. A correction is a person's statement to what is later.
S, C, E = VerdictKind.SUPERSEDE, VerdictKind.CONTESTED, VerdictKind.ESCALATE
LATER: dict[Source, dict[Source, tuple[VerdictKind, VerdictKind]]] = {
    Source.CORRECTED: {
        Source.CORRECTED: (S, S),
        Source.USER_STATED: (S, S),
        Source.CMDB: (S, S),
        Source.DOC: (S, S),
        Source.AGENT_INFERRED: (S, S),
    },
    Source.USER_STATED: {
        Source.CORRECTED: (S, S),
        Source.USER_STATED: (S, S),
        Source.CMDB: (S, S),
        Source.DOC: (S, S),
        Source.AGENT_INFERRED: (S, S),
    },
    Source.CMDB: {
        Source.CORRECTED: (E, S),
        Source.USER_STATED: (E, S),
        Source.CMDB: (S, S),
        Source.DOC: (S, S),
        Source.AGENT_INFERRED: (S, S),
    },
    Source.DOC: {
        Source.CORRECTED: (E, S),
        Source.USER_STATED: (E, S),
        Source.CMDB: (E, S),
        Source.DOC: (S, S),
        Source.AGENT_INFERRED: (S, S),
    },
    Source.AGENT_INFERRED: {
        Source.CORRECTED: (C, C),
        Source.USER_STATED: (C, C),
        Source.CMDB: (C, C),
        Source.DOC: (C, C),
        # after 120 days the inference on probation has expired: nothing stands
        Source.AGENT_INFERRED: (S, VerdictKind.OPEN),
    },
}


def claim(source: Source, value: str, at: float, number: int = 0) -> Assertion:
    """A statement; of two at one instant the one with the smaller `number` has the smaller id."""
    if source is Source.CORRECTED:
        return correct(None, value, at, id_=UUID(int=number + 1))
    confidence = 0.6 if source is Source.AGENT_INFERRED else 0.9
    return state(value, at, source=source, confidence=confidence, id_=UUID(int=number + 1))


def verdict_of(projection: ScopeProjection, assertion: Assertion) -> Verdict:
    found = [
        verdict
        for verdict in projection.verdicts
        if verdict.assertion_id == assertion.id
        and verdict.kind not in (VerdictKind.TAKE_OVER, VerdictKind.EXPIRE)
    ]
    assert len(found) == 1, "each assertion has one verdict"
    return found[0]


def expected_kind(first: Source, second: Source, gap: str, value: str) -> VerdictKind:
    """The verdict over `second` when it comes `gap` after `first`, by the table."""
    expired = first is Source.AGENT_INFERRED and gap == "much later"
    if value != "different":
        return VerdictKind.OPEN if expired else VerdictKind.REINFORCE
    if gap == "equal":
        return E if first is second else C
    soon, late = LATER[second][first]
    if expired:
        return VerdictKind.OPEN
    return soon if gap == "later" else late


CASES = list(product(SOURCES, SOURCES, GAPS, VALUES))


@pytest.mark.parametrize(("first", "second", "gap", "value"), CASES)
def test_every_pair_of_sources_times_and_values(first: Source, second: Source, gap: str, value: str) -> None:
    if gap == "equal" and second.rank > first.rank:
        first, second = second, first  # of one instant the higher rank comes first
    incumbent = claim(first, "Beijing", OLD, 0)
    challenger = claim(second, VALUES[value], OLD + GAPS[gap], 1)
    projection = project([challenger, incumbent], now=day(125))

    verdict = verdict_of(projection, challenger)

    assert verdict.kind is expected_kind(first, second, gap, value)
    assert re.fullmatch(r"[A-Z].+[.]", verdict.reason)
    assert_rows_follow(projection, verdict, incumbent, challenger)


def assert_rows_follow(
    projection: ScopeProjection, verdict: Verdict, incumbent: Assertion, challenger: Assertion
) -> None:
    open_rows = {fact.object for fact in current(projection)}
    by_status = {(fact.object, fact.status): fact for fact in projection.facts}
    match verdict.kind:
        case VerdictKind.REINFORCE:
            (row,) = projection.facts
            of_one_time = challenger.asserted_at == incumbent.asserted_at
            to_beat = (
                incumbent.source.rank if of_one_time else min(incumbent.source.rank, Source.USER_STATED.rank)
            )
            refined = challenger.object != incumbent.object and challenger.source.rank >= to_beat
            assert row.support == 2
            assert row.object == (challenger.object if refined else incumbent.object)
            assert row.source == max(incumbent.source, challenger.source, key=lambda source: source.rank)
        case VerdictKind.SUPERSEDE:
            assert by_status[incumbent.object, FactStatus.SUPERSEDED].valid_to == challenger.asserted_at
            assert open_rows <= {challenger.object}
        case VerdictKind.CONTESTED | VerdictKind.ESCALATE:
            contested = by_status[challenger.object, FactStatus.CONTESTED]
            assert contested.valid_to == contested.valid_from == challenger.asserted_at
            assert contested.reason == verdict.reason
            assert open_rows <= {incumbent.object}
        case _:
            assert verdict.kind is VerdictKind.OPEN
            assert open_rows == {challenger.object}


REASONS = [
    (
        Source.USER_STATED,
        Source.USER_STATED,
        5,
        "USER_STATED of 2026-01-06 is later and ranks as high as USER_STATED.",
    ),
    (Source.DOC, Source.CMDB, 5, "CMDB of 2026-01-06 is later and ranks higher than DOC."),
    (
        Source.USER_STATED,
        Source.AGENT_INFERRED,
        5,
        "AGENT_INFERRED of 2026-01-06 ranks lower than USER_STATED, so it is kept and not current while that stands.",
    ),
    (
        Source.USER_STATED,
        Source.CMDB,
        89,
        (
            "CMDB of 2026-03-31 is later but ranks lower than USER_STATED, which was repeated on 2026-01-01, 89 days before"
            " (a system of record replaces it from 90 days on): a person must decide."
        ),
    ),
    (
        Source.USER_STATED,
        Source.CMDB,
        90,
        (
            "CMDB of 2026-04-01 is later, and USER_STATED was last repeated on 2026-01-01, 90 days before"
            " (from 90 days on a system of record replaces it)."
        ),
    ),
    (
        Source.USER_STATED,
        Source.DOC,
        0,
        "DOC of 2026-01-01 is of the same time as USER_STATED and ranks lower, so the higher rank stays.",
    ),
]


@pytest.mark.parametrize(("first", "second", "days", "reason"), REASONS)
def test_the_reason_can_be_checked_by_a_person(first: Source, second: Source, days: int, reason: str) -> None:
    challenger = claim(second, "Munich", days, 1)
    projection = project([claim(first, "Berlin", 0), challenger])
    assert verdict_of(projection, challenger).reason == reason


def test_at_one_time_and_rank_the_higher_confidence_stays() -> None:
    weak, strong = state("Berlin", 0, confidence=0.7), state("Munich", 0, confidence=0.8)
    projection = project([weak, strong])
    assert [fact.object for fact in current(projection)] == ["Munich"]
    assert verdict_of(projection, weak).kind is VerdictKind.CONTESTED
    assert "less confidence (0.7 against 0.8)" in verdict_of(projection, weak).reason


def test_of_two_alike_at_one_time_the_smaller_id_stays_and_a_person_is_asked() -> None:
    one, other = state("Berlin", 0), state("Munich", 0)
    smaller, larger = sorted([one, other], key=lambda each: each.id)
    projection = project([one, other])
    assert [fact.object for fact in current(projection)] == [smaller.object]
    assert verdict_of(projection, larger).kind is VerdictKind.ESCALATE


def test_an_inference_on_probation_never_replaces_one_that_has_passed_it() -> None:
    mentions = [
        state("Berlin", number, source=Source.AGENT_INFERRED, act=act, confidence=0.3)
        for number, act in [(0, DISTILLED), (1, DISTILLED), (2, DISTILLED)]
    ]
    guess = state("Munich", 3, source=Source.AGENT_INFERRED)
    projection = project([*mentions, guess])
    assert [fact.object for fact in current(projection)] == ["Berlin"]
    assert verdict_of(projection, guess).kind is VerdictKind.CONTESTED
    assert "on probation" in verdict_of(projection, guess).reason


def test_the_ninety_days_run_from_the_last_time_it_was_repeated_at_its_own_rank() -> None:
    stated = [state("Berlin", 0), state("Berlin", 60)]
    low = state("Berlin", 140, source=Source.DOC)  # repeated, but from below
    at_149 = state("Munich", 149, source=Source.CMDB)
    at_150 = state("Munich", 150, source=Source.CMDB)
    assert verdict_of(project([*stated, low, at_149]), at_149).kind is VerdictKind.ESCALATE
    assert verdict_of(project([*stated, low, at_150]), at_150).kind is VerdictKind.SUPERSEDE
