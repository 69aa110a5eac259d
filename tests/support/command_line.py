"""The installed command line as a process, on servers of the tests' own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class CommandLine:
    """Runs `memory-pipeline` with nothing of this process's settings but those given."""

    environment: dict[str, str]

    def __call__(self, *arguments: str, timeout_s: float = 300.0) -> Ran:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_PIPELINE_")}
        done = subprocess.run(
            [str(Path(sys.executable).parent / "memory-pipeline"), *arguments],
            env={**clean, **self.environment},
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def json(self, *arguments: str, timeout_s: float = 300.0) -> Any:
        """The document of a command that must succeed."""
        ran = self("--json", *arguments, timeout_s=timeout_s)
        assert ran.code == 0, f"{arguments} ended with {ran.code}: {ran.err or ran.out}"
        return ran.document
