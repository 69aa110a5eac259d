"""`import-facts`: structured facts of systems of record and documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import FactsImported
from memory_pipeline.events.structured_facts import latest_assertion, read_structured_fact
from memory_pipeline.interfaces.cli.awaited import advise, awaited, glanced, say_what_was_erased
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.files import FallbackTime, Refused, lines_of
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.cli.parameters import FILES, INSTANT
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.screen_event import screened_import
from memory_pipeline.ports.ledger import Lane

_BATCH = 500


@dataclass(slots=True)
class Imported:
    """`new` counts the assertions that the ledger did not know, `accepted` all good lines."""

    accepted: int = 0
    new: int = 0
    rejected: list[Refused] = field(default_factory=list)
    events: dict[EventId, None] = field(default_factory=dict)


@click.command("import-facts")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@click.option("--at", type=INSTANT, metavar="T", help="When facts were asserted that name no time.")
@click.option(
    "--wait", is_flag=True, help="Return when the facts are written; borrows a worker if none runs."
)
@click.option(
    "--timeout", "timeout_s", type=click.FloatRange(min=0), default=600.0, show_default=True, metavar="S"
)
@common_options
@click.pass_context
def import_facts(
    ctx: click.Context,
    files: tuple[Path, ...],
    at: datetime | None,
    wait: bool,
    timeout_s: float,
) -> int:
    """Take in structured facts (JSONL, one per line) of source CMDB or DOC. The same line again adds nothing."""
    invocation = invocation_of(ctx)
    done = Imported()
    with opened(invocation) as (pipeline, client), Progress() as progress:
        began_at = pipeline.dependencies.clock.now()
        for path in files:
            import_file(path, client.tenant, at, done, pipeline.dependencies)
            progress.tell(f"{done.accepted} facts taken in")
        ids = list(done.events)
        if wait and ids:
            outcome = awaited(pipeline, client.tenant, ids, timeout_s, progress)
        else:
            outcome = glanced(pipeline, client.tenant, ids)
            advise(pipeline, outcome)
    document: dict[str, Any] = {
        "assertions": done.new,
        "rejected": [refused.document() for refused in done.rejected],
        "accepted": done.accepted,
        "events": [str(id_) for id_ in done.events],
        "states": dict(outcome.states),
        "dead": outcome.dead_documents(),
        "discarded": outcome.discarded(began_at),
    }
    say_what_was_erased(document["discarded"])
    for refused in done.rejected:
        warn(str(refused))
    outcome.complain(timeout_s)
    if done.rejected and not done.accepted:
        document["error"] = "no line was accepted: mend the lines named, then import the file again"
        warn(document["error"])
    shown = {
        "new assertions": done.new,
        "accepted lines": done.accepted,
        "rejected lines": len(done.rejected),
    }
    answer(invocation, document, lambda: pairs_table(shown))
    if done.rejected and not done.accepted:
        return ExitCode.FAILED
    code = outcome.exit_code()
    return ExitCode.PARTLY if code is ExitCode.DONE and done.rejected else code


def import_file(path: Path, tenant: Tenant, at: datetime | None, done: Imported, deps: Dependencies) -> None:
    """Adds the facts of a file to `done`: recorded in the ledger, in batches, and hinted to the workers."""
    batch: list[FactsImported] = []
    for event in _read(path, tenant, at, done, deps):
        batch.append(event)
        if len(batch) == _BATCH:
            _record(batch, tenant, done, deps)
            batch = []
    _record(batch, tenant, done, deps)


def _read(
    path: Path, tenant: Tenant, at: datetime | None, done: Imported, deps: Dependencies
) -> Iterator[FactsImported]:
    fallback = FallbackTime(path, at, latest_assertion)
    for number, line in lines_of(path):
        try:
            if isinstance(line, InvalidInput):
                raise line
            event = read_structured_fact(line, tenant, None) or read_structured_fact(
                line, tenant, fallback.get()
            )
            if event is not None:
                yield screened_import(event, deps)
        except InvalidInput as error:
            done.rejected.append(Refused(path, number, str(error)))


def _record(batch: list[FactsImported], tenant: Tenant, done: Imported, deps: Dependencies) -> None:
    ids = list(dict.fromkeys(EventId(event.event_id) for event in batch))
    known = deps.ledger.states(tenant, ids)
    record_events(batch, deps, lane=Lane.BULK)
    done.accepted += len(batch)
    done.new += sum(id_ not in known and id_ not in done.events for id_ in ids)
    done.events.update(dict.fromkeys(ids))
