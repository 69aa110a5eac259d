"""`policy`: by which numbers a tenant's memory is judged and forgotten; looked at, compared, and put in force."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from memory_pipeline.domain.policy import PRESETS, Policy
from memory_pipeline.events.policies import policy_differences, policy_document, whole_policy_document
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import FILES
from memory_pipeline.interfaces.cli.policy_files import read_policy_file
from memory_pipeline.interfaces.rendering.policies import differences_table, policy_table
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.interfaces.rendering.replays import replay_document
from memory_pipeline.pipeline.replay import replay as replay_tenant

Command = TypeVar("Command", bound=Callable[..., Any])


@click.group()
@common_options
def policy() -> None:
    """The numbers of arbitration and forgetting: the tenant's own, with overrides for kinds of scopes, tiers and scopes."""


def _wanted(command: Command) -> Command:
    """A file or a preset, one of the two."""
    command = click.option(
        "--preset", type=click.Choice(sorted(PRESETS)), help="One of the policies that come along."
    )(command)
    return click.argument("file", type=FILES, required=False)(command)


def _read(file: Path | None, preset: str | None) -> Policy:
    if file is not None and preset is None:
        return read_policy_file(file)
    if preset is not None and file is None:
        return PRESETS[preset]
    raise click.UsageError("name a FILE or a --preset, one of the two")


@policy.command()
@click.option("--whole", is_flag=True, help="Every number, the defaults too.")
@common_options
@click.pass_context
def show(ctx: click.Context, whole: bool) -> None:
    """Show the policy in force: what of it differs from the defaults. Its JSON is what `policy set` reads."""
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        found = pipeline.dependencies.policies.of(client.tenant)
    document = whole_policy_document(found.policy) if whole else policy_document(found.policy)
    answer(
        invocation,
        {"policy_version": found.version, "policy": document},
        lambda: policy_table(document, found.version),
    )


@policy.command()
@_wanted
@common_options
@click.pass_context
def diff(ctx: click.Context, file: Path | None, preset: str | None) -> None:
    """Show what FILE would change of the policy in force. What it would change of memory: `replay --dry-run --policy FILE`."""
    wanted = _read(file, preset)
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        policies = pipeline.dependencies.policies
        now, then = policies.of(client.tenant), policies.as_tenants(wanted)
    document = _differences(now.policy, wanted)
    answer(
        invocation,
        {"policy_version": now.version, "wanted_version": then.version, "differences": document},
        lambda: differences_table(document),
    )


@policy.command("set")
@_wanted
@common_options
@click.pass_context
def set_(ctx: click.Context, file: Path | None, preset: str | None) -> None:
    """Put FILE in force, whole: what it leaves out is the default's.

    Facts are computed again by it at once; from when memories fade, are archived or go follows with the next night.
    """
    wanted = _read(file, preset)
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client), Progress() as progress:
        before = pipeline.dependencies.policies.of(client.tenant).policy
        found = replay_tenant(
            client.tenant,
            pipeline.dependencies,
            policy=wanted,
            on_scope=lambda result, done, total: progress.tell(
                f"{done} of {total} scopes computed again, last {result.scope}"
            ),
        )
    differences = _differences(before, wanted)
    answer(
        invocation,
        {"differences": differences, "replay": replay_document(found)},
        lambda: differences_table(differences, found),
    )


def _differences(before: Policy, after: Policy) -> list[dict[str, Any]]:
    return [
        {"name": name, "before": old, "after": new} for name, old, new in policy_differences(before, after)
    ]
