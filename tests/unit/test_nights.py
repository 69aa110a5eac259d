"""Nights on adapters in memory: what they leave does not depend on how often or when they ran, and nothing true changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.domain.assertion import Act, Assertion, Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.night import Step
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change, StandingClock
from memory_pipeline.pipeline.forgetting.restore import restore
from memory_pipeline.pipeline.forgetting.run_night import run_night
from tests.support.ageing import happened, held, remember
from tests.support.assertions import SCOPE, TENANT, day, properties, state
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

few = settings(properties, max_examples=25)
VALUES = ("Berlin", "上海", "Porto", "绿茶", "Oslo")
PREDICATES = ("city", "employer", "likes", "dislikes", "uses", "allergic_to")


@st.composite
def statements(draw: st.DrawFn) -> Assertion:
    act = draw(st.sampled_from((Act.STATEMENT, Act.STATEMENT, Act.CONFIRMATION)))
    stance = (
        Stance.ASSERTED
        if act is Act.CONFIRMATION
        else draw(st.sampled_from((Stance.ASSERTED,) * 4 + (Stance.RETRACTED,)))
    )
    ttl = draw(st.sampled_from((None, None, None, 20.0, 120.0)))
    at = draw(st.integers(0, 200)) + draw(st.sampled_from((0.0, 0.25)))
    return state(
        draw(st.sampled_from(VALUES)),
        at,
        predicate=draw(st.sampled_from(PREDICATES)),
        source=draw(st.sampled_from((Source.USER_STATED, Source.CMDB, Source.DOC, Source.AGENT_INFERRED))),
        confidence=draw(st.sampled_from((0.3, 0.5, 0.9))),
        stance=stance,
        act=act,
        expires_at=None if ttl is None else day(at + ttl),
    )  # fmt: skip


episodes = st.builds(
    lambda value, at, confidence: happened(f"trip to {value}", day(at), confidence=confidence),
    st.sampled_from(VALUES),
    st.integers(0, 200),
    st.sampled_from((0.3, 0.6, 0.9)),
)
lives = st.lists(st.one_of(statements(), episodes), min_size=1, max_size=14, unique_by=lambda item: item.id)
schedules = st.lists(st.integers(1, 420), max_size=12, unique=True)


@dataclass(frozen=True)
class World:
    """A pipeline in which nights happen on given days, and what is said in between is written when it is said."""

    pipeline: InMemoryPipeline
    waiting: list[Assertion | Episode]

    @property
    def deps(self) -> Dependencies:
        return self.pipeline.deps

    def until(self, now: datetime) -> Dependencies:
        while self.waiting and _recorded(self.waiting[0]) <= now:
            remember(self.deps, self.waiting.pop(0))
        return replace(self.deps, clock=StandingClock(now))


def world(items: Sequence[Assertion | Episode]) -> World:
    return World(in_memory_pipeline(day(0)), sorted(items, key=lambda item: (_recorded(item), str(item.id))))


def _recorded(item: Assertion | Episode) -> datetime:
    assert item.recorded_at is not None
    return item.recorded_at


def current(deps: Dependencies) -> set[Fact]:
    """What is true, archived or not."""
    facts = deps.reader.facts(TENANT, SCOPE, history=True, now=deps.clock.now(), as_of=None)
    return {
        replace(fact, status=FactStatus.CURRENT, reason="")
        for fact in facts
        if fact.valid_to is None and fact.status in (FactStatus.CURRENT, FactStatus.ARCHIVED)
    }


@few
@given(lives, schedules, st.integers(230, 420))
def test_it_does_not_matter_how_many_nights_there_were_nor_when(
    items: list[Assertion | Episode], nights: list[int], end: int
) -> None:
    """Five missed nights are five nights: the last one alone leaves the same as all of them."""
    often, seldom = world(items), world(items)
    for night in sorted({*(night for night in nights if night < end), end}):
        deps = often.until(day(night))
        if _known(often):
            assert run_night(TENANT, deps).run.left == 0
    last = seldom.until(day(end))
    run_night(TENANT, last)
    assert held(often.deps, SCOPE, day(end)) == held(seldom.deps, SCOPE, day(end))


def _known(some: World) -> bool:
    """Whether anything was written yet: before, there is no tenant."""
    return bool(some.pipeline.store.outbox)


@few
@given(lives, schedules)
def test_a_dry_run_says_of_every_memory_what_the_night_then_does(
    items: list[Assertion | Episode], nights: list[int]
) -> None:
    some = world(items)
    for night in sorted({*nights, 421}):
        deps = some.until(day(night))
        if not _known(some):
            continue
        before = some.pipeline.state.reading
        with before() as tables:
            frozen = tables.copy()
        seen: list[Change] = []
        done: list[Change] = []
        foreseen = dry_run(TENANT, deps, tell=seen.append)
        with before() as tables:
            assert tables.copy() == frozen, "a dry run leaves nothing behind"
        report = run_night(TENANT, deps, tell=done.append)
        assert sorted(map(repr, seen)) == sorted(map(repr, done))
        assert {step: counts for step, counts in foreseen.counts.items() if counts} == report.run.counts
        assert foreseen.held_back == report.run.held_back


@few
@given(lives, schedules)
def test_a_night_never_changes_what_is_true_but_by_its_own_time(
    items: list[Assertion | Episode], nights: list[int]
) -> None:
    """What ends by expiry would be listed as ended without any night; beyond that, what stated facts stand stays so."""
    some = world(items)
    for night in sorted({*nights, 421}):
        deps = some.until(day(night))
        if not _known(some):
            continue
        run_night(TENANT, replace(deps, clock=StandingClock(day(night) - timedelta(hours=1))))
        before = current(deps)
        gone: list[Change] = []
        run_night(TENANT, deps, tell=gone.append)
        purged = {change.memory_id for change in gone if change.step is Step.PURGE}
        expired = {change.memory_id for change in gone if change.step is Step.EXPIRE}
        after = current(deps)
        assert {fact.id for fact in before - after} <= purged | expired
        assert (
            not {fact.id for fact in before if fact.confirmed or fact.source is Source.USER_STATED} & purged
        )
        if not expired:
            assert after <= before


@few
@given(lives, st.integers(100, 420))
def test_twice_in_a_night_is_once_and_a_clock_set_back_changes_nothing(
    items: list[Assertion | Episode], night: int
) -> None:
    some = world(items)
    deps = some.until(day(night))
    if not _known(some):
        return
    run_night(TENANT, deps)
    with some.pipeline.state.reading() as tables:
        before = tables.copy()
    assert run_night(TENANT, deps).already_done
    earlier = run_night(TENANT, replace(deps, clock=StandingClock(day(night) - timedelta(hours=1))))
    assert not earlier.run.counts
    with some.pipeline.state.reading() as tables:
        after = tables.copy()
    after.night_runs = before.night_runs
    assert after == before


@few
@given(lives, st.integers(1, 420))
def test_archived_and_restored_is_as_it_was_up_to_access_data(
    items: list[Assertion | Episode], night: int
) -> None:
    some = world(items)
    deps = some.until(day(night))
    if not _known(some):
        return
    run_night(
        TENANT, replace(deps, clock=StandingClock(day(night) - timedelta(days=1))), steps=(Step.EXPIRE,)
    )
    fill_vectors(TENANT, SCOPE, deps)
    before = _whole(some)
    archived: list[Change] = []
    run_night(TENANT, deps, steps=(Step.DECAY, Step.ARCHIVE), tell=archived.append)
    gone = [change.memory_id for change in archived if change.step is Step.ARCHIVE]
    assert (_whole(some) == before) is not bool(gone)
    assert restore(TENANT, SCOPE, gone, deps) == len(gone)
    assert _whole(some) == before


def _whole(some: World) -> dict[str, object]:
    with some.pipeline.state.reading() as tables:
        names = ("assertions", "facts", "episodes", "vectors", "terms", "redirects")
        return {name: dict(getattr(tables, name)) for name in names}
