"""`facts`: the semantic tier of a scope."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from memory_pipeline.domain.decay import effective_confidence, idle_since
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.scope import Scope
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import INSTANT, SCOPE
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.interfaces.rendering.documents import fact_document, facts_in_order
from memory_pipeline.interfaces.rendering.tables import facts_table
from memory_pipeline.pipeline.audit_reads import audit_read
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of
from memory_pipeline.pipeline.project_as_believed import project_as_believed
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.forgetting import MemoryState
from memory_pipeline.ports.memory_store import Tier


@click.command()
@click.option("--scope", type=SCOPE, required=True, help="Whose facts, for example user:alice.")
@click.option(
    "--history", is_flag=True, help="All intervals: superseded, contested, retracted and expired ones too."
)
@click.option("--as-of", type=INSTANT, metavar="T", help="What was true at that instant.")
@click.option(
    "--believed-at", type=INSTANT, metavar="T", help="What the statements recorded by then add up to."
)
@click.option("--verbose", is_flag=True, help="With times of recording and what confidence is worth today.")
@common_options
@click.pass_context
def facts(
    ctx: click.Context,
    scope: str,
    history: bool,
    as_of: datetime | None,
    believed_at: datetime | None,
    verbose: bool,
) -> None:
    """List what is true of a scope, with the words it rests on."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        if believed_at is None:
            found = list(client.facts(scope, history=history, as_of=as_of))
        else:
            found = project_as_believed(
                client.tenant,
                Scope.parse(scope),
                believed_at,
                pipeline.dependencies,
                history=history,
                as_of=as_of,
            )
            ids = (fact.id for fact in found)
            audit_read(
                Action.READ,
                client.tenant,
                Scope.parse(scope),
                pipeline.dependencies,
                ids=ids,
                count=len(found),
            )
        found = facts_in_order(found)
        documents = [fact_document(fact) for fact in found]
        if verbose:
            recorded = _recorded_at(client, Scope.parse(scope), pipeline.dependencies)
            now = pipeline.dependencies.clock.now()
            policy = pipeline.dependencies.policies.of(client.tenant).policy
            states = forgetting_of(pipeline.dependencies).states(client.tenant, Scope.parse(scope))
            for fact, document in zip(found, documents, strict=True):
                known = states.get(fact.id, MemoryState())
                document.update(_clock_bound(fact, recorded, known, now, policy))
    answer(invocation, {"facts": documents}, lambda: facts_table(found, f"facts of {scope}"))


def _recorded_at(client: MemoryClient, scope: Scope, deps: Dependencies) -> dict[object, datetime]:
    placed = deps.reader.placed(client.tenant, scope, None)
    return {item.assertion.id: item.assertion.recorded_at for item in placed}


def _clock_bound(
    fact: Fact, recorded: dict[object, datetime], state: MemoryState, now: datetime, policy: Policy
) -> dict[str, Any]:
    known = [recorded[id_] for id_ in fact.assertions if id_ in recorded]
    idle_from = idle_since(state.last_access_at, fact.last_mention_at, max(known, default=None))
    worth = fact.confidence
    if idle_from is not None:
        own = policy.for_memory(fact.slot.scope, Tier.SEMANTIC)
        worth = effective_confidence(fact.confidence, idle_from, now, own)
    return {
        "reason": fact.reason,
        "forgettability": str(fact.forgettability),
        "assertions": [str(id_) for id_ in fact.assertions],
        "last_mention_at": _text(fact.last_mention_at),
        "recorded_at": _text(min(known, default=None)),
        "accesses": state.accesses,
        "last_access_at": _text(state.last_access_at),
        "pinned": state.pinned,
        "effective_confidence": round(worth, 6),
    }


def _text(at: datetime | None) -> str | None:
    return None if at is None else format_instant(at)
