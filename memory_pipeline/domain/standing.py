"""A value as it stands: what its mentions add up to. Mentions are absorbed one by one, oldest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.domain.assertion import Act, Assertion, AssertionId
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.instant import shifted
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.value_classes import ValueClass


def _rank(source: Source) -> float:
    return source.rank


@dataclass(frozen=True, slots=True)
class Mention:
    """One statement of a value. `source` and `confidence` are what the act makes of those given.

    `promoted` says that accumulated mentions had ended the value's probation when this one was folded.
    """

    assertion: Assertion
    at: datetime
    source: Source
    confidence: float
    value: ValueClass
    promoted: bool = False

    @property
    def by_person_on_purpose(self) -> bool:
        """Whether it confirms or corrects, as against mentioning."""
        return self.assertion.act in (Act.CONFIRMATION, Act.CORRECTION)

    @property
    def inferred(self) -> bool:
        return self.source is Source.AGENT_INFERRED


@dataclass(frozen=True, slots=True)
class Retraction:
    """A withdrawal. `named` is false where it names no value; `value` is None where nobody ever stated the named one.

    `by_correction`: the same assertion states another value in its place.
    """

    assertion: Assertion
    at: datetime
    source: Source
    confidence: float
    slot: Slot
    named: bool
    value: ValueClass | None
    by_correction: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """`since` is where its interval begins; `shown` is the mention whose words are displayed; `ttl` as last stated."""

    value: ValueClass
    since: datetime
    mentions: tuple[Mention, ...]
    shown: Mention
    source: Source
    confidence: float
    ttl: datetime | None
    last_mention_at: datetime
    promoted: bool  # accumulated mentions ended its probation
    confirmed: bool  # a person confirmed or corrected it in so many words
    reason: str = ""

    @property
    def on_probation(self) -> bool:
        return self.source is Source.AGENT_INFERRED and not self.promoted

    def expires_at(self, policy: Policy) -> datetime | None:
        """Its time to live, stated or by the policy; for an inference on probation at most the probation after its last
        mention."""
        ends = [] if self.ttl is None else [self.ttl]
        if policy.ttl is not None:
            ends.append(shifted(self.last_mention_at, policy.ttl))
        if self.on_probation:
            ends.append(shifted(self.last_mention_at, policy.probation))
        return min(ends, default=None)

    def source_against(self, at: datetime) -> Source:
        """Its source towards a claim made at `at`: against later ones a correction is a person's statement."""
        if self.source is not Source.CORRECTED:
            return self.source
        corrected_at = max(mention.at for mention in self.mentions if mention.source is Source.CORRECTED)
        return Source.CORRECTED if corrected_at >= at else Source.USER_STATED

    def last_at_rank(self, rank: float) -> datetime:
        """When a source of at least this rank last said it."""
        return max(mention.at for mention in self.mentions if mention.source.rank >= rank)


Refines = Callable[[Mention, Mention], bool]  # (new, shown): whether the new words say more


def _age(mention: Mention) -> tuple[datetime, AssertionId]:
    return mention.at, mention.assertion.id


def standing_of(mentions: tuple[Mention, ...], since: datetime, refines: Refines, reason: str) -> Standing:
    """What these mentions, oldest first, add up to as an interval that begins at `since`."""
    standing = opened(mentions[0], (), reason)
    for mention in mentions[1:]:
        standing = absorb(standing, mention, refines)
    return replace(standing, since=since)


def opened(opener: Mention, earlier: tuple[Mention, ...], reason: str) -> Standing:
    """The interval that `opener` opens in its own words; `earlier` mentions that had not stood support it."""
    mentions = tuple(sorted((*earlier, opener), key=_age))
    return Standing(
        value=opener.value,
        since=opener.at,
        mentions=mentions,
        shown=opener,
        source=max((mention.source for mention in mentions), key=_rank),
        confidence=max(mention.confidence for mention in mentions),
        ttl=opener.assertion.expires_at,
        last_mention_at=opener.at,
        promoted=any(mention.promoted for mention in mentions),
        confirmed=any(mention.by_person_on_purpose for mention in mentions),
        reason=reason,
    )


def absorb(standing: Standing, mention: Mention, refines: Refines) -> Standing:
    """`standing` with one more mention: the highest source and confidence stated, and the most precise words.

    A correction is always shown. Words and time to live are taken from mentions of equal or higher rank only; a confirmation keeps the time to live
    unless it names one.
    """
    as_strong = mention.source.rank >= standing.source_against(mention.at).rank
    keeps_ttl = not as_strong or (
        mention.assertion.act is Act.CONFIRMATION and mention.assertion.expires_at is None
    )
    corrects = mention.assertion.act is Act.CORRECTION
    in_new_words = corrects or (as_strong and refines(mention, standing.shown))
    return replace(
        standing,
        mentions=(*standing.mentions, mention),
        shown=mention if in_new_words else standing.shown,
        source=max(standing.source, mention.source, key=_rank),
        confidence=max(standing.confidence, mention.confidence),
        ttl=standing.ttl if keeps_ttl else mention.assertion.expires_at,
        last_mention_at=max(standing.last_mention_at, mention.at),
        promoted=standing.promoted or mention.promoted,
        confirmed=standing.confirmed or mention.by_person_on_purpose,
    )
