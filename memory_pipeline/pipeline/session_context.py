"""What an agent needs of a session to go on: summary, hard facts and the last messages, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.rolling_summary import HardFact, RollingSummary, after, fold, told_by_rules
from memory_pipeline.domain.segments import estimated_text_tokens, estimated_tokens
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.roll_summary import TOLD_BY_RULES
from memory_pipeline.ports.working_memory import SessionKey

Item = TypeVar("Item")

LEAST_TOKENS = 200
_SHARE_OF_MESSAGES = 0.6
_SHARE_OF_NARRATIVE = 0.4  # of what the messages leave


@dataclass(frozen=True, slots=True)
class SessionContext:
    """`facts` and `messages` are the newest that fit, oldest first; `facts_left_out` are kept, and shown with a larger
    budget. `tokens` is about what all of it takes. `messages` begin where `summary` and `facts` end: nothing is between."""

    summary: str
    facts: tuple[HardFact, ...]
    messages: tuple[Message, ...]
    tokens: int
    facts_left_out: int = 0
    summarised_messages: int = 0


def session_context(key: SessionKey, deps: Dependencies, *, tokens: int = 4_000) -> SessionContext:
    """The session as far as it is known; empty where it is not. Raises InvalidInput, BrokerUnavailable.

    Messages that do not fit and are not in the summary yet are summarised here by the rules, for this answer alone.
    """
    if tokens < LEAST_TOKENS:
        raise InvalidInput(f"a context needs at least {LEAST_TOKENS} tokens, not {tokens}")
    messages = _messages(key, deps)
    summary = deps.summaries.read(key) if deps.summaries is not None else None
    unfolded = after(messages, summary.through_message_id if summary is not None else None)
    recent = _newest(
        unfolded, [estimated_tokens(each) for each in unfolded], int(tokens * _SHARE_OF_MESSAGES)
    )
    between = unfolded[: len(unfolded) - len(recent)]
    if between:
        told = told_by_rules(summary.narrative if summary is not None else "", between)
        summary = fold(summary, between, told, TOLD_BY_RULES)
    return _fitted(summary, recent, tokens)


def _messages(key: SessionKey, deps: Dependencies) -> Sequence[Message]:
    """The live session's messages; of one that the working tier holds no more, those of the transcript that are within
    retention."""
    log = deps.working.read(key)
    if log is not None:
        return [entry for entry in log.entries if isinstance(entry, Message)]
    transcript = deps.transcripts.read(key)
    return transcript.kept if transcript is not None else ()


def _fitted(summary: RollingSummary | None, recent: Sequence[Message], budget: int) -> SessionContext:
    used = sum(estimated_tokens(each) for each in recent)
    if summary is None:
        return SessionContext("", (), tuple(recent), used)
    narrative = _tail(summary.narrative, int((budget - used) * _SHARE_OF_NARRATIVE))
    used += estimated_text_tokens(narrative)
    sizes = [estimated_text_tokens(fact.text) + 2 for fact in summary.facts]
    facts = _newest(summary.facts, sizes, budget - used)
    used += sum(sizes[len(sizes) - len(facts) :])
    left_out = len(summary.facts) - len(facts)
    return SessionContext(narrative, tuple(facts), tuple(recent), used, left_out, summary.messages)


def _newest(items: Sequence[Item], sizes: Sequence[int], budget: int) -> Sequence[Item]:
    taken = 0
    for size in reversed(sizes):
        if size > budget:
            break
        budget -= size
        taken += 1
    return items[len(items) - taken :]


def _tail(text: str, budget: int) -> str:
    """The last lines of a narrative that fit; of a single long one its end."""
    lines = text.split("\n")
    kept = _newest(lines, [estimated_text_tokens(line) + 1 for line in lines], budget)
    return "\n".join(kept) if kept else text[-budget:]
