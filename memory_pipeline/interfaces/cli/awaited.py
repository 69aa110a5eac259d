"""What `--wait` adds to a command: the events' states at its end, and what they say about its success."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.output import warn
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.interfaces.waiting import wait_for
from memory_pipeline.ports.ledger import EventState, LedgerEntry

_CHUNK = 5000


@dataclass(frozen=True, slots=True)
class Awaited:
    """`entries` as last seen, one of each event that the ledger knows. `timed_out` only where it was waited for."""

    states: Mapping[str, int]
    entries: tuple[LedgerEntry, ...]
    timed_out: bool

    @property
    def dead(self) -> list[LedgerEntry]:
        return [entry for entry in self.entries if entry.state is EventState.DEAD]

    def extractor_calls(self, since: datetime) -> int:
        """What the events cost that ended since then: one that was done before costs nothing again."""
        return sum(
            int(entry.result.get("extractor_calls", 0))
            for entry in self.entries
            if entry.done_at is not None and entry.done_at >= since
        )

    def dead_documents(self) -> list[dict[str, Any]]:
        return [
            {"id": str(entry.ref.event_id), "reason": entry.reason, "error": entry.error}
            for entry in self.dead
        ]

    def discarded(self, since: datetime) -> dict[str, Any]:
        """What was not taken in because it had been erased: how many events, and what of them."""
        about = [
            entry.result
            for entry in self.entries
            if entry.result.get("discarded") is not None
            and entry.done_at is not None
            and entry.done_at >= since
        ]
        counted = ("messages", "assertions", "episodes")
        return {"events": len(about)} | {
            name: sum(int(result.get(f"discarded_{name}", 0)) for result in about) for name in counted
        }

    def exit_code(self) -> ExitCode:
        if self.timed_out:
            return ExitCode.FAILED
        return ExitCode.PARTLY if self.dead else ExitCode.DONE

    def complain(self, timeout_s: float) -> None:
        """One sentence for each thing that went wrong; equal ones once, with their number."""
        for sentence, count in Counter(entry.error or str(entry.reason) for entry in self.dead).items():
            events = "1 event is" if count == 1 else f"{count} events are"
            warn(f"{events} dead: {sentence}; remove the cause, then `events retry --all-dead`")
        if self.timed_out:
            warn(
                f"not all events were done within {timeout_s:g} s: they go on while a worker runs, see `events list`; "
                "--timeout sets the patience"
            )


def awaited(
    pipeline: Pipeline, tenant: Tenant, event_ids: Sequence[EventId], timeout_s: float, progress: Progress
) -> Awaited:
    """Waits for the events to be final."""
    waited = wait_for(
        pipeline,
        tenant,
        event_ids,
        timeout_s,
        lambda done, total: progress.tell(f"{done} of {total} events done"),
    )
    return Awaited(waited.states, tuple(waited.entries.values()), waited.timed_out)


def glanced(pipeline: Pipeline, tenant: Tenant, event_ids: Sequence[EventId]) -> Awaited:
    """The events' states now, without waiting."""
    entries: dict[EventId, LedgerEntry] = {}
    for start in range(0, len(event_ids), _CHUNK):
        entries.update(pipeline.dependencies.ledger.states(tenant, event_ids[start : start + _CHUNK]))
    counts = Counter(str(entry.state) for entry in entries.values())
    missing = len(set(event_ids)) - len(entries)
    if missing:
        counts["pending"] += missing
    return Awaited(dict(sorted(counts.items())), tuple(entries.values()), timed_out=False)


def advise(pipeline: Pipeline, outcome: Awaited) -> None:
    """Says so where events wait and nobody is there to take them up."""
    if set(outcome.states) <= {str(EventState.DONE), str(EventState.DEAD)}:
        return
    client = connect(pipeline.urls.redis)
    try:
        manned = bool(WorkerRoll(client).present())
    finally:
        client.close()
    if not manned:
        warn(
            "the events are recorded, but no worker runs: `memory-pipeline up` starts them, --wait borrows one"
        )


def say_what_was_erased(discarded: Mapping[str, int]) -> None:
    """One sentence, where anything was left out because somebody had it erased."""
    if discarded["events"]:
        events = "1 event was" if discarded["events"] == 1 else f"{discarded['events']} events were"
        warn(
            f"{events} about what has been erased: {discarded['messages']} messages, {discarded['assertions']} statements "
            f"and {discarded['episodes']} episodes were discarded"
        )
