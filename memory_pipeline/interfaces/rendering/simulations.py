"""Weeks of a simulation, as a JSON document and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from memory_pipeline.domain.forgetting_simulation import Week
from memory_pipeline.domain.instant import format_instant

_COUNTS = ("live", "archived", "history", "born", "restored", "purged")


def week_document(week: Week) -> dict[str, Any]:
    """Counts at the end of the week (live, archived, history) and of what happened in it (born, restored, purged)."""
    return {
        "week": week.number,
        "ends_at": format_instant(week.ends_at),
        **{name: getattr(week, name) for name in _COUNTS},
    }


def weeks_table(weeks: Sequence[Week]) -> RenderableType:
    """One line a week."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("week", "until", *_COUNTS):
        table.add_column(name, justify="left" if name == "until" else "right")
    for week in weeks:
        counts = (str(getattr(week, name)) for name in _COUNTS)
        table.add_row(str(week.number), format_instant(week.ends_at)[:10], *counts)
    return table
