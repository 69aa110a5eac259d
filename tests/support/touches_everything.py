"""Included by a worker that forks: its parent uses database, Redis, broker and model first, as one that connects at import."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import EventRef
from workers.lifecycle import pipeline

_deps = pipeline.get().dependencies
_deps.ledger.stats()
_deps.working.inbox(1)
_deps.publisher.publish(EventRef(Tenant("nobody"), Scope.of_user("nobody"), EventId(UUID(int=0))))
_deps.extractor.extract([Message("m1", Role.USER, "I live in Berlin.", datetime.now(UTC))])
