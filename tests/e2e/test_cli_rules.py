"""`replay` and `conflicts` as people and scripts use them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.domain.credibility import Source
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import FactsImported
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.at_once import at_once
from tests.support.cli import Cli

pytestmark = pytest.mark.servers

SCOPE = "user:alice"


@pytest.fixture
def tell(memory: Callable[[str], MemoryClient]) -> Callable[[str], None]:
    """Alice says where she lives, in a word of her own too; a record says otherwise 40 days later."""

    def write(tenant: str) -> None:
        client = memory(tenant)
        client.remember(SCOPE, "I live in Berlin", at=datetime(2026, 1, 1, tzinfo=UTC))
        client.remember(
            SCOPE, "Hamburg", predicate="wohnort", object="Hamburg", at=datetime(2026, 1, 5, tzinfo=UTC)
        )
        record = make(
            FactsImported,
            event_id=uuid4(),
            tenant=tenant,
            scope=SCOPE,
            occurred_at=datetime(2026, 2, 10, tzinfo=UTC),
            ref="cmdb",
            subject="user",
            predicate="居住地",
            object="Munich",
            source=Source.CMDB,
        )
        at_once(record, client._pipeline.dependencies)

    return write


def cities(cli: Cli, tenant: str) -> list[str]:
    found = cli.json("--tenant", tenant, "facts", "--scope", SCOPE)["facts"]
    return [fact["object"] for fact in found if fact["predicate"] == "city"]


def policy(cli: Cli, document: Any) -> Path:
    path = cli.folder / f"policy-{uuid4().hex}.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path


def test_a_policy_is_looked_at_adopted_and_adopting_it_twice_changes_nothing(
    cli: Cli, tell: Callable[[str], None]
) -> None:
    tell("policies")
    file = policy(cli, {"override_after": "P30D", "aliases": {"Wohnort": "city"}})
    looked = cli.json("--tenant", "policies", "replay", "--policy", file, "--dry-run")
    assert (looked["dry_run"], looked["moved"], looked["scopes"]) == (True, 1, 1)
    assert cities(cli, "policies") == ["Berlin"]
    adopted = cli.json("--tenant", "policies", "replay", "--policy", file)
    assert adopted == {**looked, "dry_run": False}
    assert adopted["policy"] == {"aliases": {"wohnort": "city"}, "override_after": "P30D"}
    changes = [change for scope in adopted["differences"] for change in scope["facts"]]
    assert {change["change"] for change in changes} == {"created", "changed", "removed"}
    gone = next(change for change in changes if change["change"] == "removed")
    assert (gone["before"]["object"], gone["before"]["predicate"], gone["after"]) == (
        "Hamburg",
        "wohnort",
        None,
    )
    assert cities(cli, "policies") == ["Munich"]
    for again in (["replay", "--policy", str(file)], ["replay"], ["replay", "--scope", SCOPE]):
        document = cli.json("--tenant", "policies", *again)
        assert document["differences"] == []
        assert document["policy_version"] == adopted["policy_version"]
    text = cli.run("--tenant", "policies", "replay", "--policy", policy(cli, {}), "--dry-run").stdout
    assert "Hamburg" in text
    assert "would be" in text


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"probaton": "P7D"}, "did you mean 'probation'?"),
        ({"override_after": "soon", "agent_cap": 7}, "policy override_after: must be a duration"),
        ("{", "the policy is not JSON"),
        ("[]", "a policy is a JSON object"),
    ],
)
def test_a_policy_that_breaks_a_rule_changes_nothing(cli: Cli, document: Any, sentence: str) -> None:
    file = policy(cli, document)
    ran = cli.run("--tenant", "broken", "replay", "--policy", file, code=2)
    assert sentence in ran.sentence()
    assert file.name in ran.sentence()


def test_replays_that_cannot_be_done_say_why(cli: Cli, tell: Callable[[str], None]) -> None:
    tell("partly")
    file = policy(cli, {"preset": "ops"})
    one = cli.run("--tenant", "partly", "replay", "--policy", file, "--scope", SCOPE, code=2)
    assert "holds for all scopes" in one.sentence()
    assert (
        "there is no scope user:bob"
        in cli.run("--tenant", "partly", "replay", "--scope", "user:bob", code=2).sentence()
    )
    assert "no tenant 'nobody'" in cli.run("--tenant", "nobody", "replay", code=1).sentence()


def test_a_conflict_is_listed_decided_and_gone(cli: Cli, tell: Callable[[str], None]) -> None:
    tell("conflicts")
    (conflict,) = cli.json("--tenant", "conflicts", "conflicts", "list")["conflicts"]
    assert conflict.keys() >= {
        "id",
        "scope",
        "subject",
        "predicate",
        "incumbent",
        "challenger",
        "reason",
        "since",
    }
    assert (conflict["incumbent"]["object"], conflict["challenger"]["object"]) == ("Berlin", "Munich")
    assert (conflict["scope"], conflict["subject"], conflict["predicate"]) == (SCOPE, "user", "city")
    assert (conflict["since"], conflict["recommendation"]) == ("2026-02-10T00:00:00Z", None)
    assert "a person must decide" in conflict["reason"]
    assert "Munich" in cli.run("--tenant", "conflicts", "conflicts", "list", "--scope", SCOPE).stdout
    assert cli.json("--tenant", "conflicts", "conflicts", "list", "--scope", "user:bob") == {"conflicts": []}
    command = ("--tenant", "conflicts", "conflicts", "resolve", conflict["id"], "--keep")
    fact = cli.json(*command, "challenger")
    assert (fact["object"], fact["source"], fact["status"]) == ("Munich", "CORRECTED", "current")
    assert cities(cli, "conflicts") == ["Munich"]
    assert cli.json("--tenant", "conflicts", "conflicts", "list") == {"conflicts": []}
    for keep in ("challenger", "incumbent"):
        again = cli.run(*command, keep, code=1)
        assert "resolved already: the challenger was kept" in again.sentence()
    assert "nothing waits" in cli.run("--tenant", "conflicts", "conflicts", "list").stdout


def test_an_unknown_conflict_and_a_wrong_word_are_sentences(cli: Cli, tell: Callable[[str], None]) -> None:
    tell("wrong")
    unknown = cli.run(
        "--tenant", "wrong", "conflicts", "resolve", str(uuid4()), "--keep", "incumbent", code=1
    )
    assert "`conflicts list` shows those that do" in unknown.sentence()
    (conflict,) = cli.json("--tenant", "wrong", "conflicts", "list")["conflicts"]
    cli.run("--tenant", "wrong", "conflicts", "resolve", conflict["id"], "--keep", "both", code=2)
    cli.run("--tenant", "wrong", "conflicts", "resolve", conflict["id"], code=2)
    kept = cli.json("--tenant", "wrong", "conflicts", "resolve", conflict["id"], "--keep", "incumbent")
    assert (kept["object"], kept["confirmed"]) == ("Berlin", True)


def test_a_policy_is_compared_set_and_shown(cli: Cli, tell: Callable[[str], None]) -> None:
    tenant = f"t{uuid4().hex[:8]}"
    tell(tenant)
    wanted = policy(
        cli,
        {"override_after": "P30D", "overrides": [{"scope_kind": "team", "ttl": "P400D", "keep_best": 500}]},
    )
    before = cli.json("--tenant", tenant, "policy", "show")
    assert before["policy"] == {}
    difference = cli.json("--tenant", tenant, "policy", "diff", str(wanted))
    assert [each["name"] for each in difference["differences"]] == ["override_after", "overrides"]
    assert difference["differences"][0] == {"name": "override_after", "before": "P90D", "after": "P30D"}
    assert cli.json("--tenant", tenant, "policy", "show") == before  # compared, not set
    assert cities(cli, tenant) != ["Munich"]
    done = cli.json("--tenant", tenant, "policy", "set", str(wanted))
    assert done["differences"] == difference["differences"]
    assert cities(cli, tenant) == [
        "Munich"
    ]  # by the new number a record may replace what was said 40 days before
    shown = cli.json("--tenant", tenant, "policy", "show")
    assert shown["policy_version"] == difference["wanted_version"]
    again = policy(cli, shown["policy"])
    assert cli.json("--tenant", tenant, "policy", "diff", str(again))["differences"] == []
    assert cli.json("--tenant", tenant, "policy", "set", "--preset", "ops")["replay"]["policy"] == {
        "purges": False
    }
    assert cli.json("--tenant", tenant, "policy", "show", "--whole")["policy"]["archive_after"] == "P90D"


def test_a_policy_needs_a_file_or_a_preset(cli: Cli) -> None:
    assert "a FILE or a --preset" in cli.run("policy", "set", code=2).stderr
