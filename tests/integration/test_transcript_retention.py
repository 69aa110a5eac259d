"""Words past retention on real Postgres: whole months go, with what the night says of it, and nothing else changes."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.erasure import ByMemory, BySession, ByText, Target
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.retention import month_of
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.interfaces.rendering.documents import explanation_document
from memory_pipeline.interfaces.rendering.nights import foreseen_document, night_document
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.explain import explain
from memory_pipeline.pipeline.export import export
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.run_night import NightReport, claim, run_night
from memory_pipeline.pipeline.forgetting.run_step import run_step
from memory_pipeline.pipeline.handle import Done
from memory_pipeline.pipeline.redo import redo_due
from memory_pipeline.pipeline.session_context import session_context
from memory_pipeline.ports.retention import MonthWords
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, SessionLog
from tests.support.keys import TEST_HMAC_KEY
from tests.support.pipelines import ScriptedExtractor, memories
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import SRE, Talk, append_all, incident, ingest, talk

pytestmark = pytest.mark.servers

KEEP = timedelta(days=30)
_years = itertools.count(2001)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    with server_pipeline(Path(tmp_path_factory.mktemp("home")), transcript_retention_days=30.0) as pipeline:
        yield pipeline


@dataclass(frozen=True)
class World:
    """A tenant and a year of its own: January's words are past retention in March."""

    tenant: Tenant
    january: datetime
    deps: Dependencies
    url: str

    @property
    def clock(self) -> FixedClock:
        assert isinstance(self.deps.clock, FixedClock)
        return self.deps.clock

    @property
    def month(self) -> date:
        return self.january.date().replace(day=1)

    def tell(self, *talks: Talk) -> None:
        ingest(talks, self.deps, tenant=self.tenant)
        assert all(isinstance(outcome, Done) for outcome in work(self.deps))

    def night(self, days: int = 60) -> NightReport:
        self.clock.set(self.january + timedelta(days=days))
        return run_night(self.tenant, self.deps)

    def words(self) -> int:
        """How many messages of the tenant have theirs."""
        with psycopg.connect(self.url) as connection:
            query = "SELECT count(*) FROM transcript_words WHERE tenant = %s"
            row = connection.execute(query, [self.tenant]).fetchone()
        assert row is not None
        return int(row[0])

    def erase(self, user: str, target: Target) -> dict[str, int]:
        receipt = forget(self.tenant, Scope.of_user(user), target, self.deps)
        assert (receipt.remaining, receipt.places, receipt.verified) == (0, {}, True)
        return dict(receipt.deleted)


@pytest.fixture
def world(pipeline: Pipeline) -> World:
    year = next(_years)
    january = datetime(year, 1, 10, 12, tzinfo=UTC)
    deps = replace(
        pipeline.dependencies,
        embedder=InMemoryEmbedder(64),
        publisher=InMemoryPublisher(),
        clock=FixedClock(january),
    )
    return World(Tenant(f"t-{year}"), january, deps, pipeline.urls.database)


EVE = talk("e-1", "eve", "I live in Berlin.", "Ok.", "我对花生过敏。", "好的。", "My dog is called Rex.")
SCOPE = EVE.scope


def test_a_night_drops_the_month_says_so_and_changes_no_memory(world: World) -> None:
    world.tell(EVE, incident("ops-1"))
    scopes = [SCOPE, Scope.of_user("oncall"), SRE]
    before = memories(world.deps, world.tenant, scopes)
    assert world.words() == 12
    world.clock.set(world.january + timedelta(days=60))
    foreseen = foreseen_document(dry_run(world.tenant, world.deps), [], None)
    assert world.words() == 12, "a dry run drops nothing"
    report = night_document(world.night())
    assert report["transcripts"] == {
        "dropped": [{"month": f"{world.january:%Y}-01", "messages": 12}],
        "held": [],
    }
    assert report["steps"]["purge"]["working"] == 12
    assert (foreseen["transcripts"], foreseen["steps"]) == (report["transcripts"], report["steps"])
    assert report["status"] == "done"
    assert world.words() == 0
    assert memories(world.deps, world.tenant, scopes) == before
    again = night_document(world.night())
    assert (again["status"], again["steps"]["purge"]["working"]) == ("already_done", 0)
    assert night_document(world.night(61))["transcripts"] == {"dropped": [], "held": []}


