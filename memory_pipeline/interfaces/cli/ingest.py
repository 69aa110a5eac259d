"""`ingest`: conversations in the native format, taken in as an agent backend would."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType

from memory_pipeline.interfaces.cli.awaited import (
    Awaited,
    advise,
    awaited,
    glanced,
    say_what_was_erased,
)
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.cli.parameters import FILES, INSTANT
from memory_pipeline.interfaces.cli.take_in import Intake, into_ledger, take_in
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.interfaces.rendering.tables import pairs_table


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@click.option("--user", metavar="NAME", help="Whose the lines are that name no user_id.")
@click.option("--at", type=INSTANT, metavar="T", help="When conversations took place that hold no time.")
@click.option("--wait", is_flag=True, help="Return when the events are done; borrows a worker if none runs.")
@click.option(
    "--timeout", "timeout_s", type=click.FloatRange(min=0), default=600.0, show_default=True, metavar="S"
)
@common_options
@click.pass_context
def ingest(
    ctx: click.Context,
    files: tuple[Path, ...],
    user: str | None,
    at: datetime | None,
    wait: bool,
    timeout_s: float,
) -> int:
    """Take in conversations (JSONL, one per line): each message is appended, each closed session is closed."""
    invocation = invocation_of(ctx)
    intake = Intake()
    with opened(invocation) as (pipeline, client), Progress() as progress:
        deps = pipeline.dependencies
        began_at = deps.clock.now()
        for path in files:
            take_in(
                path, client.tenant, intake, deps, user=user, at=at, on_progress=lambda: progress.tell(_so_far(intake))
            )  # fmt: skip
        into_ledger(deps)
        ids = list(intake.events)
        if wait and ids:
            outcome = awaited(pipeline, client.tenant, ids, timeout_s, progress)
        else:
            outcome = glanced(pipeline, client.tenant, ids)
            advise(pipeline, outcome)
    document = _document(intake, outcome, outcome.extractor_calls(began_at))
    document["discarded"] = outcome.discarded(began_at)
    say_what_was_erased(document["discarded"])
    for refused in intake.rejected:
        warn(str(refused))
    outcome.complain(timeout_s)
    if intake.rejected and not intake.conversations:
        document["error"] = "no line was accepted: mend the lines named, then ingest the file again"
        warn(document["error"])
    answer(invocation, document, lambda: _summary(document, intake))
    return _exit_code(intake, outcome)


def _so_far(intake: Intake) -> str:
    return f"{intake.conversations} conversations, {intake.messages} messages taken in"


def _document(intake: Intake, outcome: Awaited, extractor_calls: int) -> dict[str, Any]:
    return {
        "events": [str(id_) for id_ in intake.events],
        "states": dict(outcome.states),
        "extractor_calls": extractor_calls,
        "rejected": [refused.document() for refused in intake.rejected],
        "conversations": intake.conversations,
        "messages": intake.messages,
        "dead": outcome.dead_documents(),
    }


def _summary(document: dict[str, Any], intake: Intake) -> RenderableType:
    states = ", ".join(f"{count} {state}" for state, count in document["states"].items())
    return pairs_table(
        {
            "conversations": intake.conversations,
            "messages": intake.messages,
            "events": f"{len(intake.events)} ({states})" if states else len(intake.events),
            "extractor calls": document["extractor_calls"],
            "rejected lines": len(intake.rejected),
            "messages erased before": document["discarded"]["messages"],
        }
    )


def _exit_code(intake: Intake, outcome: Awaited) -> ExitCode:
    if intake.rejected and not intake.conversations:
        return ExitCode.FAILED
    code = outcome.exit_code()
    return ExitCode.PARTLY if code is ExitCode.DONE and intake.rejected else code
