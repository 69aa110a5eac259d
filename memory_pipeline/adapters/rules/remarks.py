"""English said in passing: kin and animals named on the way, moves and jobs told aside, standing rules, and what is over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.employers import employer
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
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, each, rule, whole
from memory_pipeline.adapters.rules.values import english, english_list, verbatim
from memory_pipeline.domain.assertion import Stance

_CAP = r"(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*"
_OLDER = r"(?:(?:older|younger|elder|big|little|twin|eldest|oldest|youngest|middle|lil|kid|dear|beautiful|lovely|baby|best|new|amazing|wonderful|\d+[- ]year[- ]old) )*"
_ONE_NAME = r"(?P<o>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)(?:'s)?(?=$|[\s,.;:)!])"
_NO_KIN_NAME = re.compile(
    r"^(?:I|I'm|I've|And|But|Is|Was|Has|Had|Who|English|French|German|Spanish|God|Facebook|Instagram|WhatsApp|Christmas|Easter|Netflix|Google|Zoom|Day|Teresa Day|Nature|Tongue|Ship|Board|Figure|In)\b"
)


def _kin(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        name = match["o"]
        if not (NOT_EN_NAME.search(name) or JEST_NAMES.search(name) or _NO_KIN_NAME.search(name)):
            yield Finding(predicate, name)

    return build


def _mentioned(predicate: str, kin: str) -> tuple[Rule, ...]:
    """Somebody of one's own named on the way: "… with my brother Declan", "Declan (my brother)"."""
    return (
        rule(rf"\b(?:my|our) {_OLDER}{kin},? {_ONE_NAME}", _kin(predicate)),
        rule(rf"{_ONE_NAME}(?: \(|, | - | – )(?:my|our) {_OLDER}{kin}\b(?!'s)", _kin(predicate)),
    )


RELATION: tuple[Rule, ...] = (
    *_mentioned("spouse", EN_SPOUSE),
    *_mentioned("child", EN_CHILD),
    *_mentioned("sibling", EN_SIBLING),
    *_mentioned("parent", EN_PARENT),
    *_mentioned("friend", r"(?:best |close |old |good |childhood )*(?:friend|bestie|bff|mate)"),
    rule(
        rf"^(?P<o>{_CAP}) and I (?:just |have |finally |recently |both )*(?:broke up|split(?: up)?|(?:are|got) (?:divorced|separated|no longer (?:together|married))|called it quits|are getting divorced)\b",
        whole("spouse", verbatim, stance=Stance.RETRACTED),
    ),
)

_GRANTED = re.compile(
    rf"\b(?:my|our) {_OLDER}(?:{EN_SPOUSE}|{EN_CHILD}|{EN_PARENT}|{EN_SIBLING}|(?:best |close |old )?friend),? (?P<o>(?-i:[A-Z])[\w-]+)",
    re.IGNORECASE,
)


def takes_for_granted(finding: Finding, words: str) -> bool:
    """Whether a question holds the fact for known: who asks what to give "my brother Declan" has one."""
    if finding.predicate == BEAST:
        return True
    return finding.predicate in _KIN_PREDICATES and any(
        match["o"] in finding.object for match in _GRANTED.finditer(words)
    )


_KIN_PREDICATES = frozenset({"spouse", "child", "sibling", "parent", "friend"})
BEAST = "animal"  # a pet without a name: left out where the segment knows the person's pets better
_BEAST = (
    r"(?:dogs?|doggo|cats?|pup(?:py)?|puppies|kittens?|kitty|rabbits?|bunny|hamsters?|guinea pigs?|parrots?|budgies?|canary|cockatiel|tortoise|gecko|ferrets?|(?:golden |labrador )?retriever|labrador|lab|poodle|corgi|husky|beagle|bulldog|"
    r"dachshund|chihuahua|terrier|(?:german )?shepherd|(?:border )?collie|pug|ragdoll|maine coon|hedgehog|greyhound|spaniel|dalmatian|rottweiler|shiba(?: inu)?|pit ?bull|mutt|schnauzer|pomeranian|whippet|chinchilla|axolotl|bearded dragon|goat|horse|pony|donkey|alpaca|llama|hen|rooster|turtle|snake|lizard|iguana|cockatoo|duck)"
)
_OVER = re.compile(
    r"\b(?:died|passed|late|childhood|used to|was|were|had|lost|put down|misse?d?|miss|growing up|as a (?:kid|child)|when I was|would|could|imaginary|dream|robot|toy|virtual|stuffed)\b",
    re.IGNORECASE,
)


