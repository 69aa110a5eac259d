"""A value that every process builds for itself, on first use: sockets, HTTP clients and native models do not survive a fork."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class PerProcess(Generic[T]):
    """Calls `build` once per process, however many threads ask first."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._lock = threading.Lock()
        self._made: tuple[int, T] | None = None
        self._inherited: list[T] = []
        _LIVE.add(self)

    def get(self) -> T:
        """This process's value, built now if this is the first call after start or fork."""
        made = self._made
        if made is not None and made[0] == os.getpid():
            return made[1]
        with self._lock:
            made = self._made
            if made is not None and made[0] == os.getpid():
                return made[1]
            if made is not None:
                # The parent's value must not be finalised here: closing it would write on the parent's sockets.
                self._inherited.append(made[1])
            value = self._build()
            self._made = (os.getpid(), value)
            return value

    def renew_lock(self) -> None:
        """Forgets a lock that a thread of the parent may have held at the fork."""
        self._lock = threading.Lock()


_LIVE: weakref.WeakSet[PerProcess[Any]] = weakref.WeakSet()


def _renew_locks() -> None:
    for holder in _LIVE:
        holder.renew_lock()


os.register_at_fork(after_in_child=_renew_locks)
