"""The roll of live workers: each signs every few seconds, and an entry that is not renewed runs out."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import Any

import psutil
import redis

from memory_pipeline.adapters.redis.connection import translated_errors

_TTL_S = 20


@dataclass(frozen=True, slots=True)
class PresentWorker:
    name: str
    pid: int
    host: str
    queues: tuple[str, ...]


class WorkerRoll:
    def __init__(self, client: redis.Redis, *, prefix: str = "mp:") -> None:
        self._client = client
        self._prefix = f"{prefix}worker:"

    def sign(self, name: str, pid: int, queues: tuple[str, ...]) -> None:
        """Enters or renews a worker. Raises BrokerUnavailable."""
        entry = {"name": name, "pid": pid, "host": socket.gethostname(), "queues": list(queues)}
        with translated_errors(self._client):
            self._client.set(self._prefix + name, json.dumps(entry), ex=_TTL_S)

    def leave(self, name: str) -> None:
        with translated_errors(self._client):
            self._client.delete(self._prefix + name)

    def present(self) -> tuple[PresentWorker, ...]:
        """The workers that are there, by name. One of this host whose process is gone is left out at once."""
        with translated_errors(self._client):
            keys: list[Any] = list(self._client.scan_iter(match=self._prefix + "*", count=500))
            found: Any = self._client.mget(keys) if keys else []
        entries = [json.loads(item) for item in found if item is not None]
        workers = [PresentWorker(e["name"], e["pid"], e["host"], tuple(e["queues"])) for e in entries]
        return tuple(sorted((w for w in workers if _alive(w)), key=lambda worker: worker.name))


def _alive(worker: PresentWorker) -> bool:
    if worker.host != socket.gethostname():
        return True
    try:
        return bool(psutil.Process(worker.pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
