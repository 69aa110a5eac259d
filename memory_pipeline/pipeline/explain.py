"""Says why a memory is believed, or why something was not: assertions, verdicts, and what extraction kept out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.errors import UnknownMemory
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, Verdict
from memory_pipeline.domain.projection import person_names, project_slots, slots_together
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.place import place
from memory_pipeline.pipeline.reproject import as_placed


@dataclass(frozen=True, slots=True)
class Explanation:
    """One of `facts` (all intervals of one fact) and `episode` is given. `verdicts` are those of the whole slot, so
    that what lost is seen beside what won; `rejected` is what the memory's sessions said and was not believed. Of the messages in `past_retention` (session and
    message id) the quotes are all that is kept."""

    facts: tuple[Fact, ...]
    episode: Episode | None
    assertions: tuple[Assertion, ...]
    verdicts: tuple[Verdict, ...]
    rejected: tuple[RejectedItem, ...]
    past_retention: frozenset[tuple[str, str]] = frozenset()

    @property
    def scope(self) -> Scope | None:
        """Whose memory it is."""
        if self.episode is not None:
            return self.episode.scope
        return self.facts[0].slot.scope if self.facts else None


def explain(tenant: Tenant, memory_id: UUID, deps: Dependencies) -> Explanation:
    """Why the fact or episode of this id stands as it does; raises UnknownMemory, UnknownTenant."""
    rows = deps.reader.fact_rows(tenant, memory_id)
    if rows:
        return _explain_fact(tenant, tuple(rows), deps)
    episode = deps.reader.episode(tenant, memory_id)
    if episode is None:
        raise UnknownMemory(
            f"there is no memory {memory_id} in tenant {tenant}: `facts` and `episodes` list ids"
        )
    rejected = deps.reader.rejections(tenant, episode.scope, episode.session_id)
    past = _past_retention(tenant, episode.scope, episode.evidence, deps)
    return Explanation((), episode, (), (), tuple(rejected), past)


def _explain_fact(tenant: Tenant, rows: tuple[Fact, ...], deps: Dependencies) -> Explanation:
    slot = rows[0].slot
    assertions, verdicts = _judged(tenant, slot, deps)
    sessions = sorted({item.session_id for fact in rows for item in fact.evidence if item.session_id})
    rejected = [item for session in sessions for item in deps.reader.rejections(tenant, slot.scope, session)]
    cited = [each for fact in rows for each in fact.evidence]
    cited += [each for said in assertions for each in said.evidence]
    past = _past_retention(tenant, slot.scope, cited, deps)
    return Explanation(rows, None, tuple(assertions), tuple(verdicts), tuple(rejected), past)


def _past_retention(
    tenant: Tenant, scope: Scope, evidence: Iterable[Evidence], deps: Dependencies
) -> frozenset[tuple[str, str]]:
    cited = {(each.session_id, each.message_id) for each in evidence if each.session_id and each.message_id}
    return deps.transcripts.wordless(tenant, scope, cited)


def _judged(tenant: Tenant, slot: Slot, deps: Dependencies) -> tuple[Sequence[Assertion], Sequence[Verdict]]:
    """The slot's assertions, and the verdicts that projecting them now gives: nothing is kept that could go stale."""
    together = slots_together(slot, deps.registry)
    names = Slot(slot.tenant, slot.scope, "user", "name")
    stored = deps.reader.placed(tenant, slot.scope, {*together, names})
    policy = deps.policies.of(tenant).policy
    resolve = as_placed(stored, place([], deps, policy))
    assertions = [item.assertion for item in stored if item.slot in together]
    now = deps.clock.now()
    known = person_names(
        [item.assertion for item in stored if item.slot == names],
        now=now,
        policy=policy,
        registry=deps.registry,
        predicate_of=resolve,
    )
    projections = project_slots(
        tenant,
        slot.scope,
        assertions,
        only=together,
        names=known,
        now=now,
        policy=policy,
        registry=deps.registry,
        predicate_of=resolve,
    )
    return assertions, [verdict for projection in projections for verdict in projection.verdicts]
