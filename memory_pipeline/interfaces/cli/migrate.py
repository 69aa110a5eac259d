"""`migrate`: brings the database's schema to the newest revision, and exits."""

from __future__ import annotations

import click

from memory_pipeline.adapters.postgres.migrate import head_revision
from memory_pipeline.adapters.postgres.migrate import migrate as migrate_database
from memory_pipeline.bootstrap import server_urls
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.settings import load_settings


@click.command()
@common_options
@click.pass_context
def migrate(ctx: click.Context) -> None:
    """Bring the database to the newest schema. Safe to run again, and by several at once."""
    settings = load_settings()
    migrate_database(server_urls(settings).database, settings.database_role)
    document = {"revision": head_revision()}
    answer(invocation_of(ctx), document, lambda: pairs_table(document))
