"""Waits until events are final, by the ledger; with no live worker it runs a real one until they are."""

from __future__ import annotations

import logging
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.bootstrap import Pipeline, server_urls
from memory_pipeline.domain.errors import TransientError
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.processes import BULK_QUEUES, LIVE_QUEUES, environment, worker
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.ports.ledger import FINAL, LedgerEntry

_log = logging.getLogger(__name__)
_POLL_S = 0.2
_SWEEP_S = 1.0
_CHUNK = 5000


@dataclass(frozen=True, slots=True)
class Waited:
    """`entries` are as last seen; `missing` counts events the ledger had not taken in. `timed_out` says not all are final."""

    entries: Mapping[EventId, LedgerEntry]
    missing: int
    timed_out: bool

    @property
    def states(self) -> dict[str, int]:
        counts = Counter(str(entry.state) for entry in self.entries.values())
        if self.missing:
            counts["pending"] += self.missing
        return dict(sorted(counts.items()))


def wait_for(
    pipeline: Pipeline,
    tenant: Tenant,
    event_ids: Sequence[EventId],
    timeout_s: float,
    on_progress: Callable[[int, int], None] | None = None,
) -> Waited:
    """Returns once every event is final, or after `timeout_s`. `on_progress` hears how many of how many are final."""
    wanted = list(dict.fromkeys(event_ids))
    began = time.monotonic()
    with _borrowed_worker(pipeline) as lend:
        next_sweep = 0.0
        entries: Mapping[EventId, LedgerEntry] = {}
        while True:
            entries = _last_known(pipeline, tenant, wanted, entries)
            final = sum(entry.state in FINAL for entry in entries.values())
            if on_progress is not None:
                on_progress(final, len(wanted))
            elapsed = time.monotonic() - began
            if final == len(wanted) or elapsed >= timeout_s:
                return Waited(entries, len(wanted) - len(entries), final < len(wanted))
            if elapsed >= next_sweep:
                # The waiter sweeps too: it may be the only one here, and its inbox entries should not wait for a beat.
                _sweep(pipeline, lend)
                next_sweep = elapsed + _SWEEP_S
            time.sleep(_POLL_S)


def _last_known(
    pipeline: Pipeline, tenant: Tenant, wanted: Sequence[EventId], before: Mapping[EventId, LedgerEntry]
) -> Mapping[EventId, LedgerEntry]:
    """The ledger's word; what it said before while it cannot be reached."""
    try:
        return _states(pipeline, tenant, wanted)
    except TransientError as error:
        _log.warning("the ledger does not answer: %s", error)
        return before


def _sweep(pipeline: Pipeline, lend: Callable[[], None]) -> None:
    """Embedded servers that were killed come back; a worker is lent if there is none; what was lost is sent again."""
    try:
        server_urls(pipeline.settings)
        lend()
        reconcile(pipeline.dependencies)
    except TransientError as error:
        _log.warning("the sweep ends early: %s", error)


def _states(pipeline: Pipeline, tenant: Tenant, wanted: Sequence[EventId]) -> dict[EventId, LedgerEntry]:
    ledger = pipeline.dependencies.ledger
    entries: dict[EventId, LedgerEntry] = {}
    for start in range(0, len(wanted), _CHUNK):
        entries.update(ledger.states(tenant, wanted[start : start + _CHUNK]))
    return entries


@contextmanager
def _borrowed_worker(pipeline: Pipeline) -> Iterator[Callable[[], None]]:
    """Yields what starts a worker child if there is no live worker; the child ends with the block."""
    client = connect(pipeline.urls.redis)
    roll = WorkerRoll(client)
    children: list[subprocess.Popen[bytes]] = []

    def lend() -> None:
        if any(child.poll() is None for child in children) or roll.present():
            return
        children.append(_start(pipeline))

    try:
        yield lend
    finally:
        for child in children:
            _stop(child)
        client.close()


def _start(pipeline: Pipeline) -> subprocess.Popen[bytes]:
    settings = pipeline.settings
    spec = worker("wait", LIVE_QUEUES + BULK_QUEUES, settings.worker_threads)
    log = settings.home.expanduser().absolute() / "logs" / "wait-worker.log"
    with _log_file(log) as output:
        return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
            spec.command,
            env=environment(pipeline.urls),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


@contextmanager
def _log_file(path: Path) -> Iterator[int]:
    """Where the child's words go: a file in the home, nowhere if there is no home to write in."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("ab") as file:
            yield file.fileno()
    except OSError:
        yield subprocess.DEVNULL


def _stop(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.send_signal(signal.SIGTERM)
        try:
            child.wait(timeout=15)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
