"""`events`: the ledger of what was taken in, and its dead letters."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import click

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import BrokerUnavailable, UnknownMemory
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.cli.parameters import MEMORY_ID
from memory_pipeline.interfaces.cli.take_in import into_ledger
from memory_pipeline.interfaces.rendering.documents import event_document, full_event_document
from memory_pipeline.interfaces.rendering.tables import events_table, pairs_table
from memory_pipeline.pipeline.audit_reads import audit_read
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.ledger import EventRef, EventState, LedgerEntry

_STATES = [str(state) for state in EventState]


@click.group()
@common_options
def events() -> None:
    """Look into the ledger of events, and retry dead ones."""


@events.command("list")
@click.option("--state", type=click.Choice(_STATES), help="Only events in this state.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="At most so many."
)
@common_options
@click.pass_context
def list_(ctx: click.Context, state: str | None, limit: int) -> None:
    """List the newest events first."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        _refuse_unknown(pipeline, client.tenant)
        found = pipeline.dependencies.ledger.entries(
            client.tenant, EventState(state) if state else None, limit
        )
    answer(
        invocation,
        {"events": [event_document(entry) for entry in found]},
        lambda: events_table(found, f"events of {client.tenant}"),
    )


@events.command()
@click.argument("event_id", metavar="ID", type=MEMORY_ID)
@common_options
@click.pass_context
def show(ctx: click.Context, event_id: UUID) -> None:
    """Show one event whole, with what came of it."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        _refuse_unknown(pipeline, client.tenant)
        entry = _entry(pipeline, client.tenant, event_id)
        audit_read(
            Action.READ, client.tenant, entry.ref.scope, pipeline.dependencies, ids=[event_id], count=1
        )
        document = full_event_document(entry)
    answer(invocation, {"events": [document]}, lambda: pairs_table(document))


@events.command()
@click.argument("event_id", metavar="ID", type=MEMORY_ID, required=False)
@click.option("--all-dead", is_flag=True, help="Every dead event of the tenant.")
@common_options
@click.pass_context
def retry(ctx: click.Context, event_id: UUID | None, all_dead: bool) -> None:
    """Give a dead or failed event its attempts anew, or one that rests for its tenant's budget another try now."""
    if (event_id is None) != all_dead:
        raise click.UsageError("give the ID of one event, or --all-dead", ctx)
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        _refuse_unknown(pipeline, client.tenant)
        deps = pipeline.dependencies
        wanted = None if event_id is None else [EventId(event_id)]
        refs = deps.ledger.retry(client.tenant, wanted, now=deps.clock.now())
        if event_id is not None and not refs:
            state = _entry(pipeline, client.tenant, event_id).state
            raise UnknownMemory(
                f"event {event_id} is {state}: only dead and failed ones, and those that rest for a budget, are retried"
            )
        _publish(refs, pipeline)
        found = list(deps.ledger.states(client.tenant, [ref.event_id for ref in refs]).values())
    found.sort(key=lambda entry: entry.ref)
    answer(
        invocation,
        {"events": [event_document(entry) for entry in found]},
        lambda: events_table(found, "sent again"),
    )


def _refuse_unknown(pipeline: Pipeline, tenant: Tenant) -> None:
    """Raises UnknownTenant: an empty ledger and a mistyped tenant must not look alike."""
    into_ledger(pipeline.dependencies)
    pipeline.dependencies.reader.episode(tenant, UUID(int=0))


def _entry(pipeline: Pipeline, tenant: Tenant, event_id: UUID) -> LedgerEntry:
    found = pipeline.dependencies.ledger.states(tenant, [EventId(event_id)]).get(EventId(event_id))
    if found is None:
        raise UnknownMemory(f"there is no event {event_id} in tenant {tenant}: `events list` shows ids")
    return found


def _publish(refs: Sequence[EventRef], pipeline: Pipeline) -> None:
    for ref in refs:
        try:
            pipeline.dependencies.publisher.publish(ref)
        except BrokerUnavailable as error:
            warn(f"they are pending again, and the sweeper will find them: {error}")
            return