def test_the_same_file_again_changes_nothing_and_brings_no_words_back(world: World) -> None:
    world.tell(EVE)
    key = EVE.key(world.tenant)
    before, facts = (world.deps.transcripts.read(key), memories(world.deps, world.tenant, [SCOPE]))
    world.night()
    world.deps.working_erasure.remove_session(key)  # its time there is long over
    extractor = ScriptedExtractor()
    watched = replace(world.deps, extractor=extractor)
    ingest([EVE], watched, tenant=world.tenant)
    work(watched)
    shorter = replace(EVE, messages=EVE.messages[:-1])  # closed somewhere else: an event of its own
    ingest([shorter], watched, tenant=world.tenant)
    work(watched)
    assert extractor.asked == []
    after = world.deps.transcripts.read(key)
    assert before is not None
    assert after is not None
    assert (after.watermark, [each.id for each in after.messages]) == (
        before.watermark, [each.id for each in before.messages],
    )  # fmt: skip
    assert world.words() == 0
    assert memories(world.deps, world.tenant, [SCOPE]) == facts


def test_a_session_goes_on_after_its_beginning_has_gone(world: World) -> None:
    world.tell(EVE)
    world.night()
    later = [
        Message("m8", Role.USER, "I moved to Oslo.", world.clock.now()),
        Message("m9", Role.ASSISTANT, "How nice.", world.clock.now() + timedelta(minutes=1)),
    ]
    world.tell(replace(EVE, messages=(*EVE.messages, *later)))
    found = {fact.object for fact in memories(world.deps, world.tenant, [SCOPE])[str(SCOPE)].facts}
    assert {"Berlin", "Oslo", "Rex"} <= found
    read = world.deps.transcripts.read(EVE.key(world.tenant))
    assert read is not None
    assert (read.watermark, len(read.past_retention), len(read.kept)) == (7, 5, 2)
    world.deps.working_erasure.remove_session(EVE.key(world.tenant))
    context = session_context(EVE.key(world.tenant), world.deps)
    assert [each.content for each in context.messages] == ["I moved to Oslo.", "How nice."]


def test_export_and_explain_say_that_words_are_past_retention(world: World) -> None:
    world.tell(EVE, incident("ops-1"))
    world.night()
    document = json.loads("".join(export(world.tenant, SCOPE, world.deps)))
    section = document["sections"]["messages"]
    assert section["fields"]["past_retention"] == "truth value"
    assert [(each["content"], each["past_retention"]) for each in section["records"]] == [(None, True)] * 5
    assert [each["message_id"] for each in section["records"]] == [each.id for each in EVE.messages]
    for scope in (SCOPE, SRE):
        rows = memories(world.deps, world.tenant, [scope])[str(scope)]
        id_ = rows.facts[0].id if rows.facts else rows.episodes[0].id
        shown = explanation_document(explain(world.tenant, id_, world.deps))
        assert shown["past_retention"], scope
        assert shown["memory"]["evidence"][0]["quote"]
    shared = json.loads("".join(export(world.tenant, Scope.of_user("oncall"), world.deps)))["sections"]
    assert shared["shared_episodes"]["records"], (
        "what stands elsewhere of ones own sessions is known by its quotes"
    )


def test_a_month_is_held_while_a_message_is_not_consolidated_and_the_reason_told(world: World) -> None:
    world.tell(EVE)
    open_talk = talk("e-2", "eve", "I like chess.", "Ok.")
    append_all(open_talk, world.deps, tenant=world.tenant)
    log = world.deps.working.read(open_talk.key(world.tenant))
    assert log is not None
    world.deps.transcripts.absorb(log, now=world.clock.now())
    world.clock.set(world.january + timedelta(days=60))
    reason = "1 session(s) have messages of it that are not consolidated"
    told = [MonthWords(world.month, 7, reason)]
    assert list(dry_run(world.tenant, world.deps).transcripts.held) == told
    report = world.night()
    assert list(report.run.transcripts.held) == told
    assert night_document(report)["transcripts"]["held"][0]["reason"] == reason
    assert (report.run.status, world.words()) == ("done", 7)
    world.tell(replace(open_talk))
    later = world.night(61)
    assert (later.run.transcripts.dropped, later.run.transcripts.held) == ((MonthWords(world.month, 7),), ())


