"""One verdict an assertion, where it reached several lines or both withdrew and stated."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from memory_pipeline.domain.assertion import Assertion, AssertionId, Stance
from memory_pipeline.domain.fact import Verdict, VerdictKind


def one_each(verdicts: list[Verdict], members: list[Assertion]) -> list[Verdict]:
    """The verdict over each of `members` that `verdicts`, of all lines, speak of."""
    acts = {member.id: member for member in members}
    by_assertion: dict[AssertionId, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.assertion_id in acts:
            by_assertion[verdict.assertion_id].append(verdict)
    return [_whole(found, acts[key]) for key, found in by_assertion.items()]


def _whole(verdicts: list[Verdict], assertion: Assertion) -> Verdict:
    withdrew = [each for each in verdicts if each.kind is VerdictKind.RETRACT]
    if assertion.stance is Stance.ASSERTED:
        stated = next(each for each in verdicts if each.kind not in (VerdictKind.RETRACT, VerdictKind.VOID))
        if withdrew and stated.kind in (VerdictKind.OPEN, VerdictKind.COEXIST):
            reason = "A person's correction replaces what stood."
            return replace(stated, kind=VerdictKind.SUPERSEDE, against=withdrew[0].against, reason=reason)
        return stated
    if len(withdrew) > 1:
        return replace(withdrew[0], reason=f"{withdrew[0].reason} It withdraws {len(withdrew)} values.")
    contested = [each for each in verdicts if each.kind is VerdictKind.CONTESTED]
    return (withdrew or contested or verdicts)[0]
