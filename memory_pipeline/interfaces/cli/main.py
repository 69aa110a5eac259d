"""The group of all commands, and the one place where an outcome becomes an exit code and a sentence."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from memory_pipeline.domain.errors import InvalidInput, MemoryPipelineError
from memory_pipeline.interfaces.cli.exit_code import ExitCode
from memory_pipeline.interfaces.cli.invocation import Invocation, common_options
from memory_pipeline.interfaces.cli.lazy_group import Deferred, LazyGroup

_PROGRAM = "memory-pipeline"
_HERE = "memory_pipeline.interfaces.cli"
_LEVELS = ("debug", "info", "warning", "error", "off")


def _command(module: str, attribute: str, summary: str) -> Deferred:
    return Deferred(f"{_HERE}.{module}", attribute, summary)


COMMANDS = {
    "up": _command("runtime", "up", "Start servers, workers and beat together."),
    "down": _command("runtime", "down", "Stop workers, beat and the embedded servers."),
    "status": _command("status", "status", "Tell what runs and what waits; start nothing."),
    "migrate": _command("migrate", "migrate", "Bring the database to the newest schema."),
    "doctor": _command("doctor", "doctor", "Check settings, servers, isolation, models and clock."),
    "demo": _command("demo", "demo", "Show the whole job on bundled conversations."),
    "ingest": _command("ingest", "ingest", "Take in conversations as an agent backend would."),
    "import-facts": _command("import_facts", "import_facts", "Take in facts of a CMDB or of documents."),
    "remember": _command("remember", "remember", "Write down what a person wants remembered."),
    "facts": _command("facts", "facts", "List what is true of a scope."),
    "episodes": _command("episodes", "episodes", "List what happened in a scope."),
    "recall": _command("recall", "recall", "Find the memories that answer a query."),
    "explain": _command("explain", "explain", "Say why a memory is believed, and what was not."),
    "correct": _command("judgement", "correct", "Replace a fact's value by a person's word."),
    "confirm": _command("judgement", "confirm", "Take a person's word that a fact is true."),
    "pin": _command("pin", "pin", "Keep a memory from being forgotten, or let go of it again."),
    "nightly": _command("nightly", "nightly", "Run one night: reinforce, expire, decay, archive, purge."),
    "conflicts": _command("conflicts", "conflicts", "List what waits for a decision, and decide it."),
    "upkeep": _command("upkeep", "upkeep", "Build indexes anew of which too much is air."),
    "policy": _command("policy", "policy", "Show, compare and set the numbers memory goes by."),
    "replay": _command("replay", "replay", "Compute memory again by today's rules; show the change."),
    "events": _command("events", "events", "Look into the ledger; retry dead events."),
    "reinforce": _command("reinforce", "reinforce", "Distil what repeats in episodes into facts."),
    "forget": _command("forget", "forget", "Erase a memory, a session, a text or a whole scope for good."),
    "export": _command("export", "export", "Hand out everything that is kept of a person."),
    "audit": _command("audit", "audit", "Read who did what, and when."),
    "keys": _command("keys", "keys", "Make, list and revoke keys of the HTTP service."),
    "eval": _command("evaluate", "evaluate", "Measure the judgement on labelled cases."),
    "calibrate": _command("eval_pairs", "calibrate", "Find an embedding model's duplicate threshold."),
}


@click.group(
    cls=LazyGroup,
    deferred=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@common_options
@click.option(
    "--log-level",
    type=click.Choice(_LEVELS),
    default="off",
    show_default=True,
    help="What is logged to stderr.",
)
@click.version_option(package_name="memory-pipeline", prog_name=_PROGRAM)
def cli(log_level: str) -> None:
    """Durable memory for LLM agents: conversations go in, evidenced facts and episodes come out.

    Exit codes: 0 done, 1 failed, 2 usage, 3 done in part.
    """
    level = logging.CRITICAL + 1 if log_level == "off" else getattr(logging, log_level.upper())
    logging.basicConfig(stream=sys.stderr, level=level, format="%(levelname)s %(name)s: %(message)s")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command line and exits with its code; errors of ours leave as one sentence, never as a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    invocation = Invocation(json=_asks_for_json(words))
    _speak_utf8()
    sys.exit(_run(words, invocation))


def _run(words: list[str], invocation: Invocation) -> int:
    try:
        outcome = cli.main(words, prog_name=_PROGRAM, standalone_mode=False, obj=invocation)
        return int(outcome) if isinstance(outcome, int) else ExitCode.DONE
    except click.ClickException as error:
        where = (
            f" (see {error.ctx.command_path} --help)"
            if isinstance(error, click.UsageError) and error.ctx
            else ""
        )
        _tell(f"{error.format_message()}{where}", invocation)
        return error.exit_code
    except InvalidInput as error:
        _tell(str(error), invocation)
        return ExitCode.USAGE
    except MemoryPipelineError as error:
        _tell(str(error), invocation)
        return ExitCode.FAILED
    except (KeyboardInterrupt, click.Abort):
        _tell("interrupted: what was accepted so far stays, and the same command again goes on", invocation)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left; Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.FAILED


def _tell(sentence: str, invocation: Invocation) -> None:
    print(f"{_PROGRAM}: {sentence}", file=sys.stderr)
    if invocation.json:
        print(json.dumps({"error": sentence}, ensure_ascii=False))


def _asks_for_json(words: Sequence[str]) -> bool:
    """Known before the words are parsed, so that even a usage error is answered in the form that was asked for."""
    options = words[: words.index("--")] if "--" in words else words
    return "--json" in options


def _speak_utf8() -> None:
    """JSON is UTF-8 whatever the locale says; a terminal that cannot show a character gets a mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