def test_a_night_for_an_instant_to_come_takes_nobodys_words_before_their_time(world: World) -> None:
    world.tell(EVE)
    as_of = world.january + timedelta(days=400)
    world.clock.set(world.january + timedelta(days=45))
    assert foreseen_document(dry_run(world.tenant, world.deps, as_of=as_of), [], None)["transcripts"] == {
        "dropped": [], "held": [],
    }  # fmt: skip
    report = run_night(world.tenant, world.deps, as_of=as_of)
    assert (report.run.transcripts.dropped, report.run.transcripts.held, world.words()) == ((), (), 5)


def test_what_may_have_to_be_read_again_is_dropped_by_nobody(world: World) -> None:
    """By the clock of the database, whatever that of a process says, and whoever asks."""
    deps, retention, now = world.deps, world.deps.retention, datetime.now(UTC)
    assert retention is not None
    log = SessionLog(EVE.key(world.tenant), EVE.info, EVE.messages)
    deps.transcripts.absorb(log, now=now)
    with deps.store.unit(world.tenant, [SCOPE]) as unit:
        assert unit.commit_segment(log.key, SegmentRange(0, 5), now=now)
    far = now + timedelta(days=4000)
    assert not [each for each in retention.past(world.tenant, before=far.date()) if each.messages]
    assert not retention.drop(month_of(now), now=far)
    assert world.words() == 5


def test_a_reader_makes_the_night_give_way_and_the_next_one_tries_again(world: World) -> None:
    world.tell(EVE)
    with psycopg.connect(world.url) as reader:
        reader.execute("SELECT count(*) FROM transcript_words")
        report = world.night()
        assert [each.month for each in report.run.transcripts.held] == [world.month]
        assert "the next night tries again" in report.run.transcripts.held[0].reason
        assert report.run.counts.get(Step.PURGE, {}).get("working", 0) == 0
    assert world.words() == 5
    assert world.night(61).run.counts[Step.PURGE]["working"] == 5


def test_no_message_is_refused_and_none_lost_while_months_are_dropped(world: World) -> None:
    """Also of processes whose clock is behind: a month that goes away under their hands is made anew."""
    deps, retention = world.deps, world.deps.retention
    assert retention is not None

    def say(number: int) -> SessionKey:
        key = SessionKey(world.tenant, Scope.of_user(f"u-{number}"), f"s-{number}")
        said = Message("m1", Role.USER, f"word {number}", world.january)
        deps.transcripts.absorb(SessionLog(key, SessionInfo(), (said,)), now=world.january)
        with deps.store.unit(world.tenant, [key.scope]) as unit:
            if number % 2:
                unit.commit_segment(key, SegmentRange(0, 1), now=world.january)
        retention.drop(world.month, now=world.january)
        return key

    keys = []
    for start in range(0, 24, 8):
        with ThreadPoolExecutor(4) as threads:
            keys += list(threads.map(say, [n for n in range(start, start + 8) if n % 2]))
    with ThreadPoolExecutor(4) as threads:
        keys += list(threads.map(say, range(100, 116)))
    for key in keys:
        read = deps.transcripts.read(key)
        assert read is not None
        assert len(read.messages) == 1
        assert not read.past_retention or read.watermark == 1


_KILLED = """
import os, signal, sys
from dataclasses import replace
from datetime import datetime
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.bootstrap import open_pipeline
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.settings import load_settings

deps = open_pipeline(load_settings()).dependencies

class Killed:
    def __getattr__(self, name):
        return getattr(deps.retention, name)
    def report(self, *args):
        os.kill(os.getpid(), signal.SIGKILL)

night = replace(deps, retention=Killed(), embedder=InMemoryEmbedder(64))
run_night(Tenant(sys.argv[1]), night, as_of=datetime.fromisoformat(sys.argv[2]))
"""


