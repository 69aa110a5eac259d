"""What every command is called with: `--tenant` and `--json`, before the command or after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

DEFAULT_TENANT = "default"

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@dataclass(slots=True)
class Invocation:
    """Filled while the command line is parsed; what stands nearer to its end wins."""

    tenant: str = DEFAULT_TENANT
    json: bool = False


def common_options(command: Decorated) -> Decorated:
    """Adds `--tenant` and `--json` to a command or group. They set the Invocation, and are not passed on."""
    tenant = click.option(
        "--tenant",
        metavar="NAME",
        expose_value=False,
        callback=_take_tenant,
        help="Whose memory (default: default).",
    )
    as_json = click.option(
        "--json",
        "as_json",
        is_flag=True,
        expose_value=False,
        callback=_take_json,
        help="One JSON document on stdout.",
    )
    return tenant(as_json(command))


def invocation_of(ctx: click.Context) -> Invocation:
    """The one Invocation of this command line."""
    return ctx.ensure_object(Invocation)


def _take_tenant(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        invocation_of(ctx).tenant = value


def _take_json(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        invocation_of(ctx).json = True
