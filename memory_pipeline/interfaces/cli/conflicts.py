"""`conflicts`: what the rules leave to a person, and that person's decision."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import click

from memory_pipeline.domain.conflict import Keep
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import MEMORY_ID, SCOPE
from memory_pipeline.interfaces.rendering.conflicts import conflict_document, conflicts_table
from memory_pipeline.interfaces.rendering.documents import fact_document
from memory_pipeline.interfaces.rendering.tables import facts_table


@click.group()
@common_options
def conflicts() -> None:
    """Look at what contradicts a person's word, and decide."""


@conflicts.command("list")
@click.option("--scope", type=SCOPE, help="Only this scope, for example user:alice.")
@common_options
@click.pass_context
def list_conflicts(ctx: click.Context, scope: str | None) -> None:
    """List what waits for a decision, the longest waiting first."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        found = client.conflicts(scope)
    document = {"conflicts": [conflict_document(each) for each in found]}
    answer(invocation, document, lambda: conflicts_table(found))


@conflicts.command("resolve")
@click.argument("conflict_id", metavar="ID", type=MEMORY_ID)
@click.option(
    "--keep",
    type=click.Choice([str(each) for each in Keep]),
    required=True,
    help="Which of the two is right: the other one stays in history.",
)
@common_options
@click.pass_context
def resolve_conflict(ctx: click.Context, conflict_id: UUID, keep: Literal["incumbent", "challenger"]) -> None:
    """Decide the conflict ID: `incumbent` is written as a confirmation, `challenger` as a correction."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        fact = client.resolve(conflict_id, keep)
    answer(invocation, fact_document(fact), lambda: facts_table([fact], f"kept the {keep}"))
