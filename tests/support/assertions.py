"""Builders and strategies of assertions: short words in tests, real assertions with real ids behind them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st

from memory_pipeline.domain.assertion import (
    Act,
    Assertion,
    AssertionId,
    Cardinality,
    Forgettability,
    Stance,
    assertion_id,
)
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.fact import Fact, Projection
from memory_pipeline.domain.horizon import NO_HORIZONS, Horizons
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.projection import ScopeProjection, predicate_resolver, project_scope
from memory_pipeline.domain.registry import REGISTRY
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.value_classes import COMPARER, Comparer

TENANT = Tenant("acme")
SCOPE = Scope.parse("user:alice")
START = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 12, 1, tzinfo=UTC)

settings.register_profile("fast", max_examples=200, deadline=None)
settings.register_profile("thorough", max_examples=1000, deadline=None)
PROFILE = settings.get_profile(os.environ.get("MEMORY_PIPELINE_TEST_PROFILE", "fast"))
properties = settings(PROFILE)


def day(number: float) -> datetime:
    """The instant `number` days after the tests' first day."""
    return START + timedelta(days=number)


def state(
    object_: str,
    at: datetime | float,
    *,
    source: Source = Source.USER_STATED,
    subject: str = "user",
    predicate: str = "city",
    confidence: float = 0.9,
    stance: Stance = Stance.ASSERTED,
    act: Act = Act.STATEMENT,
    retracts: str | None = None,
    cardinality: Cardinality | None = None,
    forgettability: Forgettability | None = None,
    expires_at: datetime | None = None,
    valid_from: datetime | None = None,
    message: str | None = None,
    id_: UUID | None = None,
    scope: Scope = SCOPE,
) -> Assertion:
    """One statement; `at` is an instant or a number of days. Each message says one thing, unless `message` is given."""
    asserted_at = at if isinstance(at, datetime) else day(at)
    place = message or f"{asserted_at.isoformat()}-{source}-{confidence}-{retracts}-{expires_at}"
    evidence = Evidence("s-1", place, f"… {object_} …")
    given = assertion_id(TENANT, scope, evidence, asserted_at, subject, predicate, object_, stance, act)
    return Assertion(
        id=given if id_ is None else AssertionId(id_),
        tenant=TENANT,
        scope=scope,
        subject=subject,
        predicate=predicate,
        object=object_,
        stance=stance,
        source=source,
        confidence=confidence,
        asserted_at=asserted_at,
        recorded_at=asserted_at + timedelta(minutes=1),
        evidence=(evidence,),
        act=act,
        retracts=retracts,
        cardinality=cardinality,
        forgettability=forgettability,
        expires_at=expires_at,
        valid_from=valid_from,
    )


def retract(object_: str, at: datetime | float, **how: object) -> Assertion:
    """A withdrawal of `object_`; an empty one names no value."""
    return state(object_, at, stance=Stance.RETRACTED, **how)  # type: ignore[arg-type]


def confirm(object_: str, at: datetime | float, **how: object) -> Assertion:
    return state(object_, at, act=Act.CONFIRMATION, **how)  # type: ignore[arg-type]


def correct(old: str | None, new: str, at: datetime | float, **how: object) -> Assertion:
    return state(new, at, act=Act.CORRECTION, retracts=old, source=Source.CORRECTED, confidence=1.0, **how)  # type: ignore[arg-type]


def distil(object_: str, at: datetime | float, **how: object) -> Assertion:
    """One mention of a repeated episode."""
    return state(object_, at, act=Act.DISTILLED, source=Source.AGENT_INFERRED, confidence=0.3, **how)  # type: ignore[arg-type]


def project(
    assertions: Iterable[Assertion],
    *,
    now: datetime = NOW,
    policy: Policy = DEFAULT_POLICY,
    horizons: Horizons = NO_HORIZONS,
    comparer: Comparer = COMPARER,
) -> ScopeProjection:
    return project_scope(
        TENANT,
        SCOPE,
        assertions,
        now=now,
        policy=policy,
        registry=REGISTRY,
        predicate_of=predicate_resolver(REGISTRY, policy),
        horizons=horizons,
        comparer=comparer,
    )


def slot(predicate: str = "city", subject: str = "user") -> Slot:
    return Slot(TENANT, SCOPE, subject, predicate)


def rows(projection: ScopeProjection | Projection) -> list[tuple[str, float, float | None, str]]:
    """(object, first day, last day, status) of each row, oldest first."""
    return [
        (
            fact.object,
            _days(fact.valid_from),
            None if fact.valid_to is None else _days(fact.valid_to),
            fact.status.value,
        )
        for fact in sorted(projection.facts, key=lambda fact: (fact.valid_from, fact.object))
    ]


