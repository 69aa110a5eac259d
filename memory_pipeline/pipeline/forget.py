"""Erases for good what a person asks to have erased, everywhere, and looks whether anything is left of it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from memory_pipeline.domain.erased_text import Needle
from memory_pipeline.domain.erasure import ByMemory, BySession, ByText, Everything, Receipt, Target
from memory_pipeline.domain.errors import InvalidInput, MemoryPipelineError
from memory_pipeline.domain.horizon import NO_HORIZONS
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.value_classes import COMPARER
from memory_pipeline.events.codec import decode
from memory_pipeline.pipeline.absorb import absorb
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.erase_scope import PAGE, begin_scope, session_graves
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.find_erased import (
    Findings,
    clear_retracted,
    find_collateral,
    find_memory,
    find_session,
    find_text,
)
from memory_pipeline.pipeline.fingerprint import fingerprint
from memory_pipeline.pipeline.finish_erasure import finish, finish_scope
from memory_pipeline.pipeline.foresee_working_tier import foresee_working_tier
from memory_pipeline.pipeline.place import place
from memory_pipeline.pipeline.record import new_event
from memory_pipeline.pipeline.redact import redacted
from memory_pipeline.pipeline.take_out import Taken, TakeOut, leftovers
from memory_pipeline.pipeline.verify_erasure import sentences, verify_erasure
from memory_pipeline.ports.audit import Action, AuditLine
from memory_pipeline.ports.erasure import (
    Erasure,
    ErasureKind,
    ErasureScan,
    ErasureState,
    ErasureUnit,
    Leftovers,
)
from memory_pipeline.ports.tombstone_keys import TombstoneKeys, begins_with
from memory_pipeline.ports.working_memory import SessionKey

_log = logging.getLogger(__name__)

_KINDS = {
    ByMemory: ErasureKind.MEMORY,
    BySession: ErasureKind.SESSION,
    ByText: ErasureKind.TEXT,
    Everything: ErasureKind.ALL,
}


class _DryRunEnds(Exception):  # noqa: N818 - no error: it takes back what a dry run did
    """Leaves the unit of work of a dry run, so that nothing of it is kept."""


def forget(
    tenant: Tenant,
    scope: Scope,
    target: Target,
    deps: Dependencies,
    *,
    dry_run: bool = False,
    page: int = PAGE,
) -> Receipt:
    """What was erased, by store, and what was still found of it afterwards: nothing, where all is well.

    A dry run does the same in a transaction that is taken back, and counts what lies in the working tier as it is. Raises InvalidInput, UnknownTenant; any
    TransientError leaves an erasure behind that the next call or sweep ends.
    """
    needle = _needle(target)
    if not deps.working_erasure.sessions(tenant, scope):
        deps.reader.episode(tenant, UUID(int=0))  # raises where nothing was ever written for the tenant
    if not dry_run:
        finish_scope(tenant, scope, deps)
        _take_over(tenant, scope, target, deps)
    target = _as_it_is_now(tenant, scope, target, deps)
    if isinstance(target, ByText) and target.secret and not dry_run:
        fingerprint(tenant, scope, target.text, deps)
    if isinstance(target, Everything):
        return _forget_everything(tenant, scope, deps, dry_run=dry_run, page=page)
    done = _forget_part(tenant, scope, target, needle, deps, dry_run=dry_run)
    if dry_run:
        waiting = foresee_working_tier(tenant, scope, target, needle, done.erasure.leftovers, deps)
        return replace(done.receipt, deleted=_sum(done.receipt.deleted, waiting))
    receipt = finish(done.erasure, deps)
    _embed_what_stays(tenant, {scope, *done.taken.facts}, deps)
    places = verify_erasure(
        _scans(deps), tenant, scope, done.needles, whole_until=None, strict=isinstance(target, ByText)
    )
    return _verified(replace(done.receipt, deleted=receipt.deleted, notes=receipt.notes), places)


def _embed_what_stays(tenant: Tenant, scopes: Collection[Scope], deps: Dependencies) -> None:
    """Facts that read otherwise now; an erasure never needs the model, and what fails here the next sweep does."""
    try:
        for scope in sorted(scopes):
            fill_vectors(tenant, scope, deps)
    except MemoryPipelineError as error:
        _log.warning("what stays will be embedded by the next sweep: %s", type(error).__name__)


def _needle(target: Target) -> Needle | None:
    if not isinstance(target, ByText):
        return None
    needle = Needle.of(target.text)
    if needle is None:
        raise InvalidInput("there is nothing in the text to erase: give some of the words")
    return needle


def _as_it_is_now(tenant: Tenant, scope: Scope, target: Target, deps: Dependencies) -> Target:
    """An id whose fact was absorbed stands for the fact that absorbed it, as it does wherever ids are read."""
    if not isinstance(target, ByMemory):
        return target
    rows = [row for row in deps.reader.fact_rows(tenant, target.memory_id) if row.slot.scope == scope]
    return ByMemory(rows[0].id) if rows else target


def _take_over(tenant: Tenant, scope: Scope, target: Target, deps: Dependencies) -> None:
    """What waits in the working tier comes to where it is found, its words only where they are to be looked at."""
    waiting = list(deps.working_erasure.inbox_of(tenant, scope))
    match target:
        case BySession():
            waiting = [each for each in waiting if each.get("session_id") == target.session_id]
        case Everything():
            waiting = [redacted(each) for each in waiting]
    if waiting:
        entries = [new_event(decode(document)) for document in waiting]
        deps.ledger.record(entries, now=deps.clock.now())
        deps.working.accept([entry.ref.event_id for entry in entries])
    if isinstance(target, Everything):
        return
    for key in deps.working_erasure.sessions(tenant, scope):
        log = deps.working.read(key)
        if log is not None and (not isinstance(target, BySession) or key.session_id == target.session_id):
            absorb(log, deps)


@dataclass(frozen=True, slots=True)
class _Part:
    receipt: Receipt
    erasure: Erasure
    taken: Taken
    needles: Collection[Needle]


def _forget_part(
    tenant: Tenant,
    scope: Scope,
    target: Target,
    needle: Needle | None,
    deps: Dependencies,
    *,
    dry_run: bool,
) -> _Part:
    """In one transaction: a kill before its end leaves everything as it was, one after it only what `finish` does."""
    now, policy = deps.clock.now(), deps.policies.of(tenant).policy
    placing = place((), deps, policy)
    session_id = target.session_id if isinstance(target, BySession) else None
    shared = deps.erasures.shared_scopes(tenant, scope, session_id)
    logs = _logs(tenant, scope, deps) if needle is not None else {}
    part: list[_Part] = []
    try:
        with deps.erasures.unit(tenant, {scope, *shared}) as unit:
            search = _Search(tenant, scope, unit, policy, deps, now, logs)
            found = search.run(target, needle)
            taken = TakeOut(tenant, scope, unit, placing, policy, deps, now).run(found)
            erasure = Erasure(
                tenant, scope, uuid4(), _KINDS[type(target)], ErasureState.CLEANING, now,
                dict(taken.counts), leftovers(found, taken),
            )  # fmt: skip
            part.append(_Part(_receipt(erasure, taken, dry_run), erasure, taken, found.needles))
            _end_here_if(dry_run)
            unit.keep(erasure)
            unit.audit([_line(erasure, target, deps)])
    except _DryRunEnds:
        pass
    return part[0]


def _logs(tenant: Tenant, scope: Scope, deps: Dependencies) -> dict[SessionKey, list[Message]]:
    """What the working tier holds of the scope's sessions."""
    logs = (deps.working.read(key) for key in deps.working_erasure.sessions(tenant, scope))
    return {
        log.key: [entry for entry in log.entries if isinstance(entry, Message)]
        for log in logs
        if log is not None
    }


