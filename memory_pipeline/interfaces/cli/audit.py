"""`audit export`: who did what to which id, and when, as JSON lines."""

from __future__ import annotations

import json
from datetime import datetime

import click

from memory_pipeline.domain.instant import format_instant
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.parameters import INSTANT, TEXT
from memory_pipeline.pipeline.read_audit import read_audit
from memory_pipeline.ports.audit import AuditLine


@click.group()
@common_options
def audit() -> None:
    """Read the audit trail. It holds no content: names and ids stand in it as digests under the installation's key."""


@audit.command()
@click.option("--since", type=INSTANT, metavar="T", help="From then on.")
@click.option("--until", type=INSTANT, metavar="T", help="Before then.")
@click.option(
    "--id",
    "about",
    type=TEXT,
    metavar="X",
    help="Lines about this alone: a scope, a memory, session or event, key:ID, or an actor.",
)
@common_options
@click.pass_context
def export(ctx: click.Context, since: datetime | None, until: datetime | None, about: str | None) -> None:
    """Print the tenant's lines, oldest first, one JSON object each."""
    with opened(invocation_of(ctx)) as (pipeline, client):
        found = read_audit(client.tenant, pipeline.dependencies, since=since, until=until, about=about)
        for each in found:
            print(json.dumps(_document(each)))


def _document(line: AuditLine) -> dict[str, object]:
    return {
        "at": format_instant(line.at),
        "actor": line.actor.hex(),
        "action": str(line.action),
        "scope": None if line.scope is None else line.scope.hex(),
        "ids": [each.hex() for each in line.ids],
        "count": line.count,
        "outcome": line.outcome,
    }
