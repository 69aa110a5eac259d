"""`episodes`: the episodic tier of a scope."""

from __future__ import annotations

import click

from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import SCOPE
from memory_pipeline.interfaces.rendering.documents import episode_document
from memory_pipeline.interfaces.rendering.tables import episodes_table


@click.command()
@click.option("--scope", type=SCOPE, required=True, help="Whose episodes, for example team:sre.")
@click.option("--archived", is_flag=True, help="Those that were archived, in place of the active ones.")
@common_options
@click.pass_context
def episodes(ctx: click.Context, scope: str, archived: bool) -> None:
    """List what happened in a scope, oldest first."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        found = sorted(
            client.episodes(scope, archived=archived), key=lambda each: (each.occurred_at, each.id)
        )
    documents = [episode_document(each) for each in found]
    answer(invocation, {"episodes": documents}, lambda: episodes_table(found, f"episodes of {scope}"))
