"""English in few words: names given twice, kin in brackets, posts laid down, what the body does with a food, days one can do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.employers import employer
from memory_pipeline.adapters.rules.house_rules import YOU_DO
from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_ILLNESS,
    EN_OCCUPATION,
    EN_PARENT,
    EN_SIBLING,
    EN_SPOUSE,
    JEST_NAMES,
    NOT_EN_NAME,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, rule, whole
from memory_pipeline.adapters.rules.values import english_list, verbatim
from memory_pipeline.adapters.rules.wellbeing import DRUG
from memory_pipeline.domain.assertion import Stance

_CAP = r"(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*"
_FIRST = r"(?-i:[A-Z])[\w-]+"
_TITLE = rf"(?:[\w'&/+-]+ ){{0,3}}?(?:{EN_OCCUPATION}|treasurer|chair(?:man|woman|person)?|captain|trustee|mayor|councillor|lead|head of \w+|board member)"


def _names(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        for name in re.findall(r"[A-Z][\w-]+", match["name"]):
            if not (NOT_EN_NAME.search(name) or JEST_NAMES.search(name)):
                yield Finding(predicate, name)

    return build


def _named(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if not (NOT_EN_NAME.search(match["o"]) or JEST_NAMES.search(match["o"])):
        yield Finding("name", match["o"])


_OF_A_NAME = re.compile(
    r"\bmy (?:full |first |last |family |legal )?(?:sur)?name\b[^.!?]{0,30}$", re.IGNORECASE
)


def _it_is(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "People misspell my surname: it is Wojciechowska"."""
    if _OF_A_NAME.search(clause.earlier.rstrip(" :,;–—-")):
        yield from _named(match, clause)


# Asked before the plain name is.
NAMED_TWICE = rule(
    rf"^(?:the name is|name's|the name's|my name is) (?P<s>{_FIRST}), (?P<o>{_FIRST} (?P=s))\b", _named
)
IDENTITY: tuple[Rule, ...] = (
    rule(
        rf"\b(?:introduce myself|who I am|a word about me)\s*[:,–—-]\s*(?:I'm |I am )?(?P<o>{_FIRST}(?: {_FIRST})?)(?=$|,)",
        _named,
    ),
    rule(
        rf"^(?:it's|it is|it should be) (?:spelled |spelt |written )?(?P<o>{_FIRST}(?: {_FIRST})?)$", _it_is
    ),
)


def _moved_on(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("city", match["a"], Stance.RETRACTED)
    yield Finding("city", match["b"])


PLACE: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:been )?(?:live|living|stay|staying) with [\w' ]{{2,30}}? in (?P<o>{_CAP})(?=$|[,.]| (?:since|for|now|until|at the moment)\b)",
        whole("city", verbatim),
    ),
    rule(
        rf"<I>left (?P<a>{_CAP})(?: for good)?,? and (?:settled (?:down )?in|moved to|now live in|ended up in|came to live in|started over in) (?P<b>{_CAP})\b",
        _moved_on,
    ),
)
CONTACT: tuple[Rule, ...] = tuple(
    rule(
        rf"\b(?:my|the) old {thing},? (?P<o>{form})(?: is| has| doesn't| no longer|$)",
        whole(predicate, verbatim, stance=Stance.RETRACTED),
    )
    for predicate, thing, form in (
        ("phone", r"(?:phone |mobile |cell )?number", "<PHONE>"),
        ("email", r"e-?mail(?: address)?", "<EMAIL>"),
    )
)
RELATION: tuple[Rule, ...] = tuple(
    rule(
        rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?{kin} \((?P<name>{_FIRST}(?:(?:, | and | & |, and ){_FIRST})*)\)",
        _names(predicate),
    )
    for predicate, kin in (
        ("spouse", EN_SPOUSE),
        ("child", EN_CHILD),
        ("sibling", EN_SIBLING),
        ("parent", EN_PARENT),
        ("friend", r"(?:best )?friend"),
    )
)


