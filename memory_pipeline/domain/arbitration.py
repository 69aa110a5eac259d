"""Two values for one place: which stands. The verdict table of the product, as a pure function of both claims.

Reasons name sources and days, never what was said: they outlive the words in logs and notifications.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import VerdictKind
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.standing import Mention, Retraction, Standing

_RECORDS = (Source.CMDB, Source.DOC)


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a challenger, and why, in one sentence."""

    kind: VerdictKind
    reason: str

    @property
    def stands(self) -> bool:
        """Whether the challenger's value stands afterwards."""
        return self.kind in (
            VerdictKind.OPEN,
            VerdictKind.COEXIST,
            VerdictKind.REINFORCE,
            VerdictKind.SUPERSEDE,
        )


def arbitrate(
    challenger: Mention, incumbent: Standing, policy: Policy, *, corrected_away: bool = False
) -> Decision:
    """The verdict over `challenger`, a mention not earlier than the incumbent's last, against what stands.

    `corrected_away`: a person's correction removed the challenger's value and no person has restated it since.
    """
    if challenger.value == incumbent.value:
        return Decision(VerdictKind.REINFORCE, f"{_claim(challenger)} says the same as what stood.")
    if _is_probation_against_proof(challenger, incumbent):
        return Decision(
            VerdictKind.CONTESTED,
            f"{_claim(challenger)} is an inference on probation, which never replaces one that has passed it.",
        )
    if incumbent.last_mention_at == challenger.at:
        return _at_the_same_time(challenger, incumbent)
    return _later(challenger, incumbent, policy, corrected_away)


def _is_probation_against_proof(challenger: Mention, incumbent: Standing) -> bool:
    among_inferences = challenger.inferred and incumbent.source is Source.AGENT_INFERRED
    return among_inferences and not challenger.promoted and not incumbent.on_probation


def _at_the_same_time(challenger: Mention, incumbent: Standing) -> Decision:
    standing = incumbent.source_against(challenger.at)
    if challenger.source.rank < standing.rank:
        return Decision(
            VerdictKind.CONTESTED,
            f"{_claim(challenger)} is of the same time as {standing} and ranks lower, so the higher rank stays.",
        )
    if challenger.source.rank > standing.rank:
        return Decision(
            VerdictKind.SUPERSEDE, f"{_claim(challenger)} is of the same time as {standing} and ranks higher."
        )
    if challenger.confidence < incumbent.confidence:
        return Decision(
            VerdictKind.CONTESTED,
            f"{_claim(challenger)} is of the same time and rank as what stands, with less confidence"
            f" ({challenger.confidence:g} against {incumbent.confidence:g}).",
        )
    if challenger.confidence > incumbent.confidence:
        return Decision(
            VerdictKind.SUPERSEDE,
            f"{_claim(challenger)} is of the same time and rank as what stood, with more confidence"
            f" ({challenger.confidence:g} against {incumbent.confidence:g}).",
        )
    return Decision(
        VerdictKind.ESCALATE,
        f"{_claim(challenger)} is of the same time, rank and confidence as what stands: a person must decide.",
    )


def _later(challenger: Mention, incumbent: Standing, policy: Policy, corrected_away: bool) -> Decision:
    standing = incumbent.source_against(challenger.at)
    if challenger.source.rank < standing.rank:
        return _later_from_below(challenger, incumbent, policy, corrected_away)
    relation = "ranks higher than" if challenger.source.rank > standing.rank else "ranks as high as"
    return Decision(VerdictKind.SUPERSEDE, f"{_claim(challenger)} is later and {relation} {standing}.")


def _later_from_below(
    challenger: Mention, incumbent: Standing, policy: Policy, corrected_away: bool
) -> Decision:
    standing = incumbent.source_against(challenger.at)
    if challenger.source not in _RECORDS:
        return Decision(
            VerdictKind.CONTESTED,
            f"{_claim(challenger)} ranks lower than {standing}, so it is kept and not current while that stands.",
        )
    if corrected_away:
        return Decision(
            VerdictKind.ESCALATE,
            f"{_claim(challenger)} states a value that a person corrected away, which age alone never brings back.",
        )
    repeated_at = incumbent.last_at_rank(standing.rank)
    age = challenger.at - repeated_at
    days = policy.override_after.total_seconds() / 86_400
    if age >= policy.override_after:
        return Decision(
            VerdictKind.SUPERSEDE,
            f"{_claim(challenger)} is later, and {standing} was last repeated on {_day(repeated_at)},"
            f" {age.days} days before (from {days:g} days on a system of record replaces it).",
        )
    return Decision(
        VerdictKind.ESCALATE,
        f"{_claim(challenger)} is later but ranks lower than {standing}, which was repeated on {_day(repeated_at)},"
        f" {age.days} days before (a system of record replaces it from {days:g} days on): a person must decide.",
    )


def may_retract(retraction: Retraction, incumbent: Standing) -> Decision:
    """Whether a retraction of the incumbent's value, or of whatever stands, closes its interval."""
    standing = incumbent.source_against(retraction.at)
    claim = f"{retraction.source} of {_day(retraction.at)}"
    if retraction.source.rank >= standing.rank:
        relation = "ranks higher than" if retraction.source.rank > standing.rank else "ranks as high as"
        return Decision(VerdictKind.RETRACT, f"{claim} withdraws what stood and {relation} {standing}.")
    return Decision(VerdictKind.CONTESTED, f"{claim} withdraws what stands but ranks lower than {standing}.")


def _claim(mention: Mention) -> str:
    return f"{mention.source} of {_day(mention.at)}"


def _day(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d}"
