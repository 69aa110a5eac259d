"""What the person owns, uses and keeps as a pet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.lexicon import PET, TOOL, ZH_PET
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, each, pattern, rule, since, whole
from memory_pipeline.adapters.rules.turns import PETS_GONE
from memory_pipeline.adapters.rules.values import chinese, chinese_list, english, english_list, verbatim
from memory_pipeline.domain.assertion import Stance

_THING = (
    r"(?:cars?|suv|sedan|truck|pickup|van|minivan|motorcycles?|motorbikes?|scooter|bikes?|bicycles?|e-?bikes?|boats?|sailboat|yacht|rv|camper(?: ?van)?|house|home|apartment|flat|condo|cabin|cottage|farm|"
    r"guitars?|pianos?|violin|cello|ukulele|drum (?:kit|set)|keyboard|saxophone|flute|synth(?:esizer)?|laptops?|pc|computers?|macbook|imac|ipad|tablet|phone|iphone|kindle|e-?reader|cameras?|drone|"
    r"telescope|3d printer|printer|router|monitors?|headphones|earbuds|smart ?watch|apple watch|garmin|playstation|ps[45]|xbox|switch|console|treadmill|peloton|espresso machine|coffee (?:machine|maker)|"
    r"air fryer|robot vacuum|grill|tent|kayak|canoe|surfboard|snowboard|skis|skateboard|motorhome|restaurant|cafe|bakery|shop|store|business|company|startup|bookstore|salon|studio|tesla|toyota|honda|ford|"
    r"bmw|audi|mercedes|volkswagen|vw|subaru|mazda|nissan|hyundai|kia|volvo|porsche|jeep|lexus|prius|civic|corolla|camry|model [3sxy]|golf|mustang|vespa|harley|ducati)"
)
_ZH_THING = r"(?:车|汽车|电动车|摩托车?|自行车|单车|房子?|公寓|别墅|吉他|钢琴|小提琴|二胡|古筝|尤克里里|笔记本|电脑|手机|平板|相机|单反|无人机|望远镜|打印机|耳机|手表|游戏机|跑步机|咖啡机|帐篷|店|餐厅|公司|特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|蔚来|小鹏|理想|保时捷|沃尔沃|MacBook|iPhone|iPad|Switch|PS5|Kindle)"
_ZH_MEASURE = r"(?:一|两|三|四|几|二|\d+)?(?:辆|台|部|套|架|把|块|栋|间|家|艘|只|副|个|顶)"
_COUNT = r"(?:an?|one|two|three|four|five|six|several|a few|a couple of|some|\d+)"


def _thing(raw: str) -> str:
    text = english(re.sub(r"\s+(?:for|with|in|on|at|from|to|that|and)\b.*$", "", raw))
    return text if text and len(text.split()) <= 6 else ""


_PETS_NAMED = pattern(rf"\b{PET} (?:named|called) (?P<name><NAME>)")


def _pet(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A pet by its name where it has one, else as the animal it is."""
    groups = match.groupdict()
    name = verbatim(groups.get("name") or "")
    if re.match(r"得|了|个|什么|啥|不|起来|着|声|唤|醒|我|你", name):
        return
    named = [found["name"] for found in _PETS_NAMED.finditer(clause.probe)] if name else []
    if len(named) > 1:
        yield from (Finding("pet", item) for item in named)
    elif name:
        for part in re.split(r"\s*(?:,|、)\s*(?:and\s+)?|\s+and\s+|和", name):
            if not part.startswith(("它", "他", "她")):
                yield Finding("pet", verbatim(part), rest=groups.get("o") or "")
    elif groups.get("o"):
        value = (
            english(groups["o"])
            if groups["o"].isascii()
            else verbatim(re.sub(r"^(?:只|条|个|头|匹)", "", groups["o"]))
        )
        if value:
            yield Finding("pet", value)


_ZH_BRAND = re.compile(
    r"(?:安卓|鸿蒙|飞书|钉钉|企业微信|微信|语雀|石墨|印象笔记|有道云?笔记|幕布|腾讯文档|腾讯会议|支付宝|百度网盘|网易云|高德地图|百度地图|华为|小米|荣耀|苹果|联想|三星|索尼|大疆|滴答清单|番茄|豆包|文心一言|通义千问|剪映|微博|小红书|知乎|坚果云|搜狗)[A-Za-z0-9\u3400-\u9fff]{0,6}$"
)


