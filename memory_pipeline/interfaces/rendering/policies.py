"""Policies and what differs between two of them, as tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from memory_pipeline.interfaces.rendering.replays import replay_tables
from memory_pipeline.pipeline.replay import Replayed


def policy_table(document: Mapping[str, Any], version: str) -> RenderableType:
    """Each number with its value, or that all are the defaults."""
    title = Text(f"policy {version}")
    if not document:
        return Group(title, Text("all numbers are the defaults (--whole shows them)"))
    table = _table("name", "value")
    for name, value in document.items():
        table.add_row(name, _text(value))
    return Group(title, table)


def differences_table(
    differences: Sequence[Mapping[str, Any]], replayed: Replayed | None = None
) -> RenderableType:
    """Each number that differs, before and after; below what it changed of memory, where it was put in force."""
    rest = [] if replayed is None else [replay_tables(replayed)]
    if not differences:
        return Group(Text("it says what the policy in force says"), *rest)
    table = _table("name", "before", "after")
    for each in differences:
        table.add_row(each["name"], _text(each["before"]), _text(each["after"]))
    return Group(table, *rest)


def _table(*names: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in names:
        table.add_column(name, overflow="fold")
    return table


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
