"""The tables as SQLAlchemy metadata, by area. Migrations make the schema; a test proves that both give one.

Keys of memory tables begin with tenant and scope. Long texts never stand in an index: hashes and ids do.
"""

from __future__ import annotations

from memory_pipeline.adapters.postgres.schema.columns import metadata
from memory_pipeline.adapters.postgres.schema.conversations import (
    rejections,
    segments,
    session_marks,
    sessions,
    transcript,
    transcript_drops,
    transcript_months,
    transcript_words,
)
from memory_pipeline.adapters.postgres.schema.forgetting import (
    ageing,
    crowding,
    forgetting_counts,
    forgetting_policies,
    forgetting_runs,
    memory_state,
)
from memory_pipeline.adapters.postgres.schema.governance import (
    audit,
    digest_keys,
    erasures,
    horizons,
    secret_fingerprints,
    tombstones,
)
from memory_pipeline.adapters.postgres.schema.ledger import (
    events,
    job_claims,
    model_costs,
    outbox,
)
from memory_pipeline.adapters.postgres.schema.memories import (
    assertions,
    conflict_advice,
    episodes,
    evidence,
    fact_redirects,
    facts,
    reinforcement_due,
)
from memory_pipeline.adapters.postgres.schema.recall import (
    embedding_spaces,
    index_densities,
    terms,
    vectors,
)
from memory_pipeline.adapters.postgres.schema.tenants import (
    api_keys,
    registry_versions,
    runs,
    scopes,
    tenants,
)

# What the bound role may add to and read, and never change: an act that happened has happened.
APPEND_ONLY_TABLES = frozenset({"audit"})

# Content lives in every table that names a tenant; these are the ones without.
GLOBAL_TABLES = frozenset({"digest_keys", "embedding_spaces", "index_densities", "job_claims"})

__all__ = [
    "APPEND_ONLY_TABLES",
    "GLOBAL_TABLES",
    "ageing",
    "api_keys",
    "assertions",
    "audit",
    "conflict_advice",
    "crowding",
    "digest_keys",
    "embedding_spaces",
    "episodes",
    "erasures",
    "events",
    "evidence",
    "fact_redirects",
    "facts",
    "forgetting_counts",
    "forgetting_policies",
    "forgetting_runs",
    "horizons",
    "index_densities",
    "job_claims",
    "memory_state",
    "metadata",
    "model_costs",
    "outbox",
    "registry_versions",
    "reinforcement_due",
    "rejections",
    "runs",
    "scopes",
    "secret_fingerprints",
    "segments",
    "session_marks",
    "sessions",
    "tenants",
    "terms",
    "tombstones",
    "transcript",
    "transcript_drops",
    "transcript_months",
    "transcript_words",
    "vectors",
]
