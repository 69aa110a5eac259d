"""Erasures as rows and back. A done one holds counts alone, under a veiled scope."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.erasure import Erasure, ErasureKind, ErasureState, Leftovers
from memory_pipeline.ports.horizon_keys import veiled_scope
from memory_pipeline.ports.working_memory import SessionKey


def erasure_row(erasure: Erasure, digest: KeyedDigest) -> dict[str, Any]:
    done = erasure.state is ErasureState.DONE
    scope = veiled_scope(digest, erasure.tenant, erasure.scope) if done else erasure.scope
    return {
        "tenant": erasure.tenant,
        "scope": str(scope),
        "receipt_id": erasure.receipt_id,
        "kind": erasure.kind,
        "state": erasure.state,
        "counts": {name: number for name, number in erasure.counts.items() if number},
        "leftovers": {} if done else _leftovers_document(erasure.leftovers),
        "started_at": erasure.started_at,
        "ended_at": datetime.now(UTC) if done else None,
    }


def erasure_of(row: sa.Row[Any]) -> Erasure:
    tenant = Tenant(row.tenant)
    return Erasure(
        tenant=tenant,
        scope=Scope.parse(row.scope),
        receipt_id=row.receipt_id,
        kind=ErasureKind(row.kind),
        state=ErasureState(row.state),
        started_at=row.started_at,
        counts=row.counts,
        leftovers=_leftovers(tenant, row.leftovers),
    )


def _leftovers_document(left: Leftovers) -> dict[str, Any]:
    memories = left.memories
    return {
        "sessions": [[str(key.scope), key.session_id] for key in left.sessions],
        "masked": [[str(key.scope), key.session_id, list(ids)] for key, ids in left.masked],
        "memories": None
        if memories is None
        else [[str(scope), [str(id_) for id_ in ids]] for scope, ids in memories],
    }


def _leftovers(tenant: Tenant, document: dict[str, Any]) -> Leftovers:
    memories = document.get("memories", [])
    return Leftovers(
        sessions=tuple(
            SessionKey(tenant, Scope.parse(scope), session_id)
            for scope, session_id in document.get("sessions", [])
        ),
        masked=tuple(
            (SessionKey(tenant, Scope.parse(scope), session_id), tuple(ids))
            for scope, session_id, ids in document.get("masked", [])
        ),
        memories=None
        if memories is None
        else tuple((Scope.parse(scope), tuple(UUID(id_) for id_ in ids)) for scope, ids in memories),
    )
