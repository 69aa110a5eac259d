"""All themes in the order they are asked. Of one theme the first rule that finds something answers for a clause."""

from __future__ import annotations

from memory_pipeline.adapters.rules import (
    casual,
    colloquial,
    contact,
    identity,
    mentions,
    place,
    plan,
    possession,
    preference,
    relation,
    wellbeing,
    work,
)
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule

THEMES: tuple[tuple[Rule, ...], ...] = (
    (*identity.RULES, *colloquial.IDENTITY, *casual.IDENTITY),
    (*place.RULES, *colloquial.PLACE, *casual.PLACE),
    (*work.RULES, *colloquial.WORK, *casual.WORK),
    (*contact.RULES, *colloquial.CONTACT, *casual.CONTACT),
    (*relation.RULES, *colloquial.RELATION, *casual.RELATION),
    (*wellbeing.RULES, *colloquial.HEALTH, *casual.HEALTH),
    (*possession.RULES, *colloquial.POSSESSION, *casual.POSSESSION),
    (*preference.RULES, *colloquial.PREFERENCE, *casual.PREFERENCE),
    plan.RULES,
    mentions.RULES,
)
# A clause that says the first says it more precisely than the second.
_ECLIPSES = {
    "contact_method": {"prefers"},
    "diet": {"dislikes", "likes"},
    "allergic_to": {"health"},
    "constraint": {"plans", "dislikes"},
    "plans": {"goal", "city"},
    "goal": {"studies", "plans"},
    "address": {"city"},
    "job": {"owns", "likes"},
    "pet": {"owns", "likes"},
    "child": {"owns"},
    "sibling": {"owns"},
    "prefers": {"likes"},
    "language": {"constraint"},
}


_MAX_CLAUSE = 400  # nobody says more in one breath, and patterns stay fast


def findings_of(clause: Clause) -> list[Finding]:
    """Everything the rules find in one clause, in the order of the themes."""
    if len(clause.probe) > _MAX_CLAUSE:
        return []
    found: list[Finding] = []
    for theme in THEMES:
        for candidate in theme:
            answer = candidate.apply(clause)
            if answer:
                found += answer
                break
    eclipsed = {name for finding in found for name in _ECLIPSES.get(finding.predicate, set())}
    return [finding for finding in found if finding.predicate not in eclipsed]
