"""`forget`: erasure for good, with a receipt; `--dry-run` shows what would go."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import click
from rich.console import RenderableType

from memory_pipeline.domain.erasure import Receipt
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.cli.parameters import MEMORY_ID, SCOPE, TEXT
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.pipeline.forget_as_asked import receipt_document


@click.command()
@click.option("--scope", type=SCOPE, required=True, help="Whose memory, for example user:alice.")
@click.option(
    "--memory", "memory_id", type=MEMORY_ID, metavar="ID", help="A fact or an episode, with its words."
)
@click.option("--session", "session_id", metavar="ID", help="A conversation, and all that rests on it.")
@click.option("--text", type=TEXT, metavar="T", help="A text, wherever it stands in the scope.")
@click.option("--secret", is_flag=True, help="With --text: keep it out for ever, whoever writes it.")
@click.option("--all", "everything", is_flag=True, help="Everything that is kept of the scope.")
@click.option(
    "--dry-run", is_flag=True, help="Show what would go and what would be computed again; change nothing."
)
@common_options
@click.pass_context
def forget(
    ctx: click.Context,
    scope: str,
    memory_id: UUID | None,
    session_id: str | None,
    text: str | None,
    secret: bool,
    everything: bool,
    dry_run: bool,
) -> int:
    """Erase from every tier, queue, ledger and index, compute again what else rested on it, and verify.

    Exit code 1 where something of it was still found afterwards.
    """
    if sum([memory_id is not None, session_id is not None, text is not None, everything]) != 1:
        raise click.UsageError("give exactly one of --memory, --session, --text and --all", ctx)
    if secret and text is None:
        raise click.UsageError("--secret says that the --text is one: give the text too", ctx)
    invocation = invocation_of(ctx)
    with opened(invocation) as (_, client):
        receipt = client.forget(
            scope,
            memory=memory_id,
            session=session_id,
            text=text,
            secret=secret,
            everything=everything,
            dry_run=dry_run,
        )
    for note in receipt.notes:
        warn(note)
    document = receipt_document(receipt)
    answer(invocation, document, lambda: _summary(receipt, document))
    if receipt.dry_run or receipt.verified:
        return ExitCode.DONE
    warn(f"{receipt.remaining} places still hold something of it: {', '.join(receipt.places)}")
    return ExitCode.FAILED


def _summary(receipt: Receipt, document: dict[str, Any]) -> RenderableType:
    gone = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in receipt.deleted.items())
    rows: dict[str, object] = {
        "would be erased" if receipt.dry_run else "erased": gone or "nothing: there was none",
    }
    parts = {
        "facts gone": len(receipt.removed_facts),
        "episodes gone": len(receipt.removed_episodes),
        "facts on other evidence": len(receipt.recomputed),
        "segments to be read again": receipt.extracted_again,
    }
    rows |= {name: number for name, number in parts.items() if number}
    if not receipt.dry_run:
        rows |= {
            "remaining": receipt.remaining,
            "verified": "yes" if receipt.verified else "no",
            "receipt": document["receipt_id"],
        }
    return pairs_table(rows)
