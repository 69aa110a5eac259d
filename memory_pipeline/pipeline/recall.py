"""Finds the memories that answer a query, within a deadline; past it, nothing, and no error in the agent's face."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from concurrent.futures import TimeoutError as DeadlinePassed
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import monotonic
from typing import TypeVar
from uuid import UUID

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.errors import InvalidInput, TransientError
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.prompt_line import episode_line, fact_line
from memory_pipeline.domain.ranking import UNLIKE, Profile, Signals, score
from memory_pipeline.domain.rendering import episode_text, statement_text
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.terms import terms
from memory_pipeline.pipeline.audit_reads import audit_read
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.restore import restore
from memory_pipeline.pipeline.screen import screen_of
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.embedder import TextKind
from memory_pipeline.ports.memory_store import Candidate, Tier

DEADLINE = timedelta(milliseconds=500)
_ARM = 50
_NAMED = 0.5

_log = logging.getLogger(__name__)
T = TypeVar("T")


class _Threads:
    """Where searches and the counting of accesses run; a forked child has threads of its own."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        # The pool of a parent counts threads that the child does not have: nothing given to it would ever run.
        self._pool = ThreadPoolExecutor(max_workers=16, thread_name_prefix="recall")
        self._running: set[Future[object]] = set()

    def run(self, work: Callable[[], T]) -> Future[T]:
        future = self._pool.submit(work)
        self._running.add(future)  # type: ignore[arg-type]
        future.add_done_callback(self._running.discard)
        return future

    def finish(self, within: timedelta) -> None:
        wait(tuple(self._running), timeout=within.total_seconds())


_threads = _Threads()
os.register_at_fork(after_in_child=_threads.renew)


def finish_recalls(within: timedelta = timedelta(seconds=2)) -> None:
    """Waits for what recalls left running in this process, which still uses its connections."""
    _threads.finish(within)


@dataclass(frozen=True, slots=True)
class Query:
    """`as_of` asks what was true at that instant; None for now."""

    text: str
    k: int = 5
    profile: Profile = Profile.ASSISTANT
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    id: UUID
    tier: Tier
    scope: Scope
    text: str
    score: float
    source: Source
    confidence: float
    at: datetime
    line: str
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Recollection:
    """`prompt` is ready to be put before a model. `timed_out` tells an empty answer from an absent one."""

    memories: tuple[Recalled, ...]
    prompt: str
    elapsed_ms: float
    timed_out: bool


def recall(
    tenant: Tenant,
    scopes: Sequence[Scope],
    query: Query,
    deps: Dependencies,
    *,
    deadline: timedelta = DEADLINE,
) -> Recollection:
    """The memories nearest to the query, best first. Raises InvalidInput and UnknownTenant, nothing else."""
    _check(scopes, query, deps)
    began = monotonic()
    search = _threads.run(lambda: _search(tenant, scopes, query, deps))
    try:
        memories = search.result(timeout=deadline.total_seconds())
        timed_out = False
    except (DeadlinePassed, TransientError) as error:
        _log.warning("recall gave up after %.0f ms: %s", (monotonic() - began) * 1000, type(error).__name__)
        memories, timed_out = (), True
    _audit(tenant, scopes, memories, deps, timed_out=timed_out)
    if memories:
        _threads.run(lambda: _touch(tenant, memories, deps))
    prompt = "\n".join(memory.line for memory in memories)
    return Recollection(memories, prompt, round((monotonic() - began) * 1000, 1), timed_out)


def _audit(
    tenant: Tenant,
    scopes: Sequence[Scope],
    memories: Sequence[Recalled],
    deps: Dependencies,
    *,
    timed_out: bool,
) -> None:
    for scope in dict.fromkeys(scopes):
        ids = [memory.id for memory in memories if memory.scope == scope]
        outcome = "timed_out" if timed_out else "done"
        audit_read(Action.RECALL, tenant, scope, deps, ids=ids, count=len(ids), outcome=outcome)


def _check(scopes: Sequence[Scope], query: Query, deps: Dependencies) -> None:
    if not scopes:
        raise InvalidInput(
            "recall needs at least one scope: name those the reader may see, for example user:alice"
        )
    people = {scope for scope in scopes if scope.kind == "user"}
    if len(people) > 1:
        raise InvalidInput(
            f"recall was given {len(people)} user: scopes: one person's memories never answer for another"
        )
    deps.limits.check_query(query.text, query.k, len(scopes))


