"""Folds the oldest half of a live session into its summary once it fills its window: never every turn."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from memory_pipeline.domain.errors import MemoryPipelineError, TransientError
from memory_pipeline.domain.extractor_name import extractor_name
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.rolling_summary import RollingSummary, fold, to_fold, told_by_rules
from memory_pipeline.pipeline.ask_model import Account, ask_model
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.costs import Purpose
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.summaries import Narrator
from memory_pipeline.ports.working_memory import SessionKey

_log = logging.getLogger(__name__)
TOLD_BY_RULES = "rules"


def roll_summary(key: SessionKey, deps: Dependencies, claim: Claim | None = None) -> bool:
    """Whether a part was folded. Whatever goes wrong on the way, the session goes on without."""
    if deps.summaries is None:
        return False
    try:
        return _roll(key, deps, claim)
    except TransientError as error:
        _log.warning("the summary of a session is left as it is: %s", error)
        return False


def _roll(key: SessionKey, deps: Dependencies, claim: Claim | None) -> bool:
    log, summaries = deps.working.read(key), deps.summaries
    if log is None or summaries is None:
        return False
    messages = [entry for entry in log.entries if isinstance(entry, Message)]
    old = summaries.read(key)
    limit = deps.segment_rules.tokens
    through = old.through_message_id if old is not None else None
    part = to_fold(messages, through, limit=limit, keep=limit // 2)
    if not part:
        return False
    told, told_by = _tell(old, part, key, deps, claim)
    return summaries.write(key, fold(old, part, told, told_by), after=through)


def _tell(
    old: RollingSummary | None,
    part: Sequence[Message],
    key: SessionKey,
    deps: Dependencies,
    claim: Claim | None,
) -> tuple[str, str]:
    """The narrative and who told it: the model if there is one and it can, else the rules."""
    before = old.narrative if old is not None else ""
    if deps.narrator is not None:
        try:
            return _ask(deps.narrator, before, part, key, deps, claim), deps.narrator.version
        except MemoryPipelineError as error:
            _log.info("a summary is told by the rules: %s", error)
    return told_by_rules(before, part), TOLD_BY_RULES


def _ask(
    narrator: Narrator,
    before: str,
    part: Sequence[Message],
    key: SessionKey,
    deps: Dependencies,
    claim: Claim | None,
) -> str:
    account = Account(
        key.tenant,
        Purpose.SUMMARISE,
        None if claim is None else claim.ref.event_id,
        0 if claim is None else claim.attempt,
    )
    told, _ = ask_model(
        lambda: narrator.narrate(before, part),
        lambda answer: answer[1],
        extractor_name(narrator.version),
        account,
        deps,
    )
    return told
