"""What nobody means: ages beyond any life, lives on Mars, jobs for Dracula. A sentence that says so is a joke as a whole."""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.lexicon import JEST_NAMES
from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.comparison.figures import read_quantity
from memory_pipeline.domain.comparison.normalise import base_form

_OLDEST = 120
_YOUNGEST = 6  # who writes to an assistant is no toddler
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
_IDLING = re.compile(
    r"摸鱼|躺平|扶墙|(?:给蚊子)?献血|当(?:一[条只])?咸鱼|当(?:一)?条狗|睡觉|吃饭|发呆|混日子|打酱油|划水|啃老|花钱|呼吸|活着|背锅|吃瓜|做梦|当牛做马|牛马|社畜|干饭|干饭人|打工人|混吃等死|追剧|熬夜|加班|带薪拉屎|吹牛|抬杠|数钱|败家|当咸鱼|咸鱼|米虫|睡大觉|玩手机|刷手机|挨骂|写bug|写BUG",
    re.IGNORECASE,
)
_NO_KIN = re.compile(
    r"王者荣耀|原神|吃鸡|英雄联盟|手机|电脑|键盘|游戏|代码|工作|加班|Excel|PPT|PS5|Switch|咖啡|奶茶|钱|人民币|余额|房贷|作业|论文|空气|枕头|被子|电视|沙发|彭于晏|吴彦祖|胡歌|肖战|王一博|易烊千玺|蔡徐坤|杨幂|迪丽热巴|刘亦菲|古力娜扎|梁朝伟|金城武|玛丽莲.?梦露|纸片人",
    re.IGNORECASE,
)
# What people call themselves in self-mockery: no name.
_EPITHET = re.compile(
    r"富婆|富豪|富翁|富哥|韭菜|冤大头|大冤种|冤种|打工人|社畜|牛马|工具人|倒霉蛋|倒霉孩子|小透明|小菜鸡|菜鸡|咸鱼|懒虫|吃货|干饭人|废物|废柴|笨蛋|大聪明|小可爱|小仙女|女神|男神|大佬|大神|雷锋|活雷锋|红领巾|不紧张|没睡醒|(?:[㐀-鿿]{0,4})(?:本人|本尊|专业户|达人|小能手|第一人|之王|王者|战神|困难户|选手)"
)
# Objects that nobody likes: who says to love these is ironic.
_MISFORTUNE = re.compile(
    r"被[㐀-鿿]{0,8}(?:叫醒|吵醒|骂|骗|催|甩锅|拒|裁|坑|黑|鸽|画饼|折磨|虐|点名|拉去|抓去|放鸽子)|(?:凌晨|半夜|大半夜)[^，。]{0,6}(?:叫醒|电话|加班|告警|报警|起来|改|开会)|(?:周末|周[六日]|节假日|国庆|过年)[^，。]{0,4}(?:加班|开会|值班|上班)|加班|堵车|背锅|涨租|改需求|挤地铁|早八"
)
_UNOWNED = re.compile(
    r"(?:(?:an?|my|own|private|little|pet|big|whole|entire|\w+) )?(?:spaceship|space ship|time machine|unicorns?|dragons?|death star|tardis|batmobile|starship|ufo|castle in the (?:sky|clouds)|money tree|yeti|t-?rex|dinosaurs?|kraken|mermaid|ghosts?|demons?|gremlins?)",
    re.IGNORECASE,
)
_CLAIMED = re.compile(
    r"(?:\bI'?m|\bI am)\s+(?:actually |really |basically )?(?P<en>[A-Z][\w' ]{2,24})|我(?:就|其实|真的|可)?(?:是|叫)(?P<zh>[\u3400-\u9fff·]{2,6})"
)

_SHORT = 10
# Kin who live in a thing are no kin: 我女朋友在硬盘里.
_IN_A_THING = re.compile(
    r"(?:朋友|老婆|老公|对象|儿子|女儿|爱人)[^，。]{0,4}(?:在|住|存)[^，。]{0,4}(?:硬盘|手机|电脑|屏幕|冰箱|游戏|二次元|书|画|相册|云盘|衣柜|抽屉|梦)(?:里|中)"
)
_SPELLED_PUN = re.compile(r"^(?:是)?[\u3400-\u9fff]{1,3}的(?P<c>[\u3400-\u9fff])$")
_SAYS_TO_BE = re.compile(r"我(?:也|可|就)?是(?:个|一个|一名|一位)?(?P<o>[\u3400-\u9fff]{2,6})[，,]\s*$")


def is_kept_in_a_thing(clause: str) -> bool:
    """Whether the clause has somebody's love or child live inside a thing."""
    return _IN_A_THING.search(clause) is not None


def is_a_pun(earlier: str, clause: str) -> bool:
    """Whether the clause spells a word of the one before with another sign of its sound (我是富婆，负债的负): a name would hold it."""
    spelled, claimed = _SPELLED_PUN.match(clause.strip()), _SAYS_TO_BE.search(earlier)
    return spelled is not None and claimed is not None and spelled["c"] not in claimed["o"]


def is_implausible(finding: Finding) -> bool:
    """Whether nobody says this in earnest."""
    value = finding.object.strip()
    match finding.predicate:
        case "age":
            figure = re.match(r"\d+", read_quantity(base_form(value)) or "")
            return figure is not None and not _YOUNGEST <= int(figure.group()) <= _OLDEST
        case "city" | "hometown" | "address":
            return _NOWHERE.fullmatch(value) is not None
        case "employer" | "spouse" | "child" | "parent" | "name" | "nickname" | "pet" | "sibling" | "friend":
            return (
                JEST_NAMES.search(value) is not None
                or (finding.predicate == "employer" and _NOWHERE.fullmatch(value) is not None)
                or _NOBODY.fullmatch(value) is not None
                or (finding.predicate in {"name", "nickname"} and _EPITHET.fullmatch(value) is not None)
                or (
                    finding.predicate in {"spouse", "child", "parent"}
                    and _NO_KIN.fullmatch(value) is not None
                )
            )
        case "likes":
            return finding.stance is Stance.ASSERTED and (
                _UNLOVED.fullmatch(value) is not None or _MISFORTUNE.search(value) is not None
            )
        case "plans" | "goal":
            return _NOWHERE.fullmatch(value) is not None or (
                _IDLING.search(value) is not None and len(value) <= _SHORT
            )
        case "job" | "studies" | "skill":
            return _IDLING.fullmatch(value.removesuffix("的")) is not None
        case "owns" | "pet":
            return _UNOWNED.fullmatch(value) is not None
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
