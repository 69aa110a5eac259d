"""Takes in files of conversations as an agent backend would: each message appended, each closed session closed.

Called by `ingest` and the demo; reads one line at a time, and no bad line stops the good ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.conversations import Conversation, latest_time, read_conversation
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.cli.files import FallbackTime, Refused, lines_of
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.refuse_reused_ids import refuse_reused_ids
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.working_memory import Emitted, SessionInfo, SessionKey

_BATCH = 500
_NOT_A_TIME = datetime.fromtimestamp(0, UTC)  # only asks whether a line has times of its own; never stored


@dataclass(slots=True)
class Intake:
    """What came of the lines so far. `events` and `scopes` hold each once, in the order in which they arose."""

    conversations: int = 0
    messages: int = 0
    rejected: list[Refused] = field(default_factory=list)
    events: dict[EventId, None] = field(default_factory=dict)
    scopes: dict[Scope, None] = field(default_factory=dict)

    def emitted(self, event: Emitted | None) -> None:
        if event is not None:
            self.events[event.event_id] = None


def take_in(
    path: Path,
    tenant: Tenant,
    intake: Intake,
    deps: Dependencies,
    *,
    user: str | None = None,
    at: datetime | None = None,
    on_progress: Callable[[], None] = lambda: None,
) -> None:
    """Adds the conversations of a file to `intake`. Raises BrokerUnavailable; the same file again adds nothing twice."""
    fallback = FallbackTime(path, at, latest_time)
    for number, line in lines_of(path):
        try:
            if isinstance(line, InvalidInput):
                raise line
            _record(_conversation(line, user, fallback), tenant, intake, deps)
        except InvalidInput as error:
            intake.rejected.append(Refused(path, number, str(error)))
        on_progress()


def _conversation(line: str, user: str | None, fallback: FallbackTime) -> Conversation:
    found = read_conversation(line, user=user, fallback=_NOT_A_TIME)
    if found.guessed_times and found.messages:
        return read_conversation(line, user=user, fallback=fallback.get())
    return found


def _record(conversation: Conversation, tenant: Tenant, intake: Intake, deps: Dependencies) -> None:
    key = SessionKey(tenant, conversation.home, conversation.session_id)
    info = SessionInfo(shared_with=conversation.shared_with, user_id=conversation.user_id)
    deps.limits.check_messages(
        conversation.messages
    )  # before the first is appended: all of a line, or nothing
    refuse_reused_ids(key, conversation.messages, deps)
    for message in conversation.messages:
        intake.emitted(record_message(key, info, message, deps).emitted)
        intake.messages += 1
    if conversation.closed and conversation.messages:
        closed = close_session(key, deps, at=conversation.messages[-1].at)
        if closed is not None:
            intake.events[closed] = None
    intake.scopes.update(dict.fromkeys((conversation.home, *conversation.shared_with)))
    intake.conversations += 1


def into_ledger(deps: Dependencies) -> None:
    """Moves what waits in the inbox into the ledger: from here on no broker has to remember it."""
    while len(relay(deps, limit=_BATCH)) == _BATCH:
        pass
