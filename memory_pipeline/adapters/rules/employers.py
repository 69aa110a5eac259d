"""What can be an employer: a company by its name, and no place, firm of no name or figure of speech."""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.lexicon import is_chinese_place
from memory_pipeline.adapters.rules.values import chinese, english

_EN_NO_EMPLOYER = re.compile(
    r"^(?:home|night|nights|the moment|moment|my (?:own|best|limit|desk)|myself|it|this|that|the same|the weekend|least|first|last|times|noon|all|work|days?|weekends?|a living|fun|free|money|peace|\d.*|a while|years?.*|the (?:office|best|future|past.*)|now|him|her|them|you|(?:about|over|almost|nearly|around|more than|many|several|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)\b|(?:the )?(?:company|firm|place|team|office|organi[sz]ation|business|corporation)$)\b",
    re.IGNORECASE,
)
_EN_SOME_FIRM = re.compile(
    r"(?:big|small|large|local|tiny|new|major|private|tech|huge|mid-?size[d]?|family)\b[\w -]*\b(?:chain|company|firm|startup|start-up|business|agency|bank|hospital|school|studio|shop|store|corporation)|(?:[a-z-]+ )?(?:firm|company|startup|start-up|nonprofit|non-profit|agency|fintech|corporation|restaurant|chain)"
)
_ZH_NO_EMPLOYER = re.compile(
    r"^(?:银行|医院|学校|工厂|机关|事业单位|国企|央企|外企|私企|互联网(?:公司)?|律所|酒店|餐厅|超市|工地|部队|政府|报社|电视台|高校|大学|中学|小学|幼儿园|(?:培训)?机构|三甲医院|大厂|创业公司|体制内|甲方|乙方)$|的[\u3400-\u9fff]{0,6}(?:公司|厂|店|企业|机构|工作室|单位)$|(?<!俱乐)(?<!外交)(?<!教育)(?<!财政)(?<!国防)(?<!公安)(?:小组|[\u3400-\u9fff]组|部|部门|科室|处室|团队|产品线)$|(?:和|与|及|生活|学习|居住|旅游|度假|出差)$|行业$|领域$|方面$|(?:找|换|考虑|思考|打算|努力|认真|准备|忙)|^(?:(?:当前|现在|目前|同)?的?(?:一|同一)?个?家?公司|家|家里|这里|那里|这儿|外面|公司|单位|办公室|一起|现在|晚上|白天|周末|外地|国外|本地|目前|当前|线上|网上|路上|努力|认真|附近|学校|同一家公司|同一个公司)$|公司(?:的|里|上)$"
)


COMPANY = re.compile(
    r"阿里巴巴|阿里|中铁|中建|中交|中核|中车|中航|国网|南网|中粮|招商局|中信|平安|央视|新华社|人民日报|迪士尼|宜家|沃尔玛|山姆|肯德基|瑞幸|喜茶|蜜雪冰城|得物|贝壳|货拉拉|京东方|商汤|科大讯飞|寒武纪|英伟达|高通|三星|索尼|丰田|大众|奥迪|腾讯|字节跳动|字节|百度|华为|美团|京东|小米|网易|拼多多|滴滴|微软|谷歌|苹果|蚂蚁|快手|比亚迪|宝马|奔驰|西门子|亚马逊|特斯拉|英特尔|甲骨文|麦当劳|星巴克|携程|富士康|顺丰|美的|海底捞|宁德时代|中兴|大疆|国家电网|中石油|中石化|中国移动|中国电信|中国联通|万科|恒大|碧桂园|永辉|盒马|哔哩哔哩|B站|理想汽车|蔚来|小鹏|联想|海尔|格力|小红书|微博|知乎"
)
FIRM = re.compile(
    r"(?:公司|集团|银行|医院|大学|科技|物流|软件|网络|信息|电子|传媒|文化|教育|生物|医药|汽车|证券|保险|基金|地产|咨询|工厂|设计院|研究院|研究所|事务所|出版社|报社|电视台|学校|中学|小学|餐饮|酒店|航空|能源|电力|建筑|食品|服饰|游戏|工作室|律所)$"
)


def employer(raw: str) -> str:
    value = re.sub(
        r"^.*\b(?:called|named)\s+|\s+(?:part|full)[- ]time\b.*$|\s+(?:as|in|on|where|doing)\s+.*$|\s+and (?:have|has|had|am|was|were|been|do|did|will|can|I|my|we|also|live|lead|run|manage|teach|write|build|study|spend|now|currently)\s.*$|,(?! (?:inc|ltd|llc)).*$",
        "",
        english(raw),
        flags=re.IGNORECASE,
    )
    return "" if _EN_NO_EMPLOYER.search(value) or _EN_SOME_FIRM.fullmatch(value) else value


# "一家双语幼儿园": a firm that is told by its kind has no name.
_NAMELESS = re.compile(
    r"^(?:一家|一间|一个|一所|某家|某)(?![^，。]{0,12}(?:叫|名为))[^A-Za-z]{0,16}(?:公司|幼儿园|学校|医院|诊所|工厂|厂|店|机构|企业|单位|酒店|餐厅|律所|事务所|工作室|银行|超市|中学|小学|大学|杂志社|出版社|律师事务所|研究所)$"
)


def chinese_employer(raw: str) -> str:
    named = re.match(
        r"^(?:一家|一间|一个|一所)(?:名?叫做?|名为)(?P<o>.+?)的(?:公司|单位|企业|机构|工作室|店|学校|医院)?$",
        raw.strip(),
    )
    if named is None and _NAMELESS.match(raw.strip()):
        return ""
    value = chinese(
        re.sub(
            r"^(?:一家|一间|一个|一所|这家|某家|某|(?:老家|家乡|本地|当地|附近|我们)(?:的)?(?=[\u3400-\u9fff]{2}))",
            "",
            named["o"] if named else raw.strip(),
        )
    )
    return (
        ""
        if not value
        or _ZH_NO_EMPLOYER.search(value)
        or re.search(r".[一某](?:家|间|所|个)", value)
        or (len(value) <= 4 and is_bare_place(value))
        else value
    )


def is_bare_place(value: str) -> bool:
    return (
        not COMPANY.fullmatch(value)
        and is_chinese_place(value)
        and not FIRM.search(value)
        and not re.search(r"(?:局|所|院|厂|店|部|社|馆)$", value)
    )
