"""Erases a whole scope, page by page: any of its transactions may be the last one before a kill, and the next begins there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.find_erased import Findings, find_session
from memory_pipeline.pipeline.place import place
from memory_pipeline.pipeline.take_out import TakeOut, discarded, final
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.erasure import Erasure, ErasureKind, ErasureState, ErasureUnit, Leftovers
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON, veiled_scope
from memory_pipeline.ports.tombstone_keys import Tombstone, TombstoneKeys
from memory_pipeline.ports.transcripts import Transcript

PAGE = 2_000
FORGET = "memory.forget"  # the request itself is not work about what is erased


def begin_scope(tenant: Tenant, scope: Scope, others: Collection[Scope], deps: Dependencies) -> Erasure:
    """The erasure, which from here on ends: nothing of the scope is shown or added, and other scopes hold no copy."""
    now = deps.clock.now()
    policy = deps.policies.of(tenant).policy
    placing = place((), deps, policy)
    with deps.erasures.unit(tenant, {scope, *others}) as unit:
        found = Findings(tenant)
        sessions = []
        for session in unit.transcripts(scope):
            _bury_session(unit, session, [scope, *session.info.shared_with], deps, now)
            find_session(found, unit, session, [each for each in session.info.shared_with if each != scope])
            sessions.append(session.key)
        taken = TakeOut(tenant, scope, unit, placing, policy, deps, now).run(found)
        unit.renew(sessions)
        unit.raise_horizons(scope, {SCOPE_HORIZON: now})
        keys = TombstoneKeys(deps.digest, tenant, scope)
        later = unit.cited(scope, None, after=now)
        unit.bury(scope, [keys.assertion(item.assertion) for item in later], now=now)
        ended = _end_events(unit, tenant, scope, deps, now)
        counts = Counter({"events": ended}) + taken.counts
        erasure = Erasure(
            tenant, scope, uuid4(), ErasureKind.ALL, ErasureState.REMOVING, now, counts,
            Leftovers(memories=None),
        )  # fmt: skip
        unit.keep(erasure)
        ids = [erasure.receipt_id]
        count = sum(unit.rows(scope).values())
        unit.audit([line(Action.ERASE, tenant, deps, scope=scope, ids=ids, count=count)])
    return erasure


def remove_pages(erasure: Erasure, deps: Dependencies, *, page: int = PAGE) -> Erasure:
    """The erasure once nothing of the scope that was recorded before it is left in the database."""
    while erasure.state is ErasureState.REMOVING:
        with deps.erasures.unit(erasure.tenant, [erasure.scope]) as unit:
            now = unit.kept(erasure.receipt_id) or erasure  # whoever else is at it
            if now.state is not ErasureState.REMOVING:
                return replace(now, scope=erasure.scope)
            erasure = now
            gone = unit.remove_page(erasure.scope, page)
            counts = Counter(erasure.counts) + Counter(gone)
            state = ErasureState.REMOVING if gone else ErasureState.CLEANING
            erasure = replace(erasure, counts=counts, state=state)
            unit.keep(erasure)
    return erasure


def _bury_session(
    unit: ErasureUnit, session: Transcript, scopes: Collection[Scope], deps: Dependencies, now: datetime
) -> None:
    for scope in scopes:
        unit.bury(scope, session_graves(session, scope, deps), now=now)


def session_graves(session: Transcript, scope: Scope, deps: Dependencies) -> list[Tombstone]:
    """Tombstones in one scope of a session and of each message of it."""
    keys = TombstoneKeys(deps.digest, session.key.tenant, scope)
    session_id = session.key.session_id
    return [keys.session(session_id), *(keys.message(session_id, each.id) for each in session.messages)]


def _end_events(unit: ErasureUnit, tenant: Tenant, scope: Scope, deps: Dependencies, now: datetime) -> int:
    """Work that waits or is under way ends here, under a name that nobody can read."""
    veiled = veiled_scope(deps.digest, tenant, scope)
    waiting = [entry for entry in unit.ledger(scope) if not final(entry) and entry.type != FORGET]
    for entry in waiting:
        unit.rewrite_event(discarded(entry, now, veiled=veiled), scope=veiled)
    return len(waiting)
