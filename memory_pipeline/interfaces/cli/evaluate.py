"""`eval`: figures about the pipeline's judgement from files of labelled cases. One subcommand a kind of file."""

from __future__ import annotations

import click

from memory_pipeline.interfaces.cli.invocation import common_options
from memory_pipeline.interfaces.cli.lazy_group import Deferred, LazyGroup

EVALUATIONS = {
    "pairs": Deferred(
        "memory_pipeline.interfaces.cli.eval_pairs", "pairs", "Tell duplicates from statements that differ."
    ),
    "extraction": Deferred(
        "memory_pipeline.interfaces.cli.eval_extraction",
        "extraction",
        "Find what labelled conversations say.",
    ),
}


@click.group("eval", cls=LazyGroup, deferred=EVALUATIONS)
@common_options
def evaluate() -> None:
    """Measure the pipeline's judgement on files of labelled cases; docs/quality.md states their formats."""
