"""What a worker keeps of the words it met: never more with every word, and not for ever."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import memory_pipeline.adapters.rules
import memory_pipeline.domain

# Asked with texts of the program's own alone.
OF_CONSTANTS = {"memory_pipeline.domain.comparison.thesaurus._table"}


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def test_a_cache_that_is_asked_with_peoples_words_has_a_bound() -> None:
    seen, unbounded = 0, set()
    for package in (memory_pipeline.domain, memory_pipeline.adapters.rules):
        for module in modules(package):
            for value in vars(module).values():
                if not hasattr(value, "cache_parameters") or not inspect.signature(value).parameters:
                    continue
                seen += 1
                if value.cache_parameters()["maxsize"] is None:
                    unbounded.add(f"{value.__module__}.{value.__name__}")
    assert seen > 10
    assert unbounded <= OF_CONSTANTS
