"""A replay computes memory again from what was said: what it changes, what it leaves, and that twice is once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput, PermanentError, UnknownTenant
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.registry import PREDICATES, build_registry
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import FactsImported, MemoryRemember
from memory_pipeline.events.policies import read_policy
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.replay import ChangeKind, Replayed, ScopeReplay, replay
from tests.support.pipelines import LATER, InMemoryPipeline, in_memory_pipeline, memories, objects
from tests.support.talks import ACME

ALICE, BOB = Scope.of_user("alice"), Scope.of_user("bob")


def remember(
    pipeline: InMemoryPipeline, predicate: str, value: str, *, days: float = 0, scope: Scope = ALICE
) -> None:
    header = {
        "event_id": uuid4(),
        "tenant": ACME,
        "scope": str(scope),
        "occurred_at": LATER + timedelta(days),
    }
    done(pipeline, make(MemoryRemember, **header, ref="r", text=value, predicate=predicate, object=value))


def record(
    pipeline: InMemoryPipeline, predicate: str, value: str, *, days: float, source: str = "CMDB"
) -> None:
    header = {
        "event_id": uuid4(),
        "tenant": ACME,
        "scope": str(ALICE),
        "occurred_at": LATER + timedelta(days),
    }
    fields: dict[str, Any] = {"subject": "user", "predicate": predicate, "object": value, "source": source}
    done(pipeline, make(FactsImported, **header, ref="cmdb", **fields))


def done(pipeline: InMemoryPipeline, event: Any) -> None:
    (ref,) = record_events([event], pipeline.deps)
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Done), outcome


def counts(found: Replayed) -> tuple[int, int, int, int]:
    return (found.moved, *(found.count(kind) for kind in ChangeKind))  # type: ignore[return-value]


def everything(pipeline: InMemoryPipeline) -> Any:
    return memories(pipeline.deps, ACME, [ALICE, BOB])


@pytest.fixture
def said() -> InMemoryPipeline:
    """Two people; cities, a shoe size by a German word, and a CMDB that disagrees after 40 days."""
    pipeline = in_memory_pipeline()
    remember(pipeline, "city", "Berlin")
    remember(pipeline, "Wohnort", "Hamburg", days=10)
    record(pipeline, "city", "Munich", days=40)
    remember(pipeline, "city", "Rome", scope=BOB)
    pipeline.clock.advance(timedelta(days=60))
    return pipeline


def test_by_the_same_rules_nothing_changes_and_nothing_is_written(said: InMemoryPipeline) -> None:
    before, outbox = everything(said), len(said.store.outbox)
    found = replay(ACME, said.deps)
    assert counts(found) == (0, 0, 0, 0)
    assert (found.seen, found.assertions, found.scopes) == (2, 4, ())
    assert everything(said) == before
    assert len(said.store.outbox) == outbox
    assert list(said.deps.policies.registries(ACME)) == [said.deps.registry.version]


def test_a_shorter_patience_lets_the_record_win(said: InMemoryPipeline) -> None:
    found = replay(ACME, said.deps, policy=read_policy({"override_after": "P30D"}))
    (scope,) = found.scopes
    assert scope.scope == ALICE
    assert objects(said.deps, ACME, ALICE, "city") == ["Munich"]
    changed = {(change.kind, fact.object) for change in scope.changes if (fact := change.after) is not None}
    assert changed == {(ChangeKind.CHANGED, "Berlin"), (ChangeKind.CHANGED, "Munich")}
    berlin = next(c for c in scope.changes if c.before is not None and c.before.object == "Berlin")
    assert berlin.before is not None
    assert berlin.after is not None
    assert (berlin.before.status, berlin.after.status) == (FactStatus.CURRENT, FactStatus.SUPERSEDED)
    assert said.deps.policies.of(ACME).policy.override_after == timedelta(days=30)
    assert {note.type for note in said.store.outbox if note.at == said.clock.now()} == {"memory.updated"}


def test_a_dry_run_tells_the_same_difference_and_changes_nothing(said: InMemoryPipeline) -> None:
    policy = read_policy({"override_after": "P30D", "aliases": {"Wohnort": "city"}})
    before, outbox = everything(said), len(said.store.outbox)
    dry = replay(ACME, said.deps, policy=policy, dry_run=True)
    assert everything(said) == before
    assert len(said.store.outbox) == outbox
    assert said.deps.policies.of(ACME).policy == DEFAULT_POLICY
    assert said.deps.policies.registries(ACME) == {}
    wet = replay(ACME, said.deps, policy=policy)
    assert dry.dry_run
    assert dry == replace(wet, dry_run=True)


def test_a_new_alias_moves_what_was_said_and_the_index_follows(said: InMemoryPipeline) -> None:
    found = replay(ACME, said.deps, policy=read_policy({"aliases": {"Wohnort": "lives_in"}}))
    assert found.moved == 1
    assert objects(said.deps, ACME, ALICE, "wohnort", history=True) == []
    assert objects(said.deps, ACME, ALICE, "city", history=True) == ["Berlin", "Hamburg", "Munich"]
    space = said.deps.embedder.space
    with said.store.unit(ACME, [ALICE]) as unit:
        assert unit.missing_vectors(ALICE, space) == []
    (vector,) = said.deps.embedder.embed(["user city: Hamburg"])
    hits = said.deps.reader.candidates(
        ACME, [ALICE], space=space, vector=vector, tokens=["hamburg"], now=said.clock.now(), limit=5
    )
    assert [(hit.text, hit.lexical) for hit in hits] == [("user city: Hamburg", 1.0)]


def test_and_taking_the_alias_back_restores_everything(said: InMemoryPipeline) -> None:
    before = everything(said)
    replay(ACME, said.deps, policy=read_policy({"aliases": {"Wohnort": "city"}}))
    assert everything(said) != before
    replay(ACME, said.deps, policy=Policy())
    assert everything(said) == before


def test_a_slot_that_becomes_many_valued_keeps_all_its_values(said: InMemoryPipeline) -> None:
    replay(
        ACME,
        said.deps,
        policy=read_policy({"aliases": {"Wohnort": "city"}, "cardinality": {"居住地": "many"}}),
    )
    assert objects(said.deps, ACME, ALICE, "city") == ["Berlin", "Hamburg", "Munich"]
    again = replay(ACME, said.deps)
    assert counts(again) == (0, 0, 0, 0)


def test_one_scope_may_be_looked_at_but_no_policy_holds_for_one_alone(said: InMemoryPipeline) -> None:
    policy = read_policy({"cardinality": {"city": "many"}})
    looked = replay(ACME, said.deps, policy=policy, scope=BOB, dry_run=True)
    assert looked.seen == 1
    with pytest.raises(InvalidInput, match="holds for all scopes"):
        replay(ACME, said.deps, policy=policy, scope=BOB)
    with pytest.raises(InvalidInput, match="there is no scope user:carol"):
        replay(ACME, said.deps, scope=Scope.of_user("carol"))
    assert replay(ACME, said.deps, scope=ALICE).seen == 1
    assert said.deps.policies.registries(ACME) == {}, "one scope is not the tenant"


def test_an_unknown_tenant_is_an_error_and_a_policy_makes_one(said: InMemoryPipeline) -> None:
    new = Tenant("new")
    with pytest.raises(UnknownTenant):
        replay(new, said.deps)
    with pytest.raises(UnknownTenant):
        replay(new, said.deps, policy=Policy(), dry_run=True)
    assert replay(new, said.deps, policy=read_policy({"preset": "ops"})).seen == 0
    assert not said.deps.policies.of(new).policy.purges


def test_a_registry_with_a_new_alias_is_applied_and_recorded(said: InMemoryPipeline) -> None:
    grown = [replace(p, aliases=(*p.aliases, "Wohnort")) if p.name == "city" else p for p in PREDICATES]
    newer = replace(said.deps, registry=build_registry(grown, "2027-1"))
    assert replay(ACME, newer).moved == 1
    assert objects(said.deps, ACME, ALICE, "city", history=True) == ["Berlin", "Hamburg", "Munich"]
    assert set(said.deps.policies.registries(ACME)) == {"2027-1"}


class Beside(InMemoryEmbedder):
    """Puts one word beside the anchor of `city`, and counts how often it is asked."""

    def __init__(self, anchor: str, word: str = "") -> None:
        super().__init__(64)
        self._anchor, self.word, self.calls = anchor, word, 0

    def embed(self, texts: Any, kind: Any = None) -> list[tuple[float, ...]]:  # noqa: ARG002
        self.calls += 1
        return super().embed([self._anchor if text == self.word else text for text in texts])


def test_unknown_predicates_are_placed_by_the_anchors_anew(said: InMemoryPipeline) -> None:
    embedder = Beside(said.deps.registry.predicates["city"].anchor, "wohnort")
    for scope in (ALICE, BOB):
        remember(said, "hat size", "57", scope=scope)
    better = replace(said.deps, embedder=embedder)
    assert replay(ACME, better, dry_run=True).moved == 1
    assert embedder.calls == 2, (
        "anchors and the unknown words of the first scope; the second scope knows them"
    )
    replay(ACME, better)
    assert objects(said.deps, ACME, ALICE, "city", history=True) == ["Berlin", "Hamburg", "Munich"]
    assert objects(said.deps, ACME, ALICE, "hat_size") == ["57"]


def test_a_replay_that_was_cut_short_is_finished_by_the_next(said: InMemoryPipeline) -> None:
    remember(said, "Wohnort", "Milan", days=5, scope=BOB)
    policy = read_policy({"aliases": {"Wohnort": "city"}})

    def cut(_: ScopeReplay, done: int, total: int) -> None:
        assert total == 2
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replay(ACME, said.deps, policy=policy, on_scope=cut)
    assert said.deps.policies.registries(ACME) == {}
    rest = replay(ACME, said.deps)
    assert [each.scope for each in rest.scopes] == [BOB]
    assert objects(said.deps, ACME, BOB, "city") == ["Milan"]
    assert counts(replay(ACME, said.deps)) == (0, 0, 0, 0)


def test_another_policy_that_comes_in_meanwhile_ends_the_replay(said: InMemoryPipeline) -> None:
    def interfere(_: ScopeReplay, done: int, __: int) -> None:
        if done == 1:
            said.deps.policies.save(ACME, Policy(agent_cap=0.5))

    with pytest.raises(PermanentError, match="run `replay` again"):
        replay(ACME, said.deps, policy=Policy(agent_cap=0.4), on_scope=interfere)
    replay(ACME, said.deps)


def test_an_archived_row_that_else_agrees_is_left_alone(said: InMemoryPipeline) -> None:
    with said.state.writing() as tables:
        for key, fact in list(tables.facts.items()):
            if fact.object == "Rome":
                tables.facts[key] = replace(fact, status=FactStatus.ARCHIVED)
    assert counts(replay(ACME, said.deps)) == (0, 0, 0, 0)
    rows = said.deps.reader.facts(ACME, BOB, history=True, now=LATER, as_of=None)
    assert [fact.status for fact in rows] == [FactStatus.ARCHIVED]


def test_a_row_that_nothing_bears_out_is_removed(said: InMemoryPipeline) -> None:
    def stray(fact: Fact) -> Fact:
        return replace(fact, slot=replace(fact.slot, predicate="job"), object="cook", id=uuid4())  # type: ignore[arg-type]

    with said.state.writing() as tables:
        (owner, _, at), rome = next(item for item in tables.facts.items() if item[1].object == "Rome")
        wrong = stray(rome)
        tables.facts[owner, wrong.id, at] = wrong
    found = replay(ACME, said.deps)
    assert counts(found) == (0, 0, 0, 1)
    assert objects(said.deps, ACME, BOB, "job", history=True) == []


def test_a_conflict_that_a_policy_makes_is_announced() -> None:
    pipeline = in_memory_pipeline()
    remember(pipeline, "city", "Berlin")
    record(pipeline, "city", "Munich", days=100)
    assert objects(pipeline.deps, ACME, ALICE, "city") == ["Munich"]
    pipeline.clock.advance(timedelta(days=120))
    replay(ACME, pipeline.deps, policy=read_policy({"override_after": "P200D"}))
    assert objects(pipeline.deps, ACME, ALICE, "city") == ["Berlin"]
    (conflict,) = pipeline.deps.conflicts.waiting(ACME, None, now=pipeline.clock.now())
    assert conflict.challenger.source is Source.CMDB
    assert [n.memory_id for n in pipeline.store.outbox if n.type == "memory.conflicted"] == [
        conflict.challenger.id
    ]