def _zh_uses(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese(
        re.sub(
            r"(?:写|做|办公|沟通|协作|交流|联系|来|记|画|剪|跑|处理|开发|编程|部署|打|管|看|听|聊|开会|付款).*$",
            "",
            match["o"],
        )
    )
    if value and "@" not in value and (re.search(r"[A-Za-z]", value) or _ZH_BRAND.match(value)):
        yield Finding("uses", value)


def _uses(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    for value in english_list(
        re.sub(r"\s+(?:for|as|to|in|on|at|with|when|every|because)\s+.*$", "", match["o"])
    ):
        if any(ch.isupper() or ch.isdigit() for ch in value) or TOOL.fullmatch(value):
            yield Finding("uses", value, valid_from=since(clause))


_NAMED = r"(?:,? (?:named|called|whose name is|his name is|her name is),? |(?:, | [-–—] |: )(?=(?-i:[A-Z])))"
_NAMES = r"(?P<name><NAME>(?:(?:, | and |, and )<NAME>)*)"
_USES_EN = rule(
    r"<I>(?:use|am using|'m using|rely on|work with|code in|program in|write in|develop in) (?P<o>.+)$", _uses
)


def _zh_thing(raw: str) -> str:
    return chinese(re.sub(rf"^{_ZH_MEASURE}(?:新)?|的$", "", raw))


def _zh_car(raw: str) -> str:
    value = _zh_thing(
        re.sub(r"(?:上下班|上班|通勤|上学|代步|送货|拉货|出门|去[^，。]*|送[^，。]*)$", "", raw)
    )
    return (
        value
        if re.search(rf"{_ZH_THING}|[A-Z]", value)
        and "开车" not in value
        and not value.startswith("车")
        and not re.search("[我你他她]", value)
        else ""
    )


def _gone(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese(match["o"]) if re.search(r"[\u3400-\u9fff]", match["o"]) else _thing(match["o"])
    explicit = re.search(
        r"\b(?:sold|got rid|gave away|no longer|any ?more|any longer)\b|卖|送人", match.group()
    )
    if value and explicit:
        yield Finding("owns", value, Stance.RETRACTED)


def _on_device(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("uses", verbatim(match["o"]))
    if match["b"]:
        yield Finding("uses", verbatim(match["b"]))


def _gone_for_sure(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese(re.sub(r"^(?:把|那|这|我的?|之前的)+(?:辆|台|部|套|把|架|只)?", "", match["o"]))
    if value and (re.search(_ZH_THING, value) or re.search(r"[A-Za-z]", value)):
        yield Finding("owns", value, Stance.RETRACTED)


def _unused(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    tidy = chinese_list if re.search(r"[\u3400-\u9fff]", match["o"]) else english_list
    for value in tidy(match["o"]):
        yield Finding("uses", value, Stance.RETRACTED)


RULES: tuple[Rule, ...] = (
    *PETS_GONE,
    rule(
        r"^我(?:们)?家(?:的)?(?:车|座驾)是(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,16})$", whole("owns", _zh_thing)
    ),
    rule(
        r"^我(?:新|刚|最近|昨天|上周)*买的(?:车|手机|电脑|耳机|相机|平板|手表|键盘|显示器|鞋|包|游戏机|自行车|音箱)是(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,20})$",
        whole("owns", _zh_thing),
    ),
    rule(
        r"<AM>(?:still )?(?:on|using|running) (?:an? |my |the )?(?P<o>(?:ThinkPad|MacBook|iMac|Mac|Windows|Linux|Ubuntu|Fedora|Debian|Arch|Chromebook|iPhone|Pixel|Galaxy|Android|iOS|macOS|iPad|Surface|Dell|Firefox|Chrome|Safari)(?: (?:Air|Pro|Mini|Max|Ultra|\d[\w.]*|XPS|Linux|Studio|[A-Z]\d\w*))*)(?: (?:running|with) (?P<b>(?-i:[A-Z])[\w.]*(?: [\d.]+)?))?(?:[ ,].*)?$",
        _on_device,
    ),
    rule(
        r"<I>(?:write|do|keep|take|track|plan|store|edit|code|design|manage|draft|organi[sz]e|run) (?:everything|all (?:of )?my [\w ]{2,20}?|most of my [\w ]{2,20}?|my (?:notes|tasks|code|drafts|photos|budget|calendar|files|to-?dos|videos|music|docs|documents)|notes|(?:all )?our [\w ]{2,20}?) (?:in|with|on|using|through) (?P<o>(?-i:[A-Z])[\w+-]*(?: (?-i:[A-Z])[\w+-]*)?)\b",
        _uses,
    ),
    rule(
        r"<MY>(?:main|new|old|current|work|daily|primary|trusty|other|second) (?:car|phone|laptop|bike|camera|computer|truck|motorcycle|tablet|guitar|watch|console|ride) is (?:an? )(?P<o>.+)$",
        whole("owns", _thing),
    ),
    rule(
        r"<AM>driving an? (?P<o>(?:\d{4} )?(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z0-9])[\w-]*)*)(?: (?:now|these days))?$",
        whole("owns", _thing),
    ),
    rule(
        r"<I>(?:inherited|was given|got given|leased|lease|restored|am restoring|'m restoring) (?:an? |my )(?P<o>(?:[\w.'-]+ ){0,4}?"
        + _THING
        + r"(?![\w])(?: [\w.-]+){0,2})(?: from .*)?$",
        whole("owns", _thing),
    ),
    rule(
        r"<ME>(?:写代码|办公|画图|剪视频|记笔记|做设计|开会|记账|听歌|修图|做PPT|写文章|管理任务)(?:都|一般|主要|一直|习惯)*(?:是)?用(?P<o>[^，。]{1,20})$",
        _zh_uses,
    ),
    rule(
        r"<I>(?:have |'ve )?(?:just |recently |finally )*(?:switched|migrated)(?: over)? to (?P<o>(?-i:[A-Z])[\w+-]*(?: (?-i:[A-Z0-9])[\w.]*)?)(?: (?:from .+|last .+|this .+|in .+|for .+))?$",
        _uses,
    ),
    rule(
        r"<I>(?:daily[- ]drive|swear by|can't work without|do everything in|keep (?:everything|all my notes|my notes) in|manage everything (?:in|with)) (?P<o>(?-i:[A-Z])[\w+-]*(?: (?-i:[A-Z])\w*)?)\b",
        _uses,
    ),
    rule(
        r"^(?:my|our) team (?:uses|runs on|works with|is on) (?P<o>(?-i:[A-Z])[\w+-]*(?: (?-i:[A-Z])\w*)?)\b",
        _uses,
    ),
    rule(
        r"^我们(?:组|团队|公司|部门|这边|项目组|单位)?(?:里)?(?:都|一直|现在|主要|统一|内部|开会|沟通|平时)*(?:在)?(?:是)?用(?P<o>[^，。]{1,24})$",
        _zh_uses,
    ),
    rule(
        r"^我(?:的)?(?:手机|电脑)?(?:系统|操作系统|浏览器|编辑器|输入法|IDE|ide)(?:用的|装的)?是(?P<o>[^，。]{2,14})$",
        whole("uses", chinese),
    ),
    rule(
        r"<ME>(?:把)?(?:那|这|之前的|家里的)?(?:辆|台|部|套|把|架|只)?(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{1,10}?)(?:已经|昨天|上周)?(?:卖掉了|卖了|转手了|出手了|出掉了|二手卖了|送人了|扔了|报废了)$",
        _gone_for_sure,
    ),
    rule(rf"<ME>(?:用|写)(?P<o>{TOOL.pattern})(?:写代码|编程|做开发)?$", whole("uses", verbatim)),
    rule(
        r"<I>(?:sold|got rid of|gave away|no longer (?:own|have|drive)|don't (?:own|have|drive)) (?:my |our |the |an? )?(?P<o>(?:[\w.-]+ ){0,3}?"
        + _THING
        + r")(?:,? (?:anymore|any more|any longer|last \w+|yesterday|today|recently|(?:a|two|three|a few) \w+ ago|in .*|too .*|so .*|and .*))?$",
        _gone,
    ),
    rule(
        r"<I>(?:no longer|don't|do not|stopped|quit) us(?:e|ing) (?P<o>.+?)(?: anymore| any more| any longer| at work)(?:,.*)?$",
        _unused,
    ),
    rule(r"<I>(?:no longer use|stopped using|quit using) (?P<o>.+)$", _unused),
    rule(
        r"^我?(?:已经|刚|最近|上个月|去年|的)*(?:把)?(?:那|这)?(?:辆|台|部|套|把|架)?(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{0,8}"
        + _ZH_THING
        + r")(?:给)?(?:卖|送人)(?:掉)?了$",
        _gone,
    ),
    rule(r"^我(?:已经|现在|早就)*不(?:再)?用(?P<o>[^，。了]{1,14})了$", _unused),
    rule(rf"<HAVE>{_COUNT} (?P<o>(?:[\w'-]+ ){{0,4}}?{PET}){_NAMED}{_NAMES}", _pet),
    rule(
        rf"<I>(?:just |recently )?(?:adopted|rescued|got|bought) {_COUNT} (?P<o>(?:[\w'-]+ ){{0,4}}?{PET}){_NAMED}{_NAMES}",
        _pet,
    ),
    rule(
        rf"<MY>(?:(?!\w+(?:'s|s') )[\w'-]+ ){{0,3}}?(?P<o>{PET})(?:'s name is|s are called|s are named|s' names are|'s called| is called| is named|,)? {_NAMES}(?=,|$| (?:and|is|was|who|has|had|ate|got|ran|bit|threw|just|keeps?|won't|can't|doesn't|will|does|did|always|never|(?-i:[a-z])\w+ed|(?-i:[a-z])\w+s)\b)",
        _pet,
    ),
    rule(
        rf"<HAVE>(?P<o>{_COUNT} (?:[\w'-]+ ){{0,3}}?{PET})(?:\s+(?:at home|and|now|who|that|in)\b.*)?$", _pet
    ),
    rule(rf"<I>(?:just |recently )?(?:adopted|rescued) (?P<o>{_COUNT} (?:[\w'-]+ ){{0,3}}?{PET})\b.*$", _pet),
    rule(
        rf"<ME>(?:家里?)?(?:<ADV>)(?:养|领养|有|收养|新添|添|买)(?:了|着)?(?P<o>(?:一|两|三|四|几|\d+)?(?:只|条|个|头|匹)?[\u3400-\u9fff]{{0,4}}?{ZH_PET})[，,]?(?:它)?(?:的)?(?:名字)?(?:分别)?(?:叫做?|名叫|取名叫?|起名叫?)(?P<name>[\u3400-\u9fffA-Za-z、和]{{1,12}})$",
        _pet,
    ),
    rule(
        rf"^我(?:们)?(?:家)?(?:的|家里的|养的)*(?:那)?(?:只|条)?(?P<o>[\u3400-\u9fff]{{0,4}}?{ZH_PET})(?:的名字)?(?:叫做?|名叫|是叫)(?P<name>[\u3400-\u9fffA-Za-z]{{1,8}})$",
        _pet,
    ),
    rule(
        rf"<ME>(?:家里?)?(?:<ADV>)(?:养|领养|收养)(?:了|着)?(?!过)(?P<o>(?:一|两|三|四|几|\d+)?(?:只|条|个|头|匹)?[\u3400-\u9fff]{{0,4}}?{ZH_PET})$",
        _pet,
    ),
    rule(
        rf"<ME>(?:家里?)?(?:<ADV>)有(?P<o>(?:一|两|三|四|几|\d+)(?:只|条|头|匹)[\u3400-\u9fff]{{0,4}}?{ZH_PET})$",
        _pet,
    ),
    rule(
        r"<I>(?:just |recently )?(?:adopted|rescued) an? (?:[\w'-]+ ){0,3}?(?P<o>\w+) (?:named|called) (?P<name><NAME>)",
        _pet,
    ),
    rule(
        r"<I>(?:have |'ve )?(?:just |recently |finally )*(?:got|gotten|bought|picked up|treated)(?: myself)?(?: to)? (?:an? |my )(?:new |used )?(?P<o>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z0-9])[\w-]*)+)(?:[ ,].*)?$",
        whole("owns", _thing),
    ),
    rule(
        r"<I>gave (?:away )?(?:my |our )(?P<o>(?:[\w.-]+ ){0,3}?" + _THING + r")(?: away)(?:\s.*)?$",
        _gone,
    ),
    rule(
        r"<I>run (?:an? |my own )(?P<o>(?:[\w'-]+ ){0,3}?(?:bakery|restaurant|caf[eé]|shop|store|company|startup|studio|agency|farm|business|salon|consultancy|podcast|blog|bookstore|gym|clinic|nonprofit|brewery|channel))\b.*$",
        whole("owns", english),
    ),
    rule(
        r"<I>(?:have |'ve )?(?:just |recently |finally )*(?:bought|purchased) (?:an? |my )(?:new |used |second-hand )?(?P<o>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z0-9])[\w-]*)+)(?:\s.*)?$",
        whole("owns", _thing),
    ),
    rule(
        r"<ME>(?:自己|合伙|和朋友|跟朋友)*开(?:了)?(?P<o>(?:一)?(?:家|间|个)?[\u3400-\u9fff]{1,8}(?:店|馆|厅|公司|工作室|吧|坊|厂|民宿|书店|诊所))$",
        whole("owns", _zh_thing),
    ),
    rule(
        r"<I>(?:drive|ride) (?:an? |my )(?P<o>(?!(?:\w+ )?(?:sons?|daughters?|kids?|children|wife|husband|mom|mum|dad|mother|father|brother|sister|friends?|parents?|boss|dog|cat)\b).+)$",
        whole("owns", _thing),
    ),
    rule(r"<I>own (?:an? |my own )?(?P<o>(?!up\b|it\b|my\b).+)$", whole("owns", _thing)),
    rule(
        rf"<HAVE>(?:{_COUNT} )(?P<o>(?:[\w.'-]+ ){{0,4}}?{_THING}(?![\w])(?: [\w.-]+){{0,2}})$",
        whole("owns", _thing),
    ),
    rule(
        rf"<I>(?:have |'ve )?(?:just |recently |finally )*(?:bought|purchased|got|picked up)(?: myself)? (?:an? |my )(?P<o>(?:[\w.'-]+ ){{0,4}}?{_THING}(?![\w])(?: [\w.-]+){{0,2}}.*)$",
        whole("owns", _thing),
    ),
    rule(
        r"<MY>(?:car|phone|laptop|bike|camera|computer|truck|motorcycle|tablet) is (?:an? )(?P<o>.+)$",
        whole("owns", _thing),
    ),
    rule(
        rf"<ME>(?:买|入手|换|提)(?:了)?(?P<o>{_ZH_MEASURE}[\u3400-\u9fffA-Za-z0-9 ]{{0,10}}{_ZH_THING}[A-Za-z0-9 ]{{0,8}})$",
        whole("owns", _zh_thing),
    ),
    rule(
        r"<ME>(?:新)?换了(?:台|部|个)?(?P<o>(?:华为|小米|苹果|荣耀|红米|三星|一加|OPPO|vivo|iPhone|MacBook|iPad)[\w ]{0,12})$",
        whole("owns", chinese),
    ),
    rule(
        rf"<MY>{PET} are (?P<name><NAME>(?:, <NAME>)*,? and <NAME>)$",
        _pet,
    ),
    rule(
        r"<I>(?:have |'ve )?switched to (?P<o>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?)(?: (?:last|this|in|for|from)\b.*)?$",
        _uses,
    ),
    rule(
        r"<ME>(?:新)?(?:买|入手|换|提)了(?:一)?(?:辆|台|部|套|架|把|块|只|个|副|双|款)(?:新)?(?P<o>[\u3400-\u9fff]{0,6}[A-Za-z]*[\u3400-\u9fff]{0,2}[A-Za-z0-9][A-Za-z0-9 ]{0,10}[\u3400-\u9fff]{0,4})$",
        whole("owns", chinese),
    ),
    rule(
        rf"<ME>(?:家里?)?有(?P<o>{_ZH_MEASURE}[\u3400-\u9fffA-Za-z0-9 ]{{0,10}}{_ZH_THING}[A-Za-z0-9 ]{{0,8}})$",
        whole("owns", _zh_thing),
    ),
    rule(
        r"<ME>(?:开|骑)(?:的(?:车)?是|着)?(?P<o>(?:一辆|一台)?[\u3400-\u9fffA-Za-z0-9 ]{2,14})$",
        whole("owns", _zh_car),
    ),
    rule(
        r"^我(?:的|现在的?|用的)*(?:车|手机|电脑|相机|笔记本)是(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,20})$",
        whole("owns", _zh_thing),
    ),
    rule(
        r"<MY>(?:favou?rite |main |preferred |primary )?(?:editor|ide|browser|os|operating system|shell|terminal|programming language|stack) is (?P<o>.+)$",
        each("uses", english_list),
    ),
    _USES_EN,
    rule(
        r"<ME>(?:习惯|喜欢)?(?:(?:手机|电脑|相机)用的?(?:是)?|在用的(?:手机|电脑|相机)?是|用的(?:手机|电脑|相机)?是|使用|在用|用着|用)(?P<o>[^，。]{1,24})$",
        _zh_uses,
    ),
)
