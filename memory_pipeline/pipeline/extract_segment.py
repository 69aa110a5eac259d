"""The extraction accepted for a segment: one made before, or one made now and stored before it is used."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.domain.cleaning import clean
from memory_pipeline.domain.errors import BreakerOpen
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.extractor_name import extractor_name
from memory_pipeline.domain.message import Message
from memory_pipeline.pipeline.ask_model import Account, ask_model
from memory_pipeline.pipeline.dependencies import Dependencies, Fallback
from memory_pipeline.pipeline.extraction_document import from_document, to_document
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange
from memory_pipeline.ports.working_memory import SessionKey

_log = logging.getLogger(__name__)


def extract_segment(
    key: SessionKey,
    segment: SegmentRange,
    messages: Sequence[Message],
    person: str | None,
    account: Account,
    deps: Dependencies,
    *,
    revision: str = "",
) -> tuple[Extraction, bool]:
    """What counts for the segment, and whether the fallback made it in the extractor's place.

    It is stored unless something was erased from the session since it had this `revision`.

    Raises what the extractor raises, BudgetUsedUp, and BreakerOpen where no fallback is set.
    """
    accepted = deps.transcripts.accepted(key, segment)
    if accepted is None:
        made = _make(messages, person, account, deps)
        accepted = deps.transcripts.accept(key, segment, made, now=deps.clock.now(), revision=revision)
    return from_document(accepted.extractor, accepted.reply), accepted.stands_in_for is not None


def read_segment(
    extractor: Extractor,
    messages: Sequence[Message],
    person: str | None,
    account: Account,
    deps: Dependencies,
) -> Extraction:
    """What `extractor` finds in the cleaned messages, citing them by their numbers in the segment."""
    cleaned = clean(messages, tool_limit=extractor.tool_result_limit)
    if not cleaned.messages:
        return Extraction(extractor.version)  # of small talk alone nobody is asked
    found = ask_model(
        lambda: extractor.extract(cleaned.messages, person=person),
        lambda extraction: extraction.cost,
        extractor_name(extractor.version),
        account,
        deps,
    )
    return cleaned.restored(_counted(found))


def _make(
    messages: Sequence[Message], person: str | None, account: Account, deps: Dependencies
) -> AcceptedExtraction:
    try:
        made = read_segment(deps.extractor, messages, person, account, deps)
    except BreakerOpen:
        if deps.fallback is None:
            raise
        return _stand_in(deps.fallback, messages, person, account, deps)
    return AcceptedExtraction(made.extractor, to_document(made))


def _stand_in(
    fallback: Fallback, messages: Sequence[Message], person: str | None, account: Account, deps: Dependencies
) -> AcceptedExtraction:
    made = read_segment(fallback.extractor, messages, person, account, deps)
    asked, now = deps.extractor.version, deps.clock.now()
    _log.warning("%s cannot be asked now: %s read a segment in its place", asked, made.extractor)
    redo_at = None if fallback.redo_after is None else now + fallback.redo_after
    return AcceptedExtraction(made.extractor, to_document(made), asked, redo_at)


def _counted(extraction: Extraction) -> Extraction:
    """With one call at least: an extractor without a model counts none."""
    return replace(extraction, cost=replace(extraction.cost, calls=max(1, extraction.cost.calls)))
