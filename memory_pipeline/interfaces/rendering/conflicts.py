"""The review queue, as a JSON document and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from memory_pipeline.domain.conflict import Conflict
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.interfaces.rendering.documents import fact_document


def conflict_document(conflict: Conflict) -> dict[str, Any]:
    """Both sides whole; `recommendation` is a model's opinion where one was asked, and binds nobody."""
    slot = conflict.incumbent.slot
    advice = conflict.advice
    return {
        "id": str(conflict.id),
        "scope": str(slot.scope),
        "subject": slot.subject,
        "predicate": slot.predicate,
        "incumbent": fact_document(conflict.incumbent),
        "challenger": fact_document(conflict.challenger),
        "reason": conflict.reason,
        "since": format_instant(conflict.since),
        "recommendation": None if advice is None else {"keep": str(advice.keep), "judge": advice.judge},
    }


def conflicts_table(conflicts: Sequence[Conflict]) -> RenderableType:
    """One conflict a row: what stands, what speaks against it, and why nobody else may decide."""
    if not conflicts:
        return Text("conflicts: nothing waits for a decision")
    table = Table(
        title="conflicts", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )  # fmt: skip
    for name in ("scope, fact, id", "incumbent", "challenger", "because"):
        table.add_column(name, overflow="fold")
    for each in conflicts:
        slot = each.incumbent.slot
        place = Text(f"{slot.scope}\n{slot.subject} · {slot.predicate}").append(f"\n{each.id}", style="dim")
        because = Text(each.reason)
        if each.advice is not None:
            because.append(f"\n{each.advice.judge} would keep the {each.advice.keep}", style="dim")
        table.add_row(place, _side(each.incumbent), _side(each.challenger), because)
    return table


def _side(fact: Fact) -> str:
    said_at = fact.last_mention_at or fact.valid_from
    return f"{fact.object}\n{fact.source} {format_instant(said_at)[:10]} ×{fact.support}"
