"""Family and friends: who stands in which relation to the person. Facts about those people are not the person's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_PARENT,
    EN_SIBLING,
    EN_SPOUSE,
    JEST_NAMES,
    NOT_EN_NAME,
    ZH_CHILD,
    ZH_PARENT,
    ZH_SIBLING,
    ZH_SPOUSE,
    is_chinese_name,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, rule
from memory_pipeline.adapters.rules.values import english, verbatim

_NAMES = r"(?P<name><NAME>(?:(?:, | and |, and )<NAME>)*)"
_COUNT = r"(?:an?|one|two|three|four|five|six|\d+|a couple of)"
_ADJECTIVE = r"(?:(?:older|younger|elder|big|little|twin|eldest|oldest|youngest|middle|only|lil|kid|late|new|dear|beautiful|lovely|baby|first|second|\d+[- ]year[- ]old|best) )*"
_ZH_NOT_A_NAME = re.compile(r"^(?:我|你|他|她|它|什么|做|去|来|人|不|的|得|醒|停|外卖|车|上|起|了)|了$|的$")


def _named(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        for part in re.split(r"\s*(?:,|、)\s*(?:and\s+)?|\s+and\s+|和|跟", match["name"]):
            kin = "child" if predicate == "sibling" and _TWINS.search(_clause.earlier[-24:]) else predicate
            name = re.sub(r"(?:'s)?$", "", re.sub(r"(?:了|啊|呀|吧|哦|呢)+$", "", verbatim(part)))
            if (
                name
                and not _ZH_NOT_A_NAME.search(name)
                and not re.match(r"(?i)(?:i|i'm|we|he|she|and)\b", name)
            ):
                yield Finding(kin, name)

    return build


# "双胞胎女儿，姐姐叫初一，妹妹叫十五": sisters of each other.
_TWINS = re.compile(r"(?:双胞胎|龙凤胎|[俩两二三仨]个?)(?:的)?(?:女儿|儿子|孩子|娃|宝宝|闺女|丫头|小子)")


def _surely_named(predicate: str) -> Build:
    """Names after a bare "is": only what cannot be an origin, a faith or another adjective."""

    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        for found in _named(predicate)(match, clause):
            if not NOT_EN_NAME.search(found.object) and not JEST_NAMES.search(found.object):
                yield found

    return build


def _full_name(predicate: str) -> Build:
    """A Chinese full name that stands right behind the kinship (我老公张伟)."""

    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        name = match["name"]
        if (is_chinese_name(name) and name[-1] not in "天今昨明后下上") or _PET_NAME.fullmatch(name):
            yield Finding(predicate, name)

    return build


# What families call each other: 小宇, 阿强, 乐乐; and words that only look like it.
_PET_NAME = re.compile(
    r"(?!小学|小时|小心|小朋友|小声|小区|小便|小气|阿姨|天天|常常|往往|偏偏|刚刚|渐渐|慢慢|明明|悄悄|偷偷|好好|每每|仅仅|通通|统统|年年|整整|妈妈|爸爸|哥哥|姐姐|弟弟|妹妹)(?:[小阿][\u3400-\u9fff]|([\u3400-\u9fff])\1)"
)


_AND_I = re.compile(r"(?:^|[.!?\n]\s*)(?P<name>[A-Z][\w'-]+)\s+and\s*$")


def _and_i(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Gabriel and I have been married for years": the name stands before the clause."""
    said = _AND_I.search(clause.earlier)
    if said is not None and not NOT_EN_NAME.search(said["name"]):
        yield Finding("spouse", said["name"])


