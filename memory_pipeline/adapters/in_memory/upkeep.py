"""No indexes, nothing to keep up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.ports.upkeep import IndexState


class NoIndexes:
    """Implements ports.upkeep.Upkeep for stores that look at everything."""

    def indexes(self, *, at_least_bytes: int, now: datetime) -> Sequence[IndexState]:  # noqa: ARG002
        """None."""
        return ()

    def rebuild(self, name: str, *, now: datetime) -> IndexState:  # noqa: ARG002
        """Refused: there is none."""
        raise InvalidInput(f"there is no index {name!r}")
