"""Servers, workers and beat as processes that can be killed and frozen, and the one place that brings them back."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import psutil

from memory_pipeline.adapters.postgres.migrate import migrate
from memory_pipeline.bootstrap import Pipeline, Urls
from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded import discard_servers, ensure_servers, server_states, start_server
from memory_pipeline.interfaces.processes import BULK_QUEUES, LIVE_QUEUES, beat, environment, worker
from memory_pipeline.settings import PREFIX, Settings
from tests.support.keys import TEST_HMAC_KEY
from tests.support.local_nodes import LocalProcess

ALL_QUEUES = LIVE_QUEUES + BULK_QUEUES
SERVERS = ("postgres", "valkey")

# Short enough that a run of minutes holds many leases, long enough that they are renewed on a busy machine.
SETTINGS = {
    "LEASE_S": "8", "SWEEP_EVERY_S": "1", "LLM_TIMEOUT_S": "8", "LLM_CALL_TIMEOUT_S": "4", "TASK_TIME_LIMIT_S": "20",
    "VISIBILITY_TIMEOUT_S": "80", "RETRY_BASE_S": "0.5", "RETRY_MAX_S": "5", "MAX_ATTEMPTS": "10",
    "EXTRACTOR": "openai", "LLM_API_KEY": "k", "LLM_MODEL": "m",
}  # fmt: skip


class World:
    """Everything that runs. Dead workers are started again once they are due, as a supervisor of processes would."""

    def __init__(self, folder: Path, model_url: str) -> None:
        self.home = folder / "home"
        servers = ensure_servers(self.home)
        self.urls = Urls(servers.database_url, servers.redis_url, servers.redis_url)
        migrate(self.urls.database, "memory_pipeline_app")
        self._given = {
            **SETTINGS,
            "HOME": str(self.home),
            "LLM_BASE_URL": model_url,
            "HMAC_KEY": TEST_HMAC_KEY,
        }
        values: dict[str, Any] = {name.lower(): value for name, value in self._given.items()}
        self.pipeline = Pipeline(
            Settings(database_url=self.urls.database, redis_url=self.urls.redis, **values), self.urls
        )
        self._folder = folder
        self.workers = {
            "threads": self._worker("threads", 3, "threads"),
            "more": self._worker("more", 3, "threads"),
            "prefork": self._worker("prefork", 3, "prefork"),
        }
        self._beat = self._process("beat", beat(folder / "beat").command)
        self._due: dict[str, float] = {}
        self._over = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="keeper")
        self._keeper.start()

    def _worker(self, name: str, threads: int, pool: str) -> LocalProcess:
        command = list(worker(name, ALL_QUEUES, threads).command)
        command[command.index("--pool") + 1] = pool
        return self._process(name, command)

    def _process(self, name: str, command: list[str] | tuple[str, ...]) -> LocalProcess:
        own = {f"{PREFIX}{key}": value for key, value in self._given.items()}
        return LocalProcess(name, command, {**environment(self.urls), **own}, self._folder)

    def _keep(self) -> None:
        while not self._over.wait(0.25):
            for process in (*self.workers.values(), self._beat):
                if process.status != "running" and time.monotonic() >= self._due.get(process.name, 0.0):
                    process.start()

    def kill_worker(self, name: str, down_s: float) -> None:
        """kill -9 of the worker's whole group; it comes back after a while."""
        process = self.workers[name]
        self._due[process.name] = time.monotonic() + down_s
        process.kill("SIGKILL")

    def server_tree(self, name: str) -> list[psutil.Process]:
        """The server's first process and all below it."""
        pid = next(state.pid for state in server_states(self.home) if state.name == name)
        if pid is None:
            return []
        try:
            root = psutil.Process(pid)
            return [root, *root.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def start_server(self, name: str) -> None:
        """Brings a server back under the same URL; one that is not ready in time is tried again."""
        for _ in range(5):
            try:
                start_server(self.home, name)
            except ServerStartFailed:
                time.sleep(1.0)
            else:
                return
        raise AssertionError(f"{name} does not come back")

    def words(self) -> str:
        """The last words of every process, for a run that fails."""
        everyone = (*self.workers.values(), self._beat)
        return "\n".join(
            f"--- {each.name}\n{each.logs()[-4000:].decode('utf-8', 'replace')}" for each in everyone
        )

    def close(self) -> None:
        self._over.set()
        self._keeper.join()
        for process in (*self.workers.values(), self._beat):
            process.remove()
        self.pipeline.close()
        discard_servers(self.home)
