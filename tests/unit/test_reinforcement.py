"""What repeats in episodes becomes facts: grouping, wording, and runs that may come often, late, or fail."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.domain.assertion import Act
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Action, Episode, EpisodeKind, episode_id
from memory_pipeline.domain.errors import DatabaseUnavailable, UnknownTenant
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.reinforcement import Repetition, distilled, mention_of, repetitions
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.symptoms import symptom
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import FactsImported, MemoryCorrect, MemoryRemember
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.reinforce import reinforce, reinforce_due
from tests.support.assertions import day, properties
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline
from tests.support.talks import ACME, SRE, incident, ingest, talk

ALICE = Scope.of_user("alice")
POOL = ("get_metrics(service=order-service)", "set_pool(connection_pool_max=200)")


def happened(
    session: str,
    at: float,
    trigger: str = "order-service keeps timing out",
    *actions: str,
    kind: EpisodeKind = EpisodeKind.INCIDENT,
    success: bool | None = True,
    entities: Mapping[str, str] | None = None,
    scope: Scope = SRE,
) -> Episode:
    """One episode, `at` so many days after the first; its evidence is the message m1 of its session."""
    return Episode(
        id=episode_id(ACME, scope, session, "m1", kind, f"{trigger}{at}"),
        tenant=ACME,
        scope=scope,
        session_id=session,
        kind=kind,
        occurred_at=day(at),
        trigger=trigger,
        summary=trigger,
        outcome=None,
        success=success,
        confidence=0.9,
        evidence=(Evidence(session, f"m1-{at}", trigger), Evidence(session, f"m2-{at}", "")),
        entities={"service": "order-service"} if entities is None else entities,
        actions=tuple(Action(n, text) for n, text in enumerate(actions or POOL, 1)),
        recorded_at=day(at),
    )


def said(*episodes: Episode) -> list[tuple[str, str, int]]:
    return [(each.subject, each.object, len(each.mentions)) for each in repetitions(episodes)]


FIXED = "order-service times out; fixed by: set_pool(connection_pool_max=200)"


def test_the_same_trouble_with_the_same_remedy_is_one_repetition_however_it_is_reported() -> None:
    assert said(
        happened("a", 1, "order-service keeps timing out since 14:05, please fix it"),
        happened("b", 5, "Timeouts again on order-service!"),
        happened("c", 9, "order-service timed out at 03:10"),
    ) == [("order-service", FIXED, 3)]


def test_another_remedy_service_or_figure_is_another_matter() -> None:
    assert (
        said(
            happened("a", 1),
            happened("b", 2, "order-service keeps timing out", "set_pool(connection_pool_max=300)"),
            happened("c", 3, "order-service keeps timing out", "restart(service=order-service)"),
            happened("d", 4, "cart-service keeps timing out", entities={"service": "cart-service"}),
            happened("e", 5, "order-service ran out of memory"),
            happened("f", 6, success=False),
        )
        == []
    )


def test_one_session_alone_is_no_repetition_however_often_it_tells() -> None:
    assert said(*(happened("a", number) for number in range(4))) == []
    assert said(happened("a", 1), happened("a", 2), happened("b", 3)) == [("order-service", FIXED, 3)]


def test_in_chinese_the_words_are_chinese() -> None:
    found = said(
        *(
            happened(
                f"s-{n}", n, text, "查询监控指标", "把连接池上限调到200", entities={"service": "订单服务"}
            )
            for n, text in enumerate(
                ["订单服务又超时了，请处理", "订单服务从14:05开始大量超时", "订单服务超时报警"]
            )
        )
    )
    assert found == [("订单服务", "订单服务超时；解决办法：把连接池上限调到200", 3)]


def test_what_a_person_keeps_asking_for_is_about_the_person() -> None:
    again = [
        happened(
            f"s-{n}", n, "I want to book a table for two", kind=EpisodeKind.REQUEST, entities={}, scope=ALICE
        )
        for n in range(3)
    ]
    assert said(*again) == [("user", "recurring request: I want to book a table for two", 3)]
    shared = [replace(episode, scope=SRE) for episode in again]
    assert said(*shared) == []  # a shared scope holds nothing about a person


def test_numbers_of_orders_are_not_what_an_episode_is_about() -> None:
    found = mention_of(
        happened(
            "a", 1, "Cancel my order", kind=EpisodeKind.REQUEST, entities={"order_id": "A-1"}, scope=ALICE
        )
    )
    assert found is not None
    assert found.subject == "user"


def test_of_several_services_the_one_that_the_trigger_names_first_is_meant() -> None:
    entities = {"service": "cart-api, order-service"}
    found = mention_of(happened("a", 1, "order-service times out on cart-api", entities=entities))
    assert found is not None
    assert found.subject == "order-service"


def test_what_says_nothing_lasting_is_left_alone() -> None:
    talked = happened("a", 1, "we talked", kind=EpisodeKind.OTHER, scope=ALICE, entities={})
    assert mention_of(talked) is None


def test_looking_at_a_service_does_not_mend_it() -> None:
    found = mention_of(
        happened("a", 1, "order-service times out", "get_metrics()", "Checked the logs", "查看日志")
    )
    assert found is not None
    assert found.object == "recurring incident: order-service times out"


@pytest.mark.parametrize(
    ("report", "english", "chinese"),
    [
        ("requests to checkout are timing out", "times out", "超时"),
        ("网关报502错误", "returns server errors", "返回服务端错误"),
        ("OOMKilled again", "runs out of memory", "内存耗尽"),
        (
            "the connection pool is exhausted, so it times out",
            "has an exhausted connection pool",
            "连接池耗尽",
        ),
        ("500 users joined", None, None),
    ],
)
def test_a_symptom_has_one_name(report: str, english: str | None, chinese: str | None) -> None:
    assert symptom(report, chinese=False) == english
    assert symptom(report, chinese=True) == chinese


@pytest.mark.parametrize(
    ("trigger", "lasting"),
    [
        ("My parcel arrived broken, please send another one.", "My parcel arrived broken"),
        ("The help desk was rude", "The help desk was rude"),
        ("At 9:30 am today the courier was rude", "the courier was rude"),
        ("The mix must be 10:1 and was not", "The mix must be 10:1 and was not"),
        ("昨天下午3点快递员态度很差，请处理一下", "快递员态度很差"),
    ],
)
def test_when_it_was_and_the_request_to_see_to_it_do_not_last(trigger: str, lasting: str) -> None:
    found = mention_of(
        happened("a", 1, trigger, kind=EpisodeKind.COMPLAINT, success=None, entities={}, scope=ALICE)
    )
    assert found is not None
    assert re.split(": |：", found.object, maxsplit=1)[1] == lasting


def test_a_mention_is_an_inference_that_cites_its_own_episode() -> None:
    episode = happened("a", 1)
    mention = mention_of(episode)
    assert mention is not None
    assertion = distilled(mention, DEFAULT_POLICY, recorded_at=day(30))
    assert (assertion.act, assertion.source, assertion.confidence) == (
        Act.DISTILLED,
        Source.AGENT_INFERRED,
        0.3,
    )
    assert assertion.evidence == episode.evidence
    assert assertion.asserted_at == episode.occurred_at
    again = distilled(mention, DEFAULT_POLICY, recorded_at=day(60))
    assert again.id == assertion.id


_EPISODES = st.builds(
    happened,
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from([0, 0.01, 1, 2, 3]),
    st.sampled_from(["order-service times out", "timeouts on order-service", "order-service is slow"]),
    st.sampled_from(["restart()", "set_pool(max=200)"]),
)


@properties
@given(st.lists(_EPISODES, max_size=8), st.randoms(use_true_random=False))
def test_repetitions_are_a_function_of_the_set(episodes: list[Episode], rng: random.Random) -> None:
    shuffled = [*episodes, *episodes[:3]]
    rng.shuffle(shuffled)
    # of two writings of one id either may stay, so only whole equal ones are compared
    unique = list({episode.id: episode for episode in episodes}.values())
    kept = [episode for episode in shuffled if episode in unique]
    assert repetitions(unique) == repetitions(kept)


# -- the use case


def repeated(pipeline: InMemoryPipeline, *days: float) -> None:
    ingest([incident(f"ops-{number}", day=number) for number in days], pipeline.deps)
    pipeline.work()


def notes(pipeline: InMemoryPipeline, scope: Scope = SRE, *, history: bool = False) -> list[Fact]:
    rows = pipeline.deps.reader.facts(ACME, scope, history=history, now=pipeline.clock.now(), as_of=None)
    return [fact for fact in rows if fact.slot.predicate == "note"]


def test_three_mentions_in_three_sessions_become_a_fact_that_cites_them() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5)
    assert reinforce(ACME, SRE, pipeline.deps).assertions == 2
    assert notes(pipeline, history=True) == []
    repeated(pipeline, 9)
    done = reinforce(ACME, SRE, pipeline.deps)
    [fact] = notes(pipeline)
    assert done.assertions == 1
    assert done.fact_ids == (fact.id,)
    assert fact.slot.subject == "order-service"
    assert fact.object == (
        "order-service times out; fixed by: update_config(service=order-service, pool_max=50)"
    )
    assert (fact.confidence, fact.support, fact.expires_at) == (0.9, 3, None)
    assert {item.session_id for item in fact.evidence} == {"ops-1", "ops-5", "ops-9"}


def test_the_figures_of_a_fact_stand_in_the_messages_it_cites() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5, 9)
    reinforce(ACME, SRE, pipeline.deps)
    [fact] = notes(pipeline)
    talks = {f"ops-{n}": incident(f"ops-{n}", day=n) for n in (1, 5, 9)}
    cited = [
        message
        for item in fact.evidence
        for message in talks[str(item.session_id)].messages
        if message.id == item.message_id
    ]
    words = " ".join([m.content for m in cited] + [c.arguments for m in cited for c in m.tool_calls])
    assert re.findall(r"\d+", fact.object)
    assert all(figure in words for figure in re.findall(r"\d+", fact.object))


def test_mentions_within_an_hour_count_once() -> None:
    pipeline = in_memory_pipeline()
    repeated(
        pipeline, 1, 1 + 30 / 1440, 1 + 60 / 1440
    )  # the third is 60:00 after the first: not more than 60
    reinforce(ACME, SRE, pipeline.deps)
    assert notes(pipeline) == []
    repeated(pipeline, 1 + 61 / 1440, 1 + 123 / 1440)
    reinforce(ACME, SRE, pipeline.deps)
    [fact] = notes(pipeline)
    assert fact.confidence == 0.9


def test_running_twice_or_every_night_is_running_once() -> None:
    at_the_end, nightly = in_memory_pipeline(), in_memory_pipeline()
    for number in (9, 1, 5, 20):
        repeated(nightly, number)
        reinforce(ACME, SRE, nightly.deps)
        assert reinforce(ACME, SRE, nightly.deps).assertions == 0
    repeated(at_the_end, 1, 5, 9, 20)
    reinforce(ACME, SRE, at_the_end.deps)
    assert notes(nightly, history=True) == notes(at_the_end, history=True)
    assert len(notes(nightly)) == 1


def test_a_dry_run_writes_nothing() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5, 9)
    before = len(pipeline.deps.reader.placed(ACME, SRE, None))
    found = reinforce(ACME, SRE, pipeline.deps, dry_run=True)
    assert found.assertions == 3
    assert [(each.subject, each.sessions) for each in found.repetitions] == [("order-service", 3)]
    assert len(pipeline.deps.reader.placed(ACME, SRE, None)) == before
    assert notes(pipeline, history=True) == []


def test_what_a_person_corrected_does_not_come_back_by_night() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5, 9)
    reinforce(ACME, SRE, pipeline.deps)
    [fact] = notes(pipeline)
    corrected = make(
        MemoryCorrect,
        event_id=uuid4(),
        tenant=ACME,
        scope=str(SRE),
        occurred_at=day(10),
        ref="correct:1",
        memory_id=fact.id,
        object="order-service needs a bigger pool",
    )
    record_events([corrected], pipeline.deps)
    pipeline.work()
    reinforce(ACME, SRE, pipeline.deps)
    assert [each.object for each in notes(pipeline)] == ["order-service needs a bigger pool"]


def test_an_unknown_tenant_is_an_error() -> None:
    with pytest.raises(UnknownTenant):
        reinforce(Tenant("nobody"), SRE, in_memory_pipeline().deps)


class _Failing(InMemoryEmbedder):
    """An embedder that fails while `broken`."""

    broken = False

    def embed(self, *args: object, **named: object) -> list[tuple[float, ...]]:
        if self.broken:
            raise DatabaseUnavailable("no answer")
        return super().embed(*args, **named)  # type: ignore[arg-type]


def test_m19_a_run_that_fails_leaves_every_source_and_nothing_half_done() -> None:
    embedder = _Failing(64)
    pipeline = in_memory_pipeline(embedder=embedder)
    repeated(pipeline, *range(1, 11))
    episodes = pipeline.deps.reader.episodes(ACME, SRE, archived=False)
    assert len(episodes) == 10
    embedder.broken = True
    with pytest.raises(DatabaseUnavailable):
        reinforce(ACME, SRE, pipeline.deps)
    assert pipeline.deps.reader.episodes(ACME, SRE, archived=False) == episodes
    assert notes(pipeline, history=True) == []
    embedder.broken = False
    assert reinforce(ACME, SRE, pipeline.deps).assertions == 10
    assert (
        pipeline.deps.reader.episodes(ACME, SRE, archived=False) == episodes
    )  # sources stay after success too


def test_only_scopes_with_new_episodes_are_due_and_not_before_the_next_day() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5, 9)
    ingest([talk("a-1", "alice", "My name is Alice.", "Hello Alice.")], pipeline.deps)
    pipeline.work()
    assert reinforce_due(pipeline.deps).scopes == 0
    pipeline.clock.advance(timedelta(days=1))
    done = reinforce_due(pipeline.deps)
    assert (done.scopes, done.assertions, done.failed) == (2, 6, 0)  # the team's, and that of who was on call
    assert len(notes(pipeline)) == 1
    assert reinforce_due(pipeline.deps).scopes == 0


def test_a_scope_that_fails_stays_due_and_holds_up_no_other() -> None:
    embedder = _Failing(64)
    pipeline = in_memory_pipeline(embedder=embedder)
    repeated(pipeline, 1, 5, 9)
    pipeline.clock.advance(timedelta(days=1))
    embedder.broken = True
    assert reinforce_due(pipeline.deps).failed == 2
    embedder.broken = False
    assert reinforce_due(pipeline.deps).scopes == 2
    assert len(notes(pipeline)) == 1


def test_an_episode_that_arrives_while_a_scope_is_reinforced_keeps_it_due() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5)
    pipeline.clock.advance(timedelta(days=1))
    [due] = [
        each
        for each in pipeline.store.scopes_to_reinforce(now=pipeline.clock.now(), limit=10)
        if each.scope == SRE
    ]
    repeated(pipeline, 9)
    pipeline.store.reinforced(due)
    assert reinforce_due(pipeline.deps).assertions == 6


def test_repetitions_tell_how_much_counts() -> None:
    [found] = repetitions([happened("a", 1), happened("b", 1.01), happened("c", 3)])
    assert isinstance(found, Repetition)
    assert found.tally(DEFAULT_POLICY).mentions == 2
    assert found.sessions == 3


# -- reported from the field


def _rows(facts: list[Fact]) -> list[tuple[str, float, float | None]]:
    def days(at: datetime | None) -> float | None:
        return None if at is None else round((at - day(0)) / timedelta(days=1), 2)

    ordered = sorted(facts, key=lambda fact: fact.valid_from)
    return [(fact.object, days(fact.valid_from) or 0.0, days(fact.valid_to)) for fact in ordered]


def test_m17_a_fact_that_is_true_again_has_an_interval_of_its_own() -> None:
    pipeline = in_memory_pipeline()
    for number, city in ((10, "Berlin"), (160, "Munich"), (340, "Berlin")):
        said_again = make(
            MemoryRemember,
            event_id=uuid4(),
            tenant=ACME,
            scope=str(ALICE),
            occurred_at=day(number),
            ref=f"remember:{number}",
            text=f"I live in {city}",
            predicate="city",
            object=city,
        )
        record_events([said_again], pipeline.deps)
    pipeline.work()
    pipeline.clock.set(day(350))
    deps = pipeline.deps
    history = deps.reader.facts(ACME, ALICE, history=True, now=day(350), as_of=None)
    assert _rows(list(history)) == [("Berlin", 10, 160), ("Munich", 160, 340), ("Berlin", 340, None)]
    current = deps.reader.facts(ACME, ALICE, history=False, now=day(350), as_of=None)
    assert [(fact.object, fact.valid_from) for fact in current] == [("Berlin", day(340))]


def test_m17_what_recurs_after_it_was_retracted_holds_from_the_new_mentions_on() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, 1, 5, 9)
    reinforce(ACME, SRE, pipeline.deps)
    [fact] = notes(pipeline)
    mended = make(
        FactsImported,
        event_id=uuid4(),
        tenant=ACME,
        scope=str(SRE),
        occurred_at=day(30),
        ref="cmdb://order-service",
        subject="order-service",
        predicate="note",
        object=fact.object,
        source=Source.CMDB,
        retract=True,
    )
    record_events([mended], pipeline.deps)
    pipeline.work()
    reinforce(ACME, SRE, pipeline.deps)
    assert notes(pipeline) == []  # nothing new happened: yesterday's episodes do not bring it back
    repeated(pipeline, 60, 62)
    reinforce(ACME, SRE, pipeline.deps)
    assert notes(pipeline) == []  # what was taken back has to be earned again
    repeated(pipeline, 64)
    reinforce(ACME, SRE, pipeline.deps)
    [again] = notes(pipeline)
    assert again.valid_from > day(64)
    closed, opened = sorted(notes(pipeline, history=True), key=lambda each: each.valid_from)
    assert closed.valid_to == day(30)
    assert opened.valid_to is None


def test_m19_a_merge_that_succeeds_destroys_no_source_either() -> None:
    pipeline = in_memory_pipeline()
    repeated(pipeline, *range(1, 11))
    episodes = pipeline.deps.reader.episodes(ACME, SRE, archived=False)
    assertions = pipeline.deps.reader.placed(ACME, SRE, None)
    reinforce(ACME, SRE, pipeline.deps)
    assert pipeline.deps.reader.episodes(ACME, SRE, archived=False) == episodes
    kept = pipeline.deps.reader.placed(ACME, SRE, None)
    assert {item.assertion.id for item in assertions} < {item.assertion.id for item in kept}
