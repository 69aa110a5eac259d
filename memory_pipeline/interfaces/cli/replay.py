"""`replay`: memory computed again by the rules of today, and what that changes."""

from __future__ import annotations

from pathlib import Path

import click

from memory_pipeline.domain.scope import Scope
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import FILES, SCOPE
from memory_pipeline.interfaces.cli.policy_files import read_policy_file
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.interfaces.rendering.replays import replay_document, replay_tables
from memory_pipeline.pipeline.replay import replay as replay_tenant


@click.command()
@click.option("--policy", "file", type=FILES, help="A JSON file; it becomes the tenant's policy.")
@click.option("--scope", type=SCOPE, help="Only this scope, for example user:alice.")
@click.option("--dry-run", is_flag=True, help="Show the difference and change nothing.")
@common_options
@click.pass_context
def replay(ctx: click.Context, file: Path | None, scope: str | None, dry_run: bool) -> None:
    """Compute all facts again from what was said, by the policy and registry of today, and show what changes.

    The policy FILE holds what differs from the defaults, for example {"override_after": "P30D", "aliases": {"Wohnort":
    "city"}, "cardinality": {"city": "many"}}. Applying it twice changes nothing; interrupted, run it again.
    """
    invocation = invocation_of(ctx)
    policy = None if file is None else read_policy_file(file)
    with opened(invocation) as (pipeline, client), Progress() as progress:
        found = replay_tenant(
            client.tenant,
            pipeline.dependencies,
            policy=policy,
            scope=None if scope is None else Scope.parse(scope),
            dry_run=dry_run,
            on_scope=lambda result, done, total: progress.tell(
                f"{done} of {total} scopes replayed, last {result.scope}"
            ),
        )
    answer(invocation, replay_document(found), lambda: replay_tables(found))
