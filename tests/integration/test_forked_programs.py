"""A fork of a program is a process that many threads may ask about: a supervisor's and a tester's at once."""

from __future__ import annotations

import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.forked_program import COMMAND_LINE, Forked, forked

pytestmark = pytest.mark.servers


def _start(folder: Path, *words: str) -> Forked:
    with tempfile.TemporaryFile() as output:
        return forked(COMMAND_LINE).start(
            ["memory-pipeline", *words], folder, {"HOME": str(folder)}, output, output
        )


def test_all_who_ask_hear_of_the_same_end(tmp_path: Path) -> None:
    for _ in range(10):
        process = _start(tmp_path, "no-such-command")
        with ThreadPoolExecutor(8) as askers:
            waited = [askers.submit(process.wait, 30) for _ in range(4)]
            while process.poll() is None:
                askers.submit(process.poll)
            assert {each.result() for each in waited} == {process.poll()} == {2}


def test_one_that_is_killed_twice_has_ended_by_the_signal(tmp_path: Path) -> None:
    process = _start(tmp_path, "--help")
    process.kill()
    assert process.wait(30) in {0, -signal.SIGKILL}  # it may have been done already
    process.kill()
    assert process.poll() == process.wait()
