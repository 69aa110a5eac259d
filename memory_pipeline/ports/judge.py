"""Gives an opinion on a conflict that the rules leave to a person."""

from __future__ import annotations

from typing import Protocol

from memory_pipeline.domain.conflict import Conflict, Keep
from memory_pipeline.domain.cost import Cost


class Judge(Protocol):
    """Asked outside of any transaction. Its answer is advice: it ranks below every side of a conflict."""

    @property
    def version(self) -> str:
        """Program, model and prompt version, or program and version where no model is asked; the advice names it."""

    def recommend(self, conflict: Conflict) -> tuple[Keep | None, Cost]:
        """Which side seems right, None if it cannot tell. Raises TransientError or PermanentError; `paid` is what it took."""
