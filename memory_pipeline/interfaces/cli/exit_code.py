"""What the exit codes mean."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    DONE = 0
    FAILED = 1
    USAGE = 2
    PARTLY = 3
    INTERRUPTED = 130
