"""The command line. The console script calls `main`; each command lives in a module of its own, loaded when it is called."""

from __future__ import annotations

from memory_pipeline.interfaces.cli.main import main

__all__ = ["main"]
