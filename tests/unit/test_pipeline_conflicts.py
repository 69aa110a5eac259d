"""A person decides a conflict: what is written, that it is written once, and what a model may say to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from memory_pipeline.bootstrap import make_judge
from memory_pipeline.domain.assertion import Act
from memory_pipeline.domain.budget import Budget
from memory_pipeline.domain.conflict import Advice, Conflict, Keep
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput, ModelUnavailable, PermanentError, UnknownMemory
from memory_pipeline.domain.fact import FactStatus
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import FactsImported, MemoryRemember
from memory_pipeline.pipeline.at_once import at_once
from memory_pipeline.pipeline.explain import explain
from memory_pipeline.pipeline.resolve import resolve
from memory_pipeline.ports.ledger import Ledger
from memory_pipeline.settings import load_settings
from tests.support.pipelines import LATER, InMemoryPipeline, in_memory_pipeline, objects
from tests.support.talks import ACME

ALICE = Scope.of_user("alice")


def header(days: float) -> dict[str, Any]:
    at = LATER + timedelta(days=days)
    return {"event_id": uuid4(), "tenant": ACME, "scope": str(ALICE), "occurred_at": at}


def said(pipeline: InMemoryPipeline, predicate: str, value: str, days: float) -> None:
    event = make(MemoryRemember, **header(days), ref="r", text=value, predicate=predicate, object=value)
    at_once(event, pipeline.deps)


def recorded(
    pipeline: InMemoryPipeline, predicate: str, value: str, days: float, source: Source = Source.CMDB
) -> None:
    fields = {"subject": "user", "predicate": predicate, "object": value, "source": source}
    at_once(make(FactsImported, **header(days), ref="cmdb", **fields), pipeline.deps)


def waiting(pipeline: InMemoryPipeline) -> list[Conflict]:
    return list(pipeline.deps.conflicts.waiting(ACME, None, now=pipeline.clock.now()))


def city(pipeline: InMemoryPipeline) -> list[str]:
    return objects(pipeline.deps, ACME, ALICE, "city")


@pytest.fixture
def torn() -> InMemoryPipeline:
    """Alice said Berlin; a record says Munich; it is the day after."""
    pipeline = in_memory_pipeline()
    said(pipeline, "city", "Berlin", 0)
    recorded(pipeline, "city", "Munich", 10)
    pipeline.clock.advance(timedelta(days=11))
    return pipeline


def test_keeping_the_challenger_is_a_correction(torn: InMemoryPipeline) -> None:
    (conflict,) = waiting(torn)
    result = resolve(ACME, conflict.id, Keep.CHALLENGER, torn.deps)
    assert waiting(torn) == []
    assert city(torn) == ["Munich"]
    found = explain(ACME, UUID(result["fact_ids"][0]), torn.deps)
    decided = found.assertions[-1]
    assert (decided.act, decided.source, decided.retracts) == (Act.CORRECTION, Source.CORRECTED, "Berlin")
    assert decided.evidence[0].ref == f"conflict:{conflict.id}"


def test_keeping_the_incumbent_is_a_confirmation(torn: InMemoryPipeline) -> None:
    (conflict,) = waiting(torn)
    result = resolve(ACME, conflict.id, Keep.INCUMBENT, torn.deps)
    assert waiting(torn) == []
    (row,) = torn.deps.reader.fact_rows(ACME, UUID(result["fact_ids"][0]))
    assert (row.object, row.confirmed, row.support) == ("Berlin", True, 2)
    contested = torn.deps.reader.fact_rows(ACME, conflict.challenger.id)
    assert [fact.status for fact in contested] == [FactStatus.CONTESTED]


@pytest.mark.parametrize("first", list(Keep))
@pytest.mark.parametrize("second", list(Keep))
def test_what_was_resolved_is_not_resolved_again(torn: InMemoryPipeline, first: Keep, second: Keep) -> None:
    (conflict,) = waiting(torn)
    resolve(ACME, conflict.id, first, torn.deps)
    before = torn.deps.reader.placed(ACME, ALICE, None)
    with pytest.raises(PermanentError, match=f"resolved already: the {first} was kept"):
        resolve(ACME, conflict.id, second, torn.deps)
    assert torn.deps.reader.placed(ACME, ALICE, None) == before


def test_a_question_that_comes_up_again_is_another_conflict(torn: InMemoryPipeline) -> None:
    (first,) = waiting(torn)
    resolve(ACME, first.id, Keep.INCUMBENT, torn.deps)
    recorded(torn, "city", "Munich", 20)
    torn.clock.advance(timedelta(days=11))
    (second,) = waiting(torn)
    assert second.id != first.id
    resolve(ACME, second.id, Keep.CHALLENGER, torn.deps)
    assert city(torn) == ["Munich"]


def test_an_unknown_conflict_and_one_that_a_later_word_settled_are_told_apart_from_a_resolved_one(
    torn: InMemoryPipeline,
) -> None:
    with pytest.raises(UnknownMemory, match="`conflicts list` shows those that do"):
        resolve(ACME, uuid4(), Keep.INCUMBENT, torn.deps)
    (conflict,) = waiting(torn)
    said(torn, "city", "Rome", 10.5)
    with pytest.raises(UnknownMemory, match="may have settled it"):
        resolve(ACME, conflict.id, Keep.INCUMBENT, torn.deps)
    assert city(torn) == ["Rome"]


def test_of_two_people_who_decide_at_once_the_first_is_heard(torn: InMemoryPipeline) -> None:
    """The other one's event is recorded between this one's look and its write."""
    (conflict,) = waiting(torn)

    class Overtaken:
        def __init__(self, ledger: Ledger) -> None:
            self._ledger = ledger
            self._looked = False

        def __getattr__(self, name: str) -> Any:
            return getattr(self._ledger, name)

        def states(self, *arguments: Any) -> Any:
            found = self._ledger.states(*arguments)
            if not self._looked:
                self._looked = True
                resolve(ACME, conflict.id, Keep.CHALLENGER, torn.deps)
            return found

    late: Any = replace(torn.deps, ledger=Overtaken(torn.deps.ledger))
    with pytest.raises(PermanentError, match="the challenger was kept"):
        resolve(ACME, conflict.id, Keep.INCUMBENT, late)
    assert city(torn) == ["Munich"]


def test_a_record_dated_ahead_of_the_clock_is_decided_all_the_same() -> None:
    pipeline = in_memory_pipeline()
    said(pipeline, "city", "Berlin", 0)
    recorded(pipeline, "city", "Munich", 30)
    (conflict,) = waiting(pipeline)
    resolve(ACME, conflict.id, Keep.INCUMBENT, pipeline.deps)
    assert waiting(pipeline) == []
    assert city(pipeline) == ["Berlin"]


@pytest.mark.parametrize(
    ("keep", "liked", "disliked"), [("incumbent", ["coffee"], []), ("challenger", [], ["coffee"])]
)
def test_likes_against_dislikes_are_decided_in_the_right_slot(
    keep: str, liked: list[str], disliked: list[str]
) -> None:
    pipeline = in_memory_pipeline()
    said(pipeline, "likes", "coffee", 0)
    recorded(pipeline, "dislikes", "coffee", 10, Source.DOC)
    pipeline.clock.advance(timedelta(days=11))
    (conflict,) = waiting(pipeline)
    resolve(ACME, conflict.id, Keep(keep), pipeline.deps)
    assert waiting(pipeline) == []
    assert objects(pipeline.deps, ACME, ALICE, "likes") == liked
    assert objects(pipeline.deps, ACME, ALICE, "dislikes") == disliked


def test_a_conflict_is_announced_when_it_comes_up_and_not_when_it_is_decided(torn: InMemoryPipeline) -> None:
    (conflict,) = waiting(torn)
    announced = [note.memory_id for note in torn.store.outbox if note.type == "memory.conflicted"]
    assert announced == [conflict.challenger.id]
    resolve(ACME, conflict.id, Keep.INCUMBENT, torn.deps)
    assert [n.memory_id for n in torn.store.outbox if n.type == "memory.conflicted"] == announced


class ScriptedJudge:
    """Answers as told; `asked` are the conflicts it saw."""

    version = "scripted/1"

    def __init__(self, answer: Callable[[Conflict], Keep | None]) -> None:
        self._answer = answer
        self.asked: list[Conflict] = []

    def recommend(self, conflict: Conflict) -> tuple[Keep | None, Cost]:
        self.asked.append(conflict)
        return self._answer(conflict), Cost(1, 400, 12)


def judged(answer: Callable[[Conflict], Keep | None]) -> tuple[InMemoryPipeline, ScriptedJudge]:
    judge = ScriptedJudge(answer)
    return in_memory_pipeline(judge=judge), judge


def test_a_model_is_asked_once_about_escalations_only_and_decides_nothing() -> None:
    pipeline, judge = judged(lambda _: Keep.CHALLENGER)
    said(pipeline, "city", "Berlin", 0)
    said(pipeline, "city", "Hamburg", 5)
    assert judge.asked == []
    recorded(pipeline, "city", "Munich", 10)
    (conflict,) = waiting(pipeline)
    assert conflict.advice == Advice(Keep.CHALLENGER, "scripted/1")
    assert [each.challenger.object for each in judge.asked] == ["Munich"]
    assert city(pipeline) == ["Hamburg"], "advice outranks nobody"
    said(pipeline, "job", "cook", 11)
    assert len(judge.asked) == 1
    resolve(ACME, conflict.id, Keep.INCUMBENT, pipeline.deps)
    assert city(pipeline) == ["Hamburg"]


def test_no_transaction_is_open_while_the_model_thinks() -> None:
    """A second unit inside an open one is refused in memory, so writing here proves that none is."""
    written: list[int] = []

    def answer(_: Conflict) -> Keep:
        said(replace(pipeline, deps=replace(pipeline.deps, judge=None)), "note", f"note {len(written)}", 12)
        written.append(1)
        return Keep.INCUMBENT

    pipeline, _ = judged(answer)
    said(pipeline, "city", "Berlin", 0)
    recorded(pipeline, "city", "Munich", 10)
    assert written == [1]


def test_a_model_that_fails_or_cannot_tell_costs_the_commit_nothing() -> None:
    answers = iter([ModelUnavailable("down"), None, Keep.INCUMBENT])

    def answer(_: Conflict) -> Keep | None:
        found = next(answers)
        if isinstance(found, Exception):
            raise found
        return found

    pipeline, judge = judged(answer)
    said(pipeline, "city", "Berlin", 0)
    recorded(pipeline, "city", "Munich", 10)
    assert [each.advice for each in waiting(pipeline)] == [None]
    said(pipeline, "job", "cook", 1)
    assert [each.advice for each in waiting(pipeline)] == [None]
    said(pipeline, "diet", "vegan", 1)
    assert [each.advice for each in waiting(pipeline)] == [Advice(Keep.INCUMBENT, "scripted/1")]
    assert len(judge.asked) == 3


class PaidJudge(ScriptedJudge):
    version = "openai/wise/judge-1"


def test_advice_is_on_the_tenants_account_and_within_its_budget() -> None:
    """Over the budget nobody is asked, and the commit stands all the same."""
    judge = PaidJudge(lambda _: Keep.INCUMBENT)
    pipeline = in_memory_pipeline(judge=judge, budget=Budget(calls=1))
    said(pipeline, "city", "Berlin", 0)
    recorded(pipeline, "city", "Munich", 10)
    costs = pipeline.deps.costs
    assert costs is not None
    (total,) = costs.totals(ACME, datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
    assert (total.model, total.prompt_version, total.cost) == ("wise", "judge-1", Cost(1, 400, 12))
    said(pipeline, "job", "cook", 11)
    recorded(pipeline, "job", "baker", 12)
    assert len(judge.asked) == 1
    assert [each.advice for each in waiting(pipeline)] == [Advice(Keep.INCUMBENT, judge.version), None]


def test_no_model_is_asked_unless_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFLICT_JUDGE", "LLM_MODEL", "LLM_BASE_URL", "LLM_API_KEY"):
        monkeypatch.delenv(f"MEMORY_PIPELINE_{name}", raising=False)
    assert make_judge(load_settings()) is None
    monkeypatch.setenv("MEMORY_PIPELINE_CONFLICT_JUDGE", "openai")
    with pytest.raises(
        InvalidInput, match=r"LLM_MODEL is not set: name the model that .*CONFLICT_JUDGE=openai"
    ):
        load_settings()
    monkeypatch.setenv("MEMORY_PIPELINE_LLM_MODEL", "wise")
    judge = make_judge(load_settings())
    assert judge is not None
    assert judge.version.startswith("openai/wise/judge-")
