"""English about what begins and ends: couples, animals, injuries, jobs to come; names spelled out, limits of a thing sought."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.house_rules import YOU_DO, each_rule
from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_OCCUPATION,
    EN_PARENT,
    EN_SIBLING,
    EN_SPOUSE,
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
_COUNT = r"(?:an?|one|two|three|four|five|six|\d+|a pair of)"
_PARTED = r"(?:just |have |finally |recently |both )*(?:broke up|broken up|split up|split(?=$|[,.!]| (?:last|in|this|after|recently|so|and|for good)\b)|(?:are|got|getting) (?:divorced|separated)|are no longer together|called it quits|separated)"


def _each_name(predicate: str, stance: Stance = Stance.ASSERTED) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["name"]):
            if not (NOT_EN_NAME.search(name) or JEST_NAMES.search(name)):
                yield Finding(predicate, name, stance)

    return build


_DROP = r"(?:(?:please|pls|you can|can you|could you|go ahead and|kindly) )*(?:scrap|scratch|drop|delete|remove|forget|ignore|erase|strike|disregard|cross out|take out|clear)"
_SLOTS = {
    "employer": "employer",
    "company": "employer",
    "workplace": "employer",
    "job": "job",
    "city": "city",
    "home city": "city",
    "hometown": "hometown",
    "home town": "hometown",
    "wife": "spouse",
    "husband": "spouse",
    "partner": "spouse",
    "girlfriend": "spouse",
    "boyfriend": "spouse",
    "email": "email",
    "e-mail": "email",
    "phone number": "phone",
    "number": "phone",
    "address": "address",
    "diet": "diet",
    "hobby": "likes",
    "interest": "likes",
    "goal": "goal",
    "plan": "plans",
}


def _struck(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """ "Please remove Bosch as my employer": the slot is named by the person's own word for it."""
    yield Finding(_SLOTS[match["slot"].lower()], verbatim(match["o"]), Stance.RETRACTED)


def _plan_dropped(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("plans", verbatim(match["o"]), Stance.RETRACTED)


_GOING = r"(?:moving|going|flying|travel?ling|visiting|buying|selling|getting|starting|quitting|leaving|running|learning|applying|adopting|switching|studying|renting|joining|opening|marrying|taking)"


_STRUCK = rule(
    rf"^{_DROP} (?P<o>[\w@.+&' -]{{2,40}}?) (?:as|from being) (?:my|our) (?P<slot>{'|'.join(map(re.escape, _SLOTS))})\b",
    _struck,
)
RELATION: tuple[Rule, ...] = (
    *(
        rule(rf"<MY>(?:[\w-]+ ){{0,2}}?{kin}'s (?:called|named) {_NAMES}", _each_name(predicate))
        for predicate, kin in (
            ("spouse", EN_SPOUSE),
            ("child", EN_CHILD),
            ("parent", EN_PARENT),
            ("sibling", EN_SIBLING),
        )
    ),
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
# Asked before the pet itself is.
PETS_GONE: tuple[Rule, ...] = (
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
)
_FOOD = re.compile(
    r"\b(?:freezer|fridge|oven|pan|grill|dinner|lunch|supper|recipe|cook\w*|roast\w*|defrost\w*|marinat\w*|fillets?|breasts?|legs?|wings|thighs|stock|soup|broth|leftovers?)\b",
    re.IGNORECASE,
)


def _beast(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """An animal that is kept, not eaten."""
    if not _FOOD.search(clause.text):
        yield Finding("pet", verbatim(match["o"]))


POSSESSION: tuple[Rule, ...] = (
    rule(rf"^(?:my|our) {ANIMAL} is (?P<name>{_FIRST})$", _each_name("pet")),
    rule(
        rf"<I>(?:just |recently |finally |also )*(?:taken in|took in|fostered|welcomed|brought home|rescued|inherited|adopted|are fostering|am fostering) {_COUNT} (?:[\w'-]+ ){{0,3}}?{ANIMAL},? (?:named|called) {_NAMES}",
        _each_name("pet"),
    ),
    rule(
        rf"<I>(?:don't|do not|no longer) have (?:the|our|my|a|an|any|that) (?P<o>{ANIMAL})(?: any ?more| any longer| now)$",
        whole("pet", verbatim, stance=Stance.RETRACTED),
    ),
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
        rf"<I>(?:still |also )*(?:keep|breed|foster|have|own) (?P<o>{_COUNT} (?:[\w'-]+ ){{0,2}}?{_MORE_PETS})(?=$|,| (?:at home|and|now|who|that|in)\b)",
        _beast,
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
        r"<I>(?P<o>had my (?:appendix|tonsils|gallbladder|wisdom teeth|spleen|thyroid) (?:out|removed|taken out))\b",
        whole("health", verbatim),
    ),
    rule(
        r"<I>(?:don't|do not|no longer) (?:do|follow|eat) (?P<o>keto|paleo|vegan|vegetarian|low[- ]carb|gluten[- ]free|dairy[- ]free|halal|kosher) (?:any ?more|any longer|now)$",
        whole("diet", verbatim, stance=Stance.RETRACTED),
    ),
    rule(
        rf"^(?:I am )?(?:it's |turns out it's )?(?:an? |my )?(?P<o>(?:partially |badly |slightly )?{_BROKEN} {_PART})$",
        _injury,
    ),
    rule(
        rf"^(?:the )?(?:mri|x-?ray|scan|ultrasound|doctor|dr|gp|physio)(?: just| has)? (?:shows?|showed|found|says|said|confirmed|diagnosed)(?: it's| I have)? (?:an? )?(?P<o>(?:partially |badly )?{_BROKEN} {_PART})\b",
        whole("health", verbatim),
    ),
)


def _address_set_right(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(r"\baddress\b|\bstreet\b", clause.earlier, re.IGNORECASE) and not re.search(
        r"\b(?:his|her|their|your)\b", clause.earlier
    ):
        yield Finding("address", verbatim(re.sub(r",? not .*$", "", match["o"])))


PLACE: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:moved|settled|relocated|moving) (?:in ?to|to) (?:an?|our|my|the) (?:[\w-]+ ){{0,3}}(?:house|flat|apartment|condo|place|cottage|home|studio|bungalow|farmhouse|townhouse|loft|maisonette) (?:just )?(?:outside|in|near) (?P<o>{_CAP})\b",
        whole("city", verbatim),
    ),
    rule(
        r"^(?:so )?(?:it's|it is|it should be|the (?:right|correct|new) one is|my (?:right|correct) address is) (?P<o>\d+[A-Za-z]? (?:[\w.'-]+ ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Square|Terrace|Close|Crescent|Quay|Row|Gardens|Hill|Park)\b(?:, [\w ]+)?)(?:,? not .*)?$",
        _address_set_right,
    ),
    rule(
        rf"^home (?:is|has been|is now|has always been) (?:now )?(?P<o>{_CAP})(?=$|,| (?:for|since|now|these days|at the moment)\b)",
        whole("city", verbatim),
    ),
)


