"""Grounded facts and episodes as assertions and episodes of the scopes they belong to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from memory_pipeline.domain.assertion import Act, Assertion, assertion_id, capped_confidence
from memory_pipeline.domain.episode import Episode, episode_id
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.grounding import Grounded, GroundedEpisode, GroundedFact, is_person
from memory_pipeline.domain.instant import earliest_instant
from memory_pipeline.domain.registry import REGISTRY
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.subjects import PERSON, normal_subject, resolve_subject
from memory_pipeline.pipeline.commit import ScopeBatch
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey

_EPISODE_CONFIDENCE = 0.9


def believe(
    grounded: Grounded,
    key: SessionKey,
    info: SessionInfo,
    said: Mapping[str, datetime],
    *,
    names: Collection[str],
    recorded_at: datetime,
) -> dict[Scope, ScopeBatch]:
    """What each scope is to hold. `said` gives each message's event time, `names` what the person is known by.

    Facts about the person go to the home scope alone, also those that name the person; episodes, and facts about
    others, into the shared scopes too, each copy with an id of its own and the same evidence.
    """
    own_names = _spellings([*names, *_stated_names(grounded)])
    batches: dict[Scope, ScopeBatch] = {}
    for scope in (key.scope, *info.shared_with):
        facts = [
            fact
            for fact in grounded.facts
            if scope == key.scope or not _about_person(fact.fact.subject, own_names)
        ]
        batches[scope] = ScopeBatch(
            tuple(_assertion(fact, key.tenant, scope, key.session_id, said, recorded_at) for fact in facts),
            tuple(
                _episode(episode, key.tenant, scope, key.session_id, said, recorded_at)
                for episode in grounded.episodes
            ),
        )
    return batches


def _stated_names(grounded: Grounded) -> list[str]:
    """Names that the person gives in this very segment."""
    return [
        fact.fact.object
        for fact in grounded.facts
        if is_person(fact.fact.subject) and REGISTRY.resolve(fact.fact.predicate) == "name"
    ]


def _spellings(names: Collection[str]) -> frozenset[str]:
    """The names and their parts: a colleague who says "Alice" may mean Alice Novak, and what is private stays so."""
    whole = {normal_subject(name) for name in names if name.strip()}
    return frozenset(whole | {part for name in whole for part in name.split()})


def _about_person(subject: str, own_names: frozenset[str]) -> bool:
    return is_person(subject) or resolve_subject(subject, own_names) == PERSON


def _assertion(
    grounded: GroundedFact,
    tenant: Tenant,
    scope: Scope,
    session_id: str,
    said: Mapping[str, datetime],
    recorded_at: datetime,
) -> Assertion:
    fact = grounded.fact
    anchor = Evidence(session_id, grounded.anchor_message_id, grounded.quote)
    others = [
        Evidence(session_id, id_, "") for id_ in grounded.message_ids if id_ != grounded.anchor_message_id
    ]
    asserted_at = said[grounded.anchor_message_id]
    return Assertion(
        id=assertion_id(
            tenant, scope, anchor, asserted_at, fact.subject, fact.predicate, fact.object, fact.stance
        ),
        tenant=tenant,
        scope=scope,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        stance=fact.stance,
        source=grounded.source,
        confidence=capped_confidence(grounded.source, Act.STATEMENT, fact.confidence),
        asserted_at=asserted_at,
        recorded_at=recorded_at,
        evidence=(anchor, *others),
        cardinality=fact.cardinality,
        forgettability=fact.forgettability,
        valid_from=earliest_instant(fact.valid_from),
    )


def _episode(
    grounded: GroundedEpisode,
    tenant: Tenant,
    scope: Scope,
    session_id: str,
    said: Mapping[str, datetime],
    recorded_at: datetime,
) -> Episode:
    found = grounded.episode
    anchor = Evidence(session_id, grounded.anchor_message_id, grounded.quote)
    others = [
        Evidence(session_id, id_, "") for id_ in grounded.message_ids if id_ != grounded.anchor_message_id
    ]
    return Episode(
        id=episode_id(tenant, scope, session_id, grounded.message_ids[0], found.kind, found.trigger),
        tenant=tenant,
        scope=scope,
        session_id=session_id,
        kind=found.kind,
        occurred_at=said[grounded.message_ids[0]],
        trigger=found.trigger,
        summary=found.summary,
        outcome=found.outcome,
        success=found.success,
        confidence=_EPISODE_CONFIDENCE,
        evidence=(anchor, *others),
        entities=dict(found.entities),
        actions=found.actions,
        recorded_at=recorded_at,
    )


def account_person(names: Sequence[str], user_id: str | None, current_names: frozenset[str]) -> str | None:
    """Who of the speakers on a session's user messages is the account's person; None where nobody is named.

    One name is the person's. Of several it is the one that equals the user's id or a name the person has; where none
    does, the user's id stands in, and every named speaker is another subject.
    """
    distinct = list(dict.fromkeys(names))
    if not distinct:
        return None
    if len(distinct) == 1:
        return distinct[0]
    for name in distinct:
        if name == user_id or name.strip().casefold() in current_names:
            return name
    return user_id or ""