def test_a_night_that_was_killed_between_drop_and_report_counts_what_it_dropped(
    world: World, pipeline: Pipeline, tmp_path: Path
) -> None:
    world.tell(EVE)
    as_of = world.january + timedelta(days=60)
    environment = {
        **os.environ,
        "MEMORY_PIPELINE_HOME": str(tmp_path),
        "MEMORY_PIPELINE_DATABASE_URL": pipeline.urls.database,
        "MEMORY_PIPELINE_REDIS_URL": pipeline.urls.redis,
        "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY,
        "MEMORY_PIPELINE_TRANSCRIPT_RETENTION_DAYS": "30",
    }
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED, world.tenant, as_of.isoformat()], env=environment, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert world.words() == 0
    report = world.night()
    assert not report.already_done
    assert report.run.counts[Step.PURGE]["working"] == 5
    assert report.run.transcripts.dropped == (MonthWords(world.month, 5),)


def test_of_several_shards_one_sees_to_the_months_and_twice_is_once(world: World) -> None:
    world.tell(EVE)
    as_of = world.january + timedelta(days=60)
    world.clock.set(as_of)
    run, _ = claim(world.tenant, world.deps, as_of=as_of, shards=4)
    run_step(world.tenant, run.id, Step.PURGE, 3, world.deps)
    assert world.words() == 5
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda _: run_step(world.tenant, run.id, Step.PURGE, 0, world.deps), range(3)))
    assert world.words() == 0
    assert world.deps.forgetting is not None
    found = world.deps.forgetting.run(world.tenant, run.id)
    assert found is not None
    assert found.counts[Step.PURGE]["working"] == 5
    assert found.transcripts.held == ()


def test_two_tenants_nights_report_their_own(world: World) -> None:
    other = replace(world, tenant=Tenant(f"{world.tenant}-b"))
    world.tell(EVE)
    other.tell(EVE, talk("e-2", "eve", "I like chess.", "Ok."))
    assert world.night().run.counts[Step.PURGE]["working"] == 5
    assert other.words() == 0
    assert other.night().run.transcripts.dropped == (MonthWords(world.month, 7),)


class TestErasure:
    def test_a_session_whose_words_are_gone(self, world: World) -> None:
        world.tell(EVE, talk("e-2", "eve", "I like chess.", "Ok."))
        world.night()
        gone = world.erase("eve", BySession("e-1"))
        assert gone["transcript"] == 5
        left = memories(world.deps, world.tenant, [SCOPE])[str(SCOPE)].facts
        assert {each.session_id for fact in left for each in fact.evidence} == {"e-2"}
        assert world.deps.transcripts.read(EVE.key(world.tenant)) is None

    def test_a_memory_and_the_quotes_of_others_that_hold_its_words(self, world: World) -> None:
        said = talk("e-1", "eve", "I live in Berlin and I work as a baker.", "Ok.", "I like chess.")
        world.tell(said)
        world.night()
        facts = memories(world.deps, world.tenant, [SCOPE])[str(SCOPE)].facts
        (city,) = [fact for fact in facts if fact.slot.predicate == "city"]
        world.erase("eve", ByMemory(city.id))
        left = memories(world.deps, world.tenant, [SCOPE])[str(SCOPE)].facts
        assert {fact.slot.predicate for fact in left} == {fact.slot.predicate for fact in facts} - {"city"}
        assert not any("Berlin" in each.quote for fact in left for each in fact.evidence)
        ingest([said], world.deps, tenant=world.tenant)
        work(world.deps)
        assert memories(world.deps, world.tenant, [SCOPE])[str(SCOPE)].facts == left
        assert world.words() == 0

    def test_a_text_here_and_in_shared_scopes_and_no_namesakes(self, world: World) -> None:
        told = incident("ops-1")
        odd = [
            replace(
                each, content=each.content.replace("order-service keeps", "order-service xyzzyword keeps")
            )
            for each in told.messages
        ]
        world.tell(replace(told, user="ann", messages=tuple(odd)), replace(told, user="ben"))
        world.night()
        assert world.words() == 0
        before = memories(world.deps, world.tenant, [Scope.of_user("ben"), SRE])
        assert "xyzzyword" in repr(before[str(SRE)])
        world.erase("ann", ByText("xyzzyword"))
        after = memories(world.deps, world.tenant, [Scope.of_user("ben"), SRE])
        assert "xyzzyword" not in repr(after)
        assert after[str(Scope.of_user("ben"))] == before[str(Scope.of_user("ben"))]
        assert len(after[str(SRE)].episodes) == 1
        world.erase("ann", BySession("ops-1"))
        assert memories(world.deps, world.tenant, [SRE]) == {str(SRE): after[str(SRE)]}

    def test_a_redo_that_finds_no_words_leaves_what_was_found(self, world: World) -> None:
        world.tell(EVE)
        world.night()
        before = memories(world.deps, world.tenant, [SCOPE])
        key = EVE.key(world.tenant)
        with world.deps.erasures.unit(world.tenant, [SCOPE]) as unit:
            assert unit.redo({key: [0]}, now=world.clock.now()) == 1
        redo_due(world.deps)
        assert world.deps.transcripts.scopes_to_redo(now=world.clock.now(), limit=9) == []
        assert memories(world.deps, world.tenant, [SCOPE]) == before

    def test_an_old_file_in_the_working_tier_is_rid_of_the_erased_message(self, world: World) -> None:
        world.tell(EVE)
        world.night()
        append_all(EVE, world.deps, tenant=world.tenant)
        facts = memories(world.deps, world.tenant, [SCOPE])[str(SCOPE)].facts
        (city,) = [fact for fact in facts if fact.slot.predicate == "city"]
        world.erase("eve", ByMemory(city.id))
        log = world.deps.working.read(EVE.key(world.tenant))
        assert "Berlin" not in repr(log)
        world.erase("eve", ByText("Rex"))
        log = world.deps.working.read(EVE.key(world.tenant))
        assert "Rex" not in repr(log), "found there alone: its words are past retention everywhere else"
        assert "过敏" in repr(log)
        assert list(world.deps.erasures.unfinished(world.tenant, SCOPE)) == []


