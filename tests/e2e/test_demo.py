"""The demo shows what the product is for, and nothing in it is canned."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.demo.material import bundled_conversations
from tests.support.cli import Cli

pytestmark = [pytest.mark.servers, pytest.mark.workers]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The demo on a copy of the bundled conversations in which one city is another, and one joke is gone."""
    folder = tmp_path_factory.mktemp("conversations")
    shutil.copytree(bundled_conversations(), folder, dirs_exist_ok=True)
    edited = folder / "moved.jsonl"
    text = edited.read_text(encoding="utf-8")
    assert text.count("搬到上海") == 1
    edited.write_text(text.replace("搬到上海", "搬到成都"), encoding="utf-8")
    # Settings of the user's own must not reach the demo, nor the demo the user's home.
    cli = Cli(folder, {"HOME": str(folder / "mine"), "EXTRACTOR": "openai", "LLM_MODEL": "none"})
    began = time.monotonic()
    document: dict[str, Any] = cli.json("demo", "--conversations", folder)
    document["seconds"] = time.monotonic() - began
    assert not (folder / "mine").exists()
    return document


def history(told: dict[str, Any], scope: str, predicate: str) -> list[dict[str, Any]]:
    return [fact for fact in told["facts"] if fact["scope"] == scope and fact["predicate"] == predicate]


def test_an_edited_city_shows(told: dict[str, Any]) -> None:
    cities = history(told, "user:lin", "city")
    assert [(fact["object"], fact["status"]) for fact in cities] == [
        ("北京", "superseded"),
        ("成都", "current"),
    ]
    assert "上海" not in str(told)


def test_a_birthday_said_four_ways_and_once_otherwise(told: dict[str, Any]) -> None:
    birthdays = history(told, "user:mia", "birthday")
    assert [fact["object_normal"] for fact in birthdays] == ["1994-03-15", "1994-03-16", "1994-03-15"]
    assert birthdays[0]["id"] == birthdays[2]["id"] != birthdays[1]["id"]
    assert birthdays[2]["status"] == "current"
    assert birthdays[2]["support"] == 4


def test_a_taste_changes_and_an_inference_is_corrected(told: dict[str, Any]) -> None:
    likes = {fact["object"]: fact["status"] for fact in history(told, "user:mia", "likes")}
    assert likes == {"coffee": "retracted", "latte": "current"}
    seats = [
        (fact["object"], fact["source"], fact["status"]) for fact in history(told, "user:mia", "prefers")
    ]
    assert seats == [("window seats", "AGENT_INFERRED", "retracted"), ("aisle seats", "CORRECTED", "current")]


def test_a_joke_is_kept_out_with_its_reason(told: dict[str, Any]) -> None:
    assert "joke" in {item["reason"] for item in told["rejected"]}
    assert not any("Elon" in fact["object"] or "Texas" in fact["object"] for fact in told["facts"])


def test_a_tools_wrong_claim_does_not_stand(told: dict[str, Any]) -> None:
    clouds = {fact["object"]: fact["status"] for fact in history(told, "team:sre", "cloud")}
    assert clouds == {"Alibaba Cloud": "current", "Google Cloud": "contested"}


def test_the_incident_is_known_when_it_comes_again(told: dict[str, Any]) -> None:
    pools = history(told, "team:sre", "connection_pool_max")
    assert [(fact["object"], fact["status"]) for fact in pools] == [("50", "superseded"), ("200", "current")]
    incidents = [
        each for each in told["episodes"] if each["scope"] == "team:sre" and each["kind"] == "incident"
    ]
    assert len(incidents) == 2
    assert any("update_config" in action["action"] for action in incidents[0]["actions"])
    assert "from 50 to 200" in told["recall"]["prompt"]
    assert told["recall"]["prompt"].startswith("[")


def test_sessions_end_in_three_ways(told: dict[str, Any]) -> None:
    types = {event["type"] for event in told["events"]}
    assert types >= {
        "session.closed",
        "session.idle",
        "session.threshold",
        "facts.imported",
        "memory.correct",
    }
    assert {event["state"] for event in told["events"]} == {"done"}
    assert [fact["object"] for fact in history(told, "user:bo", "name")] == ["Bo"]


def test_it_is_quick_and_leaves_nothing_behind(told: dict[str, Any]) -> None:
    busy = max(
        1.0, os.getloadavg()[0] / (os.cpu_count() or 1)
    )  # what others keep busy is not the demo's slowness
    assert told["seconds"] < 40 * busy
    homes = Path(tempfile.gettempdir()).glob("memory-pipeline-demo-*")
    assert [
        home
        for home in homes
        if home.stat().st_uid == os.geteuid() and time.time() - home.stat().st_mtime < 300
    ] == []


def test_nights_forget_what_nobody_touches_and_never_an_allergy_or_a_birthday(told: dict[str, Any]) -> None:
    assert told["nightly"]["status"] == "done"
    assert set(told["nightly"]["steps"]) == {"reinforce", "expire", "decay", "archive", "purge"}
    month, half_a_year, year = told["nights"]
    total = {
        (each["after_days"], step): sum(counts.values())
        for each in (month, half_a_year, year)
        for step, counts in each["steps"].items()
    }
    assert total[31, "decay"] > 0
    assert total[31, "archive"] == total[31, "purge"] == 0
    assert total[181, "archive"] > 0
    assert total[400, "purge"] > 0
    said = {fact["id"]: fact for fact in told["facts"]}
    for change in year["changes"]:
        fact = said.get(change["memory_id"])
        if fact is not None and change["step"] in ("archive", "purge"):
            assert fact["predicate"] not in ("birthday", "name", "allergic_to")
            assert (
                change["step"] == "archive" or fact["source"] != "USER_STATED" or fact["status"] != "current"
            )


def test_for_people_it_is_tables_and_a_line_on_nights(tmp_path: Path) -> None:
    """On one short conversation, since what is shown was checked above; --keep leaves a home to look further."""
    shutil.copy(bundled_conversations() / "idle.jsonl", tmp_path)
    ran = Cli(tmp_path).run("demo", "--keep", "--conversations", tmp_path)
    assert "Northwind" in ran.stdout
    assert "as it stands in a prompt" in ran.stdout or "nothing that answers" in ran.stdout
    assert "Nights: what is forgotten when nobody touches it" in ran.stdout
    home = Path(ran.stderr.split("MEMORY_PIPELINE_HOME=")[1].split()[0])
    kept = Cli(tmp_path, {"HOME": str(home)})
    try:
        facts = kept.json("facts", "--scope", "user:bo")["facts"]
        assert "Northwind" in [fact["object"] for fact in facts]
    finally:
        kept.run("down")
        shutil.rmtree(home)
