"""All themes in the order they are asked. Of one theme the first rule that finds something answers for a clause."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

from memory_pipeline.adapters.rules import (
    casual,
    colloquial,
    contact,
    household,
    identity,
    mentions,
    place,
    plainly,
    plan,
    possession,
    preference,
    relation,
    standing,
    wellbeing,
    work,
)
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, pattern

THEMES: tuple[tuple[Rule, ...], ...] = (
    (*identity.RULES, *colloquial.IDENTITY, *casual.IDENTITY, *plainly.IDENTITY),
    (*place.RULES, *colloquial.PLACE, *casual.PLACE, *plainly.PLACE),
    (*work.RULES, *colloquial.WORK, *casual.WORK, *plainly.WORK),
    (*contact.RULES, *colloquial.CONTACT, *casual.CONTACT, *plainly.CONTACT),
    (*relation.RULES, *colloquial.RELATION, *casual.RELATION, *household.RELATION),
    (*wellbeing.RULES, *colloquial.HEALTH, *casual.HEALTH, *household.HEALTH),
    (*possession.RULES, *colloquial.POSSESSION, *casual.POSSESSION, *household.POSSESSION),
    (*preference.RULES, *colloquial.PREFERENCE, *casual.PREFERENCE, *household.PREFERENCE),
    (*plan.RULES, *standing.RULES),
    mentions.RULES,
)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_OF_ME = re.compile(r"(?:I|we|Im)\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_BEGINS_WITH_ME = (
    *(pattern(macro).pattern for macro in ("<I>", "<AM>", "<HAVE>", "<HAS>")),
    "^I ",
    "^(?:I|we) ",
)
_SPEAKS_OF_MINE = (pattern("<MY>").pattern, r"\b(?:my|our) ")


def _asked_of(chinese: bool, me: bool, mine: bool) -> tuple[tuple[Rule, ...], ...]:
    """The rules that a clause can meet at all: others begin with a subject, or speak of a thing of mine, that it lacks."""
    skipped: tuple[str, ...] = ("^(?:I", "^(?:my|our)", "^I ") if chinese else ("^我",)
    skipped += () if me else _BEGINS_WITH_ME
    skipped += () if mine else _SPEAKS_OF_MINE
    return tuple(
        tuple(one for one in theme if not one.pattern.pattern.startswith(skipped)) for theme in THEMES
    )


_ASKED = {key: _asked_of(*key) for key in product((False, True), repeat=3)}
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


# A name stays with the words before it ("我老婆是老师，叫林静"); what only one of both halves says is read from it alone.
_NAMED_LAST = re.compile(r"[，,]\s*(?=(?:[它他她])?(?:的)?(?:名字|[取起]名(?:字)?|小名|大名)?(?:就)?叫)")


def _halves(clause: Clause) -> list[Clause]:
    cut = _NAMED_LAST.search(clause.probe)
    if cut is None or clause.probe.startswith("当时"):
        return []
    head, tail = clause.probe[: cut.start()], clause.probe[cut.end() :]
    return [
        replace(clause, text=head, probe=head),
        replace(clause, text=tail, probe=tail, before=head, earlier=f"{clause.earlier}{head}，"),
    ]


def _first_answer(theme: tuple[Rule, ...], clause: Clause) -> list[Finding]:
    return next((answer for candidate in theme if (answer := candidate.apply(clause))), [])


def findings_of(clause: Clause) -> list[Finding]:
    """Everything the rules find in one clause, in the order of the themes."""
    if len(clause.probe) > _MAX_CLAUSE:
        return []
    found: list[Finding] = []
    halves = _halves(clause)
    chinese, me = _CHINESE.search(clause.probe) is not None, _OF_ME.match(clause.probe) is not None
    kind = (chinese, me, _MINE.search(clause.probe) is not None)
    for theme in _ASKED[kind]:
        found += _first_answer(theme, clause) or next(
            (answer for half in halves if (answer := _first_answer(theme, half))), []
        )
    eclipsed = {name for finding in found for name in _ECLIPSES.get(finding.predicate, set())}
    return [finding for finding in found if finding.predicate not in eclipsed]
