"""`explain`: why a memory is believed, what spoke against it, and what was kept out."""

from __future__ import annotations

from uuid import UUID

import click

from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import MEMORY_ID
from memory_pipeline.interfaces.rendering.documents import explanation_document
from memory_pipeline.interfaces.rendering.tables import explanation_tables


@click.command()
@click.argument("memory_id", metavar="ID", type=MEMORY_ID)
@common_options
@click.pass_context
def explain(ctx: click.Context, memory_id: UUID) -> None:
    """Say why the fact or episode ID is believed: every statement of its slot, and what came of each."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        found = client.explain(memory_id)
    answer(invocation, explanation_document(found), lambda: explanation_tables(found))
