"""`upkeep`: indexes measured, and built anew where too much of them is air."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich import box
from rich.console import RenderableType
from rich.table import Table

from memory_pipeline.adapters.postgres.upkeep import PostgresUpkeep
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.pipeline.keep_up import BAR, Rebuilt, keep_up
from memory_pipeline.ports.upkeep import IndexState


@click.command()
@click.option("--dry-run", is_flag=True, help="Measure, and say what would be built anew.")
@click.option(
    "--bar", type=click.FloatRange(min=1.0), default=BAR, show_default=True, help="From which bloat on."
)
@click.option(
    "--vector-index", is_flag=True, help="Build the HNSW index of the embedder's space, if it is not there."
)
@common_options
@click.pass_context
def upkeep(ctx: click.Context, dry_run: bool, bar: float, vector_index: bool) -> None:
    """Build indexes anew whose size per entry passes BAR times the best it ever was; others read and write meanwhile."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, _), Progress() as progress:
        deps = pipeline.dependencies
        if vector_index and not dry_run:
            PostgresUpkeep(pipeline.urls.database).build_vector_index(deps.embedder.space)
        seen, done = keep_up(
            deps, bar=bar, dry_run=dry_run, tell=lambda state: progress.tell(f"building {state.name} anew")
        )
    document = {
        "indexes": [_document(each) for each in seen],
        "rebuilt": [
            {"before": _document(each.before), "after": None if each.after is None else _document(each.after)}
            for each in done
        ],
    }
    answer(invocation, document, lambda: _table(seen, {each.before.name: each for each in done}))


def _document(state: IndexState) -> dict[str, object]:
    return {
        "name": state.name,
        "bytes": state.bytes,
        "entries": state.entries,
        "bloat": round(state.bloat, 3),
    }


def _table(seen: Sequence[IndexState], done: dict[str, Rebuilt]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("index", "MB", "entries", "bloat", "MB after"):
        table.add_column(name, justify="left" if name == "index" else "right")
    for state in seen:
        rebuilt = done.get(state.name)
        after = "" if rebuilt is None or rebuilt.after is None else f"{rebuilt.after.bytes / 1e6:.1f}"
        table.add_row(state.name, f"{state.bytes / 1e6:.1f}", str(state.entries), f"{state.bloat:.2f}", after)
    return table
