"""`pin`: keeps a memory from being forgotten."""

from __future__ import annotations

from uuid import UUID

import click

from memory_pipeline.domain.fact import Fact
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import MEMORY_ID
from memory_pipeline.interfaces.rendering.documents import episode_document, fact_document
from memory_pipeline.interfaces.rendering.tables import episodes_table, facts_table


@click.command()
@click.argument("memory_id", metavar="ID", type=MEMORY_ID)
@click.option("--off", is_flag=True, help="Take the pin away.")
@common_options
@click.pass_context
def pin(ctx: click.Context, memory_id: UUID, off: bool) -> None:
    """Keep the fact or episode ID from being archived or purged by its score; an archived one comes back."""
    with opened(invocation_of(ctx)) as (_, client):
        found = client.pin(memory_id, pinned=not off)
    title = "unpinned" if off else "pinned"
    if isinstance(found, Fact):
        fact = found
        answer(
            invocation_of(ctx), {**fact_document(fact), "pinned": not off}, lambda: facts_table([fact], title)
        )
        return
    episode = found
    answer(
        invocation_of(ctx),
        {**episode_document(episode), "pinned": not off},
        lambda: episodes_table([episode], title),
    )
