"""Tastes in passing: what is fronted, ordered, avoided or taken up instead. `preference` reads these wordings first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, each, rule, whole
from memory_pipeline.adapters.rules.values import chinese, chinese_list, english, english_list, verbatim

_NO_FRONT = re.compile(
    r"[我你您他她它]|的|^(?:这|那|其实|但|所以|因为|今天|昨天|现在|说|听|什么|谁|哪)|[的了吗呢吧]$"
)


def _fronted(predicate: str) -> object:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        if not _NO_FRONT.search(match["o"]):
            for value in chinese_list(match["o"]):
                yield Finding(predicate, value)

    return build


def _of_two(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """ "Between Vim and Emacs I prefer Vim": the one that is chosen must be one of the two."""
    chosen = english(match["o"])
    other = {english(match["a"]).lower(): match["b"], english(match["b"]).lower(): match["a"]}.get(
        chosen.lower()
    )
    if chosen and other is not None:
        yield Finding("prefers", f"{chosen} over {english(other)}")


def _over(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    better, worse = english(match["a"]), english(match["b"])
    if better and worse:
        yield Finding("prefers", f"{better} over {worse}")


def _either(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    for value in re.split(r"或者?|、|和|跟", match["o"]):
        yield Finding("likes", value)


def _rather_than(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    better, worse = chinese(match["a"]), chinese(match["b"])
    if better and worse:
        yield Finding("prefers", f"{better}胜过{worse}")


def _taken(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("likes", verbatim(f"{match['k']} {english(match['o']) or match['o']}"))


RULES: tuple[Rule, ...] = (
    rule(
        r"^between (?P<a>[\w' -]{2,24}?) and (?P<b>[\w' -]{2,24}?),? I(?:'d)? (?:always |would |usually |much |definitely )*(?:prefer|choose|pick|take|go (?:for|with)|like) (?P<o>[\w' -]{2,24})$",
        _of_two,
    ),
    rule(
        r"<I>(?:take|drink|have|like|order|want) my (?P<k>coffee|tea|espresso|steak|eggs|burgers?|pizza|noodles|curry) (?P<o>(?:black|with(?:out)? [\w ]+|white|iced|strong|weak|sweet|unsweetened|(?:medium[- ])?rare|medium|well[- ]done|over easy|sunny side up|scrambled|extra [\w ]+|spicy|mild|hot|decaf))(?:,.*)?$",
        _taken,
    ),
    rule(r"^nothing beats (?P<o>.+)$", each("likes", english_list)),
    rule(r"<I>(?:could|can) never get into (?P<o>.+)$", each("dislikes", english_list)),
    rule(
        r"<I>(?:have |'ve )?never (?:really |much )?(?:liked|been into|been a fan of|enjoyed|cared for) (?P<o>.+)$",
        each("dislikes", english_list),
    ),
    rule(
        r"<ME>(?:周末|下班后|有空|没事|闲时)?(?:一般|通常|经常|常常?)(?:都|会)?去?(?P<o>(?:爬山|骑行|骑车|游泳|跑步|健身|钓鱼|露营|打球|打羽毛球|打篮球|踢球|滑雪|徒步|瑜伽|看展|逛公园)(?:(?:或者?|、|和|跟)(?:爬山|骑行|骑车|游泳|跑步|健身|钓鱼|露营|打球|打羽毛球|打篮球|踢球|滑雪|徒步|瑜伽|看展|逛公园))*)$",
        _either,
    ),
    rule(
        r"<I>(?:live for|swear by|could live on|can eat) (?P<o>(?!this\b|it\b|that\b|the moment\b|my\b).+?)(?: every day)?$",
        each("likes", english_list),
    ),
    rule(
        r"^(?P<o>(?!(?:it|this|that|he|she|you|they|which|what)\b)[\w' -]{2,30}?) (?:always )?makes? me (?:so |really |very )?happy$",
        each("likes", english_list),
    ),
    rule(
        r"<MY>(?:guilty pleasure|comfort food|happy place|obsession|current obsession|weakness) (?:is|are) (?P<o>.+)$",
        each("likes", english_list),
    ),
    rule(r"^(?P<a>[\w' -]{2,24}?) over (?P<b>[\w' -]{2,24}?) (?:any day|every time|always|for me)$", _over),
    rule(
        r"^(?:it's|it is) (?:mostly|mainly|all|only|usually|more) (?P<o>[\w' -]{2,30}?) for me(?: now| these days)?$",
        each("likes", english_list),
    ),
    rule(
        r"^(?P<o>(?!(?:it|this|that|he|she|you|they|which|what)\b)[\w' -]{2,30}?) (?:(?:really |always |just |totally )*(?:grosse?s?|creeps?|freaks?|weirds?|stresse?s?) me out|(?:really |always |just )*(?:annoys?|irritates?|bores?|disgusts?) me|drives? me (?:crazy|nuts|mad|insane)|gives? me (?:anxiety|the creeps))(?: to death)?$",
        each("dislikes", english_list),
    ),
    rule(
        r"<AM>(?:totally |completely |absolutely )?(?:sold on|nuts about|a sucker for|big on|partial to|really into|all about) (?P<o>.+)$",
        each("likes", english_list),
    ),
    rule(
        r"<AM>(?:sick|tired|sick and tired) of (?P<o>(?!it\b|this\b|that\b|you\b|being\b|waiting\b|having\b).+)$",
        each("dislikes", english_list),
    ),
    rule(
        r"<I>(?:avoid|steer clear of|stay away from|am terrified of|'m terrified of|am scared of|'m scared of) (?P<o>(?!it\b|this\b|that\b|them\b|doing that\b).+)$",
        each("dislikes", english_list),
    ),
    rule(
        r"<I>(?:got|have gotten|have got|fell) (?:hooked on|in love with|addicted to) (?P<o>(?!him\b|her\b|you\b|my\b|someone\b|it\b).+)$",
        each("likes", english_list),
    ),
    rule(
        r"^我?(?P<o>[\u3400-\u9fff]{1,6}?)我(?:是|真的|实在|根本|完全|从来|一直)*(?:一口|一点儿?)?(?:都|也|就)?(?:吃不了|吃不下|喝不了|接受不了|受不了|碰都不碰|不碰|不(?:太|怎么|是很|大|是特别)?(?:喜欢|爱)(?:吃|喝|看|玩|听)?|讨厌|喝不惯|吃不惯|欣赏不来)$",
        _fronted("dislikes"),  # type: ignore[arg-type]
    ),
    rule(
        r"^我?(?P<o>[\u3400-\u9fffA-Za-z]{1,8}?)我(?:是|真的|可|最|超级?|特别|太|很|非常|一直|都)*(?:爱(?:吃|喝|看|玩|听|死)?|喜欢(?:吃|喝|看|玩|听)?)(?:了)?$",
        _fronted("likes"),  # type: ignore[arg-type]
    ),
    rule(r"^我?能(?P<a>[^，。]{1,8}?)就(?:绝|一定|尽量)?不(?P<b>[^，。]{1,8})$", _rather_than),
    rule(
        r"<ME>(?:是)?(?P<o>[\u3400-\u9fffA-Za-z0-9]{1,10}?)(?:的)?(?:铁粉|老粉|真爱粉|死忠粉|忠粉|脑残粉|骨灰级粉丝|十年老粉|铁杆粉|重度爱好者|重度用户)$",
        whole("likes", chinese),
    ),
    rule(
        r"<ME>喝(?P<o>(?:美式|拿铁|咖啡|奶茶|茶|豆浆|柠檬茶)(?:都|一般|从来)?(?:不|只|要|少)(?:加|放|要)?[\u3400-\u9fff]{1,4}?)(?:的)?$",
        whole("likes", chinese),
    ),
    rule(
        r"<ME>(?:一到周末|一有空|没事|有空|闲下来)?就(?:爱|喜欢|想)(?P<o>(?:去|看|打|玩|听|逛|做|泡|爬|跑|钓|骑|画|写|拍)[^，。]{1,10})$",
        each("likes", chinese_list),
    ),
    rule(
        r"<ME>(?:离不开|戒不掉|少不了)(?P<o>(?!你|手机|他|她|它)[^，。的]{1,8})$", each("likes", chinese_list)
    ),
    rule(
        r"^我?(?P<o>[\u3400-\u9fffA-Za-z]{1,8})(?:真|简直)?是我的(?:最爱|心头好|快乐源泉|本命|白月光)$",
        each("likes", chinese_list),
    ),
    rule(
        r"^我?(?:不要|别)?(?:放|加)(?:太多)?(?P<o>香菜|葱|蒜|辣椒|花椒|糖|味精)(?:，)?我?(?:不吃|吃不了|受不了)$",
        each("dislikes", chinese_list),
    ),
    rule(
        r"<ME>(?:怕|害怕|恐惧)(?P<o>(?:蛇|高|黑|狗|猫|虫子?|蜘蛛|老鼠|打针|坐飞机|鬼|蟑螂|辣))$",
        whole("dislikes", chinese),
    ),
)
