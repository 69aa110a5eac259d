"""Messages as rows: the spine, which stays, and the words beside it in the partition of the month they were taken in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.schema import (
    session_marks,
    sessions,
    transcript,
    transcript_months,
    transcript_words,
)
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.retention import month_of
from memory_pipeline.domain.scope import Scope
from memory_pipeline.ports.transcripts import Transcript, TranscriptMark
from memory_pipeline.ports.working_memory import MarkKind, SessionInfo, SessionKey

_NO_PARTITION = "23514"  # what a check violation is called, which these tables have no other of


class MonthIsMissing(Exception):  # noqa: N818 - no error: the month is made, and the transaction begun again
    """The month that messages were to be written to has no partition."""


def key_values(key: SessionKey) -> dict[str, Any]:
    """The columns that name a session."""
    return {"tenant": key.tenant, "scope": str(key.scope), "session_id": key.session_id}


def of_session(table: sa.Table, key: SessionKey) -> tuple[sa.ColumnElement[bool], ...]:
    """The rows that a table has of one session."""
    return (
        table.c.tenant == key.tenant,
        table.c.scope == str(key.scope),
        table.c.session_id == key.session_id,
    )


def add_messages(
    connection: sa.Connection, key: SessionKey, messages: Mapping[int, Message], now: datetime
) -> None:
    """Adds messages at their positions. Raises MonthIsMissing, with which the transaction is over."""
    if not messages:
        return
    month = month_of(now)
    connection.execute(
        insert(transcript), [_spine(key, position, each, now) for position, each in messages.items()]
    )
    words = [
        {**key_values(key), "position": position, "month": month, **_words(each)}
        for position, each in messages.items()
    ]
    try:
        connection.execute(insert(transcript_words), words)
    except sa.exc.IntegrityError as error:
        if getattr(error.orig, "sqlstate", "") == _NO_PARTITION:
            raise MonthIsMissing from None
        raise
    _note_month(connection, key, month, sorted(messages))


def _note_month(connection: sa.Connection, key: SessionKey, month: date, positions: Sequence[int]) -> None:
    statement = insert(transcript_months).values(
        **key_values(key),
        month=month,
        first_position=positions[0],
        last_position=positions[-1],
        messages=len(positions),
    )
    new = statement.excluded
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["tenant", "scope", "session_id", "month"],
            set_={
                "last_position": new.last_position,
                "messages": transcript_months.c.messages + new.messages,
            },
        )
    )


def rewrite_words(
    connection: sa.Connection, key: SessionKey, which: sa.ColumnElement[bool], message: Message
) -> None:
    """Puts the words of `message` in the place of those of the one that `which` finds in the spine, as far as it has any
    still."""
    place = connection.scalar(
        sa.update(transcript)
        .where(*of_session(transcript, key), which)
        .values(name=message.name)
        .returning(transcript.c.position)
    )
    if place is not None:
        mine = (*of_session(transcript_words, key), transcript_words.c.position == place)
        connection.execute(sa.update(transcript_words).where(*mine).values(_words(message)))


def words_of(connection: sa.Connection, key: SessionKey, spine: Sequence[sa.Row[Any]]) -> dict[int, Any]:
    """The words that are there, by position. Only the partitions of the months that the messages are from are read."""
    if not spine:
        return {}
    months = [month_of(row.recorded_at) for row in spine]
    query = sa.select(
        transcript_words.c.position,
        transcript_words.c.content,
        transcript_words.c.tool_calls,
        transcript_words.c.tool_call_id,
    ).where(
        *of_session(transcript_words, key),
        transcript_words.c.month >= min(months),
        transcript_words.c.month <= max(months),
    )
    return {row.position: row for row in connection.execute(query)}


def read_transcript(connection: sa.Connection, key: SessionKey) -> Transcript | None:
    """The whole session, in the caller's transaction."""
    session = connection.execute(sa.select(sessions).where(*of_session(sessions, key))).one_or_none()
    if session is None:
        return None
    spine = connection.execute(
        sa.select(transcript).where(*of_session(transcript, key)).order_by(transcript.c.position)
    ).all()
    words = words_of(connection, key, spine)
    marks = connection.execute(
        sa.select(session_marks).where(*of_session(session_marks, key)).order_by(session_marks.c.position)
    ).all()
    return Transcript(
        key=key,
        info=SessionInfo(tuple(Scope.parse(text) for text in session.shared_with), session.user_id),
        messages=tuple(_message(row, words.get(row.position)) for row in spine),
        marks=tuple(TranscriptMark(MarkKind(row.kind), row.position, row.at) for row in marks),
        watermark=session.watermark,
        past_retention=frozenset(row.position for row in spine if row.position not in words),
        revision=str(session.revision),
    )


def _spine(key: SessionKey, position: int, message: Message, now: datetime) -> dict[str, Any]:
    """The time comes with the offset it was said with."""
    offset = message.at.utcoffset() or timedelta()
    return {
        **key_values(key),
        "position": position,
        "message_id": message.id,
        "role": message.role,
        "name": message.name,
        "at": message.at,
        "utc_offset_s": int(offset.total_seconds()),
        "recorded_at": now,
    }


def _words(message: Message) -> dict[str, Any]:
    return {
        "content": message.content,
        "tool_calls": [{"id": c.id, "name": c.name, "arguments": c.arguments} for c in message.tool_calls],
        "tool_call_id": message.tool_call_id,
    }


def _message(row: sa.Row[Any], words: sa.Row[Any] | None) -> Message:
    """Times come back with the offset they were said with; words that are past retention as none."""
    at = row.at.astimezone(timezone(timedelta(seconds=row.utc_offset_s)))
    if words is None:
        return Message(id=row.message_id, role=Role(row.role), content="", at=at, name=row.name)
    return Message(
        id=row.message_id,
        role=Role(row.role),
        content=words.content,
        at=at,
        name=row.name,
        tool_calls=tuple(ToolCall(c["name"], c["arguments"], c["id"]) for c in words.tool_calls),
        tool_call_id=words.tool_call_id,
    )
