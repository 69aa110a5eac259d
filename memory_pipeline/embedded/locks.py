"""Two kinds of file lock: the start lock, held by whoever starts or stops servers, and the life lock, held by a server.

A server inherits its life lock and the kernel frees it when the last of its processes is gone. So "is it
alive?" never rests on a pid file: a stale, torn or reused pid and a zombie all show a free lock.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory_pipeline.domain.errors import ServerStartFailed

_POLL_S = 0.02
_PROBES_PASS_S = 1.0


@contextmanager
def starting(path: Path, timeout_s: float) -> Iterator[None]:
    """Only one process at a time starts or stops the servers of a home."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _lock_within(descriptor, timeout_s):
            raise ServerStartFailed(
                f"another process has been starting or stopping the servers for over {timeout_s:.0f} s "
                f"(it holds {path}): look at the logs beside it, stop that process and try again"
            )
        yield
    finally:
        os.close(descriptor)


def is_alive(life_lock: Path) -> bool:
    """Whether a process of the server that took this lock still lives."""
    try:
        descriptor = os.open(life_lock, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        # Unlock by hand: a fork in another thread may just have copied this descriptor, and would keep the lock.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        return False
    finally:
        os.close(descriptor)


def take_life(life_lock: Path) -> int | None:
    """A descriptor that holds the lock, for a server to inherit; None if a server has it."""
    descriptor = os.open(life_lock, os.O_RDWR | os.O_CREAT, 0o600)
    if _lock_within(descriptor, 0.0) or (
        not is_alive(life_lock) and _lock_within(descriptor, _PROBES_PASS_S)
    ):
        return descriptor
    os.close(descriptor)
    return None


def _lock_within(descriptor: int, timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(_POLL_S)
        else:
            return True
