"""A scope's rows of every table, from one snapshot: a table that is added is exported, unless it says here why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, aggregate_order_by

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.memory_reader import refuse_unknown
from memory_pipeline.adapters.postgres.schema import (
    assertions,
    episodes,
    evidence,
    metadata,
    sessions,
    transcript,
    transcript_words,
)
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.personal_data import Record, Section

_PAGE = 500

# What is not handed out, and why that takes nothing from the person.
LEFT_OUT: Mapping[str, str] = {
    "scopes": "the scope's own name, which heads the document",
    "evidence": "stands with the assertions and episodes that it is evidence of",
    "vectors": "numbers that a model made of texts which are in the document",
    "terms": "digests of the words of texts which are in the document",
    "horizons": "digests and instants that keep erased things away; under no readable scope",
    "secret_fingerprints": "digests that keep erased secrets away; the scope, where there is one, is a digest too",
    "tombstones": "digests that keep erased things away; under no readable scope",
    "transcript_words": "stand with the messages whose words they are",
    "transcript_months": "counts of the messages that are in the document, by month",
}
NAMES: Mapping[str, str] = {"transcript": "messages"}
ABOUT: Mapping[str, str] = {
    "sessions": "Conversations: who took part, with which scopes they are shared, how far they have been consolidated.",
    "messages": "Every message that was kept, in the order in which it was said; of those past_retention all but the words.",
    "session_marks": "Where conversations were closed or left idle.",
    "segments": "Parts of conversations that are extracted together, with a model's reply until it has been committed.",
    "rejections": "What an extractor found in a conversation and was not believed, and why.",
    "assertions": "Every statement, as it was made, with the messages it rests on.",
    "facts": "What is and was true: every interval, with its source, its support and its evidence.",
    "fact_redirects": "Ids of facts that were merged into others.",
    "episodes": "What happened, with the messages it rests on.",
    "conflict_advice": "A model's opinion on values that contradict each other.",
    "events": "Everything that was taken in or asked for, with its state and what came of it; dead and waiting ones too.",
    "outbox": "Notifications that were sent, or wait to be, about memories.",
    "memory_state": "How often a memory was recalled, when last, and whether it is pinned.",
    "ageing": "When a memory will fade, be archived or removed, and why.",
    "crowding": "Whether a night has yet to look at how many memories the scope holds at hand.",
    "reinforcement_due": "Whether repeated episodes wait to be distilled into facts.",
    "erasures": "An erasure that is under way.",
    "shared_assertions": "Statements from this scope's own conversations that stand in a scope they were shared with.",
    "shared_episodes": "Episodes from this scope's own conversations that stand in a scope they were shared with.",
}


class PostgresPersonalData:
    """Implements ports.personal_data.PersonalData."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def sections(self, tenant: Tenant, scope: Scope) -> Iterator[Iterator[Section]]:
        with self._database.snapshot(tenant) as connection:
            refuse_unknown(connection, tenant)
            yield self._sections(connection, tenant, scope)

    def _sections(self, connection: sa.Connection, tenant: Tenant, scope: Scope) -> Iterator[Section]:
        for table in exported_tables():
            mine = (table.c.tenant == tenant, table.c.scope == str(scope))
            yield _section(connection, NAMES.get(table.name, table.name), table, *mine)
        for table in (assertions, episodes):
            yield _section(
                connection, f"shared_{table.name}", table, *_shared(table, tenant, scope), scoped=True
            )


def exported_tables() -> list[sa.Table]:
    """The tables whose rows belong to a scope, by name, without those that are left out."""
    return [
        table
        for _, table in sorted(metadata.tables.items())
        if {"tenant", "scope"}.issubset(table.c.keys()) and table.name not in LEFT_OUT
    ]


def _section(
    connection: sa.Connection,
    name: str,
    table: sa.Table,
    *conditions: sa.ColumnElement[bool],
    scoped: bool = False,
) -> Section:
    hidden = {"tenant"} if scoped else {"tenant", "scope"}
    columns: list[sa.ColumnElement[Any]] = [column for column in table.c if column.name not in hidden]
    fields = {column.name: _type(column) for column in columns}
    source: sa.FromClause = table
    if table in (assertions, episodes):
        columns.append(_evidence(table))
        fields["evidence"] = "list"
    if table is transcript:
        source, words = _with_words()
        columns += words
        fields |= {column.name: _type(column) for column in words}
    query = (
        sa.select(*columns)
        .select_from(source)
        .where(*conditions)
        .order_by(*map(_order, table.primary_key.columns))
    )
    return Section(name, ABOUT.get(name, ""), fields, _records(connection, query))