def _post(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("job", verbatim(match["o"]))
    firm = employer(match["e"])
    if firm:
        yield Finding("employer", firm)


WORK: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:left|quit) my (?:job|role|position|post) (?:at|with) (?P<o>{_CAP})(?=$|[\s,.])",
        whole("employer", employer, stance=Stance.RETRACTED),
    ),
    rule(
        rf"<I>(?:gave up|given up|quit|stopped|dropped)(?: on)? (?:learning|studying) (?P<o>{_CAP})(?=$|[\s,.])",
        whole("studies", verbatim, stance=Stance.RETRACTED),
    ),
    rule(
        rf"<I>(?:am|got|was|have been|'ve been) (?:just )?(?:promoted to|made|appointed|hired as|named) (?:the |an? )?(?P<o>[\w -]{{3,40}}?) (?:at|for|with) (?P<e>{_CAP})(?=$|[\s,.])",
        _post,
    ),
    rule(
        rf"<I>(?:was|got|have been|'ve been) (?:made redundant|laid off|let go|fired|sacked|dismissed) (?:from|by|at) (?P<o>{_CAP})\b",
        whole("employer", employer, stance=Stance.RETRACTED),
    ),
    rule(rf"<AM>no longer (?:an?|the) (?P<o>{_TITLE})\b", whole("job", verbatim, stance=Stance.RETRACTED)),
    rule(
        rf"<I>(?:stepped down|resigned|retired) as (?:the |an? )?(?P<o>{_TITLE})\b",
        whole("job", verbatim, stance=Stance.RETRACTED),
    ),
)


