"""The whole product as it runs: a broker, workers and beat as processes, and this process as the agent backend."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pytest_celery import CeleryTestSetup, CeleryTestWorker, RedisTestBroker

from memory_pipeline.adapters.broker.queues import QueueName
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.bootstrap import Pipeline, Urls
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.processes import BULK_QUEUES, LIVE_QUEUES, beat, environment, worker
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.ports.ledger import FINAL, EventState, LedgerEntry
from memory_pipeline.settings import PREFIX, Settings
from tests.support.keys import TEST_HMAC_KEY
from tests.support.local_nodes import LocalProcess, LocalWorkerContainer, local_redis
from tests.support.servers import drop_database, migrated_database, running_servers
from tests.support.talks import ACME

ALL_QUEUES = LIVE_QUEUES + BULK_QUEUES


class Stack:
    """One database, one broker, and as many workers as were started. `settings` are as in the environment, without prefix."""

    def __init__(self, folder: Path, **settings: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.broker = RedisTestBroker(local_redis(folder / "broker"))
        self.app = CeleryTestSetup.create_setup_app({"broker_url": self.broker_url}, "memory")
        self.workers: list[CeleryTestWorker] = []
        self._others: list[LocalProcess] = []
        self._given = {"HOME": str(folder), "WORKER_THREADS": "4", "HMAC_KEY": TEST_HMAC_KEY, **settings}
        self.urls = Urls(migrated_database(running_servers()), self.broker_url, self.broker_url)
        self.pipeline = self._open()
        self._client = connect(self.urls.redis)

    @property
    def broker_url(self) -> str:
        return str(self.broker.config()["host_url"])

    @property
    def deps(self) -> Dependencies:
        return self.pipeline.dependencies

    def _open(self) -> Pipeline:
        values: dict[str, Any] = {name.lower(): value for name, value in self._given.items()}
        return Pipeline(
            Settings(database_url=self.urls.database, redis_url=self.urls.redis, **values), self.urls
        )

    def start_worker(
        self,
        name: str = "worker",
        *options: str,
        queues: tuple[QueueName, ...] = ALL_QUEUES,
        urls: Urls | None = None,
        settings: Mapping[str, str] = MappingProxyType({}),
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> CeleryTestWorker:
        """A worker process that is ready to take events; it may have URLs, settings and variables of its own."""
        spec = worker(name, queues, self.pipeline.settings.worker_threads)
        own = {**self._environment(urls), **_prefixed(settings), **environment}
        process = LocalProcess(name, [*spec.command, *options], own, self.folder)
        container = LocalWorkerContainer(process)
        self.workers.append(CeleryTestWorker(container, self.app))
        container.ready()
        return self.workers[-1]

    def start_beat(self) -> LocalProcess:
        process = LocalProcess("beat", beat(self.folder / "beat").command, self._environment(), self.folder)
        self._others.append(process)
        return process

    def _environment(self, urls: Urls | None = None) -> dict[str, str]:
        return {**environment(urls or self.urls), **_prefixed(self._given)}

    def kill_workers(self) -> None:
        """kill -9 of every worker's whole process group."""
        for each in self.workers:
            each.kill()
            assert each.container.status == "exited"
        self.workers.clear()

    def entries(self, ids: Sequence[EventId], tenant: Tenant = ACME) -> Mapping[EventId, LedgerEntry]:
        return self.deps.ledger.states(tenant, ids)

    def finish(
        self, ids: Sequence[EventId], *, within_s: float = 60, sweeping: bool = True, tenant: Tenant = ACME
    ) -> Mapping[EventId, LedgerEntry]:
        """The entries of the events once all are final; `sweeping` does here what beat has done elsewhere."""
        deadline, next_sweep = time.monotonic() + within_s, 0.0
        while True:
            entries = self.entries(ids, tenant)
            if sum(entry.state in FINAL for entry in entries.values()) == len(set(ids)):
                return entries
            now = time.monotonic()
            if now > deadline:
                open_ = [entry for entry in entries.values() if entry.state not in FINAL]
                raise AssertionError(
                    f"{len(set(ids)) - len(entries)} unknown, not final: {open_}\n{self.words()}"
                )
            if sweeping and now >= next_sweep:
                reconcile(self.deps)
                next_sweep = now + 0.5
            time.sleep(0.05)

    def done(self, ids: Sequence[EventId], **how: Any) -> Mapping[EventId, LedgerEntry]:
        """As `finish`; every event must have ended done."""
        entries = self.finish(ids, **how)
        assert {entry.state for entry in entries.values()} == {EventState.DONE}, entries
        return entries

    def words(self) -> str:
        """The last words of each worker, for a failing test."""
        return "\n".join(f"--- {each.name()}\n{str(each.logs())[-2000:]}" for each in self.workers)

    def close(self) -> None:
        for each in self.workers:
            each.teardown()
        for process in self._others:
            process.remove()
        self.pipeline.close()
        self._client.close()
        self.app.close()
        self.broker.teardown()
        drop_database(self.urls.database)

    def quick(self) -> Dependencies:
        """This process's dependencies without hints: what it records waits for a sweeper."""
        return replace(self.deps, publisher=_Nobody(), working=RedisWorkingMemory(self._client))


def _prefixed(settings: Mapping[str, str]) -> dict[str, str]:
    return {f"{PREFIX}{name}": value for name, value in settings.items()}


class _Nobody:
    """A broker that loses every hint without a word, as one without its append-only file does."""

    def publish(self, ref: object) -> None:
        """Nothing comes of it."""


def until(condition: Callable[[], bool], *, within_s: float = 30, what: str = "it") -> None:
    """Waits until `condition` holds."""
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not come about in {within_s} s"
        time.sleep(0.02)
