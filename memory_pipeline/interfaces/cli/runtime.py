"""`up` and `down`: servers, workers and beat together."""

from __future__ import annotations

import click

from memory_pipeline.embedded import stop_servers
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.cli.status import runtime_state, state_tables
from memory_pipeline.interfaces.supervisor import run_supervised, start_detached, stop_detached
from memory_pipeline.settings import load_settings


@click.command()
@click.option(
    "--detach", is_flag=True, help="Return when the workers are ready; they go on in the background."
)
@common_options
@click.pass_context
def up(ctx: click.Context, detach: bool) -> None:
    """Start servers, workers and beat, and stay until Ctrl-C. The embedded servers go on until `down`."""
    settings = load_settings()
    if detach:
        start_detached(settings)
    else:
        warn("starting servers, workers and beat; Ctrl-C ends the workers, `down` the servers too")
        run_supervised(settings)
    document = runtime_state(settings, invocation_of(ctx).tenant)
    answer(invocation_of(ctx), document, lambda: state_tables(document))


@click.command()
@common_options
@click.pass_context
def down(ctx: click.Context) -> None:
    """Stop workers, beat and the embedded servers. Nothing is lost: what waited waits on."""
    settings = load_settings()
    stop_detached(settings)
    if settings.embedded:
        stop_servers(settings.home.expanduser().absolute())
    document = runtime_state(settings, invocation_of(ctx).tenant)
    answer(invocation_of(ctx), document, lambda: state_tables(document))
