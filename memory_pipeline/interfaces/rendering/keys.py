"""Keys of the HTTP service as a table for people. No key is in it: nobody knows one after it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text


def keys_table(keys: Sequence[Mapping[str, object]], title: str) -> RenderableType:
    """One line per key, the oldest first."""
    if not keys:
        return Text(f"{title}: none")
    table = Table(title=title, box=box.SIMPLE, title_justify="left")
    for name in ("id", "role", "name", "made", "expires", "revoked"):
        table.add_column(name)
    for key in keys:
        cells = [key[field] for field in ("id", "role", "name", "created_at", "expires_at", "revoked_at")]
        table.add_row(*("" if cell is None else str(cell) for cell in cells))
    return table
