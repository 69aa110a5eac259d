"""Two whole statements: the same thing said, or not. When in doubt they are not."""

from __future__ import annotations

from memory_pipeline.domain.comparison.normalise import normal_statement
from memory_pipeline.domain.comparison.result import Comparison, different, same


def compare_statements(a: str, b: str) -> Comparison:
    """How statement `b` relates to statement `a`; DIFFERENT unless nothing but wording differs."""
    if normal_statement(a) == normal_statement(b):
        return same("equal", "Both statements are the same, word for word.")
    return different("unsure", "The statements are not worded alike.")
