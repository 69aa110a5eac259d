"""Which tables hold something of a scope, and what of each an erasure takes away. Whoever adds a table adds it here.

A test compares this list with the schema: no table with a tenant is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import sqlalchemy as sa

from memory_pipeline.adapters.postgres import schema
from memory_pipeline.adapters.postgres.types import SafeJson, SafeText

_NAMES = frozenset({"tenant", "scope"})


@dataclass(frozen=True, slots=True)
class Store:
    """A table whose rows belong to a scope: all of them go with it.

    `recorded` says when a row came to be. `session` names the column of the session that a row is about, `memories`
    those of facts and episodes. `loose` names columns of which nothing but this list takes care: rows in which an erased
    text is found there are removed whole. `verbatim` columns hold what somebody said in so many words, which is `own` where it is
    kept first, and not cited.
    """

    table: sa.Table
    recorded: str | None = None
    session: str | None = None
    memories: tuple[str, ...] = ()
    loose: frozenset[str] = frozenset()
    verbatim: frozenset[str] = frozenset()
    own: bool = False

    @property
    def name(self) -> str:
        return str(self.table.name)

    @property
    def texts(self) -> tuple[sa.Column[object], ...]:
        """Every column that can hold words."""
        return text_columns(self.table)


STORES: tuple[Store, ...] = (
    Store(schema.vectors, memories=("memory_id",)),
    Store(schema.terms, memories=("memory_id",)),
    Store(schema.memory_state, memories=("memory_id",)),
    Store(schema.ageing, memories=("memory_id",)),
    Store(schema.conflict_advice, memories=("conflict_id",)),
    Store(schema.fact_redirects, memories=("absorbed_id", "fact_id")),
    Store(schema.facts),
    Store(schema.evidence, verbatim=frozenset({"quote"})),
    Store(schema.assertions, recorded="recorded_at"),
    Store(schema.episodes, recorded="recorded_at"),
    Store(schema.reinforcement_due),
    Store(schema.crowding),
    Store(schema.rejections, session="session_id", loose=frozenset({"detail", "item"})),
    Store(schema.segments, session="session_id", loose=frozenset({"reply"})),
    Store(schema.session_marks, session="session_id"),
    Store(
        schema.transcript_words,
        session="session_id",
        verbatim=frozenset({"content", "tool_calls"}),
        own=True,
    ),
    Store(schema.transcript_months, session="session_id"),
    Store(schema.transcript, recorded="recorded_at", session="session_id", own=True),
    Store(schema.sessions, recorded="recorded_at", session="session_id"),
    Store(schema.outbox, recorded="created_at"),
    Store(schema.events, recorded="recorded_at", verbatim=frozenset({"document"}), own=True),
)

EXEMPT: Mapping[str, str] = MappingProxyType(
    {
        "tenants": "a tenant's settings, of nobody's memory",
        "scopes": "the scope's own row is removed last, by itself",
        "horizons": "digests under a veiled scope: they keep the erased from coming back",
        "tombstones": "digests under a veiled scope: they keep the erased from coming back",
        "erasures": "the receipts: counts under a veiled scope",
        "secret_fingerprints": "digests: by them an erased secret is known again",
        "registry_versions": "which registry a tenant's memory was computed by",
        "runs": "counts of a tenant's runs",
        "forgetting_policies": "counters of a tenant",
        "forgetting_runs": "counts of a tenant's nights; the scopes it names are taken out with the scope",
        "forgetting_counts": "counts of a tenant's nights",
        "transcript_drops": "how many of a tenant's messages of a month are past retention",
        "model_costs": "tokens and times of a tenant's events, by their ids",
        "audit": "digests and counts: it says that something was erased, never what",
        "api_keys": "digests of keys and the names that an administrator gave them",
    }
)


def text_columns(table: sa.Table) -> tuple[sa.Column[object], ...]:
    """Every column of the table that can hold words: texts and JSON documents, but for tenant and scope."""
    return tuple(
        column
        for column in table.columns
        if isinstance(column.type, SafeText | SafeJson | sa.Text) and column.name not in _NAMES
    )
