"""Extraction by rules: the extractor that needs no model, no key and no network. English and Chinese."""

from __future__ import annotations

from memory_pipeline.adapters.rules.extractor import RulesExtractor
from memory_pipeline.adapters.rules.statement import ParsedStatement, parse_statement, read_statement

__all__ = ["ParsedStatement", "RulesExtractor", "parse_statement", "read_statement"]
