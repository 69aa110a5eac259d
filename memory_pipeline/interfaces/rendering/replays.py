"""What a replay changed, as a JSON document and as a table."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.events.policies import policy_document
from memory_pipeline.interfaces.rendering.documents import fact_document
from memory_pipeline.pipeline.replay import Change, ChangeKind, Replayed

_MOST_ROWS = 200


def replay_document(found: Replayed) -> dict[str, Any]:
    """Counts, and every row that differs with how it was and how it is."""
    return {
        "dry_run": found.dry_run,
        "policy_version": found.policy.version,
        "policy": policy_document(found.policy.policy),
        "registry_version": found.registry,
        "scopes": found.seen,
        "assertions": found.assertions,
        "moved": found.moved,
        **{kind.value: found.count(kind) for kind in ChangeKind},
        "differences": [
            {
                "scope": str(each.scope),
                "moved": each.moved,
                "facts": [_change_document(change) for change in each.changes],
            }
            for each in found.scopes
        ],
    }


def replay_tables(found: Replayed) -> RenderableType:
    """The first rows that differ, and the sum of all."""
    changes = [(each.scope, change) for each in found.scopes for change in each.changes]
    counts = ", ".join(f"{found.count(kind)} {kind}" for kind in ChangeKind)
    would = "would be " if found.dry_run else ""
    total = Text(
        f"{found.assertions} statements in {found.seen} scopes: facts {would}{counts}; "
        f"{found.moved} statements {would}moved to another slot; policy {found.policy.version}, registry {found.registry}"
    )
    if not changes:
        return total
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("scope", "fact", "", "before", "after"):
        table.add_column(name, overflow="fold")
    for scope, change in changes[:_MOST_ROWS]:
        fact = change.after or change.before
        place = f"{fact.slot.subject} · {fact.slot.predicate}" if fact else ""
        table.add_row(str(scope), place, str(change.kind), _row(change.before), _row(change.after))
    rest = len(changes) - _MOST_ROWS
    return (
        Group(table, Text(f"… and {rest} more (--json shows all)\n"), total)
        if rest > 0
        else Group(table, total)
    )


def _change_document(change: Change) -> dict[str, Any]:
    return {
        "change": str(change.kind),
        "before": None if change.before is None else _fact(change.before),
        "after": None if change.after is None else _fact(change.after),
    }


def _fact(fact: Fact) -> dict[str, Any]:
    return {**fact_document(fact), "reason": fact.reason}


def _row(fact: Fact | None) -> str:
    if fact is None:
        return ""
    until = "" if fact.valid_to is None else f" to {format_instant(fact.valid_to)[:10]}"
    return (
        f"{fact.object} ({fact.source}, {fact.status}, {fact.confidence:.2f} ×{fact.support}, "
        f"from {format_instant(fact.valid_from)[:10]}{until})"
    )
