"""Asks a model about conflicts that wait for a person, where the settings name one. It decides nothing."""

from __future__ import annotations

import logging

from memory_pipeline.domain.conflict import Advice
from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies

_MOST = 3  # questions per commit: what is left is asked after the next one
_log = logging.getLogger(__name__)


def advise(tenant: Tenant, scope: Scope, deps: Dependencies) -> int:
    """How many of the scope's conflicts got an opinion now. Called after a commit; a failing model costs nobody anything."""
    if deps.judge is None:
        return 0
    waiting = deps.conflicts.waiting(tenant, scope, now=deps.clock.now())
    given = 0
    for conflict in [each for each in waiting if each.advice is None][:_MOST]:
        try:
            keep = deps.judge.recommend(conflict)
        except (TransientError, PermanentError) as error:
            _log.warning("no advice on conflict %s: %s", conflict.id, error)
            break
        if keep is not None:
            deps.conflicts.advise(conflict, Advice(keep, deps.judge.version), now=deps.clock.now())
            given += 1
    return given
