"""Runs a tenant's night and kills itself, with SIGKILL, in the second batch of one step: inside its transaction.

Started by test_nights_killed as `python -m tests.faults.night_that_dies STEP AS_OF`; the settings name the servers.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting import PostgresForgetting, PostgresForgettingUnit
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore, PostgresMemoryUnit
from memory_pipeline.bootstrap import open_pipeline
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.forgetting import DueKey, Queue
from memory_pipeline.settings import load_settings
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


def main() -> None:
    step, as_of = Step(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
    pipeline = open_pipeline(load_settings())
    deps, dying = pipeline.dependencies, _Dying(step)
    database = Database(pipeline.urls.database, pipeline.settings.database_role)
    deps = replace(
        deps,
        embedder=InMemoryEmbedder(16),
        forgetting=_Forgetting(database, deps.digest, dying),
        store=_Store(database, deps.digest, dying),
    )
    run_night(TENANT, deps, as_of=as_of)


if __name__ == "__main__":
    main()
