"""Chinese as people tell of themselves in passing: who they are, where they live, what they do, how to reach them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.dropped import is_about_someone, own
from memory_pipeline.adapters.rules.employers import COMPANY, FIRM, chinese_employer
from memory_pipeline.adapters.rules.lexicon import (
    ZH_LANGUAGE,
    ZH_OCCUPATION,
    is_chinese_name,
    is_chinese_place,
    is_surely_place,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, rule, whole
from memory_pipeline.adapters.rules.values import chinese, verbatim
from memory_pipeline.domain.assertion import Stance

_P = r"[\u3400-\u9fff]{2,7}?"
_NUMBER = r"[一二两三四五六七八九十几好\d]+"
_REGIONS = frozenset(
    "东北 西北 西南 华北 华南 江南 江浙 江浙沪 闽南 粤西 粤东 潮汕 川渝 陕北 陕南 苏北 苏南 皖北 皖南 鲁西 胶东 湘西 湘南 湘北 赣南 辽西 豫东 豫北 河套 岭南 客家 中原".split()
)
_UNIVERSITY = r"(?:(?!加拿)[\u3400-\u9fff]{1,2}大|清华|北大|复旦|同济|浙大|南开|哈工大|中科大|国科大|[\u3400-\u9fff]{2,8}(?:大学|学院|学校|师范|职院|技校|党校|中学))"
# What somebody does for a firm, where no word for the one who does it is said.
FIELD = (
    r"(?:装修|餐饮|家政|保洁|保安|美容|美发|美甲|婚庆|房产|中介|保险|物业|养殖|种植|微商|电商|代购|自媒体|安装|水电|木工|油漆|电焊|机修|货运|客运|批发|零售|建材|五金|服装|茶叶|水产|汽修|快递|独立开发|运营|开发|研发|测试|设计|产品|销售|采购|财务|人事|建模|风控|算法|推荐|数据|策划|编导|编辑|剪辑|编程|运维|市场|品牌|公关|法务|审计|会计|客服|招聘|培训|行政|后勤|质检|质控|品控|安全|架构|前端|后端|全栈|硬件|嵌入式|芯片|投资|投研|研究|咨询|"
    r"翻译|管培生|外贸|物流|仓储|生产|工艺|维修|售后|售前|交付|实施|项目管理|项目|教研|教学|教务|护理|文案|新媒体|直播|带货|美工|原画|动画|特效|影视|后期|摄影|施工|预算|造价|监理|预结算|制图|结构|暖通|土建|报关|单证|跟单|调度|理赔|核保|精算|信贷|柜台|柜面|前台|收银|配送|分拣|检测|化验|实验|临床|检验|放射|麻醉|药房|接待|导购|店面|仓管|出纳|税务|合规|内控|战略|商务|渠道|选品|投放|增长|用户研究|交互|游戏策划|数值|关卡|音效|本地化|大数据|数据库|网络|安卓|iOS|Java|Python|Go|DBA|SRE|HR|UI|PM|QA|BD|SEO)"
)
_TRADE_VERB = r"(?:跑|送|开|卖|教|修|做|干|搞|写|画|拍|带|管|种|养|摆|扛|烧|炒|理|剪|装|焊|搬|收|倒腾|倒|弄)"
_NO_TRADE = re.compile(
    r"^(?:饭|菜|事|活|好|对|错|啥|什么|坏|主|完|成|真|假|大|小|梦|决定|选择|作业|不|得|人|客|了|过|傻|蛋|车|心|单|检查|手术|体检|核酸|美容|头发|指甲|SPA|兼职|准备|计划|自己)|[我你他她这那]|(?:事|梦|决定|选择|蛋糕|早餐|晚饭|午饭|菜|手术|检查|实验报告)$"
)
_HUMBLE = r"(?:普通的?|普普通通的?|小小的?|平平无奇的?|底层的?|苦逼的?|破|老|资深|十八线|三流|穷|可怜的?|卑微的?|现役|退役|在职|专业)*"


def _full_name(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if is_chinese_name(match["o"]):
        yield Finding("name", match["o"])


def _native(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "东北人", "地道北京人" without 是: only what is a place for sure."""
    value = match["o"]
    sure = value in _REGIONS or is_surely_place(value)
    if sure and not is_about_someone(clause.earlier):
        yield Finding("hometown", value)


