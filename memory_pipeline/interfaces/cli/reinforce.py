"""`reinforce`: distils what repeats in a scope's episodes, now instead of tonight."""

from __future__ import annotations

from typing import Any

import click
from rich.console import RenderableType
from rich.text import Text

from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.reinforcement import PREDICATE, Repetition
from memory_pipeline.domain.scope import Scope
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import SCOPE
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.pipeline.reinforce import reinforce as reinforced


@click.command()
@click.option("--scope", type=SCOPE, required=True, help="Whose episodes, for example team:sre.")
@click.option("--dry-run", is_flag=True, help="Show what repeats; write nothing.")
@common_options
@click.pass_context
def reinforce(ctx: click.Context, scope: str, dry_run: bool) -> None:
    """Distil what repeats in a scope's episodes into facts. Three mentions that count make a fact current."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        deps = pipeline.dependencies
        done = reinforced(client.tenant, Scope.parse(scope), deps, dry_run=dry_run)
        policy = deps.policies.of(client.tenant).policy
    documents = [_document(each, policy) for each in done.repetitions]
    document = {
        "repetitions": documents,
        "assertions": done.assertions,
        "fact_ids": [str(id_) for id_ in done.fact_ids],
        "dry_run": dry_run,
    }
    answer(invocation, document, lambda: _table(documents, scope))


def _document(repetition: Repetition, policy: Policy) -> dict[str, Any]:
    tally = repetition.tally(policy)
    return {
        "subject": repetition.subject,
        "predicate": PREDICATE,
        "object": repetition.object,
        "mentions": len(repetition.mentions),
        "counted": tally.mentions,
        "sessions": repetition.sessions,
        "confidence": tally.confidence(policy),
        "current": tally.promotes(policy),
        "episodes": [str(mention.episode.id) for mention in repetition.mentions],
    }


def _table(documents: list[dict[str, Any]], scope: str) -> RenderableType:
    if not documents:
        return Text(f"nothing repeats in the episodes of {scope}")
    rows = {
        each[
            "object"
        ]: f"{each['counted']} of {each['mentions']} mentions count, {each['sessions']} sessions, "
        f"confidence {each['confidence']:g}" + ("" if each["current"] else ": not a fact yet")
        for each in documents
    }
    return pairs_table(rows, f"what repeats in {scope}")
