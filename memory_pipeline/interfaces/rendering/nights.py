"""A night, run or foreseen, as a JSON document and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from memory_pipeline.domain.instant import format_instant
from memory_pipeline.domain.night import STEPS
from memory_pipeline.pipeline.forgetting.dry_run import Foreseen
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import NightReport
from memory_pipeline.ports.forgetting import Counts, HeldBack, Run
from memory_pipeline.ports.retention import NO_TRANSCRIPTS, TranscriptsReport

_TIERS = ("working", "episodic", "semantic")
_MOST_ROWS = 200


def night_document(report: NightReport) -> dict[str, Any]:
    """What `nightly` reports: of a run that was done before the same document with zeros."""
    run = report.run
    return {
        "run_id": str(run.id),
        "as_of": format_instant(run.as_of),
        "date": run.date.isoformat(),
        "status": "already_done" if report.already_done else str(run.status),
        "steps": _steps({} if report.already_done else run.counts),
        "held_back": [_held(each) for each in run.held_back],
        "transcripts": _transcripts(NO_TRANSCRIPTS if report.already_done else run.transcripts),
        "due": run.due,
        "left": run.left,
        "took_s": round(run.took.total_seconds(), 3),
    }


def foreseen_document(found: Foreseen, changes: Sequence[Change], done: Run | None) -> dict[str, Any]:
    """What a night would do. `done` is the run of the date where one has ended: then it would do nothing."""
    would_be = "partial" if found.held_back else "done"
    return {
        "dry_run": True,
        "run_id": str(found.run_id),
        "as_of": format_instant(found.as_of),
        "date": found.date.isoformat(),
        "status": would_be if done is None else "already_done",
        "steps": _steps(found.counts if done is None else {}),
        "held_back": [_held(each) for each in (found.held_back if done is None else done.held_back)],
        "transcripts": _transcripts(found.transcripts if done is None else NO_TRANSCRIPTS),
        "changes": [_change(each) for each in changes] if done is None else [],
    }


def last_night_document(run: Run | None) -> dict[str, Any] | None:
    """The latest run as `status` tells it."""
    if run is None:
        return None
    document = night_document(NightReport(run))
    return {**document, "running": not run.finished}


def last_night_line(document: dict[str, Any] | None) -> str:
    """The latest run in one line."""
    if document is None:
        return "none yet"
    sums = {step: sum(counts.values()) for step, counts in document["steps"].items()}
    done = ", ".join(f"{number} {step}" for step, number in sums.items() if number) or "nothing was due"
    held = f"; {len(document['held_back'])} scope(s) held back" if document["held_back"] else ""
    return f"{document['date']} {document['status']}: {done}{held}"


def night_tables(document: dict[str, Any]) -> RenderableType:
    """The document of a night for people."""
    would = "would be " if document.get("dry_run") else ""
    parts: list[RenderableType] = [
        Text(f"night of {document['date']} · {document['status']} · as of {document['as_of']}", style="bold")
    ]
    if document["status"] == "already_done":
        parts.append(Text(f"the run {document['run_id']} did this date before: nothing was due"))
    else:
        parts.append(_counts_table(document["steps"]))
    if document.get("changes"):
        parts.append(_changes_table(document["changes"]))
    parts += [
        Text(
            f"held back: {each['due']} of {each['rows']} memories of {each['scope']} {would}purged: look first, then "
            f"nightly --approve {document['run_id']}"
        )
        for each in document["held_back"]
    ]
    parts += _transcript_lines(document)
    return Group(*parts)


def _counts_table(steps: dict[str, dict[str, int]]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("step")
    for tier in _TIERS:
        table.add_column(tier, justify="right")
    for step, counts in steps.items():
        table.add_row(step, *(str(counts[tier]) for tier in _TIERS))
    return table


def _changes_table(changes: Sequence[dict[str, str]]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("step", "scope", "tier", "memory or session", "due", "because"):
        table.add_column(name, overflow="fold")
    for each in changes[:_MOST_ROWS]:
        table.add_row(
            each["step"],
            each["scope"],
            each["tier"],
            each.get("session_id", each["memory_id"]),
            each["due_at"],
            each["reason"],
        )
    rest = len(changes) - _MOST_ROWS
    return Group(table, Text(f"… and {rest} more (--json shows all)")) if rest > 0 else table


def _steps(counts: Counts) -> dict[str, dict[str, int]]:
    return {str(step): {tier: counts.get(step, {}).get(tier, 0) for tier in _TIERS} for step in STEPS}


def _held(held: HeldBack) -> dict[str, Any]:
    return {"scope": str(held.scope), "due": held.due, "rows": held.rows}


def _transcripts(report: TranscriptsReport) -> dict[str, Any]:
    """Months whose words went, or would go, and those that are held although they are past retention."""
    return {
        "dropped": [{"month": f"{e.month:%Y-%m}", "messages": e.messages} for e in report.dropped],
        "held": [
            {"month": f"{e.month:%Y-%m}", "messages": e.messages, "reason": e.reason} for e in report.held
        ],
    }


def _transcript_lines(document: dict[str, Any]) -> list[RenderableType]:
    verb = "would be dropped" if document.get("dry_run") else "dropped"
    told = document["transcripts"]
    return [
        *(
            Text(f"words past retention {verb}: {each['messages']} messages of {each['month']}")
            for each in told["dropped"]
        ),
        *(
            Text(
                f"words past retention kept: {each['messages']} messages of {each['month']}: {each['reason']}"
            )
            for each in told["held"]
        ),
    ]


def _change(change: Change) -> dict[str, str]:
    session = {} if change.session_id is None else {"session_id": change.session_id}
    return session | {
        "step": str(change.step),
        "scope": str(change.scope),
        "tier": str(change.tier),
        "memory_id": str(change.memory_id),
        "due_at": format_instant(change.due_at),
        "reason": change.reason,
    }
