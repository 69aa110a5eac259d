"""English as it is typed in chats: clipped sentences without a subject, slang for kin, tastes, work and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules import clipped, remarks, turns
from memory_pipeline.adapters.rules.employers import employer
from memory_pipeline.adapters.rules.lexicon import EN_OCCUPATION, NOT_EN_NAME, PET
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, each, rule, whole
from memory_pipeline.adapters.rules.values import english, english_list, verbatim

_CAP = r"(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*"
_COUNT = r"(?:an?|one|two|three|four|five|six|\d+)"


def _hired(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    firm = employer(match["e"])
    if firm:
        yield Finding("employer", firm)
    if match["o"]:
        yield Finding("job", english(match["o"]))


def _name_of(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if not NOT_EN_NAME.search(match["o"]):
        yield Finding("name", match["o"])


def _after_greeting(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    greeted = re.search(
        r"(?:^|[.!?\n]\s*)(?:hi|hiya|heya|hey|yo|hello|howdy|good \w+)(?: there| all| everyone)?[\s,.!]*$",
        clause.earlier,
        re.IGNORECASE,
    )
    if greeted or re.match(r"(?:hi|hiya|heya|hey|yo|hello|howdy)\b", clause.text, re.IGNORECASE):
        yield from _name_of(match, clause)


def _over(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("prefers", f"{verbatim(match['a'])} over {verbatim(match['b'])}")


IDENTITY: tuple[Rule, ...] = (
    rule(r"^(?:it's|this is) (?P<o><NAME>)$", _after_greeting),
    rule(r"^(?P<o><NAME>) here(?:,.*)?$", _after_greeting),
    rule(r"^(?:hi|hiya|heya|hey|yo|hello|sup|howdy)[ ,!]+(?P<o><NAME>) here$", _name_of),
    rule(r"^I (?:am )?(?:born )?(?:bday|birthday) (?:is )?(?:on )?(?P<o><D>)", whole("birthday", verbatim)),
    *remarks.IDENTITY,
    *turns.IDENTITY,
    *clipped.IDENTITY,
)
PLACE: tuple[Rule, ...] = (
    rule(
        rf"<I>grew up (?:on|in|at) an? [\w' -]{{3,24}}? (?:near|outside(?: of)?|just outside) (?P<o>{_CAP})$",
        whole("hometown", verbatim),
    ),
    rule(
        rf"<I>(?:have |'ve )?(?:ended up|settled down|landed|washed up|set up shop|moved in) in (?P<o>{_CAP})\b",
        whole("city", verbatim),
    ),
    rule(rf"<AM>(?:based out of|holed up in|stationed in) (?P<o>{_CAP})\b", whole("city", verbatim)),
    *remarks.PLACE,
    *turns.PLACE,
    *clipped.PLACE,
)
WORK: tuple[Rule, ...] = (
    rule(
        r"<I>(?P<o>(?!do\b|work\b|live\b|have\b|just\b)[a-z]+(?: [a-z]+){0,3}) for a living(?=$|,)",
        whole("job", verbatim),
    ),
    rule(
        rf"<I>(?:landed|got|scored|snagged|took|started) (?:an? |my )(?:new |first |part-time )*(?:gig|spot|role|job|position|internship) (?:at|with) (?P<e>{_CAP})(?: as (?:an? )?(?P<o>[\w -]+?))?(?:,.*| (?:starting|last|this|next|in|and)\b.*)?$",
        _hired,
    ),
    rule(
        rf"<AM>freelancing (?:as|as an?) (?:an? )?(?P<o>(?:[\w-]+ ){{0,3}}?{EN_OCCUPATION})\b(?: (?:now|these days|full[- ]time))?$",
        whole("job", english),
    ),
    rule(
        rf"^(?:I am |I'm )?(?:an? )?(?P<o>(?:[\w-]+ ){{0,2}}?{EN_OCCUPATION})(?: here| by trade)(?:,.*)?$",
        whole("job", english),
    ),
    rule(
        r"^(?:I am |I'm )?(?:an? )?(?:1st|2nd|3rd|4th|first|second|third|fourth|final|last)[ -](?:yr|year) (?P<o>[a-z][a-z ]+?) (?:student|major|undergrad)\b",
        whole("studies", english),
    ),
    *remarks.WORK,
    *clipped.WORK,
)
CONTACT: tuple[Rule, ...] = (
    rule(
        r"^(?:my |the )?best (?:e-?mail)(?: address)?(?: for me| to reach me(?: on| at)?)? is (?P<o><EMAIL>)",
        whole("email", verbatim),
    ),
    rule(
        r"^(?:hmu|hit me up|reach me|get me|ping me|buzz me|ring me|text me|call me) (?:on|at) (?P<o><PHONE>)",
        whole("phone", verbatim),
    ),
    rule(
        r"^(?:hmu|hit me up|reach me|email me|mail me|ping me) (?:on|at) (?P<o><EMAIL>)",
        whole("email", verbatim),
    ),
    *remarks.CONTACT,
    *turns.CONTACT,
    *clipped.CONTACT,
)
RELATION: tuple[Rule, ...] = (
    rule(r"^I have got (?P<o>twin (?:girls|boys|sons|daughters))\b", whole("child", verbatim)),
    *remarks.RELATION,
    *turns.RELATION,
    *clipped.RELATION,
)
HEALTH: tuple[Rule, ...] = (
    rule(r"<AM>(?:an? )?(?P<o>type (?:[12]|one|two) diabetic)\b", whole("health", verbatim)),
    rule(
        r"<I>(?P<o>(?:don't|do not|can't|cannot) do (?:dairy|gluten|meat|pork|beef|seafood|shellfish|alcohol|caffeine|spicy food|sugar|carbs))$",
        whole("diet", verbatim),
    ),
    rule(
        r"^(?:I am |I'm )?(?:an? )?(?P<o>coeliac|celiac|diabetic|asthmatic|epileptic)(?: here)?$",
        whole("health", verbatim),
    ),
    rule(
        r"^(?:I am )?(?:severely |super |deathly |v |very |mildly )*allergic to (?P<o>[\w ,]+)$",
        each("allergic_to", english_list),
    ),
    *remarks.HEALTH,
    *turns.HEALTH,
    *clipped.HEALTH,
)
POSSESSION: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:just |finally )*got (?P<o>{_COUNT} (?:[\w'-]+ ){{0,2}}?{PET})(?: (?:last|this|yesterday|today|recently|from|in)\b.*)?$",
        whole("pet", english),
    ),
    rule(
        r"<AM>(?:still )?(?:rocking|stuck on|stuck with) (?:an? |my )(?:old |ancient |trusty )*(?P<o>(?-i:[A-Za-z]*[A-Z])[\w-]*(?: (?-i:[A-Z0-9])[\w-]*)*)(?: still)?$",
        whole("uses", verbatim),
    ),
    rule(
        r"<I>(?:have |'ve )?(?:just |recently |finally )*(?:got|bought|picked up|scored|snagged|copped|treated myself to) (?:an? |my |the )(?:brand[- ]new |new |used |second-?hand |refurbished |lightly used )+(?P<o>(?-i:[A-Z])[\w-]+(?: [A-Z0-9][\w-]*)*)(?:,.*)?$",
        whole("owns", verbatim),
    ),
    rule(
        r"^(?:I am )?(?:typing|writing|posting|on mobile|texting|chatting)(?: this)? (?:on|from) (?:my |an? )(?P<o>(?:pixel|iphone|ipad|galaxy|macbook|thinkpad|chromebook|kindle|surface|android)(?: (?:\d\w*|pro|air|mini|max|plus|ultra|fold|go))*)\b",
        whole("uses", verbatim),
    ),
    rule(
        rf"^(?:I have got |I have )?(?P<o>{_COUNT} (?:[\w'-]+ ){{0,2}}?{PET})(?: and {_COUNT} {PET})?(?: at home| here| at my place)$",
        whole("pet", english),
    ),
    *remarks.POSSESSION,
    *turns.POSSESSION,
    *clipped.POSSESSION,
)
PREFERENCE: tuple[Rule, ...] = (
    rule(
        r"<AM>(?:really |totally )*getting into (?P<o>(?!it\b|this|that|the |an? |trouble|bed|shape|details)[^,]{3,30})$",
        each("likes", english_list),
    ),
    rule(
        r"^(?!(?:this|that|these|those|it|they|you|the|some|people|my|your|his|her)\b)(?P<o>[a-z][\w -]{2,22}?) (?:is|are) (?:so |just |really )?(?:gross|disgusting|vile|not my thing|not for me)$",
        whole("dislikes", english),
    ),
    rule(
        r"<AM>not (?:really |too |very |that )?(?:big on|into|keen on|crazy about|wild about) (?P<o>[^,]{3,40})$",
        each("dislikes", english_list),
    ),
    rule(
        r"^I (?:am )?(?:absolutely |really |totally |lowkey |high-?key )*(?:love me some|loving|live for|can't get enough of) (?P<o>(?!it\b|this|that|you|how|every|life\b|the )[^,]{3,40})$",
        each("likes", english_list),
    ),
    rule(
        r"^(?P<a>[a-z][\w' -]{1,24}?) > (?P<b>(?!everything|anything|all\b|life\b|sleep\b|the rest)[a-z][\w' -]{1,24}?)$",
        _over,
    ),
    rule(
        r"^(?:I am |I'm )?(?:an? )?(?:huge|massive|big|total|lifelong|major|mega|proper|hardcore|diehard) (?P<o>(?!sports? )[\w' -]{2,30}?) (?:nerd|fan|geek|stan|buff|junkie|fanatic|lover|addict|enthusiast|fiend)(?: here)?$",
        whole("likes", english),
    ),
    rule(
        r"^(?:I am |I'm )?(?:a )?(?:sucker for|big on|nuts about|crazy about|obsessed with|hooked on|living for|all about) (?P<o>[^,]{3,40})$",
        each("likes", english_list),
    ),
    *remarks.PREFERENCE,
)

__all__ = ["CONTACT", "HEALTH", "IDENTITY", "PLACE", "POSSESSION", "PREFERENCE", "RELATION", "WORK"]
