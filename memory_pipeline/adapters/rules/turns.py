"""English about what begins and ends: couples, animals, injuries, jobs to come; names spelled out, limits of a thing sought."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_OCCUPATION,
    JEST_NAMES,
    NOT_EN_NAME,
    PET,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, rule, whole
from memory_pipeline.adapters.rules.values import verbatim
from memory_pipeline.domain.assertion import Stance

_CAP = r"(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*"
_FIRST = r"(?-i:[A-Z])[\w-]+"
_NAMES = rf"(?P<name>{_FIRST}(?:(?:, | and |, and ){_FIRST})*)"
_MORE_PETS = r"(?:budgerigars?|lovebirds?|cockatoos?|finch(?:es)?|pigeons?|ducks?|geese|goose|alpacas?|llamas?|sheep|pigs?|donkeys?|mice|mouse|rats?|gerbils?|stick insects?|tarantulas?|frogs?|newts?|koi|bettas?|guppies|terrapins?|skinks?|chameleons?|pythons?|corn snakes?|quails?|degus?|cats?|moggies|moggy)"
ANIMAL = rf"(?:{PET}|{_MORE_PETS})"
_COUNT = r"(?:an?|one|two|three|four|five|six|\d+|a pair of|some)"
_PARTED = r"(?:just |have |finally |recently |both )*(?:broke up|broken up|split(?: up)?|(?:are|got|getting) (?:divorced|separated)|are no longer together|called it quits|separated)"


def _each_name(predicate: str, stance: Stance = Stance.ASSERTED) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["name"]):
            if not (NOT_EN_NAME.search(name) or JEST_NAMES.search(name)):
                yield Finding(predicate, name, stance)

    return build


RELATION: tuple[Rule, ...] = (
    rule(rf"^(?:me|myself) and {_NAMES} {_PARTED}\b", _each_name("spouse", Stance.RETRACTED)),
    rule(rf"^{_NAMES} and me {_PARTED}\b", _each_name("spouse", Stance.RETRACTED)),
    rule(
        rf"^(?:I|we) (?:just |finally )*(?:broke up with|split (?:up )?(?:with|from)|divorced|left my (?:husband|wife|partner)) {_NAMES}\b",
        _each_name("spouse", Stance.RETRACTED),
    ),
    rule(rf"^{_NAMES} (?:are|is) (?:my|our|the) (?:two |three )?(?:{EN_CHILD})$", _each_name("child")),
    rule(rf"<HAVE>{_COUNT} (?:[\w'-]+ )?{EN_CHILD}(?:,|:| -)? {_NAMES}$", _each_name("child")),
)
_DIED = (
    r"(?:died|passed(?: away)?|is gone|was put (?:down|to sleep)|crossed the rainbow bridge|didn't make it)"
)
POSSESSION: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:still |also )*(?:keep|have|got|own|have got|share my (?:home|flat|house|place) with) {_COUNT} (?:[\w'-]+ ){{0,2}}?{ANIMAL}(?:,|:| -| –)? (?:(?:named|called) )?{_NAMES}(?=$|[,.])",
        _each_name("pet"),
    ),
    rule(
        rf"^(?:I|we)(?:'ve| have)? (?:still |also )*(?:have|got|keep|own)? ?(?P<name>{_FIRST}) the {ANIMAL}\b",
        _each_name("pet"),
    ),
    rule(rf"\b(?:my|our) (?P<name>{_FIRST}) the {ANIMAL}\b", _each_name("pet")),
    rule(
        rf"\b(?:rip|r\.i\.p\.?)(?: to)? (?:my|our) (?:[\w'-]+ ){{0,2}}?{ANIMAL},? (?P<name>{_FIRST})\b",
        _each_name("pet", Stance.RETRACTED),
    ),
    rule(
        rf"^(?:my|our) (?:[\w'-]+ ){{0,2}}?{ANIMAL},? (?P<name>{_FIRST}),? (?:just |sadly |recently )*{_DIED}\b",
        _each_name("pet", Stance.RETRACTED),
    ),
    rule(
        rf"^(?:I|we) (?:just |recently |sadly |had to )*(?:lost|put down|buried|said goodbye to|rehomed|gave away|had to put down|put) (?:my|our) (?:[\w'-]+ ){{0,2}}?{ANIMAL},? (?P<name>{_FIRST})\b",
        _each_name("pet", Stance.RETRACTED),
    ),
    rule(
        rf"<I>(?:still |also )*(?:keep|breed|foster|have|own) (?P<o>{_COUNT} (?:[\w'-]+ ){{0,2}}?{_MORE_PETS})(?=$|,| (?:at home|and|now|who|that|in)\b)",
        whole("pet", verbatim),
    ),
)
_PART = r"(?:meniscus|acl|mcl|achilles(?: tendon)?|rotator cuff|hamstring|ligament|tendon|ankle|wrist|knee|arm|leg|shoulder|finger|toe|hip|elbow|foot|hand|rib|ribs|collarbone|calf|groin|disc|nerve|hernia|labrum)"
_BROKEN = (
    r"(?:torn|broken|sprained|fractured|slipped|herniated|ruptured|dislocated|pinched|pulled|twisted|bruised)"
)
_HURTS = re.compile(
    r"\bmy (?:\w+ )?(?:knee|back|ankle|wrist|shoulder|foot|leg|arm|hip|neck|hand|elbow|finger|toe|ribs?)\b|\b(?:mri|x-?ray|scan|physio|doctor|dr|gp|results)\b",
    re.IGNORECASE,
)


def _injury(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "My knee's shot again, torn meniscus": the finding stands alone, beside one's own limb."""
    if _HURTS.search(clause.earlier):
        yield Finding("health", match["o"])


