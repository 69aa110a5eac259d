"""What a message takes back of the one before without a value in its place: a thing is another's, a name somebody else's,
a person no longer kin, or the words were wrong and what is right cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_PARENT,
    EN_SIBLING,
    EN_SPOUSE,
    PET,
    ZH_CHILD,
    ZH_PARENT,
    ZH_PERSON,
    ZH_PET,
    ZH_SIBLING,
    ZH_SPOUSE,
)
from memory_pipeline.adapters.rules.text import readable
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.extraction import ExtractedFact

_MAX_LENGTH = 120
_EN_KIN = r"(?:wife|husband|partner|boyfriend|girlfriend|mum|mom|dad|mother|father|brother|sister|son|daughter|flatmate|roommate|housemate|friend|mate|neighbou?r|boss|company|colleague|cousin|uncle|aunt|ex|parents|landlord|landlady|office|work|firm)"
_EN_LED = (
    r"^(?:(?:oops|sorry|oh|ah|no|nope|wait|well|um+|actually|hold on|hang on|ok|okay|haha|lol)\b[\s,.!–—-]*)*"
)
# Whose nouns tell what: the predicate a noun of kin or of an animal speaks of.
_ROLES = {
    "spouse": re.compile(rf"{EN_SPOUSE}|{ZH_SPOUSE}", re.IGNORECASE),
    "child": re.compile(rf"{EN_CHILD}|{ZH_CHILD}", re.IGNORECASE),
    "parent": re.compile(rf"{EN_PARENT}|{ZH_PARENT}", re.IGNORECASE),
    "sibling": re.compile(rf"{EN_SIBLING}|{ZH_SIBLING}", re.IGNORECASE),
    "pet": re.compile(rf"{PET}|{ZH_PET}", re.IGNORECASE),
}
_EN_ROLE = rf"(?:{EN_SPOUSE}|{EN_CHILD}|{EN_PARENT}|{EN_SIBLING}|{PET}|nephew|niece|cousin|uncle|aunt|grand\w+|godson|goddaughter|friend|flatmate|roommate|neighbou?r|boss|colleague|stepson|stepdaughter|(?:brother|sister|mother|father|son|daughter)-in-law)"
_OWNED = frozenset({"owns", "uses", "pet", "email", "phone"})
_EN_ANOTHERS = re.compile(
    rf"{_EN_LED}(?:it's|its|it is|that's|thats|that is|that was|this is|the (?P<o>[\w -]{{1,20}}?)(?:'s| is)) (?:actually |really |in fact )?(?:my |our |the )?(?:{_EN_KIN}'?s'?(?!\w| (?:name|birthday))|company (?:car|phone|laptop|van))\b",
    re.IGNORECASE,
)
_EN_NOT_ME = re.compile(
    rf"{_EN_LED}(?:not me|that(?:'s| is| was)(?: not me| my {_EN_KIN}\b(?!'s))|i meant my {_EN_KIN}\b)",
    re.IGNORECASE,
)
_EN_ONCE_KIN = re.compile(
    rf"{_EN_LED}(?:(?:my |i mean |make that )*ex[- ]?|former |late ){EN_SPOUSE}\b", re.IGNORECASE
)
_EN_MIND = re.compile(
    rf"{_EN_LED}I (?:(?P<no>don't|do not|never|no longer) (?:(?:actually|really|even) )?)?(?:(?:quite |kind of |actually |really |do )*)(?P<v>mind|hate|dislike|like|love|enjoy) (?:it|them|that|those)\b",
    re.IGNORECASE,
)
_ZH_LED = r"^(?:啊+|哦+|噢|呃|嗯|欸|诶|不是|不对|不|抱歉|不好意思|等等|其实|[\s，,。！!])*"
_ZH_ANOTHERS = re.compile(
    rf"{_ZH_LED}(?:那|这|它)(?:其实|都|可|只|台|辆|部|套|个|条)*(?:车|房子?|电脑|手机|猫|狗)?(?:其实)?是(?:我)?(?:们)?(?:{ZH_PERSON}|公司|单位|邻居|老板|房东|别人|我[爸妈哥姐弟妹])家?的"
)
_ZH_NOT_ME = re.compile(
    rf"{_ZH_LED}(?:不是我(?=[，,。是]|$)|(?:那|我说的|说的|指的)是我?(?:{ZH_PERSON})(?!的))|{_ZH_LED}我(?:说|指)的是我?(?:{ZH_PERSON})"
)
_ZH_ONCE_KIN = re.compile(
    rf"{_ZH_LED}(?:是)?前(?:夫|妻|任|男友|女友)|{_ZH_LED}(?:已经|早就?)?(?:离婚?|分手?)了"
)

# Nothing but what was said before can be meant by these.
_PLAINLY_WRONG = re.compile(
    rf"{_EN_LED}(?:typo\b|(?:scratch|strike|ignore|disregard) that\b|i (?:mistyped|misspoke|misread)\b|that (?:is|was) (?:wrong|a typo|not right)\b|that's (?:wrong|a typo|not right)\b|(?:it's )?(?:the )?other way a?round\b)|"
    rf"{_ZH_LED}(?:我)?(?:刚才?|刚刚|上面|前面|之前|上一?[条句])?(?:说|打|写|记|看|数|算|搞|弄|输|填)(?:错|反|岔|混)了?(?=[，,。！!\s]|$)|{_ZH_LED}(?:口误|手误|笔误)|{_ZH_LED}手[滑快](?:了|打错了?)?|^撤回上",
    re.IGNORECASE,
)

_OF_OTHER_THINGS = re.compile(
    r"\b(?:the|my|our|his|her|their) [\w' ]{2,20} (?:is|are|was|were|starts?)\b", re.IGNORECASE
)


def disowned(said: str, before: Sequence[ExtractedFact], *, understood: bool) -> list[ExtractedFact]:
    """The facts `before` that the message takes back; `understood` says that it puts something in the place of one."""
    text = readable(said).strip()
    standing = [fact for fact in before if fact.stance is Stance.ASSERTED]
    if len(text) > _MAX_LENGTH or not standing:
        return []
    gone = [fact for fact in standing if _is_another(text, fact)]
    gone += [fact for fact in standing if fact.predicate == "spouse" and _once_kin(text)]
    gone += _anothers(text, [fact for fact in standing if fact.predicate in _OWNED])
    gone += _minded(text, standing)
    if not gone and not understood and len(standing) == 1 and _of_somebody_else_or_wrong(text):
        gone = standing
    return list(dict.fromkeys(gone))


def _is_another(text: str, fact: ExtractedFact) -> bool:
    """Whether the one named in `fact` is said to be something else: "Leo is my nephew", 豆豆是狗."""
    own = _ROLES.get(fact.predicate)
    if own is None:
        return False
    name = re.escape(fact.object)
    for form in (
        rf"(?<!\w){name}(?:'s| is|s| was) (?:actually |really )?(?:my |our |the |an? )+(?:\w+ )?(?P<r>{_EN_ROLE})\b",
        rf"{name}(?:其实)?是(?:我)?(?:们)?(?:家)?(?:的)?(?:那?[只条个])?(?P<r>{ZH_PET}|{ZH_PERSON})",
    ):
        match = re.search(form, text, re.IGNORECASE)
        if match is not None and own.fullmatch(match["r"]) is None:
            return True
    return False


def _once_kin(text: str) -> bool:
    return any(form.match(text) is not None for form in (_EN_ONCE_KIN, _ZH_ONCE_KIN))


def _anothers(text: str, owned: Sequence[ExtractedFact]) -> Iterator[ExtractedFact]:
    match = _EN_ANOTHERS.match(text)
    named = match["o"] if match is not None else None
    if match is None and _ZH_ANOTHERS.match(text) is None:
        return
    fitting = [fact for fact in owned if not named or named.lower() in fact.object.lower()]
    if len(fitting) == 1:
        yield fitting[0]


def _minded(text: str, standing: Sequence[ExtractedFact]) -> Iterator[ExtractedFact]:
    """ "Actually I don't mind them" takes back a dislike, "I don't even like it" a like."""
    match = _EN_MIND.match(text)
    if match is None:
        return
    warm = match["v"].lower() in {"like", "love", "enjoy"}
    over = {"likes"} if warm == bool(match["no"]) and match["v"].lower() != "mind" else {"dislikes"}
    fitting = [fact for fact in standing if fact.predicate in {"likes", "dislikes"}]
    if len(fitting) == 1 and fitting[0].predicate in over:
        yield fitting[0]


def _of_somebody_else_or_wrong(text: str) -> bool:
    wrong = _PLAINLY_WRONG.match(text) is not None and _OF_OTHER_THINGS.search(text) is None
    return wrong or any(form.match(text) is not None for form in (_EN_NOT_ME, _ZH_NOT_ME))
