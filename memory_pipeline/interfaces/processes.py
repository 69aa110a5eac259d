"""The processes that `up` brings up, and the worker that `--wait` borrows: their commands and environment."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.adapters.broker.queues import QueueName
from memory_pipeline.bootstrap import Urls
from memory_pipeline.settings import PREFIX, Settings


@dataclass(frozen=True, slots=True)
class ProcessSpec:
    """A process of ours: what it is called, and its command line."""

    name: str
    command: tuple[str, ...]


# In the order in which a worker looks into them. Ticks are few and stand first: behind a backlog that never ends, no
# sweep would find what was lost, and no night would come.
LIVE_QUEUES = (QueueName.MAINTENANCE, QueueName.LIVE)
BULK_QUEUES = (QueueName.FORGET, QueueName.BULK)


def worker(name: str, queues: tuple[QueueName, ...], threads: int) -> ProcessSpec:
    """A Celery worker on a thread pool: what it waits for are models and Postgres."""
    return ProcessSpec(
        name,
        (
            sys.executable, "-m", "celery", "--app", "workers.app", "--quiet", "worker",
            "--hostname", f"{name}-{os.getpid()}@%h",
            "--queues", ",".join(queues),
            "--pool", "threads", "--concurrency", str(threads),
            "--without-gossip", "--without-mingle", "--without-heartbeat",
            "--loglevel", "INFO",
        ),
    )  # fmt: skip


def beat(state_file: Path) -> ProcessSpec:
    """The ticker. Its state is a convenience: losing it loses nothing."""
    return ProcessSpec(
        "beat",
        (
            sys.executable, "-m", "celery", "--app", "workers.app", "--quiet", "beat",
            "--schedule", str(state_file), "--pidfile=", "--loglevel", "WARNING",
        ),
    )  # fmt: skip


def processes(settings: Settings) -> tuple[ProcessSpec, ...]:
    """All that runs beside the servers. Live traffic has workers of its own."""
    return (
        worker("live", LIVE_QUEUES, settings.worker_threads),
        worker("bulk", BULK_QUEUES, settings.worker_threads),
        beat(settings.home.expanduser().absolute() / "run" / "beat-schedule"),
    )


def environment(urls: Urls) -> dict[str, str]:
    """This process's environment, with the servers spelt out: a child finds them without asking the supervisor."""
    return {
        **os.environ,
        f"{PREFIX}DATABASE_URL": urls.database,
        f"{PREFIX}REDIS_URL": urls.redis,
        f"{PREFIX}BROKER_URL": urls.broker,
        **({f"{PREFIX}HMAC_KEY": urls.hmac_key} if urls.hmac_key else {}),
        f"{PREFIX}ENDS_WITH_PID": str(os.getpid()),
        "PYTHONUNBUFFERED": "1",
    }
