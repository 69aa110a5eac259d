"""The night's first step: distils what repeats in episodes that came on an earlier day, before any of them may go."""

from __future__ import annotations

import logging

from memory_pipeline.domain.errors import MemoryPipelineError
from memory_pipeline.domain.night import Step
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.pipeline.reinforce import reinforce
from memory_pipeline.ports.memory_store import Tier

_log = logging.getLogger(__name__)
_MOST = 100_000


def reinforce_marked(night: Night) -> None:
    """Reinforces the scopes whose mark has come; what fails stays marked. Counts the mentions that were new."""
    for due in night.forgetting.marked(night.tenant, as_of=night.as_of, limit=_MOST):
        if night.time_is_up():
            return
        if not night.shard.holds(due.scope):
            continue
        try:
            done = reinforce(due.tenant, due.scope, night.deps, tally=night.tally(Step.REINFORCE))
            night.deps.store.reinforced(due)
        except MemoryPipelineError as error:
            _log.warning("a scope stays due for reinforcement: %s", type(error).__name__)
            continue
        for id_ in done.fact_ids:
            reason = f"Told again: {done.assertions} new mention(s) in the scope."
            night.tell(Change(Step.REINFORCE, due.scope, Tier.SEMANTIC, id_, night.as_of, reason))
