"""A night that kills its process, with SIGKILL, in the second batch of one step: inside its transaction."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting import PostgresForgetting
from memory_pipeline.adapters.postgres.forgetting_unit import PostgresForgettingUnit
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore, PostgresMemoryUnit
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.forgetting import DueKey, Queue
from tests.support.assertions import TENANT

_PAGE = 2


class _Dying:
    """Counts the batches of the wanted step, and ends the process in the second one."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.batches = 0

    def batch(self, step: Step) -> None:
        if step is self.step:
            self.batches += 1
            if self.batches == 2:
                os.kill(os.getpid(), signal.SIGKILL)


class _Forgetting(PostgresForgetting):
    """Pages of two, so that every step has several batches."""

    def __init__(self, database: Database, digest: KeyedDigest, dying: _Dying) -> None:
        super().__init__(database, digest)
        self._dying = dying
        self._queue: Queue | None = None

    def due(
        self, tenant: Tenant, queue: Queue, *, as_of: datetime, after: DueKey | None, limit: int
    ) -> Sequence[DueKey]:
        self._queue = queue
        return super().due(tenant, queue, as_of=as_of, after=after, limit=min(limit, _PAGE))

    @contextmanager
    def unit(
        self, tenant: Tenant, scopes: Collection[Scope], *, wait: bool = True, keep: bool = True
    ) -> Iterator[PostgresForgettingUnit]:
        with super().unit(tenant, scopes, wait=wait, keep=keep) as unit:
            yield unit
            if self._queue not in (None, Queue.OBSERVE) and keep:
                self._dying.batch(Step(self._queue))


class _Store(PostgresMemoryStore):
    """Reinforcement writes through the store."""

    def __init__(self, database: Database, digest: KeyedDigest, dying: _Dying) -> None:
        super().__init__(database, digest)
        self._dying = dying

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[PostgresMemoryUnit]:
        with super().unit(tenant, scopes) as unit:
            yield unit
            self._dying.batch(Step.REINFORCE)


def die_in(step: Step, as_of: datetime, deps: Dependencies, database_url: str) -> int:
    """How a forked process ended that runs the night and kills itself in the second batch of that step."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        dying = _Dying(step)
        database = Database(database_url, "memory_pipeline_app")
        run_night(
            TENANT,
            replace(
                deps,
                forgetting=_Forgetting(database, deps.digest, dying),
                store=_Store(database, deps.digest, dying),
            ),
            as_of=as_of,
        )
    finally:
        os._exit(1)
