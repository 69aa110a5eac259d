"""Brings an erasure to its end outside the database, wherever it was cut short: working tier, announcements, disks."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from memory_pipeline.domain.erasure import Receipt
from memory_pipeline.domain.errors import MemoryPipelineError, TransientError
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.announce import announce_scope
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.erase_scope import PAGE, remove_pages
from memory_pipeline.ports.erasure import Erasure, ErasureKind, ErasureState
from memory_pipeline.ports.working_memory import SessionKey

_log = logging.getLogger(__name__)


def finish_erasures(deps: Dependencies, *, limit: int = 20) -> int:
    """How many erasures of all tenants, begun by processes that did not live to end them, were ended now."""
    done = 0
    for tenant, scope in deps.erasures.scopes_unfinished(limit):
        try:
            done += len(finish_scope(tenant, scope, deps))
        except MemoryPipelineError as error:
            # What is half erased stays hidden; nobody else's work waits for it.
            _log.warning("an erasure is not at its end yet, the next sweep goes on: %s", error)
    return done


def finish_scope(tenant: Tenant, scope: Scope, deps: Dependencies) -> list[Receipt]:
    """The receipts of the scope's erasures that were not done; the oldest first."""
    return [finish(erasure, deps) for erasure in deps.erasures.unfinished(tenant, scope)]


def finish(erasure: Erasure, deps: Dependencies, *, page: int = PAGE) -> Receipt:
    """The receipt of the erasure, which is done. Any of its steps may be done again."""
    erasure = remove_pages(erasure, deps, page=page)
    counts = Counter(erasure.counts) + Counter(_working_tier(erasure, deps))
    _announce(replace(erasure, counts=counts), deps)
    with deps.erasures.unit(erasure.tenant, [erasure.scope]) as unit:
        now = unit.kept(erasure.receipt_id)
        if now is not None and now.state is ErasureState.DONE:  # another process was faster
            counts = Counter(now.counts)
        if erasure.kind is ErasureKind.ALL:
            unit.remove_announced(erasure.scope)
            unit.remove_scope(erasure.scope)
    notes = [note for note in (deps.working_erasure.tidy(), deps.erasures.tidy()) if note is not None]
    for note in notes:
        _log.warning("an erasure is done, but: %s", note)
    with deps.erasures.unit(erasure.tenant, []) as unit:  # of no scope: its row is gone
        unit.keep(replace(erasure, state=ErasureState.DONE, counts=counts))
    deps.erasures.tidy(receipts=True)
    return Receipt(
        erasure.receipt_id, {name: n for name, n in sorted(counts.items()) if n}, notes=tuple(notes)
    )


def _working_tier(erasure: Erasure, deps: Dependencies) -> Mapping[str, int]:
    working, counts = deps.working_erasure, Counter[str]()
    for key in erasure.leftovers.sessions:
        counts["working_messages"] += working.remove_session(key)
    for key, ids in erasure.leftovers.masked:
        masked, wordless = _messages(key, ids, deps)
        for message in masked:
            counts["working_messages_masked"] += deps.working.amend(key, message)
        counts["working_messages"] += working.discard(key, wordless) if wordless else 0
    if erasure.leftovers.memories is None:
        counts.update(_whole_scope(erasure, deps))
        return counts
    for scope, memories in erasure.leftovers.memories:
        if memories:
            counts["announcements"] += working.remove_announcements(erasure.tenant, scope, memories)
    return counts


def _messages(key: SessionKey, ids: tuple[str, ...], deps: Dependencies) -> tuple[list[Message], list[str]]:
    """As the transcript has them: covered where something was erased. Apart from them those past retention, whose words
    can only be in the working tier: of an old file that came again."""
    transcript = deps.transcripts.read(key)
    if transcript is None:
        return [], []
    return [each for each in transcript.kept if each.id in ids], sorted(transcript.wordless.intersection(ids))


def _whole_scope(erasure: Erasure, deps: Dependencies) -> Mapping[str, int]:
    """What was said up to the erasure's instant; a conversation that began meanwhile goes on."""
    working, counts = deps.working_erasure, Counter[str]()
    for key in working.sessions(erasure.tenant, erasure.scope):
        log = deps.working.read(key)
        said = [entry for entry in (log.entries if log else ()) if isinstance(entry, Message)]
        old = [message.id for message in said if message.at <= erasure.started_at]
        if len(old) == len(said):
            counts["working_messages"] += working.remove_session(key)
        else:
            counts["working_messages"] += working.discard(key, old)
    counts["announcements"] += working.remove_announcements(erasure.tenant, erasure.scope, None)
    counts["policy_overrides"] += deps.policies.forget_scope(erasure.tenant, erasure.scope)
    working.remove_hints(erasure.tenant, erasure.scope)
    return counts


def _announce(erasure: Erasure, deps: Dependencies) -> None:
    """Whoever keeps copies is told to drop them: of a whole scope by one word about the receipt."""
    if erasure.kind is ErasureKind.ALL and any(erasure.counts.values()):
        with deps.erasures.unit(erasure.tenant, [erasure.scope]) as unit:
            unit.notify([_forgotten(erasure, deps)])
    try:
        announce_scope(erasure.tenant, erasure.scope, deps)
    except TransientError as error:
        _log.warning("the erasure will be announced by the next sweep: %s", type(error).__name__)


def _forgotten(erasure: Erasure, deps: Dependencies) -> Notification:
    return Notification(
        type="memory.forgotten",
        tenant=erasure.tenant,
        scope=str(erasure.scope),
        tier="semantic",
        memory_id=erasure.receipt_id,
        at=deps.clock.now(),
    )
