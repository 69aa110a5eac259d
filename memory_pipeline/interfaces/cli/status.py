"""`status`: what runs and what waits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import click
from rich.console import Group, RenderableType

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.bootstrap import Pipeline, open_pipeline
from memory_pipeline.domain.scope import Tenant, parse_tenant
from memory_pipeline.embedded import server_states
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.rendering.costs import model_document, model_line, over_budget_line
from memory_pipeline.interfaces.rendering.nights import last_night_document, last_night_line
from memory_pipeline.interfaces.rendering.tables import pairs_table
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of
from memory_pipeline.pipeline.health import health
from memory_pipeline.pipeline.model_day import model_day
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.settings import Settings, load_settings

_NOTHING: dict[str, Any] = {
    "running": False,
    "api_url": None,
    "console_url": None,
    "workers": [],
    "oldest_pending_s": None,
    "last_done_s": None,
    "events": {},
    "inbox": 0,
    "outbox": {"waiting": 0, "oldest_s": None},
    "queues": {},
    "unacked": {"count": None, "oldest_s": None},
    "model": None,
    "over_budget": {"events": 0, "until": None},
    "last_night": None,
}


@click.command()
@click.option(
    "--max-pending-s",
    type=click.FloatRange(min=0),
    help="Exit 1 when an event has waited for longer than this, or nothing can be found out: for health checks.",
)
@common_options
@click.pass_context
def status(ctx: click.Context, max_pending_s: float | None) -> int:
    """Tell what runs and what waits. Starts nothing."""
    document = runtime_state(load_settings(), invocation_of(ctx).tenant)
    answer(invocation_of(ctx), document, lambda: state_tables(document))
    waited = document["oldest_pending_s"]
    if max_pending_s is None or waited is None or waited <= max_pending_s:
        return ExitCode.DONE
    warn(f"an event has waited for {waited:g} s: is there a worker, and does its log name an error?")
    return ExitCode.FAILED


def runtime_state(settings: Settings, tenant: str = "default") -> dict[str, Any]:
    """The state of servers, workers and ledger, and what the tenant's day took of models.

    `running` says that the servers answer and a worker is there.

    Raises DatabaseUnavailable and BrokerUnavailable for servers that the settings name and that do not answer.
    """
    servers = _servers(settings)
    if not all(server["running"] for server in servers):
        return {**_NOTHING, "servers": servers}
    pipeline = open_pipeline(settings)
    try:
        return {
            **_live_state(pipeline),
            **_model_state(pipeline, parse_tenant(tenant)),
            **_last_night(pipeline, parse_tenant(tenant)),
            "servers": servers,
        }
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
    # Where no sweep runs nobody would ever see what waits in the inbox grow old: from here on the ledger does.
    relay(pipeline.dependencies)
    found = health(pipeline.dependencies)
    broker = found.broker
    return {
        **_NOTHING,
        "running": bool(workers),
        "workers": [{"pid": each.pid, "name": each.name, "queues": list(each.queues)} for each in workers],
        "oldest_pending_s": _seconds(found.oldest_pending),
        "last_done_s": _seconds(found.last_done),
        "events": dict(found.states),
        "inbox": found.inbox,
        "outbox": {"waiting": found.outbox, "oldest_s": _seconds(found.oldest_announcement)},
        "queues": dict(broker.waiting) if broker is not None else {},
        "unacked": {
            "count": broker.unacked if broker is not None else None,
            "oldest_s": _rounded(broker.oldest_unacked_s) if broker is not None else None,
        },
        "over_budget": {
            "events": found.over_budget,
            "until": found.over_budget_until.isoformat() if found.over_budget_until is not None else None,
        },
    }


def _model_state(pipeline: Pipeline, tenant: Tenant) -> dict[str, Any]:
    deps = pipeline.dependencies
    return {"model": model_document(tenant, model_day(tenant, deps.policies.of(tenant).policy, deps))}


def _last_night(pipeline: Pipeline, tenant: Tenant) -> dict[str, Any]:
    return {"last_night": last_night_document(forgetting_of(pipeline.dependencies).latest(tenant))}


def _seconds(age: timedelta | None) -> float | None:
    return None if age is None else round(age.total_seconds(), 1)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


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
                "model today": model_line(document["model"]) if document["model"] else "unknown",
                "over budget": over_budget_line(document["over_budget"]),
                "last night": last_night_line(document["last_night"]),
                "queues": ", ".join(f"{name} {n}" for name, n in document["queues"].items()) or "unknown",
            }
        )
    )