def _line(erasure: Erasure, target: Target, deps: Dependencies) -> AuditLine:
    """Who erased what, as digests; of a text only that one was."""
    named = {ByMemory: "memory_id", BySession: "session_id"}.get(type(target))
    ids = [erasure.receipt_id, *([getattr(target, named)] if named else [])]
    count = sum(erasure.counts.values())
    return line(Action.ERASE, erasure.tenant, deps, scope=erasure.scope, ids=ids, count=count)


def _end_here_if(dry_run: bool) -> None:
    if dry_run:
        raise _DryRunEnds


@dataclass(frozen=True, slots=True)
class _Search:
    """Finds what one target takes with it, and leaves tombstones for it."""

    tenant: Tenant
    scope: Scope
    unit: ErasureUnit
    policy: Policy
    deps: Dependencies
    now: datetime
    logs: Mapping[SessionKey, Sequence[Message]]

    def run(self, target: Target, needle: Needle | None) -> Findings:
        found = Findings(self.tenant)
        match target:
            case BySession():
                self._session(found, target.session_id)
            case ByMemory():
                find_memory(found, self.unit, self.scope, target.memory_id, self._rules().normal)
                self._bury_episodes(found)
                find_collateral(
                    found, self.unit, named={id_ for own in found.scopes.values() for id_ in own.episodes}
                )
            case _ if needle is not None:
                find_text(found, self.unit, self.scope, needle, self.logs)
                find_collateral(found, self.unit)
        clear_retracted(found, self.unit, self._rules().normal)
        self._bury_statements(found)
        self._bury_masked(found)
        return found

    def _session(self, found: Findings, session_id: str) -> None:
        session = self.unit.transcript(SessionKey(self.tenant, self.scope, session_id))
        namesakes = self.unit.namesakes(self.scope, session_id) if session is None else ()
        for each in (session,) if session is not None else namesakes:
            home = each is session
            scopes = [self.scope, *(each.info.shared_with if home else ())]
            find_session(found, self.unit, each, scopes)
            for scope in scopes:
                found.scopes[scope].graves.update(session_graves(each, scope, self.deps))
        if session is not None:
            found.sessions.append(session)
            texts = (Needle.of(message.content) for message in session.messages)
            found.needles.extend(each for each in texts if each is not None and len(each.normal) >= 12)
        keys = TombstoneKeys(self.deps.digest, self.tenant, self.scope)
        found.scopes[self.scope].graves.add(keys.session(session_id))

    def _bury_statements(self, found: Findings) -> None:
        rules = self._rules()
        for scope, own in found.scopes.items():
            keys = TombstoneKeys(self.deps.digest, self.tenant, scope)
            for item in own.assertions.values():
                if item.assertion.id in own.unsaid:
                    continue
                own.graves.add(keys.assertion(item.assertion))
                normal = rules.normal(item.slot, item.assertion.object)
                own.graves.update(keys.values(item.assertion, item.slot, normal))

    def _bury_episodes(self, found: Findings) -> None:
        """Where another one begins, one may begin again."""
        for scope, own in found.scopes.items():
            keys = TombstoneKeys(self.deps.digest, self.tenant, scope)
            for episode in own.episodes.values():
                others = self.unit.session_episodes(scope, episode.session_id)
                begun = {begins_with(each) for each in others if each.id not in own.episodes}
                cited = {each.message_id for each in episode.evidence if each.message_id is not None}
                own.graves.update(keys.episode(episode))
                own.graves.update(keys.happening(episode.session_id, cited - begun))

    def _bury_masked(self, found: Findings) -> None:
        keys = TombstoneKeys(self.deps.digest, self.tenant, self.scope)
        for key in found.messages:
            masked = [keys.masked(key.session_id, id_) for id_ in found.masked_ids(key)]
            found.scopes[self.scope].graves.update(masked)

    def _rules(self) -> Rules:
        return Rules(self.now, self.policy, self.deps.registry, NO_HORIZONS, COMPARER)


