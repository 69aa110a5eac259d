"""What a verifier looks through in this process's memory: every text of every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from memory_pipeline.adapters.in_memory.erasure import rows_of_scope
from memory_pipeline.adapters.in_memory.state import InMemoryState, Tables
from memory_pipeline.domain.erased_text import spoken_texts, texts_within
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.erasure import Cell

_NAMES = frozenset({"tenant", "scope"})


class InMemoryScan:
    """Implements ports.erasure.ErasureScan on the tables."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def rows_of(self, tenant: Tenant, scope: Scope, until: datetime) -> Mapping[str, int]:
        """Rows that stand under the scope since then or earlier, by table."""
        with self._state.reading() as tables:
            return Counter(name for name, _, _ in rows_of_scope(tables, tenant, scope, until))

    def cells(self, tenant: Tenant, scope: Scope | None = None) -> Iterable[Cell]:
        """Every text of the tenant, or of one scope."""
        with self._state.reading() as tables:
            for owned_by, each in list(tables.scopes):
                if owned_by == tenant and scope in (None, each):
                    for source in _SOURCES:
                        yield from source(tables, tenant, each)


def _said(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Cell]:
    for key, session in tables.transcripts.items():
        if (key.tenant, key.scope) == (tenant, scope):
            for message in session.kept:
                calls = [call.arguments for call in message.tool_calls]
                for text in (message.content, message.name or "", *calls):
                    yield Cell("transcript", scope, text, own=True, verbatim=True)


def _stated(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Cell]:
    past = {
        (key.session_id, id_)
        for key, session in tables.transcripts.items()
        if (key.tenant, key.scope) == (tenant, scope)
        for id_ in session.wordless
    }
    for (owner, _), item in tables.assertions.items():
        if owner == (tenant, scope):
            said = item.assertion
            # Where the quote is all there is of it: said outside any session, or past retention.
            own = all(
                each.session_id is None or (each.session_id, each.message_id) in past
                for each in said.evidence
            )
            for text in (said.subject, said.predicate, said.object, said.retracts or ""):
                yield Cell("assertions", scope, text, own=own)
            yield from (Cell("evidence", scope, each.quote, own=own, verbatim=True) for each in said.evidence)


def _believed(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Cell]:
    for (owner, _, _), fact in tables.facts.items():
        if owner == (tenant, scope):
            yield from (Cell("facts", scope, text) for text in (fact.object, fact.object_normal))
            yield from (Cell("facts", scope, each.quote) for each in fact.evidence)


def _told(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Cell]:
    for (owner, _), episode in tables.episodes.items():
        if owner == (tenant, scope):
            told = [episode.trigger, episode.summary, episode.outcome or "", *episode.entities.values()]
            told += [part for action in episode.actions for part in (action.action, action.result or "")]
            yield from (Cell("episodes", scope, text) for text in told)
            yield from (Cell("evidence", scope, each.quote) for each in episode.evidence)


def _kept(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Cell]:
    for (key, _, _), rejected in tables.rejections.items():
        if (key.tenant, key.scope) == (tenant, scope):
            yield from (Cell("rejections", scope, text) for text in (rejected.detail, rejected.item))
    for (key, _), segment in tables.segments.items():
        if (key.tenant, key.scope) == (tenant, scope) and segment.extraction is not None:
            yield from (Cell("segments", scope, text) for text in texts_within(segment.extraction.reply))


def _recorded(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Cell]:
    for (owner, _), entry in tables.events.items():
        if owner == (tenant, scope):
            texts = [*texts_within(entry.document, _NAMES), *texts_within(entry.result), entry.error or ""]
            spoken = frozenset(spoken_texts(entry.document))
            yield from (Cell("events", scope, text, own=True, verbatim=text in spoken) for text in texts)


_SOURCES: tuple[Callable[[Tables, Tenant, Scope], Iterator[Cell]], ...] = (
    _said, _stated, _believed, _told, _kept, _recorded,
)  # fmt: skip
