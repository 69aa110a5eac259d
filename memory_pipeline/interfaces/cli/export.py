"""`export`: everything that is kept of a scope, for the right of access."""

from __future__ import annotations

import sys

import click

from memory_pipeline.domain.scope import Scope
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.parameters import SCOPE
from memory_pipeline.pipeline.export import export as export_scope


@click.command()
@click.option("--scope", type=SCOPE, required=True, help="Whose memories, for example user:alice.")
@common_options
@click.pass_context
def export(ctx: click.Context, scope: str) -> None:
    """Print everything that is kept of a scope as one JSON document, which says what stands in it.

    Conversations, statements, facts with their history, episodes, events, pins and accesses, and what was shared of them.
    """
    with opened(invocation_of(ctx)) as (pipeline, client):
        for piece in export_scope(client.tenant, Scope.parse(scope), pipeline.dependencies):
            sys.stdout.write(piece)