def _search(
    tenant: Tenant, scopes: Sequence[Scope], query: Query, deps: Dependencies
) -> tuple[Recalled, ...]:
    now = deps.clock.now()
    query = replace(query, text=screen_of(tenant, scopes, deps).text(query.text))
    wanted = sorted(terms(query.text))
    found: Sequence[Candidate]
    if query.as_of is not None:
        found = _as_of(tenant, scopes, frozenset(wanted), query.as_of, deps)
    else:
        found = deps.reader.candidates(
            tenant,
            scopes,
            space=deps.embedder.space,
            vector=deps.embedder.embed([query.text], TextKind.QUERY)[0],
            tokens=wanted,
            now=now,
            limit=_ARM,
        )
    ranked = [_recalled(each, query.profile, query.as_of or now) for each in found if _speaks(each)]
    ranked.sort(key=lambda memory: (-memory.score, memory.id))
    return tuple(memory for memory in ranked if memory.score > 0)[: query.k]


def _speaks(found: Candidate) -> bool:
    """An archived memory answers only where the query names it, or says half of its own words in it."""
    return not found.archived or found.lexical >= _NAMED or found.entity > 0


def _recalled(found: Candidate, profile: Profile, now: datetime) -> Recalled:
    # Its vector is gone: by words alone it must not come before what is near by words and meaning.
    cosine = UNLIKE if found.archived else found.cosine
    signals = Signals(cosine, found.lexical, found.entity, found.at, found.accesses, found.success)
    if found.tier is Tier.SEMANTIC:
        line = fact_line(found.text, found.at, found.source, confirmed=found.confirmed)
    else:
        line = episode_line(found.text, found.at, success=found.success)
    return Recalled(
        id=found.id,
        tier=found.tier,
        scope=found.scope,
        text=found.text,
        score=round(score(signals, profile, now), 6),
        source=found.source,
        confidence=round(found.confidence, 6),
        at=found.at,
        line=line,
        archived=found.archived,
    )


def _as_of(
    tenant: Tenant, scopes: Sequence[Scope], wanted: frozenset[str], as_of: datetime, deps: Dependencies
) -> list[Candidate]:
    """What was true then, found by its words: vectors are kept of what is current only."""
    found: list[Candidate] = []
    for scope in scopes:
        facts = deps.reader.facts(tenant, scope, history=True, now=deps.clock.now(), as_of=as_of)
        found.extend(_past_fact(fact, wanted) for fact in facts)
        told = deps.reader.episodes(tenant, scope, archived=False)
        found.extend(_past_episode(episode, wanted) for episode in told if episode.occurred_at <= as_of)
    return [candidate for candidate in found if candidate.lexical > 0]


def _past_fact(fact: Fact, wanted: frozenset[str]) -> Candidate:
    text = statement_text(fact.slot, fact.object)
    own = terms(" ".join([text, *(item.quote for item in fact.evidence)]))
    return Candidate(
        fact.id, Tier.SEMANTIC, fact.slot.scope, text, fact.valid_from, fact.source, fact.confidence,
        fact.confirmed, None, _share(own, wanted), 0.0, 0, None,
    )  # fmt: skip


def _past_episode(episode: Episode, wanted: frozenset[str]) -> Candidate:
    text = episode_text(episode)
    entities = terms(" ".join(episode.entities.values()))
    return Candidate(
        episode.id, Tier.EPISODIC, episode.scope, text, episode.occurred_at, Source.AGENT_INFERRED,
        episode.confidence, False, None, _share(terms(text), wanted), float(bool(entities & wanted)), 0,
        episode.success,
    )  # fmt: skip


def _share(own: frozenset[str], wanted: frozenset[str]) -> float:
    return len(own & wanted) / len(wanted) if wanted else 0.0


def _touch(tenant: Tenant, memories: Sequence[Recalled], deps: Dependencies) -> None:
    """A recall is an access; counting it happens behind the answer, and its failure is no one's concern but ours."""
    try:
        for scope in sorted({memory.scope for memory in memories}):
            ids = [memory.id for memory in memories if memory.scope == scope]
            deps.reader.touch(tenant, scope, ids, at=deps.clock.now())
            archived = [memory.id for memory in memories if memory.scope == scope and memory.archived]
            if archived:
                restore(tenant, scope, archived, deps)
    except TransientError as error:
        _log.warning("accesses of %d recalled memories were not counted: %s", len(memories), error)