def _place(predicate: str) -> Build:
    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        value = chinese(match["o"])
        if (
            value
            and is_chinese_place(value)
            and not _NO_HOME.search(value)
            and not is_about_someone(clause.earlier)
        ):
            yield Finding(predicate, value)

    return build


_NO_HOME = re.compile(
    r"(?:[里边旁内]|大学|学院|学校|公司|医院|酒店|车站|机场|站)$|^(?:[\u3400-\u9fff]{1,2}大)$(?<!加拿大)"
)


def _sure_place(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A place with no preposition before it (现在深圳打工): every word of it is a place name."""
    value = match["o"]
    if is_surely_place(value) and not is_about_someone(clause.earlier):
        yield Finding("city", value)


def _speaks(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not is_about_someone(clause.earlier):
        yield Finding("speaks", match["o"])


def _went_back(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "年初回的西安", where the words before give another place up."""
    if re.search(r"不(?:再)?(?:住|在)[^，。]{2,12}了|离开了?|辞了?职|搬离", clause.earlier[-30:]):
        yield from _place("city")(match, clause)


def _job(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = re.sub(r"^(?:一名|一位|一个|一枚|个|名|位|的)", "", chinese(match["o"]))
    if value and not _NO_TRADE.search(value) and not is_about_someone(clause.earlier):
        yield Finding("job", value)


def _named_job(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = re.sub(r"^(?:一名|一位|一个|一枚|个|名|位|的)", "", chinese(match["o"]))
    if value and not re.search(r"[你您他她这那了过着]", value) and not is_about_someone(clause.earlier):
        yield Finding("job", value)


_GENERIC = re.compile(
    r"^(?:家|公司|单位|学校|医院|工厂|工地|店里?|厂里?|机关|银行|外面|网上|线上|小区|老家|家乡|本地|当地|附近|村里|镇上|县里)"
)


def _job_at(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """What one does and for whom; a firm without a name gives the job only."""
    place = re.sub(r"^(?:老家|家乡|本地|当地|附近|我们|咱们?)(?:的)?(?=[\u3400-\u9fff]{2})", "", match["at"])
    firm = "" if _GENERIC.match(place) and not FIRM.search(place[2:]) else chinese_employer(place)
    job = chinese(match["o"])
    if not job or _NO_TRADE.search(job) or is_about_someone(clause.earlier):
        return
    yield Finding("job", job)
    if firm and re.search(r"^(?!.*的$)[\u3400-\u9fffA-Za-z]{2,16}$", firm):
        yield Finding("employer", firm)


def _left(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = chinese_employer(match["o"])
    known = value and (
        COMPANY.fullmatch(value) or FIRM.search(value) or "离" in match["how"] or "辞" in match["how"]
    )
    if known and not is_about_someone(clause.earlier):
        yield Finding("employer", value, Stance.RETRACTED)


def _school(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not is_about_someone(clause.earlier):
        yield Finding("studies", match["o"])


def _direction(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "计算机视觉方向" or "做材料的", beside words about studying."""
    if re.search(
        r"读[研博硕]|研[一二三究]|博[一二三士]|硕士|本科|专业|大[一二三四]|在读", clause.earlier[-30:]
    ):
        yield from own("studies", verbatim)(match, clause)


_STREET = r"[\u3400-\u9fff]{2,12}(?:市|区|县|镇|乡|州)[^，。]{0,24}(?:路|街|巷|弄|大道|村|小区|花园|苑|公寓|大厦|广场)[^，。]{0,10}\d+[^，。]{0,16}"


def _delivered(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A bare address, where the words before ask for something to be sent to the person's home."""
    if re.search(
        r"(?:寄|送|发|邮|快递)[^，。]{0,6}(?:我家|我这|家里|给我)|(?:我|收货|收件|家庭|邮寄|快递)(?:的|家)?(?:地址|住址)",
        clause.earlier[-24:],
    ):
        yield Finding("address", verbatim(match["o"]))


def _number(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A bare number or address of mail behind words about the person's own."""
    said = clause.earlier[-24:]
    if re.search(
        r"[他她你您]|客服|公司(?:的)?电话|前台|朋友|同事|老[公婆板]|[爸妈]|热线|骚扰|陌生", said
    ) or not re.search(
        r"(?:我|^|[，。！!\s])(?:的)?(?:新|手机|电话|联系|个人|工作|常用)*(?:号码?|电话|手机|邮箱|联系方式)[^，。]{0,10}[，,：:。！!\s]*$",
        said,
    ):
        return
    value = verbatim(match["o"])
    yield Finding("email" if "@" in value else "phone", value)


def _instead_of_calls(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(
        r"(?:别|不要|不用|不接|少)[^，。]{0,6}(?:电话|联系|语音)", clause.earlier[-20:] + clause.before[-20:]
    ):
        yield Finding("contact_method", match["o"])


def _used_mail(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(
        r"邮箱|email|mail|邮件", clause.earlier[-30:] + clause.text, re.IGNORECASE
    ) and not is_about_someone(clause.earlier):
        yield Finding("email", match["o"])


_CHANNEL = r"(?P<o>邮件|电子邮件|邮箱|短信|微信|QQ|钉钉|飞书|企业微信|语音|Slack|Telegram)"


def _introduced(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "我是新来的测试周可欣", "这里是阿泽": a name behind a role, or beside a greeting."""
    if is_chinese_name(match["o"]) or (
        match["o"][0] in "阿小老"
        and re.match(r"(?:你好|您好|哈喽|嗨|大家好|hi|hello)", clause.earlier + clause.text, re.IGNORECASE)
    ):
        yield Finding("name", match["o"])


def _age_beside(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A bare number behind the words one introduces oneself with."""
    beside = "今年" in clause.text[:6] or re.search(
        r"(?:我(?:就)?(?:叫|是)[^，。]{2,14}|本人[^，。]{0,8}|坐标[^，。]{2,8}|[男女])[，,\s]*$",
        clause.earlier[-24:],
    )
    if beside and not is_about_someone(clause.earlier):
        yield Finding("age", match["o"])


def _ours(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese_employer(match["o"])
    if value and (COMPANY.fullmatch(value) or FIRM.search(value)):
        yield Finding("employer", value)


IDENTITY: tuple[Rule, ...] = (
    rule(
        r"<ME>(?:过|过完|过了|迎来|庆祝)(?:完)?(?:了)?(?:我的|自己的)?(?P<o>(?:\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)岁)(?:的)?(?:生日|大寿)(?:了)?$",
        own("age", verbatim),
    ),
    rule(
        r"^我?(?:的|这边的?)?时区(?:是|按|用|：|:|就)*(?P<o>东[一二三四五六七八九十\d]+区|西[一二三四五六七八九十\d]+区|[\u3400-\u9fff]{2,4}时间|(?:UTC|GMT)\s?[+-]?\d*(?::\d\d)?)(?:算|来|走|就行|的)*$",
        own("timezone", verbatim),
    ),
    rule(
        r"^我?(?:的)?(?:身份证|户口本|护照|证件)(?:上)?(?:写的?|的)?(?:生日|出生日期|日期)?(?:是|写的是|写着|：|:)\s*(?P<o><D>)",
        own("birthday", verbatim),
    ),
    rule(
        rf"^我?(?P<o>{ZH_LANGUAGE})(?:我)?(?:也|还|就|只|都|稍微|勉强|大概)*(?:懂|略懂|懂得|能听懂|听得懂|能看懂|能说|会说|会)(?:一?点点?|一些|几句|两句|皮毛|点儿)?$",
        _speaks,
    ),
    rule(
        rf"^(?:我|这里|这边|在下)(?:是|叫)(?:[^，。]{{0,6}}(?:的|{ZH_OCCUPATION}|{FIELD}|部|组|处|室|科))?(?P<o>[阿小老]?[\u3400-\u9fff]{{2,3}})$",
        _introduced,
    ),
    rule(
        r"^我?(?:已经|都|刚|今年|刚满|快|正好|刚好|整整|也)*(?P<o>[1-9]\d|[二三四五六七八九]?十[一二三四五六七八九]?)(?:岁)?(?:了)?$",
        _age_beside,
    ),
    rule(
        r"^我?(?:的)?(?:公历|阳历|农历|阴历|身份证)(?:上)?(?:的)?生日(?:就)?(?:是|在|：)?(?P<o><D>)",
        own("birthday", verbatim),
    ),
    rule(
        r"^我?(?:的)?(?:全名|大名|本名|真名|中文名|姓名)(?:就|其实|实际上?)?(?:是|叫)?(?P<o>[\u3400-\u9fff]{2,4}?)(?:了)?$",
        _full_name,
    ),
    rule(
        r"<ME>(?:虚岁|周岁|实岁|虚|年方|年满|满)(?:都|已经|刚|快)?(?P<o>(?:\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)(?:岁)?)(?:了)?$",
        own("age", verbatim),
    ),
    rule(
        r"^我?(?:的)?(?:生日|出生)(?:就)?(?:是|在|：)?(?:农历|阴历|旧历)?(?P<o>(?:腊月|正月|冬月|闰?[一二三四五六七八九十]+月)(?:初|廿|十|二十|三十)[一二三四五六七八九十]{0,2})(?:的|生的?|那天)?$",
        own("birthday", verbatim),
    ),
    rule(
        r"^我?(?:是)?(?:(?:(?:19|20)?\d{2}年)?的?)?(?P<o>男生?|女生?|男的|女的)(?:一枚|的)?$",
        whole("gender", verbatim),
    ),
)
PLACE: tuple[Rule, ...] = (
    rule(rf"^我(?:和|跟|与)[^，。]{{1,8}}?(?:一起|都|一块儿?)?(?:住在|生活在|定居在|住|搬到|搬去)(?P<o>{_P})(?:了)?$", _place("city")),
    rule(rf"<ME>(?:从{_P})?(?:搬|迁|调)回(?:了|到|去)*(?P<o>{_P})(?:了|来了)*$", _place("city")),
    rule(rf"<ME>(?:旅居|客居|蜗居|长驻|派驻|外派|驻扎|侨居)(?:在|到|去)?(?:了)?(?P<o>{_P})(?:了|{_NUMBER}年了?)*$", _place("city")),
    rule(rf"^我?人(?:现在|目前|一直|长期|常年|还|就|也|都)*在(?P<o>{_P})$", _place("city")),
    rule(r"^我是(?P<o>[\u3400-\u9fff]{2,8}?)(?:那边|那儿|这边)?(?:的)?$", _native),
    rule(rf"<ME>在(?P<o>[\u3400-\u9fff]{{2,4}})(?:这边|那边|这儿)?(?:做|干|搞|当|卖|教|开)了(?:快|差不多|将近|整整)?{_NUMBER}(?:多)?年[^，。]{{0,8}}$", _sure_place),
    rule(rf"<ME>在(?P<o>[\u3400-\u9fff]{{2,4}})(?:做|当|干|搞)(?!客|核酸|手术|检查|体检|项目)[^，。]{{0,8}}?(?:{ZH_OCCUPATION}|{FIELD}|生意|买卖)(?:的)?$", _sure_place),
    rule(r"<ME>在(?P<o>[\u3400-\u9fff]{2,4})(?:卖|教|摆摊|送|开(?!会|车|年会|庭|演唱会|心)|带货|跑(?:外卖|滴滴|网约车|业务|快递)|种)[^，。]{0,8}$", _sure_place),
    rule(r"^我?(?:是)?(?:个|一个|一枚|地道的?|地地道道的?|土生土长的?|正宗的?|纯正的?|老)*(?P<o>[\u3400-\u9fff]{2,6}?)人(?:士|氏|一枚)?$", _native),
    rule(r"<ME>(?:在)?(?P<o>[\u3400-\u9fff]{2,4})(?:打工|上班|工作|读书|上学|漂着|生活|定居|搬砖|创业|带娃|养老)(?:中)?$", _sure_place),
    rule(rf"^我?在(?P<o>{_P})(?:念|读|上)完?(?:了)?[^，。]{{0,6}}?(?:就|便|然后|之后|以后|后)*(?:一直|直接)?(?:留|待|呆|扎根|定居|住|落脚|安家)(?:在)?(?:了)?(?:这儿|这边|这里|那儿|那边|那里|当地|本地|下来|下)?(?:工作|发展|上班)?(?:了)?(?:{_NUMBER}年(?:多)?(?:了)?)?$", _place("city")),
    rule(rf"^我?[\u3400-\u9fff]{{0,6}}?(?:毕业|退伍|结婚|工作|大学|读书)(?:以后|之后|后)?(?:我)?(?:就)?(?:一直|都|直接)*(?:待|呆|留|住|定居|扎根)在(?:了)?(?P<o>{_P})(?:没[^，。]{{1,6}}|到现在|至今|了|工作|发展|上班)?$", _place("city")),
    rule(rf"<ME>(?:打小|自小|从小到大|自幼|小时候就)?(?:就|都|一直)?在(?P<o>{_P})(?:长大|出生)(?:的)?$", _place("hometown")),
    rule(rf"<ME>在(?P<o>{_P})(?:安的家|成的家|安了家|成了家|落的户|落了户|买的房|置的业|置了业|扎了根)(?:了)?$", _place("city")),
    rule(rf"<ME>(?:年初|年底|月初|月底|年中)?(?:就|才)?(?:回|搬|来|去)的(?P<o>{_P})$", _went_back),
    rule(rf"^我?(?P<o>{_STREET})$", _delivered),
    rule(rf"^我?(?:的|家|家里|新|公司)*(?:收件|快递|寄件|收货|家里|家庭|邮寄|送货|现)?(?:地址|住址)(?:改成了?|变成了?|换成了?|是|在|：|:|为|还是)?\s*(?P<o>{_STREET})$", own("address", verbatim)),
)  # fmt: skip
WORK: tuple[Rule, ...] = (
    rule(rf"<ME>(?:在[^，。]{{2,8}}?)?(?:做|干|搞|当)了(?:快|差不多|将近|整整)?{_NUMBER}(?:多)?年(?:的)?(?P<o>[\u3400-\u9fffA-Za-z]{{0,6}}?(?:{FIELD}|{ZH_OCCUPATION}))(?:了)?$", _named_job),
    rule(r"<ME>(?:现在|目前|正)?(?:在)?(?:做|搞|干)(?P<o>(?:独立|自由|全职|兼职|专职)[\u3400-\u9fff]{2,6})(?:的)?$", _named_job),
    rule(rf"^我?(?P<o>(?:跑|送|开|卖|教|修|做|干|写|画|种|养(?=猪|牛|鱼|蜂|鸡|羊|花|虾|殖)|摆|带(?=货|团|班))(?:(?![了过着得不])[\u3400-\u9fff]){{1,5}}?)(?:都|已经)?(?:第)?{_NUMBER}(?:多)?(?:年|个月)(?:多)?(?:了|头)?$", _job),
    rule(r"^我们?(?:公司|单位|医院|学校|研究所|院|局|厂)(?:就)?(?:是|叫|名叫)(?P<o>[\u3400-\u9fffA-Za-z]{2,16})$", _ours),
    rule(r"<ME>(?:[^，。]{0,6}?(?:毕业|退伍|去年|今年|后来)(?:后|就)?)?(?:就)?(?:进|考进|考上|入职|进入|签)(?:了)?(?P<o>[\u3400-\u9fffA-Za-z]{2,14}?)(?:工作|上班|了)*$", _ours),
    rule(r"<ME>(?:在)?(?P<o>失业|待业|退休|全职带娃|全职妈妈|赋闲)(?:在家)(?:了)?$", own("job", verbatim)),
    rule(rf"^我?(?:的)?(?:本职|主业|正职|本职工作|职业|工种)(?:工作)?(?:就)?(?:是|：)(?:一名|一个)?(?P<o>[\u3400-\u9fff]{{0,6}}?(?:{ZH_OCCUPATION}|{FIELD}))$", _named_job),
    rule(r"<ME>(?:已经|早就)?不在(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,12}?)(?P<how>)了$", _left),
    rule(rf"^我(?:就|也|只|不过|就是|只是|不过是|是)*(?:一|一个|一名|一枚|个){_HUMBLE}(?P<o>[\u3400-\u9fffA-Za-z]{{0,8}}?(?<!的){ZH_OCCUPATION})$", _named_job),
    rule(rf"^我(?:就|也|只|不过|就是|只是|不过是|是)*(?:一|一个|一名|一枚|个){_HUMBLE}(?P<o>{_TRADE_VERB}[^，。的了过]{{1,5}})的$", _job),
    rule(rf"^我(?:是)?(?:现役|退役|在职|专职|全职|兼职)(?P<o>[\u3400-\u9fff]{{0,6}}?{ZH_OCCUPATION})(?:一枚|一名)?$", _named_job),
    rule(rf"<ME>(?:是)?在(?P<at>[^，。]{{2,16}}?)(?:做|当|干|搞|担任|任|负责|从事)(?:一名|一个)?(?P<o>[^，。了过着的]{{0,10}}?(?:{FIELD}|{ZH_OCCUPATION}))(?:的|工作|的工作|相关(?:的)?(?:工作)?)?$", _job_at),
    rule(rf"<ME>在(?P<at>[^，。]{{2,14}}?)(?:上班|工作|任职)?(?:，)?(?:是)?(?:做|当)(?P<o>[^，。了过着的]{{0,8}}?{FIELD})(?:的|这块的?|方面的?)$", _job_at),
    rule(rf"<ME>(?:是)?(?:做|搞|干|学|负责)(?P<o>[^，。了过着的不]{{0,8}}?{FIELD})(?:的|这块的?|方面的?|工作的?|这一块的?)$", _job),
    rule(rf"<ME>(?:从[^，。]{{1,8}}?)?(?:内部)?(?:调|转|换|升|提|提拔|晋升|转岗|转行|转型|改行|调岗)(?:到|去|为|成|做|当|任)+(?:了)?(?:[^，。]{{1,8}}?(?:做|当|任))?(?P<o>[^，。了过着的]{{0,8}}?(?:{ZH_OCCUPATION}|{FIELD}))(?:了)?$", _named_job),
    rule(rf"<ME>(?:当|做|干)(?:了)?(?P<o>[\u3400-\u9fff]{{0,5}}?{ZH_OCCUPATION})(?:都|已经|快|有)*(?:{_NUMBER}(?:多)?(?:年|个月)(?:多)?)(?:了)?$", _named_job),
    rule(r"<ME>(?:正式|刚刚?|已经)*(?:从)(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,12}?)(?P<how>离职|辞职|裸辞|离开|出来|毕业|撤|走人|润|退休|辞)(?:了)?$", _left),
    rule(r"<ME>(?:已经|早就)?不在(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,12}?)(?P<how>干|待|呆|做|上班|工作)了$", _left),
    rule(rf"<ME>(?:是)?在(?P<o>{_UNIVERSITY})(?:在)?(?:读|念|上)(?:博士?|研究生|研|硕士?|书|大学|本科|大[一二三四]|MBA|预科|高中|初中)?(?:[一二三四])?(?:的)?$", _school),
    rule(r"^我?(?:是)?(?:做|搞|研究)?(?P<o>[\u3400-\u9fffA-Za-z]{2,8}?)(?:方向|专业)(?:的)?$", _direction),
    rule(r"^我?(?:是)?(?:做|搞|研究|学)(?P<o>[\u3400-\u9fffA-Za-z]{2,8}?)的$", _direction),
)  # fmt: skip
CONTACT: tuple[Rule, ...] = (
    rule(r"^我?(?:私人|个人|工作|公司|备用|另一个|家里|常用)(?:的)?(?:邮箱)?(?:是|：|:)\s*(?P<o><EMAIL>)", _used_mail),
    rule(r"^我?(?P<o>1\d{2}[ -]?\d{4}[ -]?\d{4}|<EMAIL>)(?:这个|那个)?$", _number),
    rule(r"^我?(?:现在|以后|目前|平时|一直|都|改|主要|常|在)*用(?:的)?(?:邮箱)?(?:是|这个|的是)?[：:\s]*(?P<o><EMAIL>)", _used_mail),
    rule(rf"^我?(?:以后|今后|平时|有事|有急事|急事|工作上)*(?:要)?(?:找我|联系我|跟我联系|通知我)(?:请|就|可以|直接|最好|都|尽量)*(?:走|用|通过|上|发|在)?{_CHANNEL}(?:上)?(?:吧|就行|就好|说|聊)?$", whole("contact_method", chinese)),
    rule(rf"^我?(?:以后|今后|平时|有事|有急事|急事|有事儿|有啥事)(?:请|就|可以|直接|最好|都|尽量)*(?:在|用|上|发)?{_CHANNEL}(?:上)?(?:找我|联系我?|叫我|喊我|滴滴我|敲我|@我|说|聊|留言|给我)(?:吧|就行|就好|即可)?$", whole("contact_method", chinese)),
    rule(rf"^我?(?:请|直接|就|可以|改)?(?:发|用|走){_CHANNEL}(?:吧|就行|就好|给我)?$", _instead_of_calls),
)  # fmt: skip

__all__ = ["CONTACT", "FIELD", "IDENTITY", "PLACE", "WORK"]
