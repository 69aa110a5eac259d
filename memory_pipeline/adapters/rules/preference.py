"""Likes, dislikes, comparisons, and habits that changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules import habits
from memory_pipeline.adapters.rules.lexicon import TOOL
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, each, rule
from memory_pipeline.adapters.rules.values import chinese, chinese_list, english, english_list
from memory_pipeline.domain.assertion import Stance

_ALWAYS = re.compile(
    r"\s+(?:any (?:day|time|night)(?: of the week)?|anywhere|every (?:single )?time|most (?:days|nights|evenings|mornings|of the time)|in most cases|if possible|when possible|for sure)[.!\s]*$",
    re.IGNORECASE,
)
_AT_HAND = re.compile(
    r"\b(?:the|this|that) (?:\w+ )?(?:ones?|version|option|draft|design)\b|第[一二三四五六七八九十\d]+(?:个|版|种|款)|这[个版种款]|那[个版种款]",
    re.IGNORECASE,
)


def _compared(joint: str) -> Build:
    """`a` preferred to `b`, as one value that keeps both roles."""

    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        tidy = chinese if re.search(r"[\u3400-\u9fff]", match["a"] + match["b"]) else english
        better = tidy(re.sub(r"\s+(?:way|much|far|a lot|any day|definitely)$", "", match["a"]))
        worse = tidy(_ALWAYS.sub("", match["b"]))
        if better and worse and not _AT_HAND.search(f"{better} {worse}"):
            yield Finding("prefers", f"{better}{joint}{worse}")

    return build


def _changed(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """A habit given up (`a`) for another (`b`)."""
    tidy = chinese_list if re.search(r"[\u3400-\u9fff]", match["a"]) else english_list
    old, new = tidy(match["a"]), tidy(match.groupdict().get("b") or "")
    predicate = "uses" if _are_tools([*old, *new]) else "likes"
    for value in old:
        yield Finding(predicate, value, Stance.RETRACTED)
    for value in new:
        yield Finding(predicate, value)


_PRODUCT = re.compile(
    r"安卓|鸿蒙|苹果|华为|小米|荣耀|微信|钉钉|飞书|支付宝|[\u3400-\u9fff]*(?:系统|浏览器|输入法|云盘|网盘|会员)"
)
_EDIBLE = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|coke|pepsi|sprite|coffee|tea|milk|beer|wine|water|juice|nutella|marmite|vegemite)\b",
    re.IGNORECASE,
)


def _are_tools(values: list[str]) -> bool:
    """Whether all of them are products one uses: known tools, or names written as such."""
    return bool(values) and all(
        TOOL.fullmatch(value) is not None
        or _PRODUCT.fullmatch(value) is not None
        or (re.match(r"i?[A-Z]", value) is not None and not _EDIBLE.match(value))
        for value in values
    )


def _rather(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """更喜欢 …, with what it is compared to where the clause before names it (比起 …)."""
    worse = re.match(
        r"^我?(?:比起|相比于?|相较于|和|跟|与)(?P<b>[^，。]{1,12}?)(?:相比|比起来|比)?$", clause.before
    )
    for value in chinese_list(match["o"]):
        compared = chinese(worse["b"]) if worse else ""
        yield Finding("prefers", f"{value}胜过{compared}" if compared else value)


def _now_instead(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """What "now I drink …" takes up, where the clause before gave something up."""
    if re.search(
        r"\bused to (?:drink|eat|like|love|enjoy)\b|\b(?:stopped|quit|gave up|no longer|any ?more)\b|以前|之前|过去|原来|不再|戒了|已经不|不(?:喝|吃|用|玩|喜欢)[^，。]{1,8}了",
        clause.before,
    ):
        tidy = chinese_list if re.search(r"[\u3400-\u9fff]", match["o"]) else english_list
        for value in tidy(match["o"]):
            yield Finding("likes", value)


def _former(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    tidy = chinese_list if re.search(r"[\u3400-\u9fff]", match["o"]) else english_list
    for value in tidy(match["o"]):
        if not _DIETARY.fullmatch(value):
            yield Finding("likes", value, Stance.RETRACTED)


_DIETARY = re.compile(r"(?:纯|长|全)?素|素食|vegan|vegetarian(?: food)?")


def _favourite(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if re.search(
        r"\b(?:part|moment|scene|thing about|memory|day of|one|character|thing to)\b|^(?:way|time)\b",
        match["kind"],
    ):
        return
    for value in english_list(match["o"]) if match["kind"] else _lasting(match["o"]):
        yield Finding("likes", value)


_PLAYED = r"(?:the )?(?:tennis|football|soccer|basketball|volleyball|baseball|badminton|squash|golf|hockey|rugby|cricket|chess|poker|guitar|piano|violin|cello|drums|bass|banjo|ukulele|flute|saxophone|trumpet|harp|table tennis|ping pong|pickleball|softball|board games|video games|bridge|go)"
_LASTING = re.compile(
    r"^the (?!.*\bof\b)(?!(?:ocean|sea|seaside|beach|mountains?|outdoors|rain|snow|cold|heat|winter|summer|autumn|fall|spring|guitar|piano|violin|city|countryside|wilderness|gym|library|theat(?:er|re)|cinema|opera|ballet|"
    r"night|morning|dark|sun|quiet|forest|woods|arts|beatles|[A-Z]).*)",
)


def _not_at_hand(raw: str) -> list[str]:
    return [] if _AT_HAND.search(raw) else english_list(raw)


def _lasting(raw: str) -> list[str]:
    """The items of a list without what only the talk at hand makes definite ("the actors", "the plot")."""
    values = english_list(raw)
    return (
        []
        if values and _LASTING.match(values[0])
        else [value for value in values if not _LASTING.match(value)]
    )


_LIKES_EN = each("likes", _lasting)
_DISLIKES_EN = each("dislikes", _lasting)
_LIKES_ZH = each("likes", chinese_list)
_DISLIKES_ZH = each("dislikes", chinese_list)
_NO_LIKE = r"(?!to (?:say|think|admit|know|see|ask|hear|chat|talk to you|discuss|share|tell|try|introduce)\b|how\b|when\b|the way\b|that\b|this\b|it\b|you\b)"
_ZH_DO = r"(?:吃|喝|看|听|玩|打|跑|读|逛|唱|跳|写|画|做|去|踢|养|用|穿|爬|拍|收藏|旅|骑|钓|睡|泡|弹|游|学|聊|买|种|打扮|研究|运动|烹饪|阅读|摄影|干净|安静|热闹)"


def _not_into(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    text = match.group()
    if re.search(r"\b(?:into|fond of|keen on|crazy about|interested in|fan)\b", text):
        for value in english_list(match["o"]):
            yield Finding("dislikes", value)


def _chinese_likes(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """What 喜欢 governs; 最喜欢的菜是火锅 is about 火锅, not about 的菜."""
    raw = match["o"]
    named = re.match(r"^的(?P<kind>[^是]{0,10}?)(?:是|就是|有|包括)(?P<o>.+)$", raw)
    if named is not None:
        if re.search(r"地方|情节|场景|部分|方式|瞬间|一点|人$", named["kind"]):
            return
        raw = named["o"]
    elif raw.startswith("的"):
        return
    for value in chinese_list(raw):
        yield Finding("likes", value)


RULES: tuple[Rule, ...] = (
    *habits.RULES,
    rule(
        r"^(?P<o>[\u3400-\u9fff]{1,8}?)我(?:已经|现在|早就|再也|以后)*不(?:再)?(?:喝|吃|玩|看|听|喜欢)了$",
        _former,
    ),
    rule(r"<ME>(?:吃不惯|喝不惯|看不惯|受不了|用不惯)(?P<o>[^，。]{1,12}?)(?:的)?$", _DISLIKES_ZH),
    rule(
        r"<HAS>been (?:drawn to|getting into|into|fond of|passionate about|crazy about|obsessed with|a (?:huge |big )?(?:fan|lover) of) (?P<o>.+)$",
        _LIKES_EN,
    ),
    rule(
        r"<I>(?:'ve |have )?(?:gotten|got) (?:really |very )?into (?P<o>(?!(?:a|an|the|trouble|it)\b).+)$",
        _LIKES_EN,
    ),
    rule(r"<I>(?P<o>collect (?!the\b|this\b|that\b|my\b|our\b|data\b|from\b|it\b|them\b|\d).+)$", _LIKES_EN),
    rule(
        r"<I>(?:switched|changed|have switched|'ve switched)(?: over)? from (?P<a>[\w -]+?) to (?P<b>.+)$",
        _changed,
    ),
    rule(
        r"<ME>(?:从|由)(?P<a>[^，。搬到]{1,8}?)(?:换成|改成|改喝|改吃|改用)(?:了)?(?P<b>[^，。]{1,10})$",
        _changed,
    ),
    rule(
        r"<I>used to (?:drink|eat|like|love|enjoy|be (?:really )?into|be a (?:big )?fan of|play|watch) (?P<o>.+)$",
        _former,
    ),
    rule(
        r"<I>(?:no longer|don't|do not) (?:<A>)(?:drink|eat|like|love|enjoy|play|watch) (?P<o>.+?)\s+(?:anymore|any more|any longer|these days)$",
        _former,
    ),
    rule(r"<I>no longer (?:drink|eat|like|love|enjoy|play|watch) (?P<o>.+)$", _former),
    rule(
        r"<I>(?:stopped|quit|gave up|'ve stopped|have stopped|have given up|'ve given up) (?:drinking|eating|liking|watching|playing) (?P<o>(?!(?:an?|two|three|four|five|six|several|many|\d+|some) (?:few |couple of )?(?:day|week|month|year)s?\b|last |in \d|this |recently|completely|for |since |at ).+)$",
        _former,
    ),
    rule(r"<I>(?:have |'ve )?(?:gone|went) off (?P<o>.+)$", _former),
    rule(r"<AM>no longer (?:into|a fan of|interested in) (?P<o>.+)$", _former),
    rule(
        r"^我(?:已经|现在|早就|以后|最近|也)*(?:不再|不)(?:喝|吃|抽|喜欢|爱|玩|看|打(?!算))(?P<o>[^，。了]{1,10})了$",
        _former,
    ),
    rule(
        r"^我(?:已经|现在|早就|以后|最近|也)*不再(?:喝|吃|喜欢|爱|玩|看|打(?!算))(?P<o>[^，。了]{1,10})$",
        _former,
    ),
    rule(
        r"^我(?:已经|刚|最近|终于)*戒(?:掉)?了?(?P<o>咖啡|奶茶|可乐|甜食|糖|游戏|零食|烟|酒|茶)(?:了|[一二两三四五六七八九十几半\d]+(?:多)?(?:年|个月|天))*$",
        _former,
    ),
    rule(
        r"^我(?:以前|之前|曾经|过去|原来)(?:很|一直|都|是|最)*(?:喝|吃|喜欢|爱喝|爱吃|爱|玩)(?P<o>[^，。]{1,10})$",
        _former,
    ),
    rule(
        r"^(?:now )?I(?:'m)?\s+(?:<A>)(?:drink|eat|prefer|like|love|drinking|eating) (?P<o>.+)$", _now_instead
    ),
    rule(
        r"^我(?:现在|如今|改)*(?:都|只|改|开始)*(?:喝|吃|爱喝|爱吃|喜欢|玩)(?P<o>[^，。]{1,10})$",
        _now_instead,
    ),
    rule(
        r"<I>(?:would |'d )?(?:prefer) (?P<a>.+?) (?:to|over|rather than|instead of|more than|than) (?P<b>.+)$",
        _compared(" over "),
    ),
    rule(
        r"^I(?:'d| would) (?:much )?rather (?:have |drink |eat |be |go for |use )?(?P<a>.+?) (?:than|over) (?:have |drink |eat |take |do |be )?(?P<b>.+)$",
        _compared(" over "),
    ),
    rule(
        r"<I>(?:like|love|enjoy) (?P<a>.+?) (?:more|better|a lot more|much more) than (?P<b>.+)$",
        _compared(" over "),
    ),
    rule(
        r"^I(?:'d| would)? (?:always |rather )?(?:choose|pick|take) (?P<a>.+?) over (?P<b>.+?)(?: any day| any time| every time)?$",
        _compared(" over "),
    ),
    rule(
        r"^我?(?:(?:比起|相比于?|相较于|与其)|(?:跟|和)(?=[^，。我]{1,12}?(?:相比|比起来)))(?P<b>[^，。我]{1,12}?)(?:相比|比起来|来说)?[，,]?我?(?:还是|更|比较|宁愿|宁可|倒不如|不如)*(?:更?喜欢|更爱|偏爱|倾向于?|选|偏好)(?P<a>[^，。]{1,12})$",
        _compared("胜过"),
    ),
    rule(
        r"<ME>(?:更)?喜欢(?P<a>[^，。]{1,12}?)(?:胜过|多过|多于|而不是|而非|超过)(?P<b>[^，。]{1,12})$",
        _compared("胜过"),
    ),
    rule(
        r"<ME>(?:宁愿|宁可)(?P<a>[^，。]{1,12}?)(?:，)?也不(?:愿意?|想|要)?(?P<b>[^，。]{1,12})$",
        _compared("胜过"),
    ),
    rule(
        r"<ME>觉得(?P<a>[^，。]{1,10}?)比(?P<b>[^，。]{1,10}?)(?:好喝|好吃|好玩|好用|更好|更舒服|舒服|方便)(?:多了|得多)?$",
        _compared("胜过"),
    ),
    rule(
        r"<AM>(?:not|never) (?:really )?much of an? (?P<o>[\w ]+?) (?:drinker|eater|fan|person|lover)$",
        _DISLIKES_EN,
    ),
    rule(r"^(?:I'm a )?(?:big|huge|massive|lifelong) fan of (?P<o>.+?)(?: here)?$", _LIKES_EN),
    rule(r"^(?:big|huge|massive|lifelong) (?P<o>[\w' -]+) fan(?: here)?(?:,.*)?$", _LIKES_EN),
    rule(r"<MY>(?:go-to|usual|regular) (?:[\w-]+ ){1,2}is (?P<o>.+)$", _LIKES_EN),
    rule(
        r"^(?:in|during) my (?:free|spare|down) ?time,? I (?:<A>)(?:like to |love to |enjoy )?(?P<o>(?!am\b|have\b|want\b).+)$",
        _LIKES_EN,
    ),
    rule(
        rf"<I>play (?P<o>{_PLAYED})(?:\s+(?:every|on|at|in|with|regularly|twice|once|most|for fun|a lot|whenever|after|competitively)\b.*)?$",
        _LIKES_EN,
    ),
    rule(
        r"<I>(?:have |'ve )?(?:gave up|given up|quit|cut out) (?P<o>coffee|alcohol|sugar|caffeine|soda|smoking|sweets|energy drinks|drinking|gaming)(?:\s.*)?$",
        _former,
    ),
    rule(r"<I>prefer (?P<o>(?!to be (?:contacted|reached)|not to say).+)$", each("prefers", _not_at_hand)),
    rule(
        r"^I(?:'d| would) rather (?P<o>not (?!say|talk|answer|share|tell|discuss|do that|go into).+)$",
        each("prefers", lambda raw: [value] if (value := english(raw)) else []),
    ),
    rule(r"<MY>preference is (?:for )?(?P<o>.+)$", each("prefers", english_list)),
    rule(
        r"<ME>(?:更喜欢|还是(?:更)?喜欢|更爱|偏爱|偏好|更倾向于?|更偏向于?|更中意|更偏好)(?P<o>[^，。]{1,20})$",
        _rather,
    ),
    rule(
        r"<I>(?:don't|do not|never|didn't ever) (?:<A>)(?:like|enjoy|love|care for) (?P<o>.+)$", _DISLIKES_EN
    ),
    rule(
        r"<I>(?:hate|dislike|detest|loathe|despise|can't stand|cannot stand|can't bear|cannot bear|can't tolerate|absolutely hate|am not able to stand) "
        + _NO_LIKE
        + r"(?P<o>.+)$",
        _DISLIKES_EN,
    ),
    rule(
        r"<AM>not (?:<A>)(?:into|fond of|keen on|crazy about|interested in|a (?:huge |big |real )?fan of|much of a fan of|a) (?P<o>(?!good|bad|great|very).+?)(?: fan)?$",
        _not_into,
    ),
    rule(
        r"^(?P<o>[\w' -]{2,40}?) (?:is|are)(?: just| really)?(?: not|n't) (?:really )?(?:my (?:thing|cup of tea|favou?rites?|style)|for me)$",
        _DISLIKES_EN,
    ),
    rule(
        r"^(?:what I (?:hate|dislike) (?:the )?most is|my least favou?rite (?:\w+ ){1,3}(?:is|are)) (?P<o>.+)$",
        _DISLIKES_EN,
    ),
    rule(
        r"<ME>(?:不(?:太|怎么|是很|大|是特别)?(?:喜欢|爱(?="
        + _ZH_DO
        + r")|感冒|喜爱)|讨厌|厌恶|反感|受不了|最烦|烦透了?|痛恨|嫌弃)(?P<o>[^，。]{1,20})$",
        _DISLIKES_ZH,
    ),
    rule(
        r"<ME>对(?P<o>[^，。]{1,14}?)(?:都)?(?:不(?:太|怎么|是很)?感兴趣|没(?:有)?(?:什么|啥|太大)?兴趣|一点(?:儿)?兴趣(?:都|也)没有|无感|不感冒)$",
        _DISLIKES_ZH,
    ),
    rule(
        r"<I>(?:like|love|enjoy|adore|am loving|can't live without|cannot live without|can't get enough of) "
        + _NO_LIKE
        + r"(?P<o>.+)$",
        _LIKES_EN,
    ),
    rule(
        r"<AM>(?:a (?:huge|big|massive|real|great|die-?hard|avid|lifelong|keen) (?:fan|lover|follower) of|a fan of|into|fond of|crazy about|passionate about|keen on|obsessed with|interested in(?! (?:moving|booking|changing|know|hear|see|gett|find|buy|do|learning more|exploring|cancel|using|trying|working|applying|talking)\w*)|addicted to|hooked on|in love with(?! (?:him|her|you|my|some))|enthusiastic about|mad about) (?P<o>.+)$",
        _LIKES_EN,
    ),
    rule(
        r"<AM>an? (?:huge |big |massive |real |avid |lifelong |keen |total |true |such an? |bit of an? )*(?P<o>(?!(?:huge|big|massive|real|total|true|avid|such|complete) )(?!(?:huge|big|massive|real|total|true|avid|complete) ?)[\w-]+(?: [\w-]+)?) (?:fan|lover|enthusiast|addict|aficionado|buff|fanatic|nerd|junkie)$",
        _LIKES_EN,
    ),
    rule(r"<AM>an? (?:avid|keen|passionate|enthusiastic) (?P<o>\w+)$", _LIKES_EN),
    rule(
        r"<HAVE>(?:a (?:soft spot|passion|love|thing|weakness|sweet tooth)|a (?:strong|keen|deep|big) interest) (?:for|in) (?P<o>.+)$",
        _LIKES_EN,
    ),
    rule(
        r"<MY>(?:all[- ]time |absolute |current )*(?:favou?rite|fave) (?P<kind>(?:[\w-]+ ){0,4}?)(?:is|are|has to be|would be|was always)(?: definitely| probably)? (?P<o>.+)$",
        _favourite,
    ),
    rule(
        r"<MY>(?:main |biggest |other |favou?rite )*(?:hobby|hobbies|interests?|passions?|pastimes?)(?: is| are| include| includes|:) (?P<o>.+)$",
        _LIKES_EN,
    ),
    rule(
        r"^(?P<o>[\w' -]{2,40}?) (?:is|are) (?:one of )?my (?:(?:all-time |absolute )?favou?rites?|passion|jam|thing|cup of tea|guilty pleasure|weakness)(?: \w+)?$",
        _LIKES_EN,
    ),
    rule(
        r"<ME>(?:喜欢上|爱上|迷上|迷恋上?|沉迷于?|着迷于|痴迷于?|热衷于|酷爱|钟爱|热爱|喜爱|偏好|钟情于|最爱|超爱|喜欢|爱(?="
        + _ZH_DO
        + r"))(?:了)?(?P<o>[^，。]{1,24})$",
        _chinese_likes,
    ),
    rule(
        r"<ME>对(?P<o>[^，。]{1,14}?)(?:都|很|非常|特别|十分|比较|挺|蛮|也|超|越来越|一直|更|最)*(?:感兴趣|有兴趣|着迷|情有独钟|充满兴趣|有浓厚的?兴趣|感到着迷)(?:了)?$",
        _LIKES_ZH,
    ),
    rule(
        r"^我(?:的|平时的?|最大的|主要的?)*(?:爱好|兴趣爱好|兴趣|业余爱好|喜好)(?:就)?(?:是|有|包括|主要是|：|:)(?P<o>[^。]{1,40})$",
        _LIKES_ZH,
    ),
    rule(
        r"<ME>是(?:一名|一个|个|位)?(?P<o>[\u3400-\u9fffA-Za-z]{1,10}?)(?:的)?(?:忠实|铁杆|资深|狂热|死忠)?(?:粉丝|歌迷|影迷|球迷|书迷|戏迷|迷|爱好者|发烧友|控)$",
        _LIKES_ZH,
    ),
    rule(
        r"^我(?:的)?[\u3400-\u9fff]{1,3}(?:做|煮|烧|包|烤|炒)的(?P<o>[\u3400-\u9fff]{2,8})(?:一直)?是我(?:的)?(?:最爱|心头好)$",
        _LIKES_ZH,
    ),
    rule(
        r"^(?P<o>[\u3400-\u9fffA-Za-z]{1,10})(?:一直)?是我(?:的)?(?:最爱|爱好|心头好|最喜欢的[\u3400-\u9fff]{0,6})$",
        _LIKES_ZH,
    ),
)
