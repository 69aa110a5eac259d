"""Asks a model about conflicts that wait for a person, where the settings name one. It decides nothing."""

from __future__ import annotations

import logging

from memory_pipeline.domain.conflict import Advice, Conflict, Keep
from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.domain.extractor_name import extractor_name
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.ask_model import Account, ask_model
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.costs import Purpose
from memory_pipeline.ports.judge import Judge

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
            keep = _opinion(deps.judge, conflict, tenant, deps)
        except (TransientError, PermanentError) as error:
            _log.warning("no advice on conflict %s: %s", conflict.id, error)
            break
        if keep is not None:
            deps.conflicts.advise(conflict, Advice(keep, deps.judge.version), now=deps.clock.now())
            given += 1
    return given


def _opinion(judge: Judge, conflict: Conflict, tenant: Tenant, deps: Dependencies) -> Keep | None:
    keep, _ = ask_model(
        lambda: judge.recommend(conflict),
        lambda answer: answer[1],
        extractor_name(judge.version),
        Account(tenant, Purpose.ADVISE),
        deps,
    )
    return keep
