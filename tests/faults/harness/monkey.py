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


class Monkey:
    """`counts` are the faults done so far; `last_at` is when the last one was over, by the monotonic clock."""

    def __init__(self, world: World, seed: int) -> None:
        self._world, self._chance = world, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.last_at = time.monotonic()
        self._thaws: list[threading.Timer] = []

    @property
    def faults(self) -> int:
        return self.counts.total()

    def run(self, faults: int, go_on: Callable[[], bool]) -> None:
        """Does at least `faults` faults, and more while `go_on`; then thaws everybody."""
        while self.faults < faults or go_on():
            time.sleep(self._chance.uniform(0.2, 2.4))
            kind = self._chance.choices(list(_KINDS), list(_KINDS.values()))[0]
            if self._do(kind):
                self.counts[kind] += 1
        for thaw in self._thaws:
            thaw.join()
        self.last_at = time.monotonic()

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
