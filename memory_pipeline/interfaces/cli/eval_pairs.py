"""`eval pairs` and `calibrate`: what the duplicate check does with pairs that a person has labelled."""

from __future__ import annotations

from pathlib import Path

import click

from memory_pipeline.bootstrap import make_embedder
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer
from memory_pipeline.interfaces.cli.pair_files import FORMATS, PairFile, read_pairs
from memory_pipeline.interfaces.cli.parameters import FILES
from memory_pipeline.interfaces.rendering.evaluation import (
    calibration_document,
    calibration_table,
    judged_document,
    pair_figures_document,
    pair_figures_table,
)
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.pipeline.calibrate import calibrate as calibrated
from memory_pipeline.pipeline.evaluate_pairs import MeasuredPair, judged, measured, pair_figures
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.settings import PREFIX, load_settings

_FORMAT = click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="auto",
    show_default=True,
    help="native: JSON lines of {a, b, label, kind}; pawsx: the TSV of PAWS-X; auto: by the file's name.",
)


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=FILES)
@_FORMAT
@click.option("--wrong", is_flag=True, help="List each pair that was judged otherwise than its label.")
@common_options
@click.pass_context
def pairs(ctx: click.Context, paths: tuple[Path, ...], format_: str, wrong: bool) -> int:
    """Put labelled pairs through the duplicate check, with the configured embedder: what share of each label merges."""
    settings = load_settings()
    file = read_pairs(paths, format_)
    threshold = settings.dedup_threshold
    verdicts = judged(_measured(file, make_embedder(settings)), threshold)
    figures = pair_figures(verdicts, threshold)
    document = pair_figures_document(figures) | {
        "threshold": threshold,
        "rejected": [refused.document() for refused in file.rejected],
    }
    errors = [each for each in verdicts if each.wrong] if wrong else []
    if wrong:
        document["wrong"] = [judged_document(each) for each in errors]
    answer(invocation_of(ctx), document, lambda: pair_figures_table(figures, errors))
    return ExitCode.PARTLY if file.rejected else ExitCode.DONE


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=FILES)
@_FORMAT
@click.option(
    "--output",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Where the settings fragment is written (default: it is only shown).",
)
@common_options
@click.pass_context
def calibrate(ctx: click.Context, paths: tuple[Path, ...], format_: str, output: Path | None) -> int:
    """Find the configured embedding model's candidate threshold from labelled pairs.

    It is the highest that keeps 99 % of the duplicates whose texts the comparison accepts.
    """
    embedder = make_embedder(load_settings())
    file = read_pairs(paths, format_)
    found = calibrated(_measured(file, embedder))
    model = f"{embedder.space.model} ({embedder.space.dimensions} dimensions)"
    fragment = f"# for the embedding model {model}\n{PREFIX}DEDUP_THRESHOLD={found.threshold:.4f}\n"
    if output is not None:
        output.write_text(fragment, encoding="utf-8")
    document = calibration_document(found) | {
        "model": model,
        "fragment": fragment,
        "rejected": [refused.document() for refused in file.rejected],
    }
    answer(invocation_of(ctx), document, lambda: calibration_table(found, fragment))
    return ExitCode.PARTLY if file.rejected else ExitCode.DONE


def _measured(file: PairFile, embedder: Embedder) -> list[MeasuredPair]:
    found: list[MeasuredPair] = []
    with Progress() as progress:
        for each in measured(file.pairs, embedder):
            found.append(each)
            progress.tell(f"{len(found)} of {len(file.pairs)} pairs embedded")
    return found