def _due(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """A plan that carries its time."""
    yield Finding("plans", verbatim(match["o"]))


POSSESSION: tuple[Rule, ...] = (
    rule(
        r"<I>gave (?:my|our|the) (?P<o>[\w-]+(?: [\w-]+)?) away\b",
        whole("owns", verbatim, stance=Stance.RETRACTED),
    ),
    rule(
        r"<I>no longer (?:drive|own|ride) (?:the|my|an?|that|our) (?P<o>[\w-]+(?: [\w-]+){0,2})$",
        whole("owns", verbatim, stance=Stance.RETRACTED),
    ),
    rule(
        rf"<I>(?:just |finally )*(?:(?:unsubscribed from|uninstalled|quit using) (?P<o>{_CAP})|(?:cancel+ed|dropped) (?:my|our) (?P<p>{_CAP})(?: subscription| account| membership| plan))(?=$|[\s,.])",
        lambda match, _clause: iter((Finding("uses", match["o"] or match["p"], Stance.RETRACTED),)),
    ),
)
_SHUNNED = re.compile(
    r"\b(?:can't|cannot|cant|don't|never|avoid|no) (?:(?:eat|have|do|drink|touch|go near) )?(?P<o>(?!it\b|that\b|this\b)[a-z][a-z -]{2,24}?)(?:[\s,;:(–—-]|\b(?:because|since|as|or|cause|cos|bc|cuz)\b)*$",
    re.IGNORECASE,
)


def _off_it(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """A medicine no longer taken, worded as it is when taken."""
    yield Finding("health", f"on {match['o']}" if match["o"].islower() else match["o"], Stance.RETRACTED)


def _body_says(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Can't eat shellfish, my throat closes": what is shunned stands before."""
    said = _SHUNNED.search(clause.earlier)
    for value in english_list(said["o"]) if said is not None else ():
        yield Finding("allergic_to", value)


HEALTH: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:am |'m )?(?:no longer|off|stopped|came off|quit) (?:on |take |taking |using )?(?P<o>{DRUG})\b",
        _off_it,
    ),
    rule(rf"<I>(?:don't|do not) take (?P<o>{DRUG}) (?:any ?more|any longer|now)\b", _off_it),
    rule(
        rf"<HAVE>(?:very |mild |severe |chronic |bad )*(?P<o>{EN_ILLNESS})(?=,| and (?:take|use|am|need|have to)\b| so\b)",
        whole("health", verbatim),
    ),
    rule(
        r"<HAS>been (?:an? )?(?P<o>(?:type (?:[12]|one|two) )?diabetic|asthmatic|epileptic|coeliac|celiac)\b",
        whole("health", verbatim),
    ),
    rule(
        r"^(?:I am )?(?:(?:super|very|really|severely|badly) )*(?P<o>lactose|gluten|fructose|histamine)[- ]intolerant(?: here)?$",
        whole("allergic_to", verbatim),
    ),
    rule(
        r"^my (?:throat|face|lips?|tongue|mouth|eyes|skin|airways?) (?:will |just |always |starts? to )*(?:close|closes|swell|swells|closing|swelling|itch|itches|puffs? up|breaks? out|go(?:es)? numb|blow up|blows up)\b",
        _body_says,
    ),
    rule(
        rf"^my (?:chronic |bad |old |stupid |damn )?(?P<o>{EN_ILLNESS}) (?:is|are|has|have|keeps?|flares?|flared|got|gets|makes?|acts?|acting)\b(?! (?:appointment|clinic|medication|meds))",
        whole("health", verbatim),
    ),
    rule(
        r"<AM>not (?P<o>lactose|gluten|histamine)[- ]intolerant (?:after all|any ?more|any longer)\b",
        whole("allergic_to", verbatim, stance=Stance.RETRACTED),
    ),
)
_DROP = r"(?:(?:please|pls|you can|can you|could you|kindly|just) )*(?:scrap|scratch|drop|delete|remove|forget|ignore|erase|strike|disregard)"


def _given_up(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    hoped = match["how"].lower() in {"wanted", "hoped"}
    yield Finding("goal" if hoped else "plans", verbatim(match["o"]), Stance.RETRACTED)


_GONE = r"(?:dead|off|cancel+ed|history|over|not happening|no longer (?:on|happening)|on ice)"
PLAN: tuple[Rule, ...] = (
    rule(
        rf"^{_DROP} that I (?:ever )?(?P<how>wanted|hoped|planned|was going|intended) to (?P<o>.+)$",
        _given_up,
    ),
    rule(rf"^(?:that|the|my|our) (?P<how>plan|idea)s? (?:to|of) (?P<o>.+?) (?:is|are) {_GONE}\b", _given_up),
    rule(
        rf"^{_DROP} about (?:the|my|our) (?P<o>(?:[\w'-]+ ){{0,2}}?(?:trip|wedding|move|holiday|vacation|marathon|race|interview|party|course|exam|concert|road trip|surgery))\b",
        whole("plans", verbatim, stance=Stance.RETRACTED),
    ),
    rule(
        r"<AM>due to (?P<o>(?:retire|start|move|fly|leave|graduate|give birth|finish|return|begin|travel|marry|have) ?.*)$",
        _due,
    ),
    rule(
        r"^(?:my |our |the )?(?P<o>(?:trip|flights?|holiday|train|hotel|cruise|table|tickets?) (?:to|in|at|for) [\w ]{2,30} (?:is |are )?booked (?:for|on) .+)$",
        _due,
    ),
    rule(
        r"^I (?P<o>can (?:only )?(?:spend|pay|afford|go up to) (?:up to |at most )?[€$£]?\d[\d,.]* ?\w*(?: tops| max| at most| maximum)?)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"<I>(?:just |had to |have to )*(?:cancel+ed|called off|scrapped|cancel|call off) (?:the|our|my) (?P<o>(?:[\w'-]+ ){0,2}?(?:trip|wedding|move|flight|holiday|vacation|marathon|race|interview|appointment|party|surgery|operation|course|exam)(?: (?:to|in|with|at) [\w ]{2,24}?)?)$",
        whole("plans", verbatim, stance=Stance.RETRACTED),
    ),
    rule(
        rf"^(?P<o>(?:only|no) [\w -]{{3,40}} (?:when|whenever|if) {YOU_DO}.*)$", whole("constraint", verbatim)
    ),
    rule(
        r"^I (?P<o>can (?:do|make|meet|come|work|travel|fly)(?: on)? (?:mon|tue|wed|thu|fri|sat|sun|weekends?|weekdays?|mornings?|evenings?|afternoons?)[\w ,]* only)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?P<o>(?:please )?(?:do not|don't) (?:send|give|show|tell|write|ask|offer|bring|get|wake|bother|disturb|remind|bill|charge|email|notify|quote|forward|cc) (?:me|us|my \w+)\b(?! (?:that|this|it|yet|wrong)\b).*\b(?:before|after|on|during|between|without|unless|until|in|over|from|with|about) .+)$",
        lambda match, clause: (
            iter(()) if clause.before else iter((Finding("constraint", verbatim(match["o"])),))
        ),
    ),
)

__all__ = ["CONTACT", "HEALTH", "IDENTITY", "NAMED_TWICE", "PLACE", "PLAN", "POSSESSION", "RELATION", "WORK"]
