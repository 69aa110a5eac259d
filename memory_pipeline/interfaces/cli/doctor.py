"""`doctor`: whether everything that memory rests on is as it must be."""

from __future__ import annotations

from dataclasses import asdict

import click

from memory_pipeline.interfaces.checks import run_checks
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.rendering.tables import pairs_table


@click.command()
@common_options
@click.pass_context
def doctor(ctx: click.Context) -> int:
    """Check settings, servers, isolation, models and clock. Starts the embedded servers if need be."""
    checks = run_checks()
    failed = [check for check in checks if not check.ok]
    answer(
        invocation_of(ctx),
        {"checks": [asdict(check) for check in checks]},
        lambda: pairs_table({f"{'✓' if check.ok else '✗'} {check.name}": check.detail for check in checks}),
    )
    for check in failed:
        warn(f"{check.name}: {check.detail}")
    return ExitCode.FAILED if failed else ExitCode.DONE
