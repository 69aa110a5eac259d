"""The demo's nights: tonight's run, and what nights to come would forget if nobody touched anything until then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from memory_pipeline.domain.night import STEPS
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.interfaces.rendering.nights import foreseen_document, night_document
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.dry_run import Foreseen, dry_run
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import NightReport, run_night

_AHEAD = (timedelta(days=31), timedelta(days=181), timedelta(days=400))


@dataclass(frozen=True, slots=True)
class Ahead:
    """One night to come, with every change it would make."""

    after: timedelta
    found: Foreseen
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Nights:
    tonight: NightReport
    ahead: tuple[Ahead, ...]


def nights(tenant: Tenant, deps: Dependencies) -> Nights:
    """Tonight for real; the others as dry runs, each from today on: a missed night is caught up by elapsed time."""
    tonight = run_night(tenant, deps)
    return Nights(tonight, tuple(_ahead(tenant, deps, after) for after in _AHEAD))


def _ahead(tenant: Tenant, deps: Dependencies, after: timedelta) -> Ahead:
    changes: list[Change] = []
    found = dry_run(tenant, deps, as_of=deps.clock.now() + after, tell=changes.append)
    return Ahead(after, found, tuple(changes))


def nights_document(shown: Nights) -> dict[str, Any]:
    """`nightly` is tonight's run, `nights` what nights to come would do."""
    return {
        "nightly": night_document(shown.tonight),
        "nights": [
            {"after_days": each.after.days, **foreseen_document(each.found, each.changes, None)}
            for each in shown.ahead
        ],
    }


def nights_table(shown: Nights) -> RenderableType:
    """One line a night: how many memories each step changes."""
    table = Table(title="Nights: what is forgotten when nobody touches it", title_justify="left", title_style="bold",
                  box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))  # fmt: skip
    table.add_column("night")
    for step in STEPS:
        table.add_column(str(step), justify="right")
    lines = [("tonight", shown.tonight.run.counts)]
    lines += [(f"in {each.after.days} days (dry run)", each.found.counts) for each in shown.ahead]
    for name, counts in lines:
        table.add_row(name, *(str(sum(counts.get(step, {}).values())) for step in STEPS))
    return Group(
        table,
        Text(
            "What people stated about themselves is archived at most; names, birthdays and allergies stay.\n"
        ),
    )
