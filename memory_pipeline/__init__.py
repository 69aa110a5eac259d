"""memory-pipeline: durable, evidenced memory for LLM agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memory_pipeline.interfaces.client import MemoryClient

__all__ = ["MemoryClient"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Loads the client when it is asked for: importing the package alone opens and loads nothing."""
    if name == "MemoryClient":
        from memory_pipeline.interfaces.client import MemoryClient

        return MemoryClient
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
