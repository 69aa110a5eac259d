"""Comparison of statements and of values: do two texts say the same? Pure, deterministic and versioned."""

from __future__ import annotations

from memory_pipeline.domain.comparison.normalise import normal_statement
from memory_pipeline.domain.comparison.result import Comparison, Sameness
from memory_pipeline.domain.comparison.statements import compare_statements
from memory_pipeline.domain.comparison.values import compare_values, normal_value

# Part of what a projection was computed with: raise it with every change that can change an answer.
COMPARISON_VERSION = "2026-11-10"

__all__ = [
    "COMPARISON_VERSION",
    "Comparison",
    "Sameness",
    "compare_statements",
    "compare_values",
    "normal_statement",
    "normal_value",
]
