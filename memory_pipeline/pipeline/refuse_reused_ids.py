"""Keeps a message from being lost under the id of another: Redis, which refuses that, forgets a session after its end."""

from __future__ import annotations

from collections.abc import Iterable

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message, storable
from memory_pipeline.domain.secrets.spelling import MASK
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.working_memory import SessionKey

_MASKS = (MASK, "*", "\uff0a")  # of secrets, and of what was erased


def refuse_reused_ids(key: SessionKey, messages: Iterable[Message], deps: Dependencies) -> None:
    """Raises InvalidInput where the session's transcript holds other words under the id of one of these.

    Words of which a part was masked, or that are past retention, cannot be compared and pass.
    """
    transcript = deps.transcripts.read(key)
    held = {} if transcript is None else {message.id: message for message in transcript.kept}
    for message in messages:
        known = held.get(message.id)
        if known is None or any(mask in known.content for mask in _MASKS):
            continue
        if (known.role, known.content) != (message.role, storable(message.content)):
            raise InvalidInput(
                f"session {key.session_id!r} holds another message under the id {message.id!r}: "
                "give the new one an id of its own, or the new conversation its own session_id"
            )
