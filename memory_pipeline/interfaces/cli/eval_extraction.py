"""`eval extraction`: what an extractor finds in conversations whose facts a person has labelled."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from memory_pipeline.bootstrap import make_extractor
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.extraction_files import read_labelled_conversations
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.parameters import FILES
from memory_pipeline.interfaces.rendering.extraction import (
    error_document,
    extraction_document,
    extraction_table,
    listed_errors,
)
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.pipeline.evaluate_extraction import Outcome, Split, evaluate_extraction
from memory_pipeline.settings import load_settings

_ALL = "all"


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=FILES)
@click.option(
    "--extractor",
    type=click.Choice(("rules", "openai")),
    default=None,
    help="Which extractor reads (default: the configured one).",
)
@click.option(
    "--split",
    type=click.Choice([*(str(split) for split in Split), _ALL]),
    default=_ALL,
    show_default=True,
    help="Which conversations are read: those to tune on, those held apart, or all.",
)
@click.option("--wrong", is_flag=True, help="List the errors of the tune split; held ones are only counted.")
@common_options
@click.pass_context
def extraction(
    ctx: click.Context,
    paths: tuple[Path, ...],
    extractor: Literal["rules", "openai"] | None,
    split: str,
    wrong: bool,
) -> int:
    """Have labelled conversations read: precision, recall and source accuracy, overall and by kind."""
    reader = make_extractor(load_settings(extractor=extractor))
    file = read_labelled_conversations(paths)
    wanted = [each for each in file.conversations if split in (_ALL, each.split)]
    outcomes: list[Outcome] = []
    with Progress() as progress:
        for each in evaluate_extraction(wanted, reader):
            outcomes.append(each)
            progress.tell(f"{len(outcomes)} of {len(wanted)} conversations read")
    document = extraction_document(reader.version, outcomes) | {
        "split": split,
        "rejected": [refused.document() for refused in file.rejected],
    }
    errors = listed_errors(outcomes) if wrong else []
    if wrong:
        document["wrong"] = [error_document(each) for each in errors]
    answer(invocation_of(ctx), document, lambda: extraction_table(reader.version, outcomes, errors))
    return ExitCode.PARTLY if file.rejected else ExitCode.DONE