def test_dropping_reads_no_message_one_by_one_and_leaves_no_sample_of_words(world: World) -> None:
    many = talk("long", "eve", *(f"This is number {n}." for n in range(300)))
    log, segment = SessionLog(many.key(world.tenant), many.info, many.messages), SegmentRange(0, 300)
    world.deps.transcripts.absorb(log, now=world.january)
    with world.deps.store.unit(world.tenant, [many.scope]) as unit:
        assert unit.commit_segment(log.key, segment, now=world.january)
    with psycopg.connect(world.url, autocommit=True) as connection:
        connection.execute("ANALYZE transcript_words")
    with psycopg.connect(world.url) as connection:
        assert connection.execute("SELECT drop_transcript_month(%s, now())", [world.month]).fetchone() == (
            True,
        )
        read = connection.execute(
            "SELECT relname, pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid) "
            "FROM pg_class WHERE relname IN ('transcript', 'transcript_months', 'transcript_words')"
        ).fetchall()
        samples = connection.execute(
            "SELECT count(*) FROM pg_stats WHERE tablename LIKE 'transcript_words%' AND attname = 'content' "
            "AND inherited"
        ).fetchone()
    counted: dict[str, int] = dict(read)
    assert counted["transcript"] == counted["transcript_words"] == 0
    assert counted["transcript_months"] < 200, "by session and month"
    assert samples == (0,)
    assert world.words() == 0


def test_what_is_due_is_found_by_index(world: World) -> None:
    with psycopg.connect(world.url) as connection:
        connection.execute("SET enable_seqscan = off")
        plan = connection.execute(
            "EXPLAIN SELECT FROM transcript_months m JOIN sessions s USING (tenant, scope, session_id) "
            "WHERE m.month = '2026-01-01' AND m.last_position >= s.watermark"
        ).fetchall()
    assert "transcript_months_month_tenant_idx" in str(plan)
    assert "Seq Scan" not in str(plan)


def test_a_tenant_cannot_be_told_words_of_another_month_by_month(world: World) -> None:
    world.tell(EVE)
    database = world.deps.retention._database  # type: ignore[union-attr]
    with database.transaction(Tenant("stranger")) as connection:
        for table in ("transcript_words", "transcript_months", "transcript_drops"):
            assert connection.scalar(sa.text(f"SELECT count(*) FROM {table}")) == 0  # noqa: S608
