"""Gives an opinion on a conflict that the rules leave to a person."""

from __future__ import annotations

from typing import Protocol

from memory_pipeline.domain.conflict import Conflict, Keep


class Judge(Protocol):
    """Asked outside of any transaction. Its answer is advice: it ranks below every side of a conflict."""

    @property
    def version(self) -> str:
        """Names program and model, as the advice will."""

    def recommend(self, conflict: Conflict) -> Keep | None:
        """Which side seems right, None if it cannot tell. Raises TransientError or PermanentError."""
