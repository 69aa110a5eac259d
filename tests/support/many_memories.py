"""Very many memories in one tenant of a database, written by SQL alone, with the due instants that nights would have kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg

from memory_pipeline.domain.lifecycle import Ageing
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.schedule import Schedule, scheduled
from memory_pipeline.domain.scope import Tenant

DAY = timedelta(days=1)
DIMENSIONS = 384


@dataclass(frozen=True, slots=True)
class Aged:
    """An age that many memories share: how long it has been idle, and what is due of it."""

    memory: Ageing
    plan: Schedule


def quiet(now: datetime, count: int, *, lasting: timedelta = timedelta(0)) -> list[Aged]:
    """Ages of up to 170 days of which nothing is due at `now`, nor for so long after it."""
    memories = (Ageing(confidence=0.9, idle_from=now - n * DAY - timedelta(hours=1)) for n in range(171))
    ages = [Aged(memory, scheduled(memory, now, DEFAULT_POLICY)) for memory in memories]
    calm = [each for each in ages if each.plan.due_at is None or each.plan.due_at > now + lasting]
    return [calm[n % len(calm)] for n in range(count)]


def due(now: datetime, *, decay: int = 0, archive: int = 0, purge: int = 0) -> list[Aged]:
    """So many ages each of which something is due at `now`."""
    fading = Ageing(confidence=0.9, idle_from=now - 31 * DAY)
    leaving = Ageing(confidence=0.9, idle_from=now - 185 * DAY)
    going = Ageing(confidence=0.3, idle_from=now - 200 * DAY, archived=True, candidate_since=now - 20 * DAY)
    return [
        *[Aged(fading, scheduled(fading, fading.idle_from, DEFAULT_POLICY))] * decay,
        *[Aged(leaving, scheduled(leaving, now - 2 * DAY, DEFAULT_POLICY))] * archive,
        *[Aged(going, scheduled(going, now - 2 * DAY, DEFAULT_POLICY))] * purge,
    ]


def fill(
    url: str, tenant: Tenant, ages: Sequence[Aged], *, rows: int, scopes: int, vectors: bool = False
) -> None:
    """Writes `rows` episodes over so many scopes, the ages by turns; with `vectors` those at hand get one each."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("INSERT INTO tenants (tenant) VALUES (%s) ON CONFLICT DO NOTHING", (tenant,))
        connection.execute(
            "INSERT INTO scopes (tenant, scope) SELECT %s, 'user:u' || n FROM generate_series(0, %s) n ON CONFLICT DO NOTHING",
            (tenant, scopes - 1),
        )
        _ages(connection, ages)
        connection.execute(_EPISODES, {"tenant": tenant, "rows": rows, "ages": len(ages), "scopes": scopes})
        connection.execute(_AGEING, {"tenant": tenant, "rows": rows, "ages": len(ages), "scopes": scopes})
        if vectors:
            connection.execute(
                "INSERT INTO embedding_spaces (model, dimensions) VALUES ('bag-of-words', %s) ON CONFLICT DO NOTHING",
                (DIMENSIONS,),
            )
            connection.execute(_VECTORS, {"tenant": tenant})
        connection.execute("VACUUM (ANALYZE) episodes, ageing, vectors")


def _ages(connection: psycopg.Connection[tuple[object, ...]], ages: Iterable[Aged]) -> None:
    connection.execute(
        "CREATE TEMP TABLE ages (n INT PRIMARY KEY, confidence FLOAT, idle_from TIMESTAMPTZ, archived BOOL, "
        "candidate_since TIMESTAMPTZ, settled_at TIMESTAMPTZ, kind TEXT, due_at TIMESTAMPTZ)"
    )
    with connection.cursor().copy("COPY ages FROM STDIN") as copy:
        for n, each in enumerate(ages):
            memory, plan = each.memory, each.plan
            kind = None if plan.kind is None else plan.kind.value
            copy.write_row(
                (
                    n,
                    memory.confidence,
                    memory.idle_from,
                    memory.archived,
                    plan.candidate_since,
                    plan.settled_at,
                    kind,
                    plan.due_at,
                )
            )


_EPISODES = """
INSERT INTO episodes (tenant, scope, id, session_id, kind, occurred_at, trigger, summary, confidence, status, recorded_at)
SELECT %(tenant)s, 'user:u' || (m / %(ages)s) %% %(scopes)s, md5('memory ' || m)::uuid, 's' || m, 'other', a.idle_from,
       'order-service timed out, the ' || m || 'th time', 'The pool was too small and was raised.', a.confidence,
       CASE WHEN a.archived THEN 'archived' ELSE 'active' END, a.idle_from
FROM generate_series(0, %(rows)s - 1) m JOIN ages a ON a.n = m %% %(ages)s
"""
_AGEING = """
INSERT INTO ageing (tenant, scope, memory_id, tier, confidence, idle_from, stands, archived, by_person, forgettability,
                    candidate_since, settled_at, kind, due_at)
SELECT %(tenant)s, 'user:u' || (m / %(ages)s) %% %(scopes)s, md5('memory ' || m)::uuid, 'episodic', a.confidence, a.idle_from, true,
       a.archived, false, 'medium', a.candidate_since, a.settled_at, a.kind, a.due_at
FROM generate_series(0, %(rows)s - 1) m JOIN ages a ON a.n = m %% %(ages)s
"""
_VECTORS = f"""
INSERT INTO vectors (tenant, scope, space_id, memory_id, tier, text_digest, embedding)
SELECT e.tenant, e.scope, (SELECT id FROM embedding_spaces WHERE model = 'bag-of-words'), e.id, 'episodic', '\\x00',
       (SELECT array_agg(random() - 0.5 + 0 * g) FROM generate_series(1, {DIMENSIONS} + 0 * length(e.session_id)) g)::vector
FROM episodes e WHERE e.tenant = %(tenant)s AND e.status = 'active'
"""  # noqa: S608 - a number of ours
