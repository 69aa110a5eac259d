"""`recall`: what is remembered that answers a query."""

from __future__ import annotations

from datetime import datetime, timedelta

import click

from memory_pipeline.domain.ranking import Profile
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import INSTANT, SCOPE, TEXT
from memory_pipeline.interfaces.rendering.documents import recollection_document
from memory_pipeline.interfaces.rendering.tables import recollection_panel

# An agent backend gives up after half a second; this process has yet to load its model, and a person can wait.
_DEADLINE = timedelta(seconds=10)


@click.command()
@click.argument("query", type=TEXT)
@click.option(
    "--scope",
    "scopes",
    type=SCOPE,
    required=True,
    multiple=True,
    help="A scope that may be read; repeatable.",
)
@click.option(
    "-k", type=click.IntRange(1, 100), default=5, show_default=True, help="At most so many memories."
)
@click.option(
    "--profile", type=click.Choice([str(each) for each in Profile]), default="assistant", show_default=True
)
@click.option("--as-of", type=INSTANT, metavar="T", help="What was true at that instant.")
@common_options
@click.pass_context
def recall(
    ctx: click.Context, query: str, scopes: tuple[str, ...], k: int, profile: str, as_of: datetime | None
) -> None:
    """Find the memories that answer QUERY, and show them as they would stand in a prompt."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        found = client.recall(scopes, query, k=k, profile=profile, as_of=as_of, deadline=_DEADLINE)
    answer(invocation, recollection_document(found), lambda: recollection_panel(found))
