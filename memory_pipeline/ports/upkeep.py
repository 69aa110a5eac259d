"""Indexes that keep their pages after what they held is gone, and are built anew when too much of them is air."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class IndexState:
    """`bloat` is its size per entry against the densest it was ever seen at; 1 where it was never measured before."""

    name: str
    bytes: int
    entries: int
    bloat: float


class Upkeep(Protocol):
    """Works as the role that owns the tables. Raises DatabaseUnavailable, and UnsafeSettings where it may not."""

    def indexes(self, *, at_least_bytes: int, now: datetime) -> Sequence[IndexState]:
        """The indexes of at least this size, the most bloated first; each is measured, and its best density kept."""

    def rebuild(self, name: str, *, now: datetime) -> IndexState:
        """Builds the index anew beside the old one, while others read and write; as it is then."""
