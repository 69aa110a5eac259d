"""Runs the real command line as users do: the console script, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_pipeline.interfaces.cli.main import COMMANDS
from memory_pipeline.settings import PREFIX
from tests.support.forked_program import COMMAND_LINE, forked
from tests.support.keys import TEST_HMAC_KEY

_LEAD = "memory-pipeline: "
PROGRAM = Path(sys.executable).with_name("memory-pipeline")
_LIMIT_S = 240.0
_started: set[str | None] = set()


@dataclass(frozen=True)
class Ran:
    """How a command ended. `json` reads its stdout as one document."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)

    @property
    def complaints(self) -> list[str]:
        """What the command says is wrong; progress, which a slow machine gets to see, is none of it."""
        assert "Traceback" not in self.stderr, self.stderr
        lines = self.stderr.splitlines()
        return [line.removeprefix(_LEAD) for line in lines if line.startswith(_LEAD)]

    def sentence(self) -> str:
        """The one complaint."""
        assert len(self.complaints) == 1, self.stderr
        return self.complaints[0]


@dataclass(frozen=True)
class Cli:
    """The command line in one environment: `folder` is where it runs, `settings` are variables without their prefix."""

    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)

    def environment(self) -> dict[str, str]:
        others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        return {**others, **{f"{PREFIX}{name}": value for name, value in self.settings.items()}}

    def having(self, **settings: str) -> Cli:
        return Cli(self.folder, {**self.settings, **settings})

    def run(self, *words: str | Path, code: int | None = 0) -> Ran:
        """Runs one command; the exit code must be `code` unless that is None.

        The first of each kind in this process of pytest is the program as installed; later ones are forks of it.
        """
        spoken = [str(word) for word in words]
        kind = next((word for word in spoken if word in COMMANDS), None)
        if kind in _started:
            argv = [str(PROGRAM), *spoken]
            ran = Ran(*forked(COMMAND_LINE).run(argv, self.folder, self.environment(), _LIMIT_S))
        else:
            _started.add(kind)
            ran = self._start_and_wait(spoken)
        assert code is None or ran.code == code, f"exit code {ran.code}\n{ran.stdout}\n{ran.stderr}"
        return ran

    def _start_and_wait(self, words: Sequence[str]) -> Ran:
        done = subprocess.run(
            [str(PROGRAM), *words],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            timeout=_LIMIT_S,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def json(self, *words: str | Path, code: int | None = 0) -> Any:
        """The document that the command prints with --json."""
        return self.run(*words, "--json", code=code).json

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Starts a command that stays."""
        return subprocess.Popen(
            [str(PROGRAM), *words],
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )


def on_servers(folder: Path, database_url: str, redis_url: str) -> Cli:
    """A command line on running servers, with a home of its own for logs."""
    return Cli(
        folder,
        {
            "HOME": str(folder / "home"),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "HMAC_KEY": TEST_HMAC_KEY,
        },
    )


def write_lines(path: Path, items: Iterable[Mapping[str, Any] | str]) -> Path:
    """A JSONL file of documents; strings stand in it as they are."""
    lines = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in items]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def talk(
    session_id: str, user: str | None, *texts: str, at: str = "2026-03-02T09:00:00Z", **more: Any
) -> dict[str, Any]:
    """A conversation in the native format: the user's messages, the first at `at`, the others without a time."""
    messages: list[dict[str, Any]] = [
        {"id": f"m{n}", "role": "user", "content": text} for n, text in enumerate(texts, 1)
    ]
    if messages and at:
        messages[0]["at"] = at
    named = {"user_id": user} if user is not None else {}
    return {"session_id": session_id, **named, "messages": messages, **more}


def until(condition: Any, seconds: float = 30.0) -> None:
    """Waits for a condition; fails with its name if it does not come true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {condition}"
        time.sleep(0.1)
