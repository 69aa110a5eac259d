"""Builds indexes anew of which too much is air. Runs by day: no night's time goes into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.upkeep import IndexState

BAR = 1.3
SMALLEST = 8 * 1024 * 1024  # below this an index is mostly its own frame, and nobody feels it


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """An index before and after; `after` is None where it was only looked at."""

    before: IndexState
    after: IndexState | None


def keep_up(
    deps: Dependencies,
    *,
    bar: float = BAR,
    at_least_bytes: int = SMALLEST,
    dry_run: bool = False,
    tell: Callable[[IndexState], None] = lambda _: None,
) -> tuple[Sequence[IndexState], Sequence[Rebuilt]]:
    """All indexes worth looking at, and what became of those whose bloat passes the bar, the worst first."""
    if deps.upkeep is None:
        return (), ()
    now = deps.clock.now()
    seen = deps.upkeep.indexes(at_least_bytes=at_least_bytes, now=now)
    done: list[Rebuilt] = []
    for state in seen:
        if state.bloat < bar:
            continue
        tell(state)
        done.append(Rebuilt(state, None if dry_run else deps.upkeep.rebuild(state.name, now=now)))
    return seen, done
