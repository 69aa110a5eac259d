"""`nightly` and `pin` as people and scripts use them, and what `facts`, `episodes` and `status` tell afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.commit import ScopeBatch, commit
from memory_pipeline.pipeline.embed import embed
from memory_pipeline.pipeline.place import place
from tests.support.ageing import happened
from tests.support.cli import Cli

pytestmark = pytest.mark.servers

SCOPE = "user:alice"
ZEROS = {"working": 0, "episodic": 0, "semantic": 0}
STEPS = ["reinforce", "expire", "decay", "archive", "purge"]


def later(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).isoformat()


def facts(client: MemoryClient, *, history: bool = False) -> dict[str, str]:
    return {fact.object: str(fact.status) for fact in client.facts(SCOPE, history=history)}


@pytest.fixture
def told(memory: Callable[[str], MemoryClient]) -> Callable[[str, int], None]:
    """Alice lives in Berlin and cannot stand penicillin; things happened long ago."""

    def write(tenant: str, episodes: int) -> None:
        client = memory(tenant)
        client.remember(SCOPE, "I live in Berlin")
        client.remember(SCOPE, "penicillin", predicate="allergic_to", object="penicillin")
        scope, owner = Scope.parse(SCOPE), Tenant(tenant)
        made = [
            happened(f"visit {n}", datetime.now(UTC), scope=scope, confidence=0.3) for n in range(episodes)
        ]
        own = tuple(replace(each, tenant=owner) for each in made)
        deps = client._pipeline.dependencies
        placing = place([], deps, deps.policies.of(owner).policy)
        commit(owner, {scope: ScopeBatch((), own)}, placing, embed((), own[:1], placing, deps.embedder), deps)

    return write


def test_a_night_is_run_once_a_date_and_told_by_step_and_tier(
    cli: Cli, told: Callable[[str, int], None], memory: Callable[[str], MemoryClient]
) -> None:
    tenant = f"t{uuid4().hex}"
    told(tenant, 2)
    client, as_of = memory(tenant), later(181)
    common = ("nightly", "--tenant", tenant, "--as-of", as_of)
    foreseen = cli.json(*common, "--dry-run")
    assert facts(client) == {"Berlin": "current", "penicillin": "current"}
    first = cli.json(*common)
    assert list(first["steps"]) == STEPS
    assert (first["status"], first["date"], first["held_back"]) == ("done", as_of[:10], [])
    assert first["steps"]["decay"] == {"working": 0, "episodic": 0, "semantic": 2}
    assert first["steps"]["archive"] == {"working": 0, "episodic": 2, "semantic": 1}
    assert first["steps"]["purge"] == ZEROS
    assert (foreseen["steps"], foreseen["run_id"]) == (first["steps"], first["run_id"])
    assert sorted(change["step"] for change in foreseen["changes"]) == ["archive"] * 3 + ["decay"] * 2
    assert all(change["reason"] and change["memory_id"] for change in foreseen["changes"])
    for again in (cli.json(*common), cli.json(*common, "--dry-run")):
        assert again["status"] == "already_done"
        assert again["steps"] == dict.fromkeys(STEPS, ZEROS)
    assert facts(client) == {"penicillin": "current"}
    assert facts(client, history=True) == {"Berlin": "archived", "penicillin": "current"}
    episodes = cli.json("episodes", "--scope", SCOPE, "--tenant", tenant, "--archived")["episodes"]
    assert [each["status"] for each in episodes] == ["archived"] * 2
    assert list(client.episodes(SCOPE)) == []
    assert cli.json("status", "--tenant", tenant)["last_night"]["run_id"] == first["run_id"]
    assert "A candidate for purge" in cli.run(*common[:3], "--as-of", later(196), "--dry-run").stdout
    assert cli.json(*common[:3], "--as-of", later(196))["steps"]["purge"] == {**ZEROS, "episodic": 2}


def test_a_pin_brings_an_archived_fact_back_and_keeps_it(
    cli: Cli, told: Callable[[str, int], None], memory: Callable[[str], MemoryClient]
) -> None:
    tenant = f"t{uuid4().hex}"
    told(tenant, 0)
    client = memory(tenant)
    berlin = next(fact.id for fact in client.facts(SCOPE) if fact.object == "Berlin")
    cli.json("nightly", "--tenant", tenant, "--as-of", later(181))
    assert facts(client, history=True)["Berlin"] == "archived"
    pinned: dict[str, Any] = cli.json("pin", str(berlin), "--tenant", tenant)
    assert (pinned["object"], pinned["status"], pinned["pinned"]) == ("Berlin", "current", True)
    assert cli.json("nightly", "--tenant", tenant, "--as-of", later(900))["steps"]["archive"] == ZEROS
    verbose = cli.json("facts", "--scope", SCOPE, "--tenant", tenant, "--verbose")["facts"]
    assert {fact["object"]: fact["pinned"] for fact in verbose} == {"Berlin": True, "penicillin": False}
    assert cli.json("pin", str(berlin), "--off", "--tenant", tenant)["pinned"] is False
    assert cli.json("nightly", "--tenant", tenant, "--as-of", later(901))["steps"]["archive"]["semantic"] == 1
    assert "there is no memory" in cli.run("pin", str(uuid4()), "--tenant", tenant, code=1).sentence()


def test_what_would_thin_out_a_scope_waits_for_a_person(cli: Cli, told: Callable[[str, int], None]) -> None:
    tenant = f"t{uuid4().hex}"
    told(tenant, 120)
    common = ("nightly", "--tenant", tenant)
    held = cli.json(*common, "--as-of", later(200), code=3)
    assert held["status"] == "partial"
    assert held["held_back"] == [{"scope": SCOPE, "due": 120, "rows": 122}]
    assert held["steps"]["purge"] == ZEROS
    assert cli.json(*common, "--as-of", later(200))["status"] == "already_done"
    approved = cli.json(*common, "--approve", held["run_id"])
    assert approved["steps"]["purge"] == {**ZEROS, "episodic": 120}
    assert (approved["status"], approved["held_back"]) == ("done", [])
    assert "has no run" in cli.run(*common, "--approve", str(uuid4()), code=2).sentence()
    assert "leave --as-of" in cli.run(*common, "--approve", held["run_id"], "--dry-run", code=2).sentence()
    assert "there is no tenant" in cli.run("nightly", "--tenant", f"t{uuid4().hex}", code=1).sentence()