def _with_words() -> tuple[sa.FromClause, list[sa.Label[Any]]]:
    """The messages with their words; those past retention have none, and say so."""
    words = transcript_words
    same = [words.c[name] == transcript.c[name] for name in ("tenant", "scope", "session_id", "position")]
    told = [words.c[name].label(name) for name in ("content", "tool_calls", "tool_call_id")]
    gone = words.c.position.is_(None).label("past_retention")
    return transcript.outerjoin(words, sa.and_(*same)), [*told, gone]


def _records(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[Record]:
    """Asked only when it is gone through, and never whole in memory."""
    streamed = connection.execution_options(stream_results=True, yield_per=_PAGE)
    for row in streamed.execute(query).mappings():
        yield {str(name): _json(value) for name, value in row.items()}


def _order(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """By code points: one order, whatever the database's locale."""
    return sa.collate(column, "C") if isinstance(column.type, sa.types.TypeDecorator) else column


def _evidence(table: sa.Table) -> sa.ColumnElement[Any]:
    cited = (evidence.c.session_id, evidence.c.message_id, evidence.c.quote, evidence.c.ref)
    pairs = [part for column in cited for part in (sa.literal(column.name, sa.Text), column)]
    item = sa.func.jsonb_build_object(*pairs)
    return (
        sa.select(sa.func.jsonb_agg(aggregate_order_by(item, evidence.c.ordinal), type_=JSONB))
        .where(
            evidence.c.tenant == table.c.tenant,
            evidence.c.scope == table.c.scope,
            evidence.c.memory_id == table.c.id,
        )
        .scalar_subquery()
        .label("evidence")
    )


def _shared(table: sa.Table, tenant: Tenant, scope: Scope) -> tuple[sa.ColumnElement[bool], ...]:
    """Rows of other scopes that rest on what was said in this scope's own sessions.

    Sessions of two people may have one id, and be shared with one team: so all the cited words must be this one's.
    """
    shared_with = sa.func.jsonb_array_elements_text(sessions.c.shared_with)
    with_whom = sa.select(shared_with).where(sessions.c.tenant == tenant, sessions.c.scope == str(scope))
    own = evidence.alias("own")
    same_words = (
        sa.exists()
        .where(
            own.c.tenant == tenant,
            own.c.scope == str(scope),
            own.c.session_id == evidence.c.session_id,
            own.c.message_id == evidence.c.message_id,
            own.c.quote == evidence.c.quote,
        )
        .correlate(evidence)  # two selects further out
    )
    said_here = sa.exists().where(
        transcript.c.tenant == tenant,
        transcript.c.scope == str(scope),
        transcript.c.session_id == evidence.c.session_id,
        transcript.c.message_id == evidence.c.message_id,
        sa.or_(same_words, _in_words(evidence.c.quote)),
    )
    cited = (
        evidence.c.tenant == tenant,
        evidence.c.scope == table.c.scope,
        evidence.c.memory_id == table.c.id,
        evidence.c.quote != "",  # a message can be cited whole
    )
    cites = sa.exists().where(*cited)
    cites_others = sa.exists().where(*cited, ~said_here)
    return (
        table.c.tenant == tenant,
        table.c.scope != str(scope),
        table.c.scope.in_(with_whom),
        cites,
        ~cites_others,
    )


def _in_words(quote: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    words = transcript_words
    same = [words.c[name] == transcript.c[name] for name in ("tenant", "scope", "session_id", "position")]
    return (
        sa.exists().where(*same, sa.func.strpos(words.c.content, quote) > 0).correlate(transcript, evidence)
    )


def _type(column: sa.ColumnElement[Any]) -> str:
    kind = getattr(column.type, "impl", column.type)
    if isinstance(kind, JSONB):
        return "json"
    if isinstance(kind, ARRAY):
        return "list"
    names: tuple[tuple[type[Any], str], ...] = (
        (sa.DateTime, "instant"),
        (sa.Date, "date"),
        (sa.UUID, "id"),
        (sa.Boolean, "truth value"),
        (sa.Integer, "number"),
        (sa.Float, "number"),
        (sa.LargeBinary, "hexadecimal"),
    )
    return next((name for each, name in names if isinstance(kind, each)), "text")


def _json(value: Any) -> Any:
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, UUID | date):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, list):
        return [_json(item) for item in value]
    return value
