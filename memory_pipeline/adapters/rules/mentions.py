"""Names given after whom they belong to was said: "we got a puppy. His name is Waffles", 有两条狗，一条叫来福一条叫旺财."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_PARENT,
    EN_SIBLING,
    EN_SPOUSE,
    PET,
    ZH_CHILD,
    ZH_PET,
    ZH_SIBLING,
    ZH_SPOUSE,
)
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, rule
from memory_pipeline.adapters.rules.values import verbatim

_NAMES = r"(?P<name><NAME>(?:(?:, | and |, and )<NAME>)*)"
_COUNTED = r"(?:an?|two|three|four|our|my|the new)"
_EN_WHO: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (predicate, re.compile(text, re.IGNORECASE))
    for predicate, text in (
        (
            "pet",
            rf"(?:(?:\b(?:I|we)(?:'ve| have)?|^|[.!?\n])\s*(?:just |recently |finally |also )*(?:have|got|adopted|rescued|bought|own) {_COUNTED}|\b(?:my|our)) (?:(?!\w+'s\b|(?:got|has|had|have|adopted|bought|rescued|owns|a|the|and|is)\b)[\w'-]+ ){{0,3}}?{PET}\b",
        ),
        ("spouse", rf"\b(?:my|our) (?:\w+ ){{0,2}}?{EN_SPOUSE}\b"),
        (
            "child",
            r"\b(?:have|had|got|with) (?:an? |our )?(?:\w+ )?(?:\d+|one|two|three|four|five|six)[- ]?(?:yo|y/o|yr|year|month|week)s?(?:[- ]old)?\b",
        ),
        (
            "child",
            rf"\b(?:my|our|(?:have|had|having|expecting) (?:an?|two|three)) (?:[\w-]+ ){{0,2}}?{EN_CHILD}\b",
        ),
        ("parent", rf"\b(?:my|our) (?:\w+ ){{0,2}}?{EN_PARENT}\b"),
        ("sibling", rf"\b(?:my|our|have (?:an?|two|three)) (?:\w+ ){{0,2}}?{EN_SIBLING}\b"),
        ("friend", r"\bmy (?:best|closest|oldest) friend\b"),
        (
            "",
            r"\bmy (?:[\w-]+ ){1,3}?(?:has|had|got|adopted|bought|rescued|owns|gave birth)\b[^.!?]*",
        ),
        (
            "",
            r"\b(?:boss|neighbou?r|cowork\w+|colleague|client|customer|teacher|roommate|friend's|doctor|landlord)\b",
        ),
    )
)
_ZH_WHO: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (predicate, re.compile(text))
    for predicate, text in (
        (
            "pet",
            rf"(?:有|养|领养|收养|买|接|抱|捡|领|救|添|新来的?|我家|家里|我的)(?!过)(?:回|到|来|了)*[^，。他她]{{0,8}}?{ZH_PET}",
        ),
        ("spouse", rf"我(?:和|跟|与)?(?:我)?(?:的)?{ZH_SPOUSE}"),
        ("child", rf"(?:我(?:的|家)?|我们?(?:家)?有|家里?(?:就|只|也)?(?:有)?)[^，。他她]{{0,4}}?{ZH_CHILD}"),
        ("sibling", rf"(?:我(?:的)?|我有|有(?:一)?个)[^，。他她]{{0,3}}?{ZH_SIBLING}"),
        (
            "",
            r"(?:室友|舍友|邻居|同事|老板|客户|同学|老师|朋友|闺蜜|房东|领导|亲戚|网友|隔壁|楼上|楼下|对门|人家|别人|[他她]家?|[表堂][哥姐弟妹])[^，。]{0,16}",
        ),
    )
)
_EACH = re.compile(
    r"(?:大的|小的|[黑白黄橘灰绿蓝红花胖瘦公母]的(?:那[只条])?|老大|老二|老三|哥哥|弟弟|姐姐|妹妹|另?一(?:条|只|个|匹))(?:小名|名字|的)?叫做?(?P<name>[\u3400-\u9fffA-Za-z]{1,5}?)(?=大的|小的|老大|老二|老三|另?一[条只个匹]|[，,、和]|$)"
)


def _last_mentioned(earlier: str, kinds: tuple[tuple[str, re.Pattern[str]], ...]) -> str:
    """The relation of whom the talk was about last; empty where that is nobody the person has."""
    found = [(match.end(), predicate) for predicate, kind in kinds for match in kind.finditer(earlier)]
    return max(found, key=lambda each: (each[0], not each[1]))[1] if found else ""


def _english(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    predicate = _last_mentioned(clause.earlier, _EN_WHO)
    for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["name"]) if predicate else ():
        yield Finding(predicate, verbatim(name))


def _whom(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    predicate = "child" if re.match(r"(?i)baby|son|daughter|twins", match["who"]) else "pet"
    for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["name"]):
        yield Finding(predicate, verbatim(name))


def _chinese(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    predicate = _last_mentioned(clause.earlier, _ZH_WHO)
    name = re.sub(r"[了啊呀哦呢吧]+$", "", match["name"])
    if predicate and name and not re.search(r"什么|啥|我|你|他|她|它", name):
        yield Finding(predicate, name)


def _each_chinese(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    predicate = _last_mentioned(clause.earlier, _ZH_WHO)
    for found in _EACH.finditer(clause.text) if predicate in {"pet", "child", "sibling"} else ():
        yield Finding(predicate, found["name"])


RULES: tuple[Rule, ...] = (
    rule(rf"^(?:and )?(?:his|her|its|their) names?(?:'s| is| are) {_NAMES}", _english),
    rule(rf"^(?:we|I)(?:'ve| have)? (?:named|called|call) (?:him|her|it|them) {_NAMES}", _english),
    rule(
        rf"^(?:we|I)(?:'ve| have)? (?:named|called|call) (?:the|our|my) (?:new |little )*(?P<who>{PET}|baby(?: boy| girl)?|son|daughter|twins) {_NAMES}",
        _whom,
    ),
    rule(rf"^(?:he|she|they)(?:'s|'re| is| are) (?:named|called) {_NAMES}", _english),
    rule(
        r"^我?(?:大的|小的|[黑白黄橘灰绿蓝红花胖瘦公母]的(?:那[只条])?|老大|老二|哥哥|弟弟|姐姐|妹妹|另?一[条只个匹])(?:小名|名字|的)?叫",
        _each_chinese,
    ),
    rule(
        r"^我?(?:给?[它他她])?(?:的)?(?:名字)?(?:就)?(?:叫[它他她]?|(?:取|起)(?:了)?(?:个)?名(?:字)?叫?|名叫)(?:做)?(?P<name>[\u3400-\u9fffA-Za-z]{1,6})$",
        _chinese,
    ),
)
