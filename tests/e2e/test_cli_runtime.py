"""Servers and workers of a home: up, status, doctor, down."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from memory_pipeline.embedded import discard_servers, server_states
from tests.support.cli import Cli, talk, until, write_lines

pytestmark = [pytest.mark.servers, pytest.mark.workers]


@pytest.fixture
def home_cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cli]:
    """A command line on nothing but an empty home, as after an installation."""
    folder = tmp_path_factory.mktemp("runtime")
    cli = Cli(folder, {"HOME": str(folder / "home")})
    yield cli
    cli.run("down")
    discard_servers(folder / "home")


def test_a_life_from_an_empty_home_to_down(home_cli: Cli, tmp_path: Path) -> None:
    home = Path(home_cli.settings["HOME"])
    before = home_cli.json("status")
    assert (before["running"], before["workers"], before["events"]) == (False, [], {})
    assert not home.exists()  # asking how things are makes nothing

    up = home_cli.json("up", "--detach")
    assert up["running"] is True
    assert up.keys() >= {"api_url", "console_url", "oldest_pending_s"}
    assert {"live", "maintenance", "bulk", "forget"} == {
        queue for each in up["workers"] for queue in each["queues"]
    }
    assert all(psutil.pid_exists(each["pid"]) for each in up["workers"])
    assert home_cli.json("up", "--detach")["workers"] == up["workers"]  # a second one joins the first

    file = write_lines(tmp_path / "one.jsonl", [talk("s", "bo", "I live in Oslo.")])
    assert home_cli.json("ingest", file, "--wait")["states"] == {"done": 1}
    assert home_cli.json("status")["events"] == {"done": 1}
    assert all(check["ok"] for check in home_cli.json("doctor")["checks"])

    down = home_cli.json("down")
    assert (down["running"], down["workers"]) == (False, [])
    assert not any(state.running for state in server_states(home))
    until(lambda: not any(psutil.pid_exists(each["pid"]) for each in up["workers"]))
    assert home_cli.json("status")["running"] is False
    home_cli.run("down")  # again is no error

    facts = home_cli.json("facts", "--scope", "user:bo")[
        "facts"
    ]  # brings the servers back, with what they held
    assert [fact["object"] for fact in facts] == ["Oslo"]


def test_up_in_the_foreground_ends_its_workers_with_a_signal(home_cli: Cli) -> None:
    process = home_cli.start("up")
    try:
        until(lambda: home_cli.json("status")["running"])
        workers = home_cli.json("status")["workers"]
    finally:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output.decode()
    assert not any(psutil.pid_exists(each["pid"]) for each in workers)
    assert home_cli.json("status")["workers"] == []