_AMOUNTS = frozenset({"max", "min", "at ", "no ", "up "})
_ASKED_FOR = re.compile(
    r"^(?!.*\b(?:left|asked|can|could|are|is|were|was|have|had|will|joined|came|said)\b).*\b(?:please|pls|at a time|per \w+|each|a (?:night|day|week|month)|in total|total|words|bullet points?|options|suggestions|results|sentences|lines|paragraphs|steps|recipes|stops|hops|changes)\b",
    re.IGNORECASE,
)


def _limit(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A limit of what is asked for, at the beginning of its sentence."""
    if not clause.before and (match["o"][:3].lower() not in _AMOUNTS or _ASKED_FOR.search(match["o"])):
        yield Finding("constraint", verbatim(match["o"]))


def _told_to(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "When you write for us: always use UTC": a standing order for such a time."""
    if not clause.before and len(match["o"].split()) > 1:
        for part in each_rule(verbatim(match["o"])):
            yield Finding("constraint", part)


PLAN: tuple[Rule, ...] = (
    rule(
        rf"^{_DROP} (?:what|that|everything|all) (?:I|i) (?:said|told you|wrote|mentioned) about (?P<o>{_GOING} .+?)(?:,.*)?$",
        _plan_dropped,
    ),
    rule(
        rf"<AM>(?:not|no longer) (?P<o>{_GOING} .+?) (?:after all|any ?more|any longer)(?:,.*)?$",
        _plan_dropped,
    ),
    rule(
        r"^(?:my|our|the) (?P<o>(?:[\w'-]+ ){0,2}?(?:trip|wedding|move|flight|holiday|vacation|marathon|race|interview|appointment|party|surgery|operation|course|exam)(?: (?:to|in|with|at|on) [\w ]{2,24}?)?) (?:is|was|has been|got) (?:off|cancel+ed|called off|not happening|postponed indefinitely)\b",
        _plan_dropped,
    ),
    rule(
        r"^(?P<o>(?:max(?:imum)?|at most|no more than|up to|min(?:imum)?|at least) (?:of )?\d+ .{3,60})$",
        _limit,
    ),
    rule(
        r"^(?P<o>(?:please )?(?:call|text|e-?mail|ring|phone|message|contact|ping|wake|page|notify) me only (?:after|before|between|on|in|when|if|at|during) .+|(?:please )?only (?:call|text|e-?mail|ring|phone|message|contact|ping|wake|page|notify) me (?:after|before|between|on|in|when|if|at|during) .+)$",
        _limit,
    ),
    rule(
        r"^(?P<o>(?:whatever|wherever|anything) you (?:book|pick|choose|suggest|find|order|cook|plan|recommend),? (?:it )?(?:must|has to|needs to|should|can't|cannot|mustn't) .+)$",
        _limit,
    ),
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
        rf"^(?:when(?:ever)?|every time|before|after|while|if) {YOU_DO}[^:,]{{0,60}}[:,]\s*(?P<o>(?:please )?(?:always|never|do not|don't|use|keep|make sure|stick to|avoid|only|no)\b (?!worr|hesitate|forget to (?:breathe|smile)).+)$",
        _told_to,
    ),
)


def _spelled(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if not NOT_EN_NAME.search(match["o"]):
        yield Finding("name", match["o"])


def _from_there(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """ "I'm Tariq from Bradford, 19": name, origin, age."""
    if not (NOT_EN_NAME.search(match["o"]) or JEST_NAMES.search(match["o"])):
        yield Finding("name", match["o"])
        yield Finding("hometown", match["from"])
        if match["age"]:
            yield Finding("age", match["age"])


# Asked before the plain name is.
FROM_THERE = rule(
    rf"^(?:I'm|I am|it's|this is) (?P<o>{_FIRST}) from (?P<from>{_CAP})(?!'s)(?:,? (?P<age>[1-9]\d)(?=$|,| years))?(?=$|,| and\b)",
    _from_there,
)
IDENTITY: tuple[Rule, ...] = (
    rule(rf"<I>was (?:christened|baptised|baptized) (?P<o>{_FIRST}(?: {_FIRST})?)\b", _spelled),
    _STRUCK,
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

__all__ = [
    "CONTACT",
    "FROM_THERE",
    "HEALTH",
    "IDENTITY",
    "PETS_GONE",
    "PLACE",
    "PLAN",
    "POSSESSION",
    "RELATION",
]
