"""Forgetting by example, on adapters in memory: what fades, what is kept, what comes back, and what must be let through."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput, UnknownMemory, UnknownTenant
from memory_pipeline.domain.night import STEPS, RunId, Step
from memory_pipeline.domain.policy import OPS_POLICY, Policy
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import fact_id
from memory_pipeline.pipeline.forgetting.approve import approve
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change, StandingClock
from memory_pipeline.pipeline.forgetting.pin import pin
from memory_pipeline.pipeline.forgetting.run_night import NightReport, forgetting_of, run_night
from memory_pipeline.pipeline.forgetting.run_step import run_step
from memory_pipeline.pipeline.forgetting.tick_nights import tick_nights
from memory_pipeline.pipeline.list_facts import list_facts
from memory_pipeline.pipeline.recall import Query, finish_recalls, recall
from memory_pipeline.ports.forgetting import RunStatus
from schedules import SCHEDULE
from tests.support.ageing import happened, held, remember
from tests.support.assertions import SCOPE, TENANT, confirm, correct, day, retract, slot, state
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

TEAM = Scope.parse("team:sre")


@pytest.fixture
def pipeline() -> InMemoryPipeline:
    return in_memory_pipeline(day(0))


def night(pipeline: InMemoryPipeline, number: float) -> NightReport:
    pipeline.clock.set(day(number))
    return run_night(TENANT, pipeline.deps)


def statuses(pipeline: InMemoryPipeline, predicate: str = "city") -> dict[str, str]:
    facts = pipeline.deps.reader.facts(TENANT, SCOPE, history=True, now=pipeline.clock.now(), as_of=None)
    return {fact.object: str(fact.status) for fact in facts if fact.slot.predicate == predicate}


def current(pipeline: InMemoryPipeline) -> list[str]:
    return [fact.object for fact in list_facts(TENANT, SCOPE, pipeline.deps)]


def kinds(pipeline: InMemoryPipeline) -> list[str]:
    return [
        each.type for each in pipeline.store.outbox if each.type in ("memory.archived", "memory.forgotten")
    ]


def cmdb(value: str, at: float, *, predicate: str = "version", confidence: float = 0.3) -> Assertion:
    return state(
        value, at, source=Source.CMDB, subject="order-service", predicate=predicate, confidence=confidence
    )


def test_what_was_due_for_the_archive_and_touched_since_fades_in_the_same_night(
    pipeline: InMemoryPipeline,
) -> None:
    """The night that finds the later instant does what is due by it, and leaves nothing behind."""
    remember(pipeline.deps, cmdb("8.1", 0, confidence=0.35))
    night(pipeline, 69)
    (fact,) = list_facts(TENANT, SCOPE, pipeline.deps)
    pipeline.deps.reader.touch(TENANT, SCOPE, [fact.id], at=day(78))
    foreseen = dry_run(TENANT, pipeline.deps, as_of=day(115))
    run = night(pipeline, 115).run
    assert (run.status, run.left, run.counts) == (RunStatus.DONE, 0, {Step.DECAY: {"semantic": 1}})
    assert {step: counts for step, counts in foreseen.counts.items() if counts} == run.counts


def test_what_a_person_said_is_archived_and_never_purged(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    assert night(pipeline, 179).run.counts == {Step.DECAY: {"semantic": 1}}
    assert night(pipeline, 181).run.counts[Step.ARCHIVE] == {"semantic": 1}
    assert statuses(pipeline) == {"Berlin": "archived"}
    assert current(pipeline) == []
    assert kinds(pipeline) == ["memory.archived"]
    night(pipeline, 3000)
    assert statuses(pipeline) == {"Berlin": "archived"}


def test_decay_counts_a_row_once_however_many_steps_it_took(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    assert night(pipeline, 29).run.counts == {}
    assert night(pipeline, 95).run.counts == {Step.DECAY: {"semantic": 1}}
    assert night(pipeline, 96).run.counts == {}
    assert night(pipeline, 122).run.counts == {Step.DECAY: {"semantic": 1}}
    [fact] = pipeline.deps.reader.facts(TENANT, SCOPE, history=True, now=day(122), as_of=None)
    assert fact.confidence == 0.9, "nothing is multiplied into the row"


# M21: decay buries what matters.
def test_an_allergy_is_neither_archived_nor_purged_by_its_score(pipeline: InMemoryPipeline) -> None:
    remember(
        pipeline.deps,
        state("penicillin", 0, predicate="allergic_to"),
        state("青霉素", 0.1, predicate="allergic_to", source=Source.AGENT_INFERRED, confidence=0.3),
        cmdb("trivial", 0.2, predicate="region", confidence=0.5),
    )  # fmt: skip
    for number in (80, 81, 242, 243, 900):
        night(pipeline, number)
    facts = {fact.object: fact for fact in list_facts(TENANT, SCOPE, pipeline.deps)}
    assert "penicillin" in facts


def test_a_recall_refreshes_the_clock_of_what_it_found(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0), state("Kim", 0.1, predicate="friend"))
    pipeline.clock.set(day(89))
    found = recall(TENANT, [SCOPE], Query("city Berlin", 1), pipeline.deps, deadline=timedelta(seconds=20))
    finish_recalls(timedelta(seconds=20))
    assert [memory.id for memory in found.memories] == [fact_id(slot(), "berlin")]
    night(pipeline, 181)
    assert statuses(pipeline) == {"Berlin": "current"}
    assert statuses(pipeline, "friend") == {"Kim": "archived"}
    night(pipeline, 89 + 181)
    assert statuses(pipeline) == {"Berlin": "archived"}


def test_five_missed_nights_are_five_nights(pipeline: InMemoryPipeline) -> None:
    missed = in_memory_pipeline(day(0))
    for each in (pipeline, missed):
        remember(each.deps, cmdb("8.1", 0), happened("order-service timed out", day(1), confidence=0.3))
    for number in (192, 193, 194, 195, 196, 197):
        night(pipeline, number)
    night(missed, 197)
    assert held(pipeline.deps, SCOPE, day(197)) == held(missed.deps, SCOPE, day(197)) == set()


def test_a_hit_brings_an_archived_memory_back_with_its_vector(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Volvo", 0, predicate="owns"), happened("flat tyre on the A9", day(0)))
    before = _whole(pipeline)
    night(pipeline, 181)
    assert statuses(pipeline, "owns") == {"Volvo": "archived"}
    assert not _vectors(pipeline)
    found = recall(TENANT, [SCOPE], Query("Volvo tyre A9"), pipeline.deps, deadline=timedelta(seconds=20))
    assert {memory.archived for memory in found.memories} == {True}
    assert len(found.memories) == 2
    finish_recalls(timedelta(seconds=20))
    assert _whole(pipeline) == before, "archived and restored is as it was"
    assert night(pipeline, 182).run.counts == {}
    assert night(pipeline, 181 + 181).run.counts[Step.ARCHIVE] == {"semantic": 1, "episodic": 1}


def test_an_archived_memory_is_not_found_by_what_is_only_near_it(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Volvo", 0, predicate="owns"))
    night(pipeline, 181)
    asked = Query("which of the many cars that one may drive in the town does this person like best")
    assert recall(TENANT, [SCOPE], asked, pipeline.deps, deadline=timedelta(seconds=20)).memories == ()
    finish_recalls(timedelta(seconds=20))
    assert statuses(pipeline, "owns") == {"Volvo": "archived"}


@pytest.mark.parametrize("word", [state("Berlin", 185), confirm("Berlin", 185), state("Berlin", -400)])
def test_a_mention_or_a_confirmation_restores_and_history_backfilled_today_is_no_exception(
    pipeline: InMemoryPipeline, word: Assertion
) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    night(pipeline, 181)
    said = replace(word, recorded_at=day(185))
    remember(pipeline.deps, said)
    assert statuses(pipeline)["Berlin"] == "current"
    assert night(pipeline, 186).run.counts == {}


def test_the_mark_outlives_a_projection_of_its_slot(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Anna", 0, predicate="friend"), state("Kim", 100, predicate="friend"))
    night(pipeline, 181)
    assert statuses(pipeline, "friend") == {"Anna": "archived", "Kim": "current"}
    remember(pipeline.deps, state("Mia", 182, predicate="friend"))
    assert statuses(pipeline, "friend") == {"Anna": "archived", "Kim": "current", "Mia": "current"}
    assert current(pipeline) == ["Kim", "Mia"]
    assert "memory.updated" not in [each.type for each in list(pipeline.store.outbox)[-2:]]


def test_a_correction_of_an_archived_value_takes_its_place(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    night(pipeline, 181)
    remember(pipeline.deps, correct("Berlin", "Munich", 182))
    assert statuses(pipeline) == {"Berlin": "retracted", "Munich": "current"}


def test_a_pin_restores_and_keeps_and_can_be_taken_away(pipeline: InMemoryPipeline) -> None:
    episode = happened("order-service timed out", day(0), confidence=0.3)
    remember(pipeline.deps, state("Berlin", 0), episode)
    night(pipeline, 181)
    berlin = fact_id(slot(), "berlin")
    for memory_id in (berlin, episode.id):
        assert pin(TENANT, memory_id, pipeline.deps) == memory_id
    assert statuses(pipeline) == {"Berlin": "current"}
    assert set(night(pipeline, 1000).run.counts) == {Step.DECAY}
    assert statuses(pipeline) == {"Berlin": "current"}
    assert [each.id for each in pipeline.deps.reader.episodes(TENANT, SCOPE, archived=False)] == [episode.id]
    for memory_id in (berlin, episode.id):
        pin(TENANT, memory_id, pipeline.deps, pinned=False)
    night(pipeline, 1001)
    assert held(pipeline.deps, SCOPE, day(1001)) == {
        ("semantic", "city=Berlin", day(0).isoformat(), "archived")
    }
    with pytest.raises(UnknownMemory):
        pin(TENANT, UUID(int=7), pipeline.deps)


def test_a_pin_follows_a_fact_that_another_wording_absorbs(pipeline: InMemoryPipeline) -> None:
    """A late arrival leads the class from then on: the pinned id redirects, and the pin with it."""
    remember(pipeline.deps, state("I work at Acme GmbH", 5, predicate="note"))
    [fact] = list_facts(TENANT, SCOPE, pipeline.deps)
    pin(TENANT, fact.id, pipeline.deps)
    early = replace(state("I work at the Acme GmbH", 1, predicate="note"), recorded_at=day(6))
    remember(pipeline.deps, early)
    [heir] = list_facts(TENANT, SCOPE, pipeline.deps)
    states = forgetting_of(pipeline.deps).states(TENANT, SCOPE)
    assert states[heir.id].pinned
    assert heir.id == fact.id or fact.id not in states


def test_an_expiry_lets_a_contested_value_take_over_and_recall_finds_it(pipeline: InMemoryPipeline) -> None:
    remember(
        pipeline.deps,
        state("Berlin", 0, expires_at=day(20)),
        state("Munich", 1, source=Source.AGENT_INFERRED),
        state("Munich", 18, source=Source.AGENT_INFERRED),
    )
    report = night(pipeline, 21)
    assert report.run.counts == {Step.EXPIRE: {"semantic": 1}}
    assert statuses(pipeline) == {"Berlin": "expired", "Munich": "current"}
    found = recall(TENANT, [SCOPE], Query("Munich"), pipeline.deps, deadline=timedelta(seconds=20))
    assert ["Munich" in memory.text for memory in found.memories] == [True]
    assert len(_vectors(pipeline)) == 1
    finish_recalls(timedelta(seconds=20))


def test_recall_tells_what_a_memory_is_worth_now(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    pipeline.clock.set(day(65))
    found = recall(TENANT, [SCOPE], Query("Berlin"), pipeline.deps, deadline=timedelta(seconds=20))
    assert [memory.confidence for memory in found.memories] == [0.729]
    finish_recalls(timedelta(seconds=20))


def test_a_purge_raises_the_horizon_and_what_was_said_before_it_stays_away(
    pipeline: InMemoryPipeline,
) -> None:
    remember(pipeline.deps, cmdb("8.1", 0), cmdb("8.2", 10), cmdb("9.0", 300, confidence=0.9))
    report = night(pipeline, 320)
    assert report.run.counts[Step.PURGE] == {"semantic": 2}
    assert statuses(pipeline, "version") == {"9.0": "current"}
    assert "memory.forgotten" in kinds(pipeline)
    before = _whole(pipeline)
    remember(pipeline.deps, replace(cmdb("8.1", 0), recorded_at=day(321)), at=day(321))
    remember(pipeline.deps, replace(cmdb("8.0", -5), recorded_at=day(321)), at=day(321))
    assert _whole(pipeline) == before
    remember(pipeline.deps, replace(cmdb("8.9", 200, confidence=0.9), recorded_at=day(321)), at=day(321))
    assert statuses(pipeline, "version") == {"8.9": "superseded", "9.0": "current"}


def test_a_purged_value_of_many_may_come_again_later(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("tea", 0, predicate="likes", source=Source.DOC, confidence=0.3))
    assert night(pipeline, 200).run.counts[Step.PURGE] == {"semantic": 1}
    again = state("tea", 0, predicate="likes", source=Source.DOC, confidence=0.3)
    remember(pipeline.deps, replace(again, recorded_at=day(201)), at=day(201))
    assert statuses(pipeline, "likes") == {}
    remember(pipeline.deps, state("tea", 202, predicate="likes"))
    assert statuses(pipeline, "likes") == {"tea": "current"}


def test_history_goes_from_the_old_end_and_waits_for_what_is_older(pipeline: InMemoryPipeline) -> None:
    """Munich could go, but Berlin is older and was recalled: it holds Munich, and both go together."""
    remember(pipeline.deps, cmdb("8.1", 0), cmdb("8.2", 1), cmdb("9.0", 2, confidence=0.9))
    order = slot("version", "order-service")
    pipeline.deps.reader.touch(TENANT, SCOPE, [fact_id(order, "8.1")], at=day(60))
    assert night(pipeline, 200).run.counts.get(Step.PURGE) is None
    assert statuses(pipeline, "version").keys() == {"8.1", "8.2", "9.0"}
    parked = night(pipeline, 201).run
    assert parked.due == 0, "what waits for its slot is not looked at every night"
    assert night(pipeline, 60 + 195).run.counts[Step.PURGE] == {"semantic": 2}
    assert statuses(pipeline, "version").keys() == {"9.0"}


def test_who_moves_does_not_lose_the_old_address_the_same_night(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    night(pipeline, 900)
    remember(pipeline.deps, state("Munich", 1000))
    night(pipeline, 1001)
    assert statuses(pipeline) == {"Berlin": "superseded", "Munich": "current"}
    night(pipeline, 1013)
    assert statuses(pipeline) == {"Berlin": "superseded", "Munich": "current"}
    night(pipeline, 1015)
    assert statuses(pipeline) == {"Munich": "current"}


def test_ops_never_purges_and_a_policy_change_moves_every_instant(pipeline: InMemoryPipeline) -> None:
    deps = pipeline.deps
    deps.policies.save(TENANT, OPS_POLICY)
    remember(deps, cmdb("8.1", 0), happened("order-service timed out", day(0), confidence=0.3))
    for number in (200, 600):
        night(pipeline, number)
    assert len(held(deps, SCOPE, day(600))) == 2
    deps.policies.save(TENANT, Policy())
    foreseen = dry_run(TENANT, replace(deps, clock=StandingClock(day(601))))
    assert Step.PURGE not in {step for step, counts in foreseen.counts.items() if counts}
    assert Step.PURGE not in night(pipeline, 601).run.counts, (
        "observation begins with the policy that asks for it"
    )
    assert len(held(deps, SCOPE, day(601))) == 2
    assert night(pipeline, 614).run.counts == {}
    assert night(pipeline, 616).run.counts[Step.PURGE] == {"semantic": 1, "episodic": 1}


def test_a_policy_that_forgets_later_is_followed_by_what_was_due(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    pipeline.deps.policies.save(
        TENANT, Policy(archive_after=timedelta(days=300), purge_after=timedelta(days=400))
    )
    night(pipeline, 200)
    assert statuses(pipeline) == {"Berlin": "current"}
    night(pipeline, 301)
    assert statuses(pipeline) == {"Berlin": "archived"}


# M19: a run that would remove more than a set share of a scope's rows stops and reports.
def test_the_purge_brake_leaves_a_scope_out_until_somebody_approves(pipeline: InMemoryPipeline) -> None:
    crowd = [happened(f"alarm {n}", day(0), confidence=0.3) for n in range(30)]
    fresh = [happened(f"deploy {n}", day(150), confidence=0.9) for n in range(80)]
    few = [happened(f"visit {n}", day(0), scope=TEAM, confidence=0.3) for n in range(30)]
    remember(pipeline.deps, *crowd, *fresh)
    remember(pipeline.deps, *few, scope=TEAM)
    foreseen = dry_run(TENANT, replace(pipeline.deps, clock=StandingClock(day(200))))
    report = night(pipeline, 200)
    [held_back] = report.run.held_back
    assert (held_back.scope, held_back.due, held_back.rows) == (SCOPE, 30, 110)
    assert foreseen.held_back == report.run.held_back
    assert report.run.status is RunStatus.PARTIAL
    assert report.run.counts[Step.PURGE] == {"episodic": 30}, "the rest of the run proceeds"
    assert not held(pipeline.deps, TEAM, day(200))
    assert len(held(pipeline.deps, SCOPE, day(200))) == 110
    again = run_night(TENANT, pipeline.deps)
    assert again.already_done
    pipeline.deps.reader.touch(TENANT, SCOPE, [crowd[0].id], at=day(200))
    approved = approve(TENANT, report.run.id, pipeline.deps)
    assert approved.run.status is RunStatus.DONE
    assert approved.run.counts[Step.PURGE] == {"episodic": 59}, "what was touched since stays"
    assert len(held(pipeline.deps, SCOPE, day(200))) == 81
    assert approve(TENANT, report.run.id, pipeline.deps).already_done
    with pytest.raises(InvalidInput, match="has no run"):
        approve(TENANT, RunId(UUID(int=3)), pipeline.deps)


def test_a_scope_below_the_brakes_size_is_purged_whole(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, *(happened(f"alarm {n}", day(0), confidence=0.3) for n in range(99)))
    assert night(pipeline, 200).run.counts[Step.PURGE] == {"episodic": 99}


def test_shards_and_steps_one_by_one_are_the_whole_night(pipeline: InMemoryPipeline) -> None:
    """As workers do it, each task three times over."""
    alone = in_memory_pipeline(day(0))
    scopes = [Scope.parse(f"team:t{n}") for n in range(9)]
    for each in (pipeline, alone):
        for scope in scopes:
            remember(
                each.deps,
                happened("timeout", day(0), scope=scope, confidence=0.3),
                happened("move", day(170), scope=scope),
                scope=scope,
            )
    pipeline.clock.set(day(203))
    ticks = [tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=4) for _ in range(20)]
    assert [len(tick) for tick in ticks] == [4] + [0] * 19
    for part in ticks[0]:
        step: Step | None = Step.REINFORCE
        seen = []
        while step is not None:
            seen.append(step)
            following = [run_step(TENANT, part.run_id, step, part.shard, pipeline.deps) for _ in range(3)]
            step = following[0]
        assert tuple(seen) == STEPS
    whole = night(alone, 203)
    run = forgetting_of(pipeline.deps).latest(TENANT)
    assert run is not None
    assert (run.status, run.counts) == (RunStatus.DONE, whole.run.counts)
    assert {scope: held(pipeline.deps, scope, day(203)) for scope in scopes} == {
        scope: held(alone.deps, scope, day(203)) for scope in scopes
    }


def test_a_run_without_a_sign_of_life_is_sent_out_again(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    pipeline.clock.set(day(203) + timedelta(hours=4))
    first = tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=2)
    pipeline.clock.advance(timedelta(minutes=5))
    assert tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=2) == []
    pipeline.clock.advance(timedelta(minutes=10))
    assert list(tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=2)) == list(first)
    assert run_night(TENANT, pipeline.deps).run.counts[Step.ARCHIVE] == {"semantic": 1}
    assert tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=2) == []


def test_a_run_that_was_never_ended_is_closed_by_the_next_date(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    pipeline.clock.set(day(203) + timedelta(hours=4))
    [lost] = tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=1)
    night(pipeline, 205)
    run = forgetting_of(pipeline.deps).run(TENANT, lost.run_id)
    assert run is not None
    assert run.status is RunStatus.PARTIAL
    assert statuses(pipeline) == {"Berlin": "archived"}


@pytest.mark.parametrize(
    "said_at", [datetime(2, 1, 2, tzinfo=UTC), datetime(9998, 12, 31, 23, 59, tzinfo=UTC)]
)
def test_what_is_dated_at_an_end_of_the_calendar_is_kept_and_ages_as_far_as_there_are_days(
    pipeline: InMemoryPipeline, said_at: datetime
) -> None:
    century = timedelta(days=36_600)
    pipeline.deps.policies.save(
        TENANT,
        Policy(
            probation=century,
            archive_after=century,
            purge_after=century,
            purge_observation=century,
            ttl=century,
        ),
    )
    remember(
        pipeline.deps,
        state("Berlin", said_at),
        state("tea", said_at, predicate="likes", source=Source.AGENT_INFERRED),
    )
    assert statuses(pipeline) == {"Berlin": "current"}
    for as_of in (datetime(2, 2, 1, tzinfo=UTC), day(203), datetime(9998, 12, 31, tzinfo=UTC)):
        foreseen = dry_run(TENANT, pipeline.deps, as_of=as_of)
        run = run_night(TENANT, pipeline.deps, as_of=as_of).run
        assert run.status is RunStatus.DONE
        assert {step: counts for step, counts in foreseen.counts.items() if counts} == run.counts


def test_a_night_of_a_date_to_come_takes_the_place_of_none_before_it(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    pipeline.clock.set(day(20) + timedelta(hours=4))
    night(pipeline, 400)
    for number in (20, 21):
        pipeline.clock.set(day(number) + timedelta(hours=4))
        [each] = tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=1)
        for step in STEPS:
            run_step(each.tenant, each.run_id, step, each.shard, pipeline.deps)
        run = forgetting_of(pipeline.deps).run(TENANT, each.run_id)
        assert run is not None
        assert (run.date, run.status) == (day(number).date(), RunStatus.DONE)
    assert tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=1) == []


# Q11: daily jobs and changing clocks.
@pytest.mark.parametrize("change", [datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)])
def test_a_tenants_night_comes_once_for_each_date_of_its_zone(change: datetime) -> None:
    pipeline = in_memory_pipeline(change - timedelta(days=2))
    pipeline.deps.policies.save(TENANT, Policy(zone="Europe/Berlin"))
    remember(pipeline.deps, state("Berlin", change - timedelta(days=40)))
    dates = []
    for _ in range(5 * 24 * 2):
        for each in tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=1):
            for step in STEPS:
                run_step(each.tenant, each.run_id, step, each.shard, pipeline.deps)
            run = forgetting_of(pipeline.deps).run(each.tenant, each.run_id)
            assert run is not None
            assert run.status is RunStatus.DONE
            dates.append(run.date)
        pipeline.clock.advance(timedelta(minutes=30))
    first = (change - timedelta(days=3)).date()
    assert dates == [first + timedelta(days=n) for n in range(6)]


def test_a_tenant_nobody_wrote_to_has_no_night(pipeline: InMemoryPipeline) -> None:
    with pytest.raises(UnknownTenant):
        run_night(TENANT, pipeline.deps)
    assert tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=2) == []


def test_a_night_out_of_time_leaves_the_rest_to_the_next(pipeline: InMemoryPipeline) -> None:
    remember(pipeline.deps, state("Berlin", 0))
    pipeline.clock.set(day(200))
    report = run_night(TENANT, pipeline.deps, budget=timedelta(0))
    assert (report.run.status, report.run.left) == (RunStatus.PARTIAL, 1)
    assert night(pipeline, 201).run.counts[Step.ARCHIVE] == {"semantic": 1}


def test_a_retraction_of_everything_keeps_nothing_from_going(pipeline: InMemoryPipeline) -> None:
    remember(
        pipeline.deps,
        cmdb("8.1", 0),
        replace(retract("", 5, subject="order-service", predicate="version", source=Source.CMDB)),
    )
    gone: list[Change] = []
    pipeline.clock.set(day(300))
    run_night(TENANT, pipeline.deps, tell=gone.append)
    assert [change.step for change in gone] == [Step.PURGE]
    with pipeline.state.reading() as tables:
        assert not tables.assertions


def _whole(pipeline: InMemoryPipeline) -> dict[str, object]:
    """Everything that a restore has to bring back; access data is not in it."""
    with pipeline.state.reading() as tables:
        names = ("assertions", "facts", "episodes", "vectors", "terms", "redirects")
        return {name: dict(getattr(tables, name)) for name in names}


def _vectors(pipeline: InMemoryPipeline) -> list[object]:
    with pipeline.state.reading() as tables:
        return list(tables.vectors)
