"""Memories as documents and tables: the keys that scripts rely on, one order everywhere, nothing cut in a narrow terminal."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest
from rich.console import Console, RenderableType

from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.interfaces.rendering.documents import explanation_document, fact_document, facts_in_order
from memory_pipeline.interfaces.rendering.tables import (
    episodes_table,
    explanation_tables,
    facts_table,
    kept_out,
    rejections_table,
)
from memory_pipeline.pipeline.explain import explain
from memory_pipeline.pipeline.project_as_believed import project_as_believed
from memory_pipeline.pipeline.record import record_events
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

TENANT, SCOPE = Tenant("acme"), Scope.parse("user:林")
SPOKEN = datetime(2026, 1, 1, tzinfo=UTC)
LONG = "我喜欢在周末的早上和朋友一起去西湖边慢慢地骑自行车然后喝一杯龙井茶再回家"


def told(*statements: tuple[str, str]) -> InMemoryPipeline:
    """A pipeline that was told these values of predicates, a day after another."""
    pipeline = in_memory_pipeline()
    for number, (predicate, value) in enumerate(statements):
        event = MemoryRemember(
            event_id=f"00000000-0000-0000-0000-{number:012}", tenant=TENANT, scope=str(SCOPE), ref=f"r-{number}",
            occurred_at=SPOKEN + timedelta(days=number), text=f"{value}!", predicate=predicate, object=value,
        )  # fmt: skip
        record_events([event], pipeline.deps)
        pipeline.work()
    return pipeline


def facts(pipeline: InMemoryPipeline) -> list[Fact]:
    now = pipeline.deps.clock.now()
    return list(pipeline.deps.reader.facts(TENANT, SCOPE, history=True, now=now, as_of=None))


def printed(table: RenderableType, width: int = 80) -> str:
    """What a terminal of this width shows, without blanks and line breaks."""
    sink = io.StringIO()
    Console(file=sink, width=width, color_system=None).print(table)
    assert all(len(line) <= width for line in sink.getvalue().splitlines())
    return "".join(sink.getvalue().split())


def test_a_fact_has_the_keys_of_the_contract_and_times_in_utc() -> None:
    document = fact_document(facts(told(("city", "北京")))[0])
    assert document.keys() >= {
        "id", "scope", "subject", "predicate", "object", "object_normal", "source", "confidence", "valid_from", "valid_to",
        "status", "support", "evidence",
    }  # fmt: skip
    assert document["valid_from"] == "2026-01-01T00:00:00Z"
    assert document["evidence"] == [{"session_id": None, "message_id": None, "quote": "北京!", "ref": "r-0"}]


def test_one_order_whatever_the_store_gives() -> None:
    found = facts(told(("city", "北京"), ("name", "林晓"), ("city", "上海"), ("likes", "茶")))
    assert [fact.object for fact in facts_in_order(found)] == ["北京", "上海", "茶", "林晓"]
    assert facts_in_order(found[::-1]) == facts_in_order(found)


@pytest.mark.parametrize("width", [80, 100, 160])
def test_no_word_of_a_fact_is_cut(width: int) -> None:
    found = facts(told(("note", LONG), ("city", "北京")))
    shown = printed(facts_table(found, "facts"), width)
    assert "…" not in shown
    assert all(character in shown for character in LONG)
    assert str(found[0].id)[:8] in shown


def test_markup_in_what_people_say_stays_text() -> None:
    shown = printed(facts_table(facts(told(("note", "[red]danger[/red] :smile:"))), "facts"))
    assert "[red]danger[/red]" in shown


def test_an_explanation_names_value_verdict_reason_and_words() -> None:
    pipeline = told(("city", "北京"), ("city", "上海"))
    newest = next(fact for fact in facts(pipeline) if fact.valid_to is None)
    found = explain(TENANT, newest.id, pipeline.deps)
    document = explanation_document(found)
    assert document["memory"]["object"] == "上海"
    assert [verdict["object"] for verdict in document["verdicts"]] == ["北京", "上海"]
    assert all(verdict["reason"] and verdict["evidence"]["quote"] for verdict in document["verdicts"])
    shown = printed(explanation_tables(found), 100)
    assert "北京!" in shown
    assert "supersede" in shown
    assert "r-1" in shown


def test_nothing_is_said_to_be_nothing() -> None:
    assert "none" in printed(facts_table([], "facts of user:x"))
    assert "none" in printed(episodes_table([], "episodes of user:x"))
    assert "nothing" in printed(rejections_table([], "kept out"))


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (
            '{"subject": "user", "predicate": "city", "object": "Mars", "quote": "I live on Mars"}',
            "user · city · Mars (I live on Mars)",
        ),
        ('{"trigger": "it broke"}', "it broke"),
        ("plain words", "plain words"),
        ("[1]", "[1]"),
    ],
)
def test_what_was_kept_out_reads_as_a_line(item: str, line: str) -> None:
    assert kept_out(RejectedItem("joke", "", item)) == line


def test_a_belief_is_the_projection_of_what_was_recorded_by_then() -> None:
    pipeline = told(("city", "北京"))
    recorded_at = pipeline.deps.clock.now()
    pipeline.clock.advance(timedelta(days=1))
    late = MemoryRemember(
        event_id="10000000-0000-0000-0000-000000000000", tenant=TENANT, scope=str(SCOPE), ref="late",
        occurred_at=SPOKEN - timedelta(days=30), text="!", predicate="city", object="成都",
    )  # fmt: skip
    record_events([late], pipeline.deps)
    pipeline.work()

    def believed(at: datetime, **wanted: object) -> list[str]:
        return [fact.object for fact in project_as_believed(TENANT, SCOPE, at, pipeline.deps, **wanted)]  # type: ignore[arg-type]

    now = pipeline.deps.clock.now()
    assert believed(recorded_at, history=True) == ["北京"]
    assert believed(now, history=True) == ["成都", "北京"]
    assert believed(now + timedelta(days=9)) == ["北京"]
    assert believed(recorded_at - timedelta(seconds=1)) == []
    assert believed(now, as_of=SPOKEN - timedelta(days=1)) == ["成都"]
    assert believed(recorded_at, as_of=SPOKEN - timedelta(days=1)) == []
