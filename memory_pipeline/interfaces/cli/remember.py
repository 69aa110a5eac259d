"""`remember`: an explicit memory, written before the command returns."""

from __future__ import annotations

from datetime import datetime

import click

from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import INSTANT, SCOPE, TEXT
from memory_pipeline.interfaces.rendering.documents import fact_document
from memory_pipeline.interfaces.rendering.tables import facts_table


@click.command()
@click.argument("text", type=TEXT)
@click.option("--scope", type=SCOPE, required=True, help="Whose memory, for example user:alice.")
@click.option(
    "--predicate", type=TEXT, metavar="P", help="What is said of the person, for example city; with --object."
)
@click.option(
    "--object", "object_", type=TEXT, metavar="O", help="The value that the person stated; with --predicate."
)
@click.option("--subject", type=TEXT, default="user", show_default=True, help="Whom or what it is about.")
@click.option("--at", type=INSTANT, metavar="T", help="When it was said (default: now).")
@common_options
@click.pass_context
def remember(
    ctx: click.Context,
    text: str,
    scope: str,
    predicate: str | None,
    object_: str | None,
    subject: str,
    at: datetime | None,
) -> None:
    """Write down TEXT, which a person wants remembered: as the facts it states, else as a note in its own words."""
    if (predicate is None) != (object_ is None):
        raise click.UsageError("--predicate and --object belong together: give both, or neither", ctx)
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        ids = client.remember(scope, text, predicate=predicate, object=object_, subject=subject, at=at)
        written = [client.fact(id_) for id_ in ids]
    document = {
        "fact_id": str(ids[0]) if ids else None,
        "fact_ids": [str(id_) for id_ in ids],
        "facts": [fact_document(fact) for fact in written],
    }
    answer(invocation, document, lambda: facts_table(written, "remembered"))