def _animal(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not _OVER.search(clause.text):
        yield Finding(BEAST, match["o"])


_EATEN = re.compile(
    r"\b(?:freezer|fridge|oven|pan|grill|dinner|lunch|supper|recipe|cook\w*|roast\w*|defrost\w*)\b",
    re.IGNORECASE,
)


def _kept_animal(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = english(match["o"])
    if value and not _EATEN.search(clause.text):
        yield Finding("pet", value)


POSSESSION: tuple[Rule, ...] = (
    rule(
        rf"<I>(?:keep|breed|foster|care for|look after|have) (?P<o>(?:an?|two|three|four|five|six|\d+|some) (?:[\w'-]+ ){{0,2}}?{PET})(?:(?:,| at home| and| now| who| that| in| named| called| too| as)\b.*)?$",
        _kept_animal,
    ),
    rule(
        r"<I>(?:don't|do not|no longer) (?:(?:drive|own|ride) (?:the|my|an?|that|our)|have (?:the|my|that|our)) (?P<o>(?!time|energy|patience|money|heart|nerve|idea|clue)[\w-]+(?: [\w-]+){0,2}?)(?: any ?more| any longer| now| these days)$",
        whole("owns", english, stance=Stance.RETRACTED),
    ),
    rule(
        rf"\b(?:my|our) (?P<o>(?:(?:[\d]+[- ](?:year|month|week)[- ]old|old|new|little|rescue|senior|elderly|black|white|orange|ginger|tabby|grumpy|silly|lazy|stupid|poor|fat|fluffy|sweet) ){{0,2}}{_BEAST})(?= (?:is|isn't|has|hasn't|won't|doesn't|can't|just|keeps?|always|never|still|and I|already|almost|only|really|also|gets?|goes|went|ate|eats|threw|bit|got|needs|loves|hates|likes|sleeps|barks|chewed|chews|hid|hides|ran|runs|refuses|weighs|sheds|peed|poops?|snores|turns|turned|knocked|scratched|destroyed|broke|stole|licked|brought|found|caught|woke|wakes|gave|had)\b|'s (?:been|not|got|just|a|so|the)\b)",
        _animal,
    ),
    rule(
        r"^I (?:have )?(?:just |finally |recently |already )*(?:(?:sold|traded in|gave away|donated) (?:the|my|our)|(?:got rid of|scrapped|ditched|junked) (?:my|our)) (?P<o>(?!idea|plan|thought|habit|one\b|rest\b|whole)[\w-]+(?: [\w-]+)?)(?: (?:in|last|this|back|on|two|three|a few|already|yesterday|today|for|to|after|and)\b.*)?$",
        whole("owns", english, stance=Stance.RETRACTED),
    ),
)

_MOVED = re.compile(
    r"\b(?:mov(?:ed|ing|e)\b|relocat\w+|settl(?:ed|ing)|got out of|left|new (?:place|flat|apartment|home|city|house)|keys|lease|unpack\w*|boxes|landlord|neighbou?rs?)",
    re.IGNORECASE,
)


def _lives_now(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "I'm in Tucson now" is where one lives only beside words about a move."""
    if _MOVED.search(f"{clause.earlier} {clause.text}"):
        yield Finding("city", match["o"])


PLACE: tuple[Rule, ...] = (
    rule(
        rf"<I>live (?P<o>(?:just |right |a bit |a little )?(?:outside(?: of)?|near|close to|not far from) {_CAP})(?:,.*)?$",
        whole("city", verbatim),
    ),
    rule(
        rf"<HAS>been in (?P<o>{_CAP}) (?:\d+|an?|two|three|four|five|six|ten|a few) ?(?:years?|yrs?|months?|mos?|weeks?|wks?)\b",
        whole("city", verbatim),
    ),
    rule(rf"<AM>in (?P<o>{_CAP}) (?:now|these days|for good)(?:,.*)?$", _lives_now),
    rule(rf"^I call (?P<o>{_CAP}) (?:my )?home\b", whole("city", verbatim)),
    rule(
        rf"^(?P<o>{_CAP}) (?:is|has been) (?:now )?(?:my )?home (?:now|these days|for|since)\b",
        whole("city", verbatim),
    ),
    rule(rf"<AM>an? (?P<o>{_CAP})[- ]based [\w -]+$", whole("city", verbatim)),
    rule(
        rf"<I>(?:signed (?:an? |the |my )?lease|got (?:the |my )?keys|found an? (?:flat|place|apartment|room)|put down roots|set up home|made (?:a|my) home) (?:[\w ]{{0,20}}?)?in (?P<o>{_CAP})\b",
        whole("city", verbatim),
    ),
    rule(
        rf"<AM>(?:living|staying|settled|based|residing) (?:right |out |up |down |over |here )*in (?P<o>{_CAP})\b",
        whole("city", verbatim),
    ),
)

_FIELD = (
    r"(?:payroll|procurement|purchasing|logistics|quality (?:control|assurance)|QA|compliance|operations|admin|administration|data entry|security|facilities|fundraising|merchandising|translation|catering|dispatch|scheduling|invoicing|billing|bookkeeping|"
    r"customer (?:service|support|success|care)|tech support|it support|second[- ]line support|night audit|reception|maintenance|warehouse work|deliveries|copywriting|copy ?editing|editing|proofreading|sound|lighting|set design|content|social media|marketing|sales|"
    r"accounts(?: payable| receivable)?|accounting|audit|tax|legal|HR|PR|IT|recruiting|recruitment|training|onboarding|research|analytics|data|design|UX|front ?end|back ?end|devops|embedded|firmware|infrastructure|testing|cloud|networks?|animation|illustration|photography|video|events?|nursing|childcare|landscaping|gardening|plumbing|carpentry|welding|roofing|tiling|hair|nails|massage)"
)


def _field(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("job", verbatim(match["o"]))
    firm = employer(match["e"] or "")
    if firm:
        yield Finding("employer", firm)


_OF_WORK = re.compile(
    r"\b(?:work(?:ed|ing|s)?|jobs?|employ\w*|hired|quit|resign\w*|left|laid off|fired|boss|company|gig|shift|retired)\b",
    re.IGNORECASE,
)


def _works_now(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "I'm at Aldi now" beside words about work."""
    firm = employer(match["o"])
    if firm and _OF_WORK.search(f"{clause.earlier} {clause.text}"):
        yield Finding("employer", firm)


def _employed_as(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("job", verbatim(match["o"]))
    yield Finding("employer", employer(match["e"]) or match["e"])


WORK: tuple[Rule, ...] = (
    rule(rf"<AM>(?:at|with) (?P<o>{_CAP}) (?:now|these days|instead)(?:,.*)?$", _works_now),
    rule(
        rf"<I>do (?:the |all the )?(?P<o>(?:[\w-]+ )?{_FIELD})(?: and {_FIELD})? (?:at|for) (?:(?P<e>{_CAP})|(?:an?|the|my|our|this|some) [\w' -]+)(?:[,.;].*)?$",
        _field,
    ),
    rule(rf"<I>work (?:in|on) (?P<o>{_FIELD}) (?:at|for|with) (?P<e>{_CAP})\b", _field),
    rule(
        rf"^(?:I'm|I am) the (?P<o>(?:[\w-]+ ){{0,2}}(?:{EN_OCCUPATION})) (?:at|for|of|on) (?:(?P<e>{_CAP})|(?:an?|the|our) [\w' -]+)",
        _field,
    ),
)


_REFUSED_BEFORE = re.compile(
    r"(?:\b(?:can't|cannot|can not|cant|couldn't|don't|dont|no|avoid|mustn't|never|not allowed)\b(?: (?:do|have|eat|take|touch|drink|go near|be near|use|handle|any|even|really))*|\bno) (?P<o>(?!(?:it|that|this|them|way|idea|more|thanks|worries|problem)\b)[a-z][a-z -]{2,24}?)(?: (?:please|pls|for me|at all|either|though|tho|unfortunately|sadly))*[\s,;:(–—-]*(?:(?:because|since|as|cause|so|i'm|im|i am|and|bc|very|badly|severely|super|deathly|really)\s+)*$",
    re.IGNORECASE,
)


def _allergic_to_it(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Can't do aspirin, allergic": what is refused stands before."""
    said = _REFUSED_BEFORE.search(clause.earlier)
    if said is not None:
        for value in english_list(said["o"]):
            yield Finding("allergic_to", value)


_REFUSED_HERE = re.compile(
    r"^(?:I )?(?:can't|cannot|don't|no) (?:(?:do|have|eat|take|touch|drink|go near) )?(?P<o>[a-z][a-z -]{2,24}?)(?: please| for me| at all)*,? (?:because |since |as |cause |due to (?:an )?)?(?:I'm |I am )?(?:very |badly |severely |super |deathly |really )*allerg(?:ic|y)$",
    re.IGNORECASE,
)


def _refused_as_allergic(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    for value in english_list(match["o"]):
        yield Finding("allergic_to", value)


_DIETS = r"(?:vegetarian|vegan|pescatarian|keto|paleo|gluten[- ]free|dairy[- ]free|low[- ]carb|halal|kosher|plant[- ]based)"
_NOTED = r"(?:thing|bit|part|stuff|note|entry|one|business|line|label|tag|info|detail|setting)"
_DROP = r"(?:please |pls |you can |u can |can you |go ahead and )*(?:scrap|drop|delete|remove|forget|ignore|erase|strike|lose|ditch|disregard|cross out|take out|bin|clear)"


def _diet_over(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("diet", match["o"], Stance.RETRACTED)


def _allergy_over(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("allergic_to", match["o"], Stance.RETRACTED)


HEALTH: tuple[Rule, ...] = (
    rule(rf"<AM>going (?P<o>{_DIETS})\b", whole("diet", verbatim)),
    rule(
        rf"^{_DROP} (?:the |that |my |your |all the )?(?:whole |old )?(?P<o>{_DIETS}) {_NOTED}\b", _diet_over
    ),
    rule(
        rf"^{_DROP} (?:the |that |my |your )?(?:whole |old )?(?:{_NOTED} )?(?:about |saying |that says )(?:me |my |I'm |I am |I was )?(?:being |going |a |an )*(?P<o>{_DIETS})\b",
        _diet_over,
    ),
    rule(
        rf"^{_DROP} (?:the |that |my |your )?(?:whole |old )?(?P<o>[a-z]+(?: nut)?) allergy(?: {_NOTED})?\b",
        _allergy_over,
    ),
    rule(_REFUSED_HERE.pattern, _refused_as_allergic),
    rule(
        r"^(?:(?:I'm|I am|Im|I am so) )?(?:(?:very|badly|severely|super|deathly|really|mildly|highly) )*(?:allergic|allergy)(?:,.*)?$",
        _allergic_to_it,
    ),
)

_NO_CALLS = re.compile(
    r"\b(?:hate|don't|dont|never|stop|can't|cant|no|not|rather not|prefer not)\b[^.!?]{0,30}\b(?:call|calls|calling|phone|phoning|ring|ringing|voicemails?)\b",
    re.IGNORECASE,
)


def _instead_of_calls(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "I hate when people call me, text please"."""
    if _NO_CALLS.search(clause.earlier):
        yield Finding("contact_method", match["o"])


CONTACT: tuple[Rule, ...] = (
    rule(
        r"^(?:just |please |always |only )*(?P<o>texts?|e-?mails?|messages?|dms?|whatsapp)(?: me)?(?: only| instead| please| is (?:fine|better|best)| works(?: better| best)?)*$",
        _instead_of_calls,
    ),
)
_AGE = r"[1-9]\d"
_INTRODUCED = re.compile(
    r"(?:^|[.!?\n]\s*)(?:(?:hey+|hi+|hiya|yo|hello)[ ,!]+)?(?:i'm|im|i am|it's|its|this is|my name is|my name's|name's|call me) [a-z'-]{2,20}(?: [a-z'-]{2,20})?(?: (?:btw|here))?(?: \([^)]{1,30}\))?[,\s]*$",
    re.IGNORECASE,
)


def _introduced_age(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A bare number behind one's name."""
    if _INTRODUCED.search(clause.earlier):
        yield Finding("age", match["o"])


def _introduction(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """ "It's Marguerite btw, 29, …": the name, and the age where it stands next."""
    if not NOT_EN_NAME.search(match["o"]) and not JEST_NAMES.search(match["o"]):
        yield Finding("name", match["o"])
        if match["age"] or match["aged"]:
            yield Finding("age", match["age"] or match["aged"])


IDENTITY: tuple[Rule, ...] = (
    rule(
        rf"^(?:I'm|I am|it's|this is|my name is|my name's|name's) (?P<o>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?:(?: (?:btw|here|again)| \([^)]{{1,30}}\))+(?:, (?P<age>{_AGE})(?= ?(?:y/?o|years old|yrs|[mf])?(?:,|$| and\b| from\b| living\b)))?|, (?P<aged>{_AGE})(?= ?(?:y/?o|years old|yrs|[mf])?(?:,|$| and\b| from\b| living\b)))",
        _introduction,
    ),
    rule(rf"^(?P<o>{_AGE}) ?(?:y/?o|yrs? old|years old|[mf])?$", _introduced_age),
)


PREFERENCE: tuple[Rule, ...] = (
    rule(
        r"<AM>(?:definitely |really |much )?more of an? (?P<o>(?!dead|different|happy|better|bad|good|nice|new|changed|broken|terrible)[\w -]{2,20}?) (?:person|guy|girl|gal|drinker|kind of person)\b",
        whole("prefers", english),
    ),
    rule(
        r"^(?:give me |gimme )(?P<o>[\w' -]{2,24} over [\w' -]{2,24}?)(?: any day.*| any time| every time| always)$",
        whole("prefers", english),
    ),
    rule(
        r"^(?P<o>(?!(?:it|this|that|these|those|he|she|they|you|which|what)\b)[\w' -]{3,30}?) (?:is|are) (?:my favou?rites?|the best thing ever|my absolute favou?rites?)$",
        each("likes", english_list),
    ),
)
__all__ = [
    "BEAST",
    "CONTACT",
    "HEALTH",
    "IDENTITY",
    "PLACE",
    "POSSESSION",
    "PREFERENCE",
    "RELATION",
    "WORK",
]
