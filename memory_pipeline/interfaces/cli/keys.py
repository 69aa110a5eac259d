"""`keys`: the keys that open the HTTP service, made, listed and revoked."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from memory_pipeline.domain.access import DEFAULT_ROLE, ApiKey, Role
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.cli.parameters import INSTANT, TEXT
from memory_pipeline.interfaces.rendering.keys import keys_table
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.pipeline.keys import create_key, list_keys, revoke_key

_ROLES = [str(role) for role in Role]


@click.group()
@common_options
def keys() -> None:
    """Make, list and revoke keys. A key belongs to one tenant (--tenant) and has one role."""


@keys.command()
@click.option("--role", type=click.Choice(_ROLES), default=str(DEFAULT_ROLE), show_default=True)
@click.option("--name", type=TEXT, metavar="TEXT", help="What you call it, to know it again in the list.")
@click.option("--expires", "expires_at", type=INSTANT, metavar="T", help="When it ends by itself.")
@common_options
@click.pass_context
def create(ctx: click.Context, role: str, name: str | None, expires_at: datetime | None) -> None:
    """Make a key and show it: now and never again, what is kept is a digest."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        made = create_key(
            client.tenant, Role(role), pipeline.dependencies, name=name or "", expires_at=expires_at
        )
    document = {**_document(made.key), "key": made.secret}
    answer(invocation, document, lambda: pairs_table(document))
    if not invocation.json:
        warn("this is the only time the key is shown")


@keys.command("list")
@common_options
@click.pass_context
def list_(ctx: click.Context) -> None:
    """List the tenant's keys, revoked and expired ones too; never the keys themselves."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        found = [_document(key) for key in list_keys(client.tenant, pipeline.dependencies)]
    answer(invocation, {"keys": found}, lambda: keys_table(found, f"keys of {client.tenant}"))


@keys.command()
@click.argument("key_id", metavar="ID", type=TEXT)
@common_options
@click.pass_context
def revoke(ctx: click.Context, key_id: str) -> None:
    """End the key ID: from now on it opens nothing."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        document = _document(revoke_key(client.tenant, key_id, pipeline.dependencies))
    answer(invocation, document, lambda: pairs_table(document))


def _document(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "tenant": key.tenant,
        "role": str(key.role),
        "name": key.name,
        "created_at": _text(key.created_at),
        "expires_at": _text(key.expires_at),
        "revoked_at": _text(key.revoked_at),
    }


def _text(at: datetime | None) -> str | None:
    return None if at is None else format_instant(at)
