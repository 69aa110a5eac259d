"""What nobody means: ages beyond any life, lives on Mars, jobs for Dracula. A sentence that says so is a joke as a whole."""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.lexicon import JEST_NAMES
from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.comparison.figures import read_quantity
from memory_pipeline.domain.comparison.normalise import base_form

_OLDEST = 120
_NOWHERE = re.compile(
    r"(?:the )?(?:moon|mars|jupiter|venus|pluto|narnia|hogwarts|mordor|middle[- ]earth|atlantis|wakanda|gotham(?: city)?|neverland|hell|heaven|bikini bottom|a pineapple)(?: under the sea)?|.*(?:月球|火星|木星|太阳上|花果山|水帘洞|天庭|东海龙宫|霍格沃茨|外星|银河系|阴间|地府|龙宫).*",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:count )?dracula|santa(?:'s workshop| claus)?|the (?:avengers|devil|tooth fairy)|wayne enterprises|stark industries|hogwarts|(?:my )?(?:laptop|bed|couch|pizza|job|work|netflix)|加班|工作|代码|学习|手机|床|被窝|天庭|神仙|KPI",
    re.IGNORECASE,
)
_ILL_WILL = re.compile(
    r"(?:mondays?|work(?:ing)?|mornings?|people|stupidity|meetings?|bullshit|drama|上班|加班|周一|星期一|早起|开会|老板|工作|学习|穷|傻子|人类)",
    re.IGNORECASE,
)
# Whoever says to love these says the opposite.
_UNLOVED = re.compile(
    r"(?:\w+ )?mondays?|(?:sitting in |rush[- ]hour )?traffic(?: jams?)?|being (?:woken|yelled|shouted|ignored|stuck|paged|called|late|broke|sick|blamed|laid|fired|interrupted|micromanaged|on call).*|(?:waking|getting) up at [1-5] ?(?:am|a\.m\.).*|"
    r"outages?|downtime|bugs|spam|paying (?:taxes|bills)|taxes|(?:waiting|standing) (?:in|on) .+|overtime|working (?:overtime|weekends|on weekends|late)|deadlines|hangovers|root canals?|mosquito(?:es)?|losing.*|hold music|"
    r"加班|周一|星期一|礼拜一|堵车|早高峰|挤地铁|早起(?:上班)?|开会|被[\u3400-\u9fff]{1,8}|排队|挨骂|写周报|交税|还房贷|996|半夜被叫醒|宕机|改需求|还债",
    re.IGNORECASE,
)
_CLAIMED = re.compile(
    r"(?:\bI'?m|\bI am)\s+(?:actually |really |basically )?(?P<en>[A-Z][\w' ]{2,24})|我(?:就|其实|真的|可)?(?:是|叫)(?P<zh>[\u3400-\u9fff·]{2,6})"
)


def is_implausible(finding: Finding) -> bool:
    """Whether nobody says this in earnest."""
    value = finding.object.strip()
    match finding.predicate:
        case "age":
            figure = re.match(r"\d+", read_quantity(base_form(value)) or "")
            return figure is not None and int(figure.group()) > _OLDEST
        case "city" | "hometown" | "address":
            return _NOWHERE.fullmatch(value) is not None
        case "employer" | "spouse" | "child" | "parent" | "name":
            return JEST_NAMES.search(value) is not None or _NOBODY.fullmatch(value) is not None
        case "likes":
            return finding.stance is Stance.ASSERTED and _UNLOVED.fullmatch(value) is not None
        case "allergic_to":
            return _ILL_WILL.fullmatch(value) is not None
        case _:
            return False


def claims_to_be_a_legend(sentence: str) -> bool:
    """Whether the speaker says to be someone out of a story or out of history."""
    return any(
        JEST_NAMES.search((match["en"] or match["zh"]).strip()) is not None
        for match in _CLAIMED.finditer(sentence)
    )
