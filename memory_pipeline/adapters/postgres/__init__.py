"""Postgres with pgvector: ledger, transcripts, and the episodic and semantic tiers. SQLAlchemy stays in here."""

from memory_pipeline.adapters.postgres.conflicts import PostgresConflicts
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.ledger import PostgresLedger
from memory_pipeline.adapters.postgres.memory_reader import PostgresMemoryReader
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore
from memory_pipeline.adapters.postgres.policies import PostgresPolicies
from memory_pipeline.adapters.postgres.transcripts import PostgresTranscripts

__all__ = [
    "Database",
    "PostgresConflicts",
    "PostgresLedger",
    "PostgresMemoryReader",
    "PostgresMemoryStore",
    "PostgresPolicies",
    "PostgresTranscripts",
]