def current(projection: ScopeProjection | Projection) -> list[Fact]:
    return [fact for fact in projection.facts if fact.valid_to is None]


def _days(at: datetime) -> float:
    return (at - START) / timedelta(days=1)


_VALUES = {
    "city": ("Berlin", "Munich", "Beijing", "Chaoyang, Beijing", "北京", "北京市朝阳区"),
    "lives_in": ("Berlin", "慕尼黑", "Munich"),
    "name": ("Alice", "Alicia", "小红"),
    "likes": ("tea", "Tea", "green tea", "咖啡"),
    "dislikes": ("tea", "咖啡"),
    "prefers": ("tea over coffee", "coffee over tea", "tea", "比起咖啡更喜欢茶"),
    "pet": ("cat Tom", "dog Rex"),
    "shoe size": ("42", "43"),
}
_SUBJECTS = ("user", "我", "Alice", "alicia", "order-service")
_TIMES = (0, 0, 1, 3, 3 + 1 / 48, 8, 20, 95, 200)


@dataclass(frozen=True, slots=True)
class _Words:
    """`other` is another value of the same predicate, for what a correction corrects."""

    predicate: str
    object: str
    other: str | None


@dataclass(frozen=True, slots=True)
class _Manner:
    act: Act
    stance: Stance
    source: Source
    confidence: float


@dataclass(frozen=True, slots=True)
class _Extras:
    lifetime: float | None = None
    cardinality: Cardinality | None = None
    valid_from: datetime | None = None
    message: int = 0


def _words(predicates: Iterable[str]) -> st.SearchStrategy[_Words]:
    """All pairs of values of each predicate, so that one draw says a whole thing."""
    return st.sampled_from(
        [
            _Words(each, one, other)
            for each in predicates
            for one in (*_VALUES[each], "")
            for other in (None, *_VALUES[each])
        ]
    )


_STATED = [
    _Manner(Act.STATEMENT, Stance.ASSERTED, source, sure) for source in Source for sure in (0.3, 0.6, 0.9)
]
_WITHDRAWN = [_Manner(Act.STATEMENT, Stance.RETRACTED, source, 0.9) for source in Source]
_ACTED = [
    *[_Manner(Act.DISTILLED, Stance.ASSERTED, Source.AGENT_INFERRED, 0.3)] * 3,
    _Manner(Act.CONFIRMATION, Stance.ASSERTED, Source.USER_STATED, 0.9),
    _Manner(Act.CONFIRMATION, Stance.ASSERTED, Source.AGENT_INFERRED, 0.6),
    *[_Manner(Act.CORRECTION, Stance.ASSERTED, Source.CORRECTED, 0.9)] * 2,
]
_manners = st.sampled_from([*_STATED, *_WITHDRAWN, *_ACTED])
_extras = st.sampled_from(
    [
        *[_Extras(message=number) for number in range(6)],
        *[_Extras(lifetime=lifetime) for lifetime in (0, 2, 10)],
        _Extras(cardinality=Cardinality.MANY),
        _Extras(valid_from=day(400)),
    ]
)


def _said(words: _Words, manner: _Manner, at: float, subject: str, extras: _Extras) -> Assertion:
    withdrawn = manner.stance is Stance.RETRACTED
    retracts = words.other if manner.act is Act.CORRECTION else None
    return state(
        words.object if withdrawn else words.object or _VALUES[words.predicate][0],
        at,
        source=manner.source,
        subject=subject,
        predicate=words.predicate,
        confidence=manner.confidence,
        stance=manner.stance,
        act=manner.act,
        retracts=retracts,
        cardinality=extras.cardinality,
        expires_at=None if extras.lifetime is None else day(at + extras.lifetime),
        valid_from=extras.valid_from,
        message=f"{at} {manner} {retracts} {extras}",  # one message has one time and says a thing one way
    )


def assertions(predicates: Iterable[str], subjects: Iterable[str]) -> st.SearchStrategy[Assertion]:
    """Any kind of assertion over few words and few instants, so that slots, ties and lines are shared often."""
    times, people = st.sampled_from(_TIMES), st.sampled_from(tuple(subjects))
    return st.builds(_said, _words(predicates), _manners, times, people, _extras)


assertion_lists = st.lists(assertions(_VALUES, _SUBJECTS), max_size=14)
contested_lists = st.lists(assertions(("city", "lives_in"), ("user", "我")), max_size=10)
rival_lists = st.lists(assertions(("likes", "dislikes", "prefers"), ("user",)), max_size=10)
instants = st.sampled_from(_TIMES).map(lambda number: day(number + 0.5)) | st.just(NOW)
