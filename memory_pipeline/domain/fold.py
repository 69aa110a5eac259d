"""The fold of one line: statements and withdrawals, in their order, become intervals of which at most one is open.

Used by the projection only. It sees one line of one place; what belongs to which line is decided before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from memory_pipeline.domain.accumulation import Tally
from memory_pipeline.domain.arbitration import Decision, arbitrate, may_retract
from memory_pipeline.domain.assertion import Act, AssertionId
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import FactStatus, Verdict, VerdictKind
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.slot import FactId
from memory_pipeline.domain.standing import (
    Mention,
    Refines,
    Retraction,
    Standing,
    absorb,
    opened,
    standing_of,
)
from memory_pipeline.domain.value_classes import ValueClass


@dataclass(frozen=True, slots=True)
class Interval:
    """One row to be: `until` is None while it is open, and equals its beginning where it never stood.

    `escalated_at` and `against`: since when a person has to decide between it and what stands.
    """

    standing: Standing
    until: datetime | None
    status: FactStatus
    reason: str
    escalated_at: datetime | None = None
    against: FactId | None = None


@dataclass(frozen=True, slots=True)
class FoldedLine:
    """`verdicts` are over statements and withdrawals; `turns` tell of expiry and take-over, which no statement caused."""

    intervals: tuple[Interval, ...]
    verdicts: tuple[Verdict, ...]
    turns: tuple[Verdict, ...]


@dataclass(slots=True)
class _Contested:
    """`escalated_at` while a person has to decide about it: since the first mention that nobody has answered."""

    mentions: tuple[Mention, ...]
    reason: str
    escalated_at: datetime | None = None


def fold_line(
    events: Iterable[Mention | Retraction],
    *,
    now: datetime,
    policy: Policy,
    refines: Refines,
    opens_as: VerdictKind = VerdictKind.OPEN,
) -> FoldedLine:
    """The intervals and verdicts of a line at `now`, whatever order `events` come in.

    `opens_as` is the verdict over a value that finds the line empty: OPEN, or COEXIST beside other lines.
    """
    fold = _Fold(policy, refines, opens_as)
    for at, batch in groupby(sorted(events, key=_order), key=_instant):
        fold.expire(at)
        for event in batch:
            if isinstance(event, Retraction):
                fold.retract(event)
            else:
                fold.challenge(event)
        fold.settle()
    fold.expire(now)
    fold.settle()
    return FoldedLine(fold.intervals(), tuple(fold.verdicts), tuple(fold.turns))


def _instant(event: Mention | Retraction) -> datetime:
    return event.at


def _order(event: Mention | Retraction) -> tuple[datetime, bool, float, float, AssertionId]:
    retraction = isinstance(event, Retraction)
    return event.at, not retraction, -event.source.rank, -event.confidence, event.assertion.id


def _claim_of_heir(heir: Standing) -> tuple[float, datetime, float]:
    return heir.source.rank, heir.last_mention_at, heir.confidence


@dataclass(slots=True)
class _Fold:
    """What is known of the line up to the instant being folded. `vacated_at` lives within one instant only."""

    policy: Policy
    refines: Refines
    opens_as: VerdictKind
    standing: Standing | None = None
    vacated_at: datetime | None = None
    vacated_by_age: bool = False
    contested: dict[ValueClass, _Contested] = field(default_factory=dict)
    tallies: dict[ValueClass, Tally] = field(default_factory=dict)
    waiting: dict[ValueClass, tuple[Mention, ...]] = field(
        default_factory=dict
    )  # distilled, without a row yet
    corrected_away: set[ValueClass] = field(default_factory=set)
    closed: list[Interval] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    turns: list[Verdict] = field(default_factory=list)

    # -- statements

    def challenge(self, mention: Mention) -> None:
        """Fold one statement against what stands."""
        if mention.assertion.expires_at is not None and mention.assertion.expires_at <= mention.at:
            self._say(mention, VerdictKind.EXPIRE, "It had expired already when it was said.")
            return
        mention = self._tallied(mention)
        same = self.standing is not None and self.standing.value == mention.value
        if mention.assertion.act is Act.DISTILLED and not mention.promoted and not same:
            self._wait(mention)
            return
        self._let_contested_answer(mention)
        if self.standing is None:
            self._open(mention, Decision(self.opens_as, self._opening_reason(mention)))
            return
        decision = self._arbitrate(mention, self.standing)
        if decision.kind is VerdictKind.REINFORCE:
            self._reinforce(mention, self.standing, decision)
        elif decision.stands:
            self._supersede(mention, self.standing, decision)
        else:
            self._contest(mention, self.standing, decision)

    def _arbitrate(self, mention: Mention, standing: Standing) -> Decision:
        away = mention.value in self.corrected_away
        return arbitrate(mention, standing, self.policy, corrected_away=away)

    def _tallied(self, mention: Mention) -> Mention:
        """`mention` with what its value has accumulated: a distilled one counts, any one profits from a promotion."""
        tally = self.tallies.get(mention.value, Tally())
        if mention.assertion.act is not Act.DISTILLED:
            return replace(mention, promoted=tally.promotes(self.policy))
        tally = self.tallies[mention.value] = tally.after(mention.at, self.policy)
        return replace(
            mention, confidence=tally.confidence(self.policy), promoted=tally.promotes(self.policy)
        )

    def _wait(self, mention: Mention) -> None:
        self.waiting[mention.value] = (*self.waiting.get(mention.value, ()), mention)
        self._say(
            mention,
            VerdictKind.PROBATION,
            f"Mentions that count add up to {mention.confidence:g}; it becomes a fact at {self.policy.promote_at:g}.",
        )

    def _let_contested_answer(self, mention: Mention) -> None:
        """Where this instant emptied the line, a contested value takes over first, unless `mention` would replace it."""
        heir = self._heir()
        if heir is not None and self._arbitrate(mention, heir).kind is not VerdictKind.SUPERSEDE:
            self._take_over(heir)

    def _opening_reason(self, mention: Mention) -> str:
        if mention.assertion.act is Act.DISTILLED:
            return f"Mentions that count add up to {mention.confidence:g}, which makes it a fact."
        if self.opens_as is VerdictKind.COEXIST:
            return "Another value beside those that stand: this place holds many."
        return "Nothing stood against it." if self.closed else "It is the first value of its place."

    def _open(self, mention: Mention, decision: Decision, against: ValueClass | None = None) -> None:
        earlier = self.contested.pop(mention.value, None)
        carried = (*(earlier.mentions if earlier else ()), *self.waiting.pop(mention.value, ()))
        if mention.source.rank >= Source.USER_STATED.rank:
            self.corrected_away.discard(mention.value)
        self.standing = opened(mention, carried, decision.reason)
        self.vacated_at = None
        self._settle_conflicts()
        self._say(mention, decision.kind, decision.reason, against)

    def _reinforce(self, mention: Mention, standing: Standing, decision: Decision) -> None:
        self.standing = absorb(standing, mention, self.refines)
        if mention.source.rank >= Source.USER_STATED.rank:
            self._settle_conflicts(by=mention)
        reason = decision.reason
        if mention.assertion.act is Act.CONFIRMATION:
            reason = "A person confirmed what stood."
        elif self.standing.shown is mention:
            reason = f"{reason[:-1]}, more precisely: its words are shown from now on."
        self._say(mention, decision.kind, reason, mention.value)

    def _supersede(self, mention: Mention, ended: Standing, decision: Decision) -> None:
        if mention.assertion.act is Act.CORRECTION and mention.assertion.retracts is None:
            self.corrected_away.add(ended.value)
        if ended.since == mention.at:
            self.contested[ended.value] = _Contested(ended.mentions, decision.reason)
        else:
            self._close(ended, mention.at, FactStatus.SUPERSEDED, decision.reason)
        self._open(mention, decision, ended.value)

    def _contest(self, mention: Mention, standing: Standing, decision: Decision) -> None:
        earlier = self.contested.get(mention.value)
        mentions = (*(earlier.mentions if earlier else ()), mention)
        reason, since = decision.reason, earlier.escalated_at if earlier else None
        if decision.kind is VerdictKind.ESCALATE:
            since = since or mention.at
        elif earlier is not None and since is not None:
            reason = earlier.reason  # the question put to a person stays as it was put
        self.contested[mention.value] = _Contested(mentions, reason, since)
        self._say(mention, decision.kind, decision.reason, standing.value)

    def _settle_conflicts(self, by: Mention | None = None) -> None:
        """Nobody has to decide any more: something else stands, or a person has since said again that it does.

        `by` is that person's word; one of the same instant as the challenge answers it only if it was said on purpose.
        """
        for contested in self.contested.values():
            if by is None or by.by_person_on_purpose or contested.mentions[-1].at < by.at:
                contested.escalated_at = None

    # -- withdrawals

    def retract(self, retraction: Retraction) -> None:
        """Fold one withdrawal: it closes what stands, or voids what was contested, or finds nothing."""
        if self.standing is not None and self._means(retraction, self.standing.value):
            self._retract_standing(retraction, self.standing)
        elif retraction.value is not None:
            self._void(retraction, retraction.value)
        else:
            self._say(retraction, VerdictKind.VOID, "There was nothing for it to withdraw.")

    @staticmethod
    def _means(retraction: Retraction, value: ValueClass) -> bool:
        if retraction.named:
            return retraction.value == value
        return retraction.slot == value.slot

    def _retract_standing(self, retraction: Retraction, standing: Standing) -> None:
        decision = may_retract(retraction, standing)
        if decision.kind is VerdictKind.RETRACT:
            self._close(standing, retraction.at, FactStatus.RETRACTED, decision.reason)
            self.vacated_at, self.vacated_by_age = retraction.at, False
            self._forget_tally(retraction, standing.value)
        self._say(retraction, decision.kind, decision.reason, standing.value)

    def _void(self, retraction: Retraction, value: ValueClass) -> None:
        self._forget_tally(retraction, value)
        contested = self.contested.pop(value, None)
        mentions = contested.mentions if contested else ()
        kept = tuple(mention for mention in mentions if mention.source.rank > retraction.source.rank)
        if contested and kept:
            self.contested[value] = _Contested(kept, contested.reason, contested.escalated_at)
        voided = len(mentions) - len(kept)
        if not voided:
            self._say(retraction, VerdictKind.VOID, "There was nothing for it to withdraw.")
            return
        reason = f"{retraction.source} withdraws a value that does not stand: {voided} contested mention(s) are void."
        if not kept:
            standing = standing_of(mentions, mentions[0].at, self.refines, reason)
            self.closed.append(Interval(standing, standing.since, FactStatus.RETRACTED, reason))
        self._say(retraction, VerdictKind.VOID, reason, value)

    def _forget_tally(self, retraction: Retraction, value: ValueClass) -> None:
        """What was withdrawn accumulates anew; what a correction withdrew does not come back by age."""
        self.tallies.pop(value, None)
        self.waiting.pop(value, None)
        if retraction.by_correction:
            self.corrected_away.add(value)

    # -- time

    def expire(self, until: datetime) -> None:
        """Close what ends by `until`; what ends exactly then leaves the line empty for that instant's statements."""
        while self.standing is not None:
            ends_at = self.standing.expires_at(self.policy)
            if ends_at is None or ends_at > until:
                return
            ended = self.standing
            reason = (
                "An inference that nobody confirmed or repeated expired."
                if ended.on_probation
                else "Its time to live ended."
            )
            self._close(ended, ends_at, FactStatus.EXPIRED, reason)
            self._note(ended, VerdictKind.EXPIRE, ends_at, reason)
            self.vacated_at, self.vacated_by_age = ends_at, True
            if ends_at < until:
                self.settle()

    def settle(self) -> None:
        """End an instant: a line that it left empty goes to the best contested value, if there is one."""
        heir = self._heir()
        if heir is not None:
            self._take_over(heir)
        self.vacated_at = None

    def _heir(self) -> Standing | None:
        """The highest-ranked, then newest contested value that may take over at the instant the line fell empty.

        Of two alike the surer, then the one contested first, which the fold's order decides.
        """
        if self.standing is not None or self.vacated_at is None:
            return None
        heirs: list[Standing] = []
        for value, contested in self.contested.items():
            heir = standing_of(contested.mentions, self.vacated_at, self.refines, contested.reason)
            ends_at = heir.expires_at(self.policy)
            barred = self.vacated_by_age and value in self.corrected_away
            if not barred and (ends_at is None or ends_at > self.vacated_at):
                heirs.append(heir)
        return max(heirs, key=_claim_of_heir, default=None)

    def _take_over(self, heir: Standing) -> None:
        cause = "expired" if self.vacated_by_age else "was retracted"
        reason = f"What stood {cause}, so the strongest contested value took over."
        del self.contested[heir.value]
        self.standing = replace(heir, reason=reason)
        self._note(self.standing, VerdictKind.TAKE_OVER, heir.since, reason)
        self.vacated_at = None
        self._settle_conflicts()

    # -- results

    def intervals(self) -> tuple[Interval, ...]:
        """Closed, contested and open rows."""
        rows = list(self.closed)
        against = self.standing.value.id if self.standing is not None else None
        for contested in self.contested.values():
            standing = standing_of(
                contested.mentions, contested.mentions[0].at, self.refines, contested.reason
            )
            row = Interval(standing, standing.since, FactStatus.CONTESTED, contested.reason)
            if contested.escalated_at is not None and against is not None:
                row = replace(row, escalated_at=contested.escalated_at, against=against)
            rows.append(row)
        if self.standing is not None:
            rows.append(Interval(self.standing, None, FactStatus.CURRENT, self.standing.reason))
        return tuple(rows)

    def _close(self, standing: Standing, at: datetime, status: FactStatus, reason: str) -> None:
        self.closed.append(Interval(standing, at, status, reason))
        self.standing = None

    def _say(
        self, event: Mention | Retraction, kind: VerdictKind, reason: str, against: ValueClass | None = None
    ) -> None:
        own = event.value.id if event.value is not None else None
        other = against.id if against is not None else None
        self.verdicts.append(Verdict(kind, event.assertion.id, own, other, event.at, reason))

    def _note(self, standing: Standing, kind: VerdictKind, at: datetime, reason: str) -> None:
        last = standing.mentions[-1].assertion.id
        self.turns.append(Verdict(kind, last, standing.value.id, None, at, reason))
