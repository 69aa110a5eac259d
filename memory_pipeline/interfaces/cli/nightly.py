"""`nightly`: one night's run of a tenant, here and now, without a worker."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import click

from memory_pipeline.domain.forgetting_simulation import Habits
from memory_pipeline.domain.forgetting_simulation import simulate as simulated
from memory_pipeline.domain.night import RunId
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.opened import opened
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import FILES, INSTANT, MEMORY_ID, SCOPE
from memory_pipeline.interfaces.cli.policy_files import read_policy_file
from memory_pipeline.interfaces.rendering.nights import foreseen_document, night_document, night_tables
from memory_pipeline.interfaces.rendering.simulations import week_document, weeks_table
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.approve import approve as let_through
from memory_pipeline.pipeline.forgetting.dry_run import dry_run as foresee
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of, run_night
from memory_pipeline.pipeline.forgetting.simulate import simulate_scope
from memory_pipeline.ports.memory_store import Tier


@click.group(invoke_without_command=True)
@click.option("--as-of", type=INSTANT, metavar="T", help="The night's instant (default: now).")
@click.option("--dry-run", is_flag=True, help="Say what would happen to which memory and why; claim nothing.")
@click.option(
    "--approve", type=MEMORY_ID, metavar="RUN", help="Let through what that run held back from its purge."
)
@common_options
@click.pass_context
def nightly(ctx: click.Context, as_of: datetime | None, dry_run: bool, approve: UUID | None) -> int:
    """Reinforce, expire, decay, archive and purge what is due, once per date of the tenant's zone.

    Exit code 3 where something due was left, or held back until somebody approves it.
    """
    if ctx.invoked_subcommand is not None:
        return ExitCode.DONE
    if approve is not None and (dry_run or as_of is not None):
        raise click.UsageError("--approve goes by the instant of its run: leave --as-of and --dry-run out")
    invocation = invocation_of(ctx)
    with opened(invocation) as (pipeline, client):
        deps = pipeline.dependencies
        if dry_run:
            document = _foreseen(client.tenant, deps, as_of)
        elif approve is not None:
            document = night_document(let_through(client.tenant, RunId(approve), deps))
        else:
            document = night_document(run_night(client.tenant, deps, as_of=as_of))
    answer(invocation, document, lambda: night_tables(document))
    return ExitCode.PARTLY if document["status"] == "partial" and not dry_run else ExitCode.DONE


@nightly.command()
@click.option("--days", type=click.IntRange(1, 3660), default=365, show_default=True, help="How long.")
@click.option(
    "--memories", type=click.IntRange(0, 10_000), default=100, show_default=True, help="New ones a day."
)
@click.option("--recalls", type=click.IntRange(0, 10_000), default=30, show_default=True, help="A day.")
@click.option("--scope", type=SCOPE, help="Begin with a copy of this scope's memories.")
@click.option("--policy", "file", type=FILES, help="By this policy, put in force for nobody.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Which recalls; the same seed, the same."
)
@common_options
@click.pass_context
def simulate(
    ctx: click.Context,
    days: int,
    memories: int,
    recalls: int,
    scope: str | None,
    file: Path | None,
    seed: int,
) -> None:
    """Show week by week what forgetting makes of a busy user's memories. Writes nothing.

    Half of the memories are episodes, three in ten are said by the person, the rest are inferences. Without --scope it
    begins with nothing, and needs no server.
    """
    invocation = invocation_of(ctx)
    policy = None if file is None else read_policy_file(file)
    habits = Habits(memories, recalls)
    if scope is None:
        by = (policy or DEFAULT_POLICY).for_memory(Scope.of_user("simulated"), Tier.SEMANTIC)
        weeks = list(simulated(by, datetime.now(UTC), days, habits, seed=seed))
    else:
        with opened(invocation) as (pipeline, client):
            found = simulate_scope(
                client.tenant,
                Scope.parse(scope),
                pipeline.dependencies,
                days=days,
                habits=habits,
                policy=policy,
                seed=seed,
            )
            weeks = list(found)
    answer(invocation, {"weeks": [week_document(each) for each in weeks]}, lambda: weeks_table(weeks))


def _foreseen(tenant: Tenant, deps: Dependencies, as_of: datetime | None) -> dict[str, Any]:
    changes: list[Change] = []
    found = foresee(tenant, deps, as_of=as_of, tell=changes.append)
    done = forgetting_of(deps).run(tenant, found.run_id)
    changes.sort(key=lambda each: (each.step, str(each.scope), each.due_at, each.memory_id))
    return foreseen_document(found, changes, done if done is not None and done.finished else None)
