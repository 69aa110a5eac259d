"""`demo`: the whole job on the bundled conversations, in a home of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from memory_pipeline.bootstrap import open_pipeline
from memory_pipeline.demo.material import bundled_conversations
from memory_pipeline.demo.run import TOOL_SOURCES, run_demo
from memory_pipeline.demo.show import demo_document, demo_tables
from memory_pipeline.embedded import discard_servers, stop_servers
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import common_options, invocation_of
from memory_pipeline.interfaces.cli.output import answer, warn
from memory_pipeline.interfaces.rendering.progress import Progress
from memory_pipeline.ports.ledger import EventState
from memory_pipeline.settings import PREFIX, load_settings

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.option("--keep", is_flag=True, help="Leave the demo's home in place, to look further.")
@click.option(
    "--conversations", type=_FOLDER, hidden=True, help="Another folder of JSONL files than the bundled one."
)
@common_options
@click.pass_context
def demo(ctx: click.Context, keep: bool, conversations: Path | None) -> int:
    """Show the whole job: conversations in, memories out, on real servers and a real worker, with rules and no key."""
    began = time.monotonic()
    with _own_home(keep=keep) as home, Progress() as progress:
        progress.tell("starting Postgres and Valkey")
        pipeline = open_pipeline(load_settings())
        try:
            shown = run_demo(pipeline, conversations or bundled_conversations(), home / "demo", progress.tell)
        finally:
            pipeline.close()
    seconds = time.monotonic() - began
    answer(invocation_of(ctx), demo_document(shown), lambda: demo_tables(shown, seconds))
    if keep:
        warn(f"kept; look further with {PREFIX}HOME={home} memory-pipeline facts --scope user:lin --history")
    whole = not shown.timed_out and all(entry.state is EventState.DONE for entry in shown.events)
    return ExitCode.DONE if whole else ExitCode.PARTLY


@contextmanager
def _own_home(*, keep: bool) -> Iterator[Path]:
    """A temporary home with settings of its own: this process's, and so its worker's, know no others from here on."""
    home = Path(tempfile.mkdtemp(prefix="memory-pipeline-demo-"))
    for name in [name for name in os.environ if name.upper().startswith(PREFIX)]:
        del os.environ[name]
    os.environ[f"{PREFIX}HOME"] = str(home)
    os.environ[f"{PREFIX}TOOL_SOURCES"] = TOOL_SOURCES
    try:
        yield home
    finally:
        if keep:
            stop_servers(home)
        else:
            discard_servers(home)
            shutil.rmtree(home, ignore_errors=True)