HEALTH: tuple[Rule, ...] = (
    rule(
        rf"^(?:I am )?(?:it's |turns out it's )?(?:an? |my )?(?P<o>(?:partially |badly |slightly )?{_BROKEN} {_PART})$",
        _injury,
    ),
    rule(
        rf"^(?:the )?(?:mri|x-?ray|scan|ultrasound|doctor|dr|gp|physio)(?: just| has)? (?:shows?|showed|found|says|said|confirmed|diagnosed)(?: it's| I have)? (?:an? )?(?P<o>(?:partially |badly )?{_BROKEN} {_PART})\b",
        whole("health", verbatim),
    ),
)
PLACE: tuple[Rule, ...] = (
    rule(
        rf"^home (?:is|has been|is now|has always been) (?:now )?(?P<o>{_CAP})(?=$|,| (?:for|since|now|these days|at the moment)\b)",
        whole("city", verbatim),
    ),
)


def _told_to(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "When you write for us: always use UTC": a standing order for such a time."""
    if not clause.before and len(match["o"].split()) > 1:
        yield Finding("constraint", verbatim(match["o"]))


PLAN: tuple[Rule, ...] = (
    rule(
        rf"<AM>going to (?P<o>(?:be|become) an? (?:[\w-]+ ){{0,2}}(?:{EN_OCCUPATION}))\b",
        whole("plans", verbatim),
    ),
    rule(
        r"^(?:it|they|everything|this one|the [\w ]{2,20}?) (?P<o>(?:must not|mustn't|must never|may not|cannot|can't) be (?:more|less|wider|longer|higher|taller|bigger|larger|smaller|heavier|deeper|louder|older|over|under|above|later|earlier)\b.+)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?:it|they|everything|this one) (?P<o>(?:must|has to|have to|needs to|need to) (?:be (?:under|below|at most|at least|less than|more than|no more than|within|smaller than|lighter than|cheaper than|vegan|vegetarian|gluten[- ]free|halal|kosher|wheelchair|dog|pet|pet-friendly|dog-friendly)|fit (?:in|into|under|through|within)|cost (?:less|under|at most))\b.+)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?:when(?:ever)?|every time|before|after|while|if) (?:you|u) [^:,]{3,60}[:,]\s*(?P<o>(?:please )?(?:always|never|do not|don't|use|keep|make sure|stick to|avoid|only|no)\b (?!worr|hesitate|forget to (?:breathe|smile)).+)$",
        _told_to,
    ),
)


def _spelled(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if not NOT_EN_NAME.search(match["o"]):
        yield Finding("name", match["o"])


IDENTITY: tuple[Rule, ...] = (
    rule(
        rf"^(?:it's|it is|I'm|I am|this is|my name is|my name's|name's|that's) (?:actually )?(?:(?:spelled|spelt|written) )?(?P<o>{_FIRST}(?: {_FIRST})?),? (?:(?:spelled|spelt|written) )?with (?:an? |one |two )['\"]?\w\b",
        _spelled,
    ),
)
_BOUNCED = re.compile(
    r"\bmy (?:new |work |personal |private )*(?:e-?mail|mail|address|inbox)\b", re.IGNORECASE
)
_NUMBERED = re.compile(r"\bmy (?:new |work |mobile |cell )*(?:number|phone|mobile|cell)\b", re.IGNORECASE)


def _bare_address(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "My email bounced. jo@home.example please": the address stands alone."""
    if _BOUNCED.search(clause.earlier):
        yield Finding("email", match["o"])


def _bare_number(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if _NUMBERED.search(clause.earlier):
        yield Finding("phone", match["o"].strip())


_AFTER = r"(?:[\s,.!]*(?:please|pls|thanks|thx|instead|fix|update|now|it is|is (?:the )?(?:right|correct|new) one|is right|use that|works)\b.*)?$"
CONTACT: tuple[Rule, ...] = (
    rule(rf"^(?:it's |it is |use |try |should be |here's |here: )?(?P<o><EMAIL>){_AFTER}", _bare_address),
    rule(rf"^(?:it's |it is |use |try |should be |here's |here: )?(?P<o><PHONE>){_AFTER}", _bare_number),
)

__all__ = ["CONTACT", "HEALTH", "IDENTITY", "PLACE", "PLAN", "POSSESSION", "RELATION"]
