"""`correct` and `confirm`: a person's word on a fact, written before the command returns."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import click

from memory_pipeline.domain.fact import Fact
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import INSTANT, MEMORY_ID, TEXT
from memory_pipeline.interfaces.rendering.documents import fact_document
from memory_pipeline.interfaces.rendering.tables import facts_table


@click.command()
@click.argument("memory_id", metavar="ID", type=MEMORY_ID)
@click.option("--object", "object_", type=TEXT, required=True, metavar="O", help="The value that is right.")
@click.option("--at", type=INSTANT, metavar="T", help="When the person said so (default: now).")
@common_options
@click.pass_context
def correct(ctx: click.Context, memory_id: UUID, object_: str, at: datetime | None) -> None:
    """Replace the value of the fact ID. The old value stays in its history and never returns by age alone."""
    with opened(invocation_of(ctx)) as (_, client):
        fact = client.correct(memory_id, object_, at=at)
    _show(ctx, fact, "corrected")


@click.command()
@click.argument("memory_id", metavar="ID", type=MEMORY_ID)
@click.option("--at", type=INSTANT, metavar="T", help="When the person said so (default: now).")
@common_options
@click.pass_context
def confirm(ctx: click.Context, memory_id: UUID, at: datetime | None) -> None:
    """Take a person's word that the fact ID is true."""
    with opened(invocation_of(ctx)) as (_, client):
        fact = client.confirm(memory_id, at=at)
    _show(ctx, fact, "confirmed")


def _show(ctx: click.Context, fact: Fact, title: str) -> None:
    answer(invocation_of(ctx), fact_document(fact), lambda: facts_table([fact], title))
