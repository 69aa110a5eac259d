"""What a command answers: one JSON document, or text for people; warnings always go to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console, RenderableType

from memory_pipeline.interfaces.cli.invocation import Invocation

_WIDTH_OF_A_FILE = 160  # where nobody looks at a terminal, nothing needs to be cut short


def answer(invocation: Invocation, document: Mapping[str, Any], render: Callable[[], RenderableType]) -> None:
    """Prints `document` with `--json`, else what `render` makes of it."""
    if invocation.json:
        print(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        show(render())


def show(*parts: RenderableType) -> None:
    """Prints for people. Text of users is never read as markup."""
    console = Console(
        markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE
    )
    for part in parts:
        console.print(part)


def warn(sentence: str) -> None:
    """One line on stderr that does not end the command."""
    print(f"memory-pipeline: {sentence}", file=sys.stderr)
