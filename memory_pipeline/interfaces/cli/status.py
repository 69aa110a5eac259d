"""`status`: what runs and what waits."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Group, RenderableType

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.bootstrap import Pipeline, open_pipeline
from memory_pipeline.embedded import server_states
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.settings import Settings, load_settings

_NOTHING: dict[str, Any] = {
    "running": False,
    "api_url": None,
    "console_url": None,
    "workers": [],
    "oldest_pending_s": None,
    "events": {},
}


@click.command()
@common_options
@click.pass_context
def status(ctx: click.Context) -> None:
    """Tell what runs and what waits. Starts nothing."""
    invocation = invocation_of(ctx)
    document = runtime_state(load_settings())
    answer(invocation, document, lambda: state_tables(document))


def runtime_state(settings: Settings) -> dict[str, Any]:
    """The state of servers, workers and ledger. `running` says that the servers answer and a worker is there.

    Raises DatabaseUnavailable and BrokerUnavailable for servers that the settings name and that do not answer.
    """
    servers = _servers(settings)
    if not all(server["running"] for server in servers):
        return {**_NOTHING, "servers": servers}
    pipeline = open_pipeline(settings)
    try:
        return {**_live_state(pipeline), "servers": servers}
    finally:
        pipeline.close()


def _servers(settings: Settings) -> list[dict[str, Any]]:
    """The embedded servers, as far as they are used."""
    if not settings.embedded:
        return []
    states = server_states(settings.home.expanduser().absolute())
    return [
        {"name": each.name, "running": each.running, "pid": each.pid, "detail": each.detail}
        for each in states
    ]


def _live_state(pipeline: Pipeline) -> dict[str, Any]:
    client = connect(pipeline.urls.redis)
    try:
        workers = WorkerRoll(client).present()
    finally:
        client.close()
    stats = pipeline.dependencies.ledger.stats()
    oldest = stats.oldest_pending_at
    waited = None if oldest is None else (pipeline.dependencies.clock.now() - oldest).total_seconds()
    return {
        **_NOTHING,
        "running": bool(workers),
        "workers": [{"pid": each.pid, "name": each.name, "queues": list(each.queues)} for each in workers],
        "oldest_pending_s": None if waited is None else round(max(waited, 0.0), 1),
        "events": {str(state): count for state, count in sorted(stats.states.items())},
    }


def state_tables(document: dict[str, Any]) -> RenderableType:
    """The state for people."""
    servers = {each["name"]: each["detail"] for each in document["servers"]}
    workers = {
        each["name"]: f"pid {each['pid']}, {', '.join(each['queues'])}" for each in document["workers"]
    }
    events = ", ".join(f"{count} {state}" for state, count in document["events"].items())
    waiting = document["oldest_pending_s"]
    return Group(
        pairs_table(
            {
                "running": "yes" if document["running"] else "no",
                **servers,
                **(workers or {"workers": "none: `memory-pipeline up` starts them"}),
                "events": events or "none",
                "longest waiting": "nothing waits" if waiting is None else f"{waiting:.0f} s",
            }
        )
    )