def _with_ages(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """ "My kids Leo (4) and Iris (7)"."""
    for name in re.findall(r"[A-Z][\w'-]+", match["name"]):
        yield Finding("child", name)


def _counted(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        raw = match["o"]
        value = (
            verbatim(re.sub(r"^(?:一个|个)", "", raw)) if re.search(r"[\u3400-\u9fff]", raw) else english(raw)
        )
        if value:
            yield Finding(predicate, value)

    return build


def _english_rules(predicate: str, kin: str) -> tuple[Rule, ...]:
    return (
        rule(
            rf"<MY>{_ADJECTIVE}{kin}(?:'s|s'|s)? (?:full |first )?names? (?:is|are) {_NAMES}",
            _named(predicate),
        ),
        rule(rf"<MY>{_ADJECTIVE}{kin} (?:is|are) (?:named|called) {_NAMES}", _named(predicate)),
        rule(rf"<MY>{_ADJECTIVE}{kin}(?: is|'s) (?P<name><NAME>)(?=,|$)", _surely_named(predicate)),
        rule(
            rf"<MY>{_ADJECTIVE}{kin} are (?P<name><NAME>(?:, <NAME>)*,? and <NAME>)$",
            _named(predicate),
        ),
        rule(
            rf"<MY>{_ADJECTIVE}{kin},? {_NAMES}(?=,| (?-i:[a-z])|$)",
            _named(predicate),
        ),
        rule(rf"^{_NAMES} (?:is|are) my {_ADJECTIVE}{kin}$", _named(predicate)),
        rule(
            rf"<HAVE>{_COUNT} {_ADJECTIVE}{kin}(?:,|:)? (?:(?:and )?(?:named|called) |whose names? (?:is|are) |(?:his|her|their) names? (?:is|are) )?{_NAMES}",
            _named(predicate),
        ),
    )


def _chinese_rules(predicate: str, kin: str) -> tuple[Rule, ...]:
    return (
        rule(
            rf"^我(?:们)?(?:家)?(?:的)?(?:亲|双胞胎|最好的|好)?{kin}(?:(?:是|今年|现在|在|上|刚|已经|姓)[^，。叫]{{1,10}}[，,])?(?:的)?(?:小名|大名|乳名|英文名|名字|全名)?(?:分别)?(?:叫做?|名叫|是叫)(?P<name>[\u3400-\u9fff·A-Za-z、和]{{1,12}}?)(?:[，,].*|（.*|和我.*)?$",
            _named(predicate),
        ),
        rule(
            rf"^我(?:们)?(?:家)?(?:的)?{kin}(?:的)?(?:名字|全名)是(?P<name>[\u3400-\u9fff·A-Za-z]{{1,10}})$",
            _named(predicate),
        ),
        rule(
            rf"^我(?:们)?(?:家)?(?:的)?(?:亲)?{kin}(?P<name>[\u3400-\u9fff]{{2,3}}?)(?=在|是|和|也|今年|喜欢|去|最近|都|就|刚|很|明天|下周|下个?月|下礼拜|上周|上个?月|昨天|今天|前天|后天|这周|这个月|要|会|生病|发烧|考上|结婚|来|到|有|没|不|把|给|让|跟|住|爱|怀孕|马上|快|又|，|$)",
            _full_name(predicate),
        ),
        rule(
            rf"^(?P<name>[\u3400-\u9fff·]{{2,4}})是我(?:的)?(?:亲|双胞胎|最好的|好)?{kin}$", _named(predicate)
        ),
        rule(
            rf"^我(?:们)?(?:家)?<ADV>有(?:了)?(?:一|两|二|三|四|几|\d+)?(?:个|位)(?:亲)?{kin}[，,]?(?:名字)?(?:分别)?(?:叫做?|名叫)(?P<name>[\u3400-\u9fff·A-Za-z、和]{{1,14}})$",
            _named(predicate),
        ),
    )


def _married(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    named = is_chinese_name(match["name"])
    if named and re.search(r"结婚|结了婚|嫁给|娶了|领证|领了证|订婚|办了?婚礼", match.group()):
        yield from _named("spouse")(match, clause)


RULES: tuple[Rule, ...] = (
    *_english_rules("spouse", EN_SPOUSE),
    *_english_rules("child", EN_CHILD),
    *_english_rules("parent", EN_PARENT),
    *_english_rules("sibling", EN_SIBLING),
    rule(
        rf"<MY>(?:(?:best|closest|oldest|good|childhood|dear|old) )?friend,? {_NAMES}(?=,| (?-i:[a-z])|$)",
        _named("friend"),
    ),
    rule(
        rf"<MY>(?:best |closest |oldest |good |childhood )?(?:friend|mate|buddy|pal)(?:'s)? (?:name )?is (?:named |called )?{_NAMES}$",
        _named("friend"),
    ),
    rule(
        rf"^{_NAMES} is (?:my|one of my) (?:best|closest|oldest|good|close|childhood)? ?friends?$",
        _named("friend"),
    ),
    rule(rf"<HAVE>an? (?:\w+ )?friend (?:named|called) {_NAMES}$", _named("friend")),
    rule(
        rf"<AM>(?:married|engaged) to (?:an? (?:\w+ ){{0,2}}(?:man|woman|guy|girl|person) (?:named|called) )?{_NAMES}",
        _named("spouse"),
    ),
    rule(rf"<I>(?:got )?married {_NAMES}", _named("spouse")),
    rule(
        rf"<MY>{_ADJECTIVE}(?:kids|children|sons|daughters|boys|girls|twins),? (?P<name>(?-i:[A-Z])[\w'-]+ ?\(\d+\)(?:(?:, | and |, and )(?-i:[A-Z])[\w'-]+ ?\(\d+\))*)",
        _with_ages,
    ),
    rule(r"<I>(?:just |recently )*had an? (?P<o>baby (?:boy|girl)|son|daughter)\b", _counted("child")),
    rule(rf"<HAVE>an? {_ADJECTIVE}(?:brother|sister|sibling),? (?P<name><NAME>)$", _surely_named("sibling")),
    rule(
        r"<ME>有(?:了)?(?P<o>(?:一|两|二|三|四|\d+)?个(?:亲|双胞胎)?(?:哥哥|弟弟|姐姐|妹妹|哥|弟|姐|妹))(?:在|是|比|也|跟|和|还|都|今年|上|读).*$",
        _counted("sibling"),
    ),
    rule(
        r"^(?:I|we)(?:'ve| have)? (?:been |got |are |were |am )*(?:happily |just )?(?:married|engaged)(?:$| (?:for|since|last|in (?!an?\b|the\b)|on|now|this|and)\b)",
        _and_i,
    ),
    rule(
        r"<ME>有(?P<o>[一两二三]儿[一两二三]女|[一两二三]女[一两二三]儿|一对(?:双胞胎|龙凤胎|儿女)(?:女儿|儿子)?|(?:俩|仨|两个|三个)(?:娃|儿子|女儿|孩子|闺女|男孩|女孩))$",
        _counted("child"),
    ),
    rule(rf"<I>(?:just |recently )?got (?:married|engaged|hitched) to {_NAMES}", _named("spouse")),
    rule(
        rf"^{_NAMES} and I (?:are|got|were|have been) (?:just |now |newly |happily )*(?:married|engaged)\b(?! in\b(?! (?:\d|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))",
        _named("spouse"),
    ),
    rule(
        rf"<MY>{_ADJECTIVE}(?:{EN_CHILD}|kiddo),? {_NAMES},? (?:and {_NAMES.replace('name', 'other')},? )?(?:is|are|was|turned|turns|just|starts?|started|goes|has|had|will|can|loves?|who)\b",
        _surely_named("child"),
    ),
    rule(
        rf"<HAVE>{_COUNT} {_ADJECTIVE}(?:sons|daughters|kids|children|boys|girls|twins)(?:,|:| -| –| —)? {_NAMES}",
        _named("child"),
    ),
    rule(
        rf"<HAVE>(?P<o>(?:two|three|four|five|six|\d+) {_ADJECTIVE}(?:sons|daughters|children|kids|boys|girls)|an? {_ADJECTIVE}(?:son|daughter|kid|child|baby (?:boy|girl)|toddler)|twins)(?:\s+(?:at home|now|who|that|and|in|aged)\b.*)?$",
        _counted("child"),
    ),
    rule(
        rf"<HAVE>(?P<o>(?:two|three|four|five|six|\d+|an?|one) {_ADJECTIVE}(?:brothers?|sisters?|siblings)(?: and (?:an?|one|two|three) {_ADJECTIVE}(?:brothers?|sisters?))?)(?:\s+(?:who|that|in)\b.*)?$",
        _counted("sibling"),
    ),
    *_chinese_rules("spouse", ZH_SPOUSE),
    *_chinese_rules("child", ZH_CHILD),
    *_chinese_rules("parent", ZH_PARENT),
    *_chinese_rules("sibling", ZH_SIBLING),
    *_chinese_rules("friend", r"(?:朋友|好友|闺蜜|死党|好朋友|发小|铁哥们|好哥们|哥们|好姐妹)"),
    rule(
        r"<ME>(?:和|跟|与|嫁给了?|娶了)(?P<name>[\u3400-\u9fff]{2,4}?)(?:(?:上|这|去|今|昨|前|刚|已|终于|在)[^，。]{0,6}?)?(?:结婚了?|结了婚|领证了?|领了证|订婚了?|办了?婚礼了?|结婚[一二两三四五六七八九十几\d]+(?:多)?年了?)?$",
        _married,
    ),
    rule(
        r"<ME>有(?:了)?(?P<o>(?:一|两|二|三|四|\d+)个(?:\S{0,3})?(?:儿子|女儿|孩子|小孩|宝宝|娃))$",
        _counted("child"),
    ),
    rule(
        r"<ME>有(?P<o>(?:一|两|二|三|四|\d+)?个(?:亲)?(?:哥哥|弟弟|姐姐|妹妹|兄弟姐妹))$", _counted("sibling")
    ),
)