def _forget_everything(
    tenant: Tenant, scope: Scope, deps: Dependencies, *, dry_run: bool, page: int
) -> Receipt:
    others = deps.erasures.shared_scopes(tenant, scope, None)
    if dry_run:
        with deps.erasures.unit(tenant, [scope]) as unit:
            rows = Counter(unit.rows(scope))
        overrides = deps.policies.of(tenant).policy.overrides
        rows["policy_overrides"] = sum(each.scope == scope for each in overrides)
        waiting = foresee_working_tier(tenant, scope, Everything(), None, Leftovers(), deps)
        return Receipt(uuid4(), _sum(rows, waiting), dry_run=True)
    needles = sentences(_scans(deps), tenant, scope)
    erasure = begin_scope(tenant, scope, others, deps)
    receipt = finish(erasure, deps, page=page)
    places = verify_erasure(_scans(deps), tenant, scope, needles, whole_until=erasure.started_at, strict=True)
    return _verified(receipt, places)


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    counts = Counter(one) + Counter(other)
    return {name: counts[name] for name in sorted(counts)}


def _scans(deps: Dependencies) -> tuple[ErasureScan, ...]:
    return deps.scan, deps.working_erasure


def _receipt(erasure: Erasure, taken: Taken, dry_run: bool) -> Receipt:
    counts = Counter(taken.counts)
    return Receipt(
        erasure.receipt_id,
        {name: number for name, number in sorted(counts.items()) if number},
        removed_facts=tuple(id_ for ids in taken.facts.values() for id_ in ids),
        removed_episodes=tuple(id_ for ids in taken.episodes.values() for id_ in ids),
        recomputed=tuple(taken.recomputed),
        extracted_again=taken.again,
        dry_run=dry_run,
    )


def _verified(receipt: Receipt, places: Mapping[str, int]) -> Receipt:
    remaining = sum(places.values())
    return replace(receipt, remaining=remaining, places=dict(sorted(places.items())), verified=not remaining)
