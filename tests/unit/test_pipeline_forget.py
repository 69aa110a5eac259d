"""Erasure over provenance, in memory: what goes, what is computed again, and what never comes back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from memory_pipeline.adapters.in_memory.outbox import InMemoryAnnouncements, InMemoryOutbox
from memory_pipeline.domain.erasure import ByMemory, BySession, ByText, Everything, Receipt, Target
from memory_pipeline.domain.errors import InvalidInput, UnknownTenant
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.codec import make
from memory_pipeline.events.identity import EventId, event_id
from memory_pipeline.events.models import MemoryCorrect, MemoryForget, MemoryRemember
from memory_pipeline.events.policies import read_policy
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.recall import Query, recall
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.redo import redo_due
from memory_pipeline.ports.ledger import EventState, LedgerEntry
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline, memories, objects
from tests.support.talks import ACME, SRE, Talk, append_all, incident, ingest, small_world, talk

ALICE, BOB = Scope.of_user("alice"), Scope.of_user("bob")


@pytest.fixture
def pipeline() -> InMemoryPipeline:
    return in_memory_pipeline()


def tell(pipeline: InMemoryPipeline, *talks: Talk) -> None:
    ingest(talks, pipeline.deps)
    pipeline.work()


def erase(pipeline: InMemoryPipeline, target: Target, scope: Scope = ALICE, **more: bool) -> Receipt:
    deps = replace(
        pipeline.deps, outbox=InMemoryOutbox(pipeline.state), announcements=InMemoryAnnouncements()
    )
    receipt = forget(ACME, scope, target, deps, **more)
    if not receipt.dry_run:
        assert (receipt.remaining, receipt.verified) == (0, True), receipt.places
    return receipt


def fact(pipeline: InMemoryPipeline, predicate: str, object_: str, scope: Scope = ALICE) -> Fact:
    rows = pipeline.deps.reader.facts(ACME, scope, history=True, now=pipeline.clock.now(), as_of=None)
    return next(row for row in rows if row.slot.predicate == predicate and row.object == object_)


def everything_said(pipeline: InMemoryPipeline) -> str:
    """All that is kept anywhere, as one text."""
    working = pipeline.deps.working
    return repr(pipeline.state._tables) + repr(working.__dict__)


def remember(
    pipeline: InMemoryPipeline, text: str, key: str, *, at: datetime, scope: Scope = ALICE
) -> EventId:
    id_ = event_id(ACME, scope, "memory.remember", key)
    event = make(
        MemoryRemember,
        event_id=id_,
        tenant=ACME,
        scope=str(scope),
        occurred_at=at,
        ref=f"remember:{key}",
        text=text,
    )
    record_events([event], pipeline.deps)
    return id_


class TestBySession:
    def test_one_of_three_sources_leaves_the_fact_with_two(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, *(talk(f"s-{n}", "alice", "I live in Berlin.", day=n) for n in range(3)))
        assert fact(pipeline, "city", "Berlin").support == 3
        receipt = erase(pipeline, BySession("s-1"))
        left = fact(pipeline, "city", "Berlin")
        assert left.support == 2
        assert {each.session_id for each in left.evidence} == {"s-0", "s-2"}
        assert [(each.before, each.after) for each in receipt.recomputed] == [(3, 2)]
        assert receipt.removed_facts == ()

    def test_the_newest_value_gone_the_older_one_is_back_with_its_interval(
        self, pipeline: InMemoryPipeline
    ) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        before = memories(pipeline.deps, ACME, [ALICE])
        tell(pipeline, talk("s-1", "alice", "I moved to Munich.", day=9))
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Munich"]
        erase(pipeline, BySession("s-1"))
        assert memories(pipeline.deps, ACME, [ALICE]) == before
        assert "Munich" not in everything_said(pipeline)

    def test_every_copy_in_shared_scopes_goes_and_no_other(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, incident("ops-1"), incident("ops-2", day=5))
        home = Scope.of_user("oncall")
        before = memories(pipeline.deps, ACME, [SRE])[str(SRE)]
        assert len(before.episodes) == 2
        erase(pipeline, BySession("ops-1"), home)
        after = memories(pipeline.deps, ACME, [SRE])[str(SRE)]
        assert [each.session_id for each in after.episodes] == ["ops-2"]
        assert all(each.session_id == "ops-2" for row in after.facts for each in row.evidence)

    def test_of_two_people_one_session_id_is_two_sessions(self, pipeline: InMemoryPipeline) -> None:
        one = incident("ops-1")
        other = Talk("ops-1", "second", incident("x", day=9).messages, (SRE,))
        tell(pipeline, one, other)
        before = memories(pipeline.deps, ACME, [Scope.of_user("second")])
        erase(pipeline, BySession("ops-1"), Scope.of_user("oncall"))
        assert memories(pipeline.deps, ACME, [Scope.of_user("second")]) == before
        assert memories(pipeline.deps, ACME, [SRE])[str(SRE)].episodes

    def test_the_same_session_again_brings_nothing_back_and_says_so(self, pipeline: InMemoryPipeline) -> None:
        said = talk("s-0", "alice", "I live in Berlin.", "Nice.")
        tell(pipeline, said)
        erase(pipeline, BySession("s-0"))
        (again,) = ingest([said], pipeline.deps)
        pipeline.work()
        entry = pipeline.deps.ledger.states(ACME, [again])[again]
        assert entry.state is EventState.DONE
        assert entry.result["discarded"] == "erased"
        assert entry.result["discarded_messages"] == 2
        assert "Berlin" not in everything_said(pipeline)

    def test_an_erased_message_that_comes_late_does_not_keep_what_is_new_from_being_read(
        self, pipeline: InMemoryPipeline
    ) -> None:
        old = talk("s-0", "alice", "I live in Berlin.")
        tell(pipeline, old)
        erase(pipeline, BySession("s-0"))
        now = pipeline.clock.now() + timedelta(hours=1)
        later = talk("s-0", "alice", "Hi.", "Ok.", ">I live in Rome.", at=now).messages[2]
        tell(pipeline, Talk("s-0", "alice", (later, *old.messages)))
        assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == ["Rome"]

    def test_what_is_said_in_it_later_is_welcome(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        erase(pipeline, BySession("s-0"))
        now = pipeline.clock.now() + timedelta(hours=1)
        later = talk("s-0", "alice", "I live in Berlin.", "Ok.", ">I live in Rome.", at=now)
        tell(pipeline, Talk("s-0", "alice", later.messages[2:]))
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Rome"]

    def test_a_correction_does_not_tell_what_it_took_back(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        city = fact(pipeline, "city", "Berlin")
        header = {
            "event_id": UUID(int=9),
            "tenant": ACME,
            "scope": str(ALICE),
            "occurred_at": pipeline.clock.now(),
        }
        record_events(
            [make(MemoryCorrect, **header, ref="c:1", memory_id=city.id, object="Rome")], pipeline.deps
        )
        pipeline.work()
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Rome"]
        erase(pipeline, BySession("s-0"))
        assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == ["Rome"]
        assert "Berlin" not in everything_said(pipeline)

    def test_before_it_was_consolidated_its_event_ends_and_says_why(self, pipeline: InMemoryPipeline) -> None:
        (event,) = ingest([talk("s-0", "alice", "I live in Berlin.")], pipeline.deps)
        receipt = erase(pipeline, BySession("s-0"))
        pipeline.work()
        assert receipt.deleted["working_messages"] == 1
        entry = pipeline.deps.ledger.states(ACME, [event])[event]
        assert (entry.state, entry.result["discarded"]) == (EventState.DONE, "erased")
        assert "Berlin" not in everything_said(pipeline)


class TestByMemory:
    def test_its_words_are_masked_and_only_its_own(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin.", "Ok.", "I have a dog named Rex.", "Nice."))
        receipt = erase(pipeline, ByMemory(fact(pipeline, "city", "Berlin").id))
        assert receipt.deleted["messages_masked"] == 1
        assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == []
        assert any("Rex" in each for each in objects(pipeline.deps, ACME, ALICE, "pet"))
        assert "Berlin" not in everything_said(pipeline)
        assert "Rex" in everything_said(pipeline)

    def test_an_id_that_was_absorbed_names_the_fact_that_absorbed_it(
        self, pipeline: InMemoryPipeline
    ) -> None:
        tell(pipeline, talk("s-1", "alice", "I live in Munich, Germany.", day=5))
        known = fact(pipeline, "city", "Munich, Germany").id
        tell(pipeline, talk("s-0", "alice", "I live in Munich."))
        assert fact(pipeline, "city", "Munich, Germany").id != known
        shown = erase(pipeline, ByMemory(known), dry_run=True)
        receipt = erase(pipeline, ByMemory(known))
        assert len(receipt.removed_facts) == 1
        assert shown.removed_facts == receipt.removed_facts
        assert "Munich" not in everything_said(pipeline)

    def test_the_next_extraction_of_the_segment_does_not_find_it_again(
        self, pipeline: InMemoryPipeline
    ) -> None:
        said = talk("s-0", "alice", "I live in Berlin.")
        tell(pipeline, said)
        erase(pipeline, ByMemory(fact(pipeline, "city", "Berlin").id))
        ingest([said], pipeline.deps)
        pipeline.work()
        assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == []
        assert "Berlin" not in everything_said(pipeline)

    def test_a_later_restatement_is_welcome(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        erase(pipeline, ByMemory(fact(pipeline, "city", "Berlin").id))
        tell(pipeline, talk("s-1", "alice", "I live in Berlin.", at=pipeline.clock.now()))
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Berlin"]

    def test_what_was_remembered_outright_leaves_the_ledger_too(self, pipeline: InMemoryPipeline) -> None:
        at = datetime(2026, 2, 1, tzinfo=UTC)
        event = remember(pipeline, "My locker is number 4711", "k", at=at)
        pipeline.work()
        (row,) = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=pipeline.clock.now(), as_of=None)
        erase(pipeline, ByMemory(row.id))
        assert "4711" not in everything_said(pipeline)
        assert pipeline.deps.ledger.states(ACME, [event])[event].state is EventState.DONE

    def test_an_episode_stays_away_when_its_segment_is_told_again(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, incident("ops-1"))
        home = Scope.of_user("oncall")
        (episode,) = pipeline.deps.reader.episodes(ACME, home, archived=False)
        receipt = erase(pipeline, ByMemory(episode.id), home)
        assert episode.id in receipt.removed_episodes
        assert pipeline.deps.reader.episodes(ACME, home, archived=False) == []
        assert receipt.extracted_again == 0

    @pytest.mark.parametrize("scope", [Scope.of_user("oncall"), SRE])
    def test_neither_does_it_begin_with_its_second_message(
        self, pipeline: InMemoryPipeline, scope: Scope
    ) -> None:
        told = incident("ops-1")
        tell(pipeline, told)
        (episode,) = pipeline.deps.reader.episodes(ACME, Scope.of_user("oncall"), archived=False)
        erase(pipeline, ByMemory(episode.id), Scope.of_user("oncall"))
        with pipeline.deps.erasures.unit(ACME, [told.scope, SRE]) as unit:
            assert unit.redo({told.key(): [0]}, now=pipeline.clock.now()) == 1
        assert redo_due(pipeline.deps).segments == 1
        assert pipeline.deps.reader.episodes(ACME, scope, archived=False) == []

    def test_a_memory_that_is_not_there_is_no_error(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        receipt = erase(pipeline, ByMemory(UUID(int=7)))
        assert receipt.deleted == {}


class TestByText:
    @pytest.mark.parametrize("text", ["peanuts", "ＰＥＡＮＵＴＳ", " Peanuts "])
    def test_it_goes_wherever_it_stands(self, pipeline: InMemoryPipeline, text: str) -> None:
        tell(
            pipeline, talk("s-0", "alice", "I'm allergic to peanuts.", "Noted: peanuts.", "I live in Berlin.")
        )
        remember(pipeline, "never order anything with Peanuts", "k", at=datetime(2026, 2, 1, tzinfo=UTC))
        pipeline.work()
        erase(pipeline, ByText(text))
        assert "peanuts" not in everything_said(pipeline).casefold()
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Berlin"]

    def test_a_tool_that_escapes_what_it_says_keeps_nothing(self, pipeline: InMemoryPipeline) -> None:
        said = json.dumps({"service": "order-service", "owner": "王小明", "region": "杭州"})
        call = ToolCall("get_service", json.dumps({"found": said}), "call-王小明")
        at = datetime(2026, 1, 5, tzinfo=UTC)
        messages = (
            Message("m1", Role.ASSISTANT, "", at, tool_calls=(call,)),
            Message("m2", Role.TOOL, said, at, tool_call_id="call-王小明"),
            Message("m3", Role.USER, "王小明 is my neighbour.", at),
        )
        tell(pipeline, Talk("s-0", "alice", messages))
        erase(pipeline, ByText("王小明"))
        everything = everything_said(pipeline)
        assert "王小明" not in everything
        assert json.dumps("小")[1:-1] not in everything
        assert json.dumps("杭州")[1:-1] in everything.replace("\\\\", "\\")

    @pytest.mark.parametrize("name", ["Zaubernuss", "Zaubernuss Meyer", "王小明"])
    def test_what_covers_it_is_no_value(self, pipeline: InMemoryPipeline, name: str) -> None:
        told = f"我叫{name}。" if name == "王小明" else f"My name is {name}."
        tell(pipeline, talk("s-0", "alice", told, "Hi!", "I live in Berlin."))
        assert objects(pipeline.deps, ACME, ALICE, "name") == [name]
        receipt = erase(pipeline, ByText(name.split(maxsplit=1)[0]))
        said = pipeline.deps.transcripts.read(talk("s-0", "alice", "x").key())
        assert said is not None
        with pipeline.deps.erasures.unit(ACME, [ALICE]) as unit:
            unit.redo({said.key: [0]}, now=pipeline.clock.now())
        assert redo_due(pipeline.deps).segments == 1
        assert objects(pipeline.deps, ACME, ALICE, "name") == []
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Berlin"]
        assert receipt.deleted["messages_masked"] == 1

    def test_chinese_is_found_whatever_its_width(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "我对花生过敏。", "好的。", "我住在北京。"))
        erase(pipeline, ByText("花 生"))
        assert "花生" not in everything_said(pipeline)
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["北京"]

    def test_what_others_said_word_for_word_is_theirs(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."), talk("b-0", "bob", "I live in Berlin."))
        before = memories(pipeline.deps, ACME, [BOB])
        erase(pipeline, ByText("I live in Berlin"))
        assert memories(pipeline.deps, ACME, [BOB]) == before
        assert objects(pipeline.deps, ACME, ALICE, "city") == []

    def test_what_waits_in_the_inbox_or_in_an_open_session_is_found(self, pipeline: InMemoryPipeline) -> None:
        append_all(talk("s-0", "alice", "My code word is zebrafish."), pipeline.deps)
        remember(pipeline, "the zebrafish again", "k", at=datetime(2026, 2, 1, tzinfo=UTC))
        erase(pipeline, ByText("zebrafish"))
        pipeline.work()
        assert "zebrafish" not in everything_said(pipeline)

    def test_an_episode_that_cites_it_is_told_again_without_it(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, incident("ops-1"))
        home = Scope.of_user("oncall")
        (before,) = pipeline.deps.reader.episodes(ACME, home, archived=False)
        assert "14:05" in before.trigger
        receipt = erase(pipeline, ByText("since 14:05"), home)
        assert before.id in receipt.removed_episodes
        assert receipt.extracted_again == 1
        assert pipeline.deps.reader.episodes(ACME, home, archived=False) == []
        assert redo_due(pipeline.deps).segments == 1
        for scope in (home, SRE):
            (after,) = pipeline.deps.reader.episodes(ACME, scope, archived=False)
            assert "timing out" in after.trigger
            assert after.outcome == before.outcome
        assert "14:05" not in everything_said(pipeline)
        assert redo_due(pipeline.deps).segments == 0

    def test_what_rested_on_its_words_goes_and_what_is_left_of_them_stays(
        self, pipeline: InMemoryPipeline
    ) -> None:
        tell(pipeline, talk("s-0", "alice", "I moved from Berlin to Munich.", "Ok.", "I like tea."))
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Munich"]
        erase(pipeline, ByText("Berlin"))
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Munich"]
        erase(pipeline, ByText("to Munich"))
        assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == []
        assert objects(pipeline.deps, ACME, ALICE, "likes") == ["tea"]

    def test_as_a_secret_it_is_known_again_whoever_writes_it(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "the vault phrase is zebra-umbrella-9021"))
        erase(pipeline, ByText("zebra-umbrella-9021", secret=True))
        tell(pipeline, talk("s-1", "alice", "again: zebra-umbrella-9021", at=pipeline.clock.now()))
        assert "zebra-umbrella-9021" not in everything_said(pipeline)

    def test_nothing_to_look_for_is_refused(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        with pytest.raises(InvalidInput, match="nothing in the text"):
            forget(ACME, ALICE, ByText(" \u200b "), pipeline.deps)


class TestEverything:
    def test_nothing_is_left_and_others_are_as_they_were(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, *small_world())
        others = [BOB, SRE, Scope.of_user("王小明"), Scope.of_user("oncall")]
        before = memories(pipeline.deps, ACME, others)
        receipt = erase(pipeline, Everything())
        assert receipt.deleted["facts"] > 5
        assert memories(pipeline.deps, ACME, others) == before
        kept = everything_said(pipeline)
        for word in ("Alice", "Munich", "coffee", "March 15", "user:alice"):
            assert word not in kept.replace("王小明", ""), word

    def test_the_policy_names_the_scope_no_more(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, *small_world())
        overrides = [{"scope": str(ALICE), "ttl": "P30D"}, {"scope": str(BOB), "ttl": "P30D"}]
        pipeline.deps.policies.save(ACME, read_policy({"overrides": overrides}))
        assert erase(pipeline, Everything(), dry_run=True).deleted["policy_overrides"] == 1
        assert erase(pipeline, Everything()).deleted["policy_overrides"] == 1
        assert pipeline.deps.policies.of(ACME).policy == read_policy({"overrides": overrides[1:]})

    def test_a_second_call_is_a_success_with_nothing(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, *small_world())
        erase(pipeline, Everything())
        assert erase(pipeline, Everything()).deleted == {}

    def test_a_later_conversation_starts_afresh(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, *small_world())
        erase(pipeline, Everything())
        now = pipeline.clock.now() + timedelta(minutes=1)
        tell(pipeline, talk("a-9", "alice", "I live in Rome.", at=now))
        assert objects(pipeline.deps, ACME, ALICE, "city", history=True) == ["Rome"]

    def test_the_same_file_again_brings_nothing_back(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, *small_world())
        erase(pipeline, Everything())
        events = ingest([one for one in small_world() if one.user == "alice"], pipeline.deps)
        pipeline.work()
        entries = pipeline.deps.ledger.states(ACME, events)
        assert {entries[each].state for each in events} == {EventState.DONE}
        assert all(entries[each].result["discarded"] == "erased" for each in events)
        assert "Munich" not in everything_said(pipeline)

    def test_work_that_waits_ends_and_says_what_was_discarded(self, pipeline: InMemoryPipeline) -> None:
        events = ingest([talk("s-0", "alice", "I live in Berlin.")], pipeline.deps)
        waits = remember(pipeline, "My locker is 4711", "k", at=datetime(2026, 2, 1, tzinfo=UTC))
        erase(pipeline, Everything())
        pipeline.work()
        entries = pipeline.deps.ledger.states(ACME, [*events, waits])
        assert {entry.state for entry in entries.values()} == {EventState.DONE}
        assert {entry.result["discarded"] for entry in entries.values()} == {"erased"}
        kept = everything_said(pipeline)
        assert "Berlin" not in kept
        assert "4711" not in kept

    def test_a_copy_in_a_shared_scope_goes_too(self, pipeline: InMemoryPipeline) -> None:
        tell(pipeline, incident("ops-1"), incident("ops-2", day=8))
        erase(pipeline, Everything(), Scope.of_user("oncall"))
        assert memories(pipeline.deps, ACME, [SRE])[str(SRE)].episodes == ()


@pytest.mark.parametrize(
    "target", [BySession("a-2"), ByText("coffee"), Everything(), BySession("nobody's"), ByMemory(UUID(int=1))]
)
def test_a_dry_run_shows_what_goes_and_changes_nothing(pipeline: InMemoryPipeline, target: Target) -> None:
    tell(pipeline, *small_world())
    before = everything_said(pipeline)
    shown = erase(pipeline, target, dry_run=True)
    assert everything_said(pipeline) == before
    if not isinstance(target, Everything):
        done = erase(pipeline, target)
        assert (done.removed_facts, done.recomputed) == (shown.removed_facts, shown.recomputed)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("target", [BySession("new"), ByText("coffee"), Everything()])
def test_a_dry_run_counts_what_waits_in_the_working_tier(
    pipeline: InMemoryPipeline, target: Target, closed: bool
) -> None:
    tell(pipeline, talk("old", "alice", "I love coffee.", "Noted."))
    later = talk("new", "alice", "I don't like coffee any more.", "Fine.", day=3)
    if closed:
        ingest([later], pipeline.deps)
    else:
        append_all(later, pipeline.deps)
    before = everything_said(pipeline)
    shown = erase(pipeline, target, dry_run=True).deleted
    assert everything_said(pipeline) == before
    done = erase(pipeline, target).deleted
    names = ("working_messages", "working_messages_masked", "messages_masked", "events")
    assert {name: shown.get(name, 0) for name in names} == {name: done.get(name, 0) for name in names}
    assert shown.get("working_messages", 0) + shown.get("working_messages_masked", 0) >= 2


def test_nobody_recalls_what_was_erased(pipeline: InMemoryPipeline) -> None:
    tell(pipeline, *small_world())
    erase(pipeline, BySession("a-4"))
    found = recall(ACME, [ALICE], Query("when is my birthday"), pipeline.deps, deadline=timedelta(seconds=20))
    assert not any("March" in memory.text for memory in found.memories)


def test_a_tenant_nobody_wrote_for_is_a_mistake(pipeline: InMemoryPipeline) -> None:
    with pytest.raises(UnknownTenant):
        forget(Tenant("nobody"), ALICE, Everything(), pipeline.deps)


class TestAsAnEvent:
    def ask(self, pipeline: InMemoryPipeline, **what: object) -> LedgerEntry:
        id_ = event_id(ACME, ALICE, "memory.forget", repr(what))
        event = make(
            MemoryForget, event_id=id_, tenant=ACME, scope=str(ALICE), occurred_at=pipeline.clock.now(),
            ref="forget:1", **what,
        )  # fmt: skip
        record_events([event], pipeline.deps)
        pipeline.work()
        return pipeline.deps.ledger.states(ACME, [id_])[id_]

    @pytest.mark.parametrize("what", [{"everything": True}, {"session_id": "s-0"}])
    def test_a_worker_erases_and_the_receipt_is_its_result(
        self, pipeline: InMemoryPipeline, what: dict[str, object]
    ) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        entry = self.ask(pipeline, **what)
        assert entry.state is EventState.DONE
        assert (entry.result["remaining"], entry.result["verified"]) == (0, True)
        assert entry.result["deleted"]["facts"] == 1
        assert "Berlin" not in everything_said(pipeline)

    @pytest.mark.parametrize("what", [{}, {"everything": True, "session_id": "s-0"}])
    def test_one_that_names_none_or_two_things_is_refused(
        self, pipeline: InMemoryPipeline, what: dict[str, object]
    ) -> None:
        tell(pipeline, talk("s-0", "alice", "I live in Berlin."))
        entry = self.ask(pipeline, **what)
        assert entry.state is EventState.DEAD
        assert "no more and no less" in (entry.error or "")
        assert objects(pipeline.deps, ACME, ALICE, "city") == ["Berlin"]
