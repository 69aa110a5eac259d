"""A click group whose commands are imported when they are called: `--help` must not wait for drivers and models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click


@dataclass(frozen=True, slots=True)
class Deferred:
    """Where a command lives, and the line that the list of commands shows for it."""

    module: str
    attribute: str
    summary: str

    def load(self) -> click.Command:
        command = getattr(import_module(self.module), self.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.module}.{self.attribute} is not a click command")
        return command


class LazyGroup(click.Group):
    """Lists commands from their summaries alone, in the order given."""

    def __init__(self, *args: Any, deferred: Mapping[str, Deferred], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deferred = deferred

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.deferred)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        known = self.deferred.get(cmd_name)
        return None if known is None else known.load()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        rows = [(name, each.summary) for name, each in self.deferred.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
