"""The monkey: draws faults from a seed and does them, one after the other, while freezes last beside them."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil

from tests.faults.harness.world import SERVERS, World

# Kind and weight: what kills work under way comes most often.
_KINDS = {
    "kill worker": 5, "kill pool child": 5, "kill valkey": 3, "kill postgres": 2, "freeze worker": 4, "freeze valkey": 2,
    "freeze postgres": 2, "flap valkey": 1,
}  # fmt: skip


# Most faults wait for signs of life since the one before, though not for long: on a busy machine all of them would hit a
# system that is still down, and tell nothing of work that is under way.
_WAIT, _SIGNS_OF_LIFE, _LONGEST_WAIT_S = 0.7, 4, 5.0


class Monkey:
    """`counts` are the faults done so far; `last_at` is when the last one was over, by the monotonic clock.

    `pulse` counts what the workers have done: any number that grows.
    """

    def __init__(self, world: World, seed: int, pulse: Callable[[], int]) -> None:
        self._world, self._chance, self._pulse = world, random.Random(seed), pulse
        self.counts: Counter[str] = Counter()
        self.last_at = time.monotonic()
        self._thaws: list[threading.Timer] = []

    @property
    def faults(self) -> int:
        return self.counts.total()

    def run(self, faults: int, go_on: Callable[[], bool]) -> None:
        """Does at least `faults` faults, and more while `go_on`; then thaws everybody."""
        while self.faults < faults or go_on():
            before = self._pulse()
            time.sleep(self._chance.uniform(0.2, 2.0))
            if self._chance.random() < _WAIT:
                self._await_life(before)
            kind = self._chance.choices(list(_KINDS), list(_KINDS.values()))[0]
            if self._do(kind):
                self.counts[kind] += 1
        for thaw in self._thaws:
            thaw.join()
        self.last_at = time.monotonic()

    def _await_life(self, before: int) -> None:
        until = time.monotonic() + _LONGEST_WAIT_S
        while self._pulse() < before + _SIGNS_OF_LIFE and time.monotonic() < until:
            time.sleep(0.05)

    def _do(self, kind: str) -> bool:
        """Whether there was something to do it to."""
        deed, _, whom = kind.partition(" ")
        if whom == "worker":
            name = self._chance.choice(sorted(self._world.workers))
            process = self._world.workers[name]
            if process.status != "running":
                return False
            if deed == "kill":
                self._world.kill_worker(name, self._chance.uniform(0.0, 3.0))
                return True
            return self._freeze(process.tree())
        if whom == "pool child":
            return self._kill(self._children())
        if deed == "freeze":
            return self._freeze(self._world.server_tree(whom))
        for _ in range(3 if deed == "flap" else 1):
            self._end_server(whom)
        return True

    def _children(self) -> list[psutil.Process]:
        tree = self._world.workers["prefork"].tree()
        return [self._chance.choice(tree[1:])] if len(tree) > 1 else []

    def _end_server(self, name: str) -> None:
        assert name in SERVERS
        self._kill(self._world.server_tree(name))
        time.sleep(self._chance.uniform(0.1, 1.5))
        self._world.start_server(name)

    def _kill(self, processes: Iterable[psutil.Process]) -> bool:
        return _signal(processes, signal.SIGKILL)

    def _freeze(self, processes: list[psutil.Process]) -> bool:
        """Stops them for a while, beyond a lease now and then; other faults go on meanwhile."""
        if not _signal(processes, signal.SIGSTOP):
            return False
        thaw = threading.Timer(
            self._chance.choice([0.5, 2.0, 5.0, 11.0]), _signal, (processes, signal.SIGCONT)
        )
        thaw.start()
        self._thaws.append(thaw)
        return True


def _signal(processes: Iterable[psutil.Process], number: signal.Signals) -> bool:
    hit = False
    for process in processes:
        # A pid may have been given to another process meanwhile: psutil tells them apart by their start.
        with suppress(psutil.Error, ProcessLookupError):
            if process.is_running():
                os.kill(process.pid, number)
                hit = True
    return hit
