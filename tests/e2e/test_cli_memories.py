"""The commands that write and read single memories, through the real command line.

What a test only needs to be there is written through the client: a process per sentence would cost a second each.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.identity import event_id
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.record import record_events
from tests.support.cli import Cli

pytestmark = pytest.mark.servers

FACT_KEYS = {
    "id", "scope", "subject", "predicate", "object", "object_normal", "source", "confidence", "valid_from", "valid_to",
    "status", "support", "evidence",
}  # fmt: skip


@pytest.fixture
def remember(memory: Callable[[str], MemoryClient]) -> Callable[..., str]:
    """Writes a sentence of user:a into a tenant, said at a time; the id of its first fact."""

    def write(tenant: str, text: str, at: str = "2026-01-01") -> str:
        said_at = datetime.fromisoformat(at).replace(tzinfo=UTC)
        return str(memory(tenant).remember("user:a", text, at=said_at)[0])

    return write


def values(facts: dict[str, Any], predicate: str) -> list[str]:
    return [fact["object"] for fact in facts["facts"] if fact["predicate"] == predicate]


def test_a_move_is_remembered_with_its_history_in_two_languages(cli: Cli) -> None:
    as_lin = ("--tenant", "move", "--scope", "user:lin")
    first = cli.json("remember", *as_lin, "--at", "2026-01-05T10:00:00+08:00", "我住在北京")
    second = cli.json("remember", *as_lin, "--at", "2026-02-05T10:00:00Z", "I moved to Shanghai.")
    assert first["fact_id"] == first["fact_ids"][0] != second["fact_id"]

    history = [
        fact for fact in cli.json("facts", *as_lin, "--history")["facts"] if fact["predicate"] == "city"
    ]
    assert [(fact["object"], fact["status"]) for fact in history] == [
        ("北京", "superseded"),
        ("Shanghai", "current"),
    ]
    assert history[0]["valid_from"] == "2026-01-05T02:00:00Z"
    assert history[0]["valid_to"] == history[1]["valid_from"] == "2026-02-05T10:00:00Z"
    assert history[0]["evidence"][0]["quote"] == "我住在北京"
    assert history[0].keys() >= FACT_KEYS
    assert values(cli.json("facts", *as_lin, "--as-of", "2026-01-20"), "city") == ["北京"]


def test_options_stand_before_or_after_the_command(cli: Cli, remember: Callable[..., str]) -> None:
    remember("before", "I live in Oslo.")
    before = cli.run("--json", "--tenant", "before", "facts", "--scope", "user:a")
    after = cli.run("facts", "--tenant", "before", "--scope", "user:a", "--json")
    assert before.stdout == after.stdout
    assert values(before.json, "city") == ["Oslo"]


def test_a_stated_predicate_is_taken_as_it_is(cli: Cli) -> None:
    stated = ("--predicate", "lives_in", "--object", "München")
    written = cli.json("remember", "--tenant", "stated", "--scope", "user:a", *stated, "I am a Münchner now")
    fact = written["facts"][0]
    assert (fact["predicate"], fact["object"]) == ("city", "München")
    assert fact["evidence"][0]["quote"] == "I am a Münchner now"


def test_what_no_rule_reads_is_a_note_even_with_half_a_character_in_it(cli: Cli) -> None:
    words = (
        "remember",
        "--json",
        "--tenant",
        "odd",
        "--scope",
        "user:a",
        "--",
        "--blue is the folder for taxes \udcff",
    )
    fact = cli.run(*words).json["facts"][0]
    assert (fact["predicate"], fact["object"]) == ("note", "--blue is the folder for taxes \ufffd")


def test_the_belief_of_an_earlier_instant_is_what_was_recorded_by_then(
    cli: Cli, remember: Callable[..., str]
) -> None:
    as_a = ("--tenant", "belief", "--scope", "user:a")
    remember("belief", "I live in Oslo.")
    between = datetime.now(UTC).isoformat()
    remember("belief", "I moved to Bergen.", "2026-02-01")
    both = cli.json("facts", *as_a, "--history", "--believed-at", between)["facts"]
    assert [(fact["object"], fact["valid_to"]) for fact in both] == [("Oslo", None)]
    assert values(cli.json("facts", *as_a, "--believed-at", "2026-01-01"), "city") == []


def test_facts_are_free_of_the_clock_unless_asked(cli: Cli, remember: Callable[..., str]) -> None:
    as_a = ("--tenant", "clock", "--scope", "user:a")
    remember("clock", "I live in Oslo.")
    plain, verbose = cli.json("facts", *as_a)["facts"][0], cli.json("facts", *as_a, "--verbose")["facts"][0]
    assert verbose.items() >= plain.items()
    assert "recorded_at" not in plain
    assert verbose["recorded_at"].endswith("Z")
    assert 0 < verbose["effective_confidence"] <= plain["confidence"]
    assert verbose["reason"]


def test_a_correction_and_a_confirmation_are_a_persons_word(cli: Cli, remember: Callable[..., str]) -> None:
    fact_id = remember("word", "I live in Oslo.")
    corrected = cli.json("correct", "--tenant", "word", fact_id, "--object", "Bergen")
    assert (corrected["object"], corrected["source"], corrected["status"]) == (
        "Bergen",
        "CORRECTED",
        "current",
    )
    confirmed = cli.json("confirm", "--tenant", "word", corrected["id"])
    assert (confirmed["support"], confirmed["confirmed"]) == (2, True)
    history = cli.json("facts", "--tenant", "word", "--scope", "user:a", "--history")["facts"]
    assert {fact["object"]: fact["status"] for fact in history}["Oslo"] in {"retracted", "superseded"}


def test_explain_gives_each_statement_its_verdict_and_reason(cli: Cli, remember: Callable[..., str]) -> None:
    remember("why", "I live in Oslo.")
    newer = remember("why", "I moved to Bergen.", "2026-02-01")
    found = cli.json("explain", "--tenant", "why", newer)
    assert (found["memory"]["object"], found["memory"]["tier"]) == ("Bergen", "semantic")
    assert [each["object"] for each in found["assertions"]] == ["Oslo", "Bergen"]
    verdicts = {each["object"]: each for each in found["verdicts"]}
    assert verdicts["Bergen"]["verdict"] == "supersede"
    assert verdicts["Bergen"]["reason"].endswith(".")
    assert verdicts["Oslo"]["evidence"]["quote"] == "I live in Oslo."
    assert found["rejected"] == []
    table = cli.run("explain", "--tenant", "why", newer).stdout
    assert "supersede" in table
    assert "I live in Oslo." in table


def test_recall_finds_what_answers_and_puts_it_as_a_prompt(cli: Cli, remember: Callable[..., str]) -> None:
    as_a = ("--tenant", "recall", "--scope", "user:a")
    for text in ("I live in Oslo.", "我对花生过敏", "I like swimming."):
        remember("recall", text)
    found = cli.json("recall", *as_a, "在哪个城市住 which city", "-k", "2")
    assert len(found["memories"]) <= 2
    assert "Oslo" in found["memories"][0]["text"]
    assert found["memories"][0].keys() >= {"id", "tier", "text", "score", "source", "confidence", "at"}
    assert found["prompt"].startswith("[2026-01-01 · you said · stated]")
    assert found["timed_out"] is False
    assert found["elapsed_ms"] > 0
    two = cli.run("recall", *as_a, "--scope", "user:b", "city", code=2)
    assert "user:" in two.sentence()


def test_an_unknown_scope_of_a_known_tenant_is_empty(cli: Cli, remember: Callable[..., str]) -> None:
    remember("known", "I live in Oslo.")
    assert cli.json("facts", "--tenant", "known", "--scope", "user:nobody") == {"facts": []}


@pytest.mark.parametrize(
    "command", [["facts", "--scope", "user:a"], ["recall", "--scope", "user:a", "city"], ["events", "list"]]
)
def test_an_unknown_tenant_is_an_error(cli: Cli, command: list[str]) -> None:
    ran = cli.run(*command, "--tenant", "nowhere", "--json", code=1)
    assert "nowhere" in ran.sentence()
    assert json.loads(ran.stdout) == {"error": ran.sentence()}


@pytest.mark.parametrize("command", [["explain"], ["correct", "--object", "x"], ["events", "retry"]])
def test_an_id_that_nothing_has_is_named(cli: Cli, remember: Callable[..., str], command: list[str]) -> None:
    remember("ids", "I live in Oslo.")
    unknown = "00000000-0000-0000-0000-000000000001"
    ran = cli.run(command[0], "--tenant", "ids", *command[1:], unknown, code=1)
    assert unknown in ran.sentence()


def test_the_ledger_shows_what_was_written(cli: Cli, remember: Callable[..., str]) -> None:
    remember("ledger", "I live in Oslo.")
    listed = cli.json("events", "list", "--tenant", "ledger")["events"]
    assert [(each["type"], each["state"], each["scope"]) for each in listed] == [
        ("memory.remember", "done", "user:a")
    ]
    shown = cli.json("events", "--tenant", "ledger", "show", listed[0]["id"])["events"][0]
    assert len(shown["result"]["fact_ids"]) == 1
    done = cli.run("events", "retry", "--tenant", "ledger", listed[0]["id"], code=1)
    assert "only dead and failed ones" in done.sentence()


def test_an_event_over_its_budget_is_tried_again_once_somebody_says_so(
    cli: Cli, memory: Callable[[str], MemoryClient], pipeline: Pipeline
) -> None:
    deps, tenant = pipeline.dependencies, memory("broke").tenant
    scope = Scope.of_user("a")
    id_ = event_id(tenant, scope, "memory.remember", "k")
    said = {
        "event_id": id_,
        "tenant": tenant,
        "scope": str(scope),
        "occurred_at": deps.clock.now(),
        "ref": "k",
    }
    (ref,) = record_events([make(MemoryRemember, **said, text="I live in Oslo.")], deps)
    claim = deps.ledger.claim(ref, now=deps.clock.now(), lease=timedelta(minutes=1), holder="w")
    assert claim is not None
    deps.ledger.park(claim, until=deps.clock.now() + timedelta(days=1), reason="budget", error="used up")
    (again,) = cli.json("events", "retry", "--tenant", "broke", str(id_))["events"]
    assert (again["id"], again["state"]) == (str(id_), "pending")
    entry = deps.ledger.states(tenant, [id_])[id_]
    assert (entry.next_attempt_at, entry.budget_until) == (None, None)
    refused = cli.run("events", "retry", "--tenant", "broke", str(id_), code=1)
    assert "is pending: only dead and failed ones" in refused.sentence()


def test_tables_show_chinese_whole(cli: Cli, remember: Callable[..., str]) -> None:
    remember("table", "我喜欢在周末的早上和朋友一起去西湖边慢慢地骑自行车")
    shown = "".join(cli.run("facts", "--tenant", "table", "--scope", "user:a").stdout.split())
    assert "西湖边" in shown
    assert "…" not in shown
