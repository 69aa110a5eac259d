"""What a worker process holds, from its first task to its end: one pipeline per process, and its name on the roll."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import psutil
from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import (
    beat_init,
    setup_logging,
    worker_init,
    worker_ready,
    worker_shutdown,
    worker_shutting_down,
)

from memory_pipeline.adapters.per_process import PerProcess
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.bootstrap import Pipeline, make_extractor, open_pipeline, server_urls
from memory_pipeline.domain.errors import BrokerUnavailable, PermanentError, TransientError
from memory_pipeline.interfaces.checks import refuse_unsafe
from memory_pipeline.settings import load_settings

_BEAT_S = 5.0
_START_PATIENCE_S = 60.0
_log = logging.getLogger(__name__)


def _open() -> Pipeline:
    opened = open_pipeline(load_settings())
    # Celery's soft limit is an exception like any other: unnamed, it would pass for a defect of ours.
    opened.dependencies = replace(
        opened.dependencies, time_is_up=(SoftTimeLimitExceeded,), actor=f"worker@{socket.gethostname()}"
    )
    return opened


pipeline: PerProcess[Pipeline] = PerProcess(_open)


class _Presence(threading.Thread):
    """Renews the worker's entry on the roll until told to stop; ends a lent worker whose borrower is gone."""

    def __init__(self, name: str, queues: tuple[str, ...]) -> None:
        super().__init__(name="presence", daemon=True)
        settings = load_settings()
        self._roll = WorkerRoll(connect(server_urls(settings).redis, timeout_s=5.0))
        self._borrower = settings.ends_with_pid
        self._worker, self._queues = name, queues
        self._ended = threading.Event()

    def run(self) -> None:
        while True:
            try:
                self._roll.sign(self._worker, os.getpid(), self._queues)
            except BrokerUnavailable as error:
                _log.warning("the roll of workers cannot be signed: %s", error)
            if self._borrower is not None and not psutil.pid_exists(self._borrower):
                os.kill(os.getpid(), signal.SIGTERM)
                return
            if self._ended.wait(_BEAT_S):
                return

    def end(self) -> None:
        self._ended.set()
        try:
            self._roll.leave(self._worker)
        except BrokerUnavailable:
            _log.info("the worker's entry on the roll will run out by itself")


_presence: list[_Presence] = []


@setup_logging.connect
def _log_plainly(**_: Any) -> None:
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(threadName)s %(message)s",
    )


@beat_init.connect
def _end_with_borrower(**_: Any) -> None:
    """A beat whose `up` was killed would tick on for ever: harmless, but nobody's."""
    borrower = load_settings().ends_with_pid
    if borrower is not None:
        threading.Thread(target=_watch, args=(borrower,), name="borrower", daemon=True).start()


def _watch(borrower: int) -> None:
    while psutil.pid_exists(borrower):
        time.sleep(_BEAT_S)
    os.kill(os.getpid(), signal.SIGTERM)


@worker_init.connect
def _refuse_unsafe(**_: Any) -> None:
    """Ends the process with a sentence rather than work on servers that would lose or mix memories."""
    settings = load_settings()
    patience_ends = time.monotonic() + _START_PATIENCE_S
    while True:
        try:
            refuse_unsafe(settings, server_urls(settings))
        except TransientError as error:
            if time.monotonic() >= patience_ends:
                raise SystemExit(f"memory-pipeline: {error}") from None
            _log.warning("not ready to start: %s", error)
            time.sleep(1.0)
        except PermanentError as error:
            raise SystemExit(f"memory-pipeline: this worker does not start: {error}") from None
        else:
            return


@worker_init.connect
def _load_before_the_fork(**_: Any) -> None:
    """The modules of the extractor, and no connection: every child that takes a killed one's place would load them anew."""
    make_extractor(load_settings())


@worker_ready.connect
def _arrive(sender: Any, **_: Any) -> None:
    queues = tuple(queue.name for queue in sender.task_consumer.queues)
    presence = _Presence(sender.hostname, queues)
    presence.start()
    _presence.append(presence)


@worker_shutting_down.connect
def _go(**_: Any) -> None:
    while _presence:
        _presence.pop().end()


@worker_shutdown.connect
def _gone(**_: Any) -> None:
    pipeline.get().close()
