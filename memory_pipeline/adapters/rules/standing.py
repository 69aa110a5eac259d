"""Chinese plans at a time that is named, goals, and standing rules: of the person, for the assistant, of their team."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.dropped import is_about_someone
from memory_pipeline.adapters.rules.plan import dated
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, rule
from memory_pipeline.adapters.rules.values import verbatim
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.reference_time import find_reference_times

_COUNT = r"[一二两三四五六七八九十\d]+"
_DAY = (
    r"(?:今晚|明早|明晚|后?明天|后天|大后天|(?:这|本|下|下下)(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]?|(?:周|星期|礼拜)[一二三四五六日天末]|这个?周末|周末|(?:这|本|下|下下)个?月(?:初|底|中)?|月底|月初|年底|年中|年初|明年|后年|今年(?=[春夏秋冬年]|\d|[一二三四五六七八九十]+月|国庆|五一|中秋|端午|元旦|春节|暑假|寒假|过年)|"
    r"\d{1,2}月(?:\d{1,2}[日号]|初|底|中旬|上旬|下旬|份)?|[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十廿]{1,3}[日号]|初|底|中旬|上旬|下旬|份)?|\d{1,2}[号日]|国庆|五一|中秋|端午|元旦|春节|清明|过年|年后|年前|暑假|寒假|十一|春天|夏天|秋天|冬天|"
    rf"{_COUNT}(?:天|周|个星期|个月|年)(?:之?后|以后))"
)
_HOUR = rf"(?:凌晨|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|一早|{_COUNT}点(?:半|钟|{_COUNT}分?|多)?|\d{{1,2}}[:：]\d{{2}}|左右|前后|假期|期间|的时候|开始|就|才|还|又|也|得|我)"
_WHEN = rf"(?:{_DAY}{_HOUR}*)"
_TRIVIAL = re.compile(
    r"^(?:我)?(?:就|还|又|也|都|得|要|会|再|继续|先|去)*(?:早起|早睡|起床|上班|下班|加班|睡|睡觉|吃饭?|吃药|洗澡|休息|上课|出门|回家|忙|看看|试试|再说|再看|再来|再问|再聊|联系|回复|说|聊|讲|问|看情况|考虑|决定|没|不|是|有[空事课]|会议|下雨|降温|放假|补觉|躺平|摸鱼|干活|开工|交作业|早点|带伞|穿|用|下[雨雪])|[你您]|[吗呢么]$|[他她它]们?|怎么|什么|多少|谁|哪"
)
_ACT = re.compile(
    r"^(?:去|飞|到|搬|回|来|跑|考|参加|出差|出国|出发|结婚|领证|订婚|办|举办|举行|开|做|动|面试|答辩|毕业|入职|离职|辞职|退休|体检|复查|检查|拔|种|打疫苗|带|陪|接|送|送走|看|见|拜访|请|聚|旅游|旅行|自驾|徒步|爬|骑|上线|发版|发布|升级|迁移|切换|割接|演练|部署|重启|扩容|下线|停机|维护|变更|交付|汇报|述职|演讲|讲|上台|比赛|参赛|表演|演出|录|拍|交|提交|还|买|卖|租|签|装修|开业|开张|搞|组织|主持|请假|休假|休|过生日|生日|度蜜月|换|学|报|读|开学|返校|培训|团建|露营|滑雪|看展|听|约|剪|染|手术|住院|出院|生|预产)"
)


def _at_time(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A plan whose time the clause names: the act with its time, as it was said."""
    act = re.sub(r"(?:了|的|呢|吧|啦|啊|呀|哦)+$", "", verbatim(match["o"]))
    bare = re.sub(r"^(?:我)?(?:就|还|又|也|都|要|得|会|准备|打算|计划|需要|必须|将|该|终于|再)*", "", act)
    if (
        len(bare) < 2
        or bare[1] == "的"
        or len(act) > 40
        or _TRIVIAL.search(act)
        or not _ACT.match(bare)
        or is_about_someone(clause.earlier)
    ):
        return
    over = match["o"].rstrip().endswith("了") and not re.search(r"要|就|快|将|会", clause.text)
    if over or re.search(r"了(?!解)|过$|没|不", re.sub(r"[订买报约]了", "", act)):
        return
    if any(item.last < clause.at.date() for item in find_reference_times(clause.text, clause.at)):
        return
    whole = verbatim(clause.text) if match.groupdict().get("all") else act
    yield Finding("plans", dated(re.sub(r"^我(?:们)?", "", whole), clause))


def _goal(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = re.sub(r"(?:了|的|呢|吧|啦|啊)+$", "", verbatim(match["o"]))
    if (
        1 < len(value) <= 30
        and not re.search(r"[你您他她]|什么|怎么|多少|[吗呢]$", value)
        and not is_about_someone(clause.earlier)
    ):
        yield Finding("goal", value)


def _aimed(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "定个小目标，读完50本书": what the words before call a goal."""
    if re.search(
        r"(?:目标|flag|Flag|FLAG|心愿|愿望|计划)(?:就|只)?(?:是|：|有?[一二两三]个)?[，,：:\s]*$",
        clause.earlier[-16:],
    ):
        yield from _goal(match, clause)


def _booked(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "机票订好了，10月3号飞三亚"."""
    if re.search(
        r"(?:票|酒店|民宿|航班|行程|假)[^，。]{0,8}(?:订|买|定|请|抢|批|约)|(?:订|买|定|请|抢)[^，。]{0,6}(?:票|酒店|假)",
        clause.earlier[-24:],
    ):
        yield from _at_time(match, clause)


_FOR_EVER = r"(?:以后|今后|从今往后|从今天起|从现在起|从现在开始|往后|一律|永远|任何时候|任何情况下|无论如何|不管什么情况|每次|每回|凡是|所有(?!者|人|格|权|制)|全部|默认|始终|务必|千万|统一|红线|铁律|硬性)"
_MUST = r"(?:不许|不准|不允许|不得|不能|不可以|不要|别|禁止|严禁|必须|一定要|务必|只能|只许|只用|都要|得先|一律|要先|先|尽量|都用|用|请用|要用|统一用|记得)"
_OBLIGES = r"(?:不许|不准|(?<!规定)不允许|不得|不能|不可以|不要|(?<![分特区类性级个差告离鉴识])别(?!名|人|的|墅|处)|禁止|严禁|必须|一定要|务必|只能|只许|都要|得先|一律|统一用|都用(?!于|途))"
_OPERATED = r"(?:生产|线上|预发|测试环境|数据库|数据|库|表|代码|分支|主干|master|main|密码|密钥|口令|发版|上线|发布|变更|备份|日志|接口|服务|集群|服务器|机器|权限|合并|提交|部署|回滚|重启|DDL|SQL|PR|MR|周报|日报|报销|合同|发票|出差|报销|订票|开会|会议|付款|转账|打款|签字|盖章|采购|请假|邮件|客诉|客户|文档|注释|命名|单测|配置|脚本|流程|审批)"
_AT_WORK_WITH_ME = r"(?:(?:给|跟|帮|替|对)我)?(?:推荐|回复|回答|解释|写|改|翻译|发|订|点|约|安排|排|介绍|总结|整理|汇报|汇总|讲|说|叫|称呼|提醒|查|做|生成|输出|起草|沟通|联系|买|选|规划)"
_THIS_TIME = re.compile(
    r"(?<!别)(?:叫|喊|称呼)我|备注一下|这次|这回|本次|这一次|今天|刚才|现在|这个|那个|这份|这篇|这段|这张|这版|这句|[吗呢么吧]$|[?？]|怎么|为什么|什么意思|能不能|可不可以|行不行|别急|别说|别提|别慌|别闹|别想|别担心|别客气|别误会|不要紧|不得不|不得了|不能说|不能不|别人|别的|不要了|你(?:别|不要)(?:骗|逗|装|急)"
)


# "帮我写个脚本，所有文件都要加前缀": what the task at hand needs is no rule for ever.
_TASK = re.compile(
    r"帮我|给我(?:写|做|画|生成|整理|改|弄)|(?:写|做|画|生成|整理|翻译|设计|起草)(?:个|一|几|份|篇|段)"
)
_ASKED_OF_OTHERS = re.compile(
    r"不许|不准|不允许|不得|不可以|禁止|严禁|必须|一律|只能|务必|一定要|千万|绝对不能"
)


def _standing(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A rule for every such case; words about oneself (我平时用 …) are none unless they oblige."""
    value = re.sub(
        r"^(?:请|麻烦|以后|今后|往后|从今往后|从今天起|从现在起|从现在开始|记住|你)+",
        "",
        verbatim(match["o"]),
    )
    task = _TASK.search(re.split(r"[。！？!?\n]", clause.earlier)[-1]) is not None and not re.search(
        r"以后|今后|每次", clause.text
    )
    of_oneself = clause.text.startswith("我") and _ASKED_OF_OTHERS.search(value) is None
    if (
        4 <= len(value) <= 44
        and not of_oneself
        and not task
        and not _THIS_TIME.search(clause.text)
        and value in clause.text
        and not re.search(r"[他她]", value)
    ):
        yield Finding("constraint", value)


def _own_limit(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = verbatim(match["o"])
    if value in clause.text and not _THIS_TIME.search(clause.text) and not is_about_someone(clause.earlier):
        yield Finding("constraint", value)


def _rule_after(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """What stands behind "我们组的规定：" or before "，这是规矩"."""
    if re.search(
        r"(?:规定|规矩|要求|原则|红线|铁律|约定|制度|纪律|底线|规范|注意事项|前提|硬性条件)(?:是|就是|如下|了|有)?[^，。]{0,4}[：:，,\s]*$",
        clause.earlier[-20:],
    ):
        yield from _standing(match, clause)


def _event(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """An event of the person's at a time the clause names."""
    if re.search(_WHEN, clause.text) and not is_about_someone(clause.earlier):
        ahead = not any(item.last < clause.at.date() for item in find_reference_times(clause.text, clause.at))
        if ahead:
            yield Finding("plans", dated(re.sub(r"^我(?:们)?", "", verbatim(clause.text)), clause))


def _called_off(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A plan that is none any more."""
    if not re.search(r"[吗呢]$", clause.text) and not is_about_someone(clause.earlier):
        yield Finding("plans", verbatim(match["o"]), Stance.RETRACTED)


def _timed(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(_WHEN, clause.text):
        yield from _at_time(match, clause)


def _enrolled(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if not re.search(r"没|不|吗|失败", match["o"]):
        yield Finding("plans", verbatim(match["o"]))


def _lasting(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A "don't" without a matter of its own: only what is said for ever, or of what is recommended."""
    if re.search(_FOR_EVER + r"|给我推|推荐|排班|从来", clause.text + clause.earlier[-16:]):
        yield from _standing(match, clause)


def _obliging(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(_MUST + "|不", match["o"]):
        yield from _rule_after(match, clause)


PLANS: tuple[Rule, ...] = (
    rule(rf"^我(?:们)?(?:{_WHEN})*有(?:一|两)?(?:场|个|次|趟|门)(?P<o>[^，。]{{0,10}}?(?:婚礼|面试|考试|手术|体检|答辩|演出|比赛|聚会|培训|讲座|会议|评审|汇报|航班|饭局|复查|路演|年会|团建))(?:要(?:参加|去|办|开|准备))?$", _event),
    rule(rf"^我(?:们)?(?:已经|打算|准备|计划|定了|约了|想|决定)*(?:在)?(?P<all>)(?:{_WHEN})+(?P<o>[^，。]{{2,30}})$", _at_time),
    rule(r"^我(?:们)?(?:就|还|又|也|都)*(?:要|得|会|准备|打算|将)(?P<o>[^，。]{2,30})$", _timed),
    rule(rf"^我(?:们)?(?:{_WHEN})*(?P<o>(?:飞|去|回|到|搬|休|请假|拔牙|拆线|上线|发版|交付|述职|参加|出发|动身|启程|出差|结婚|毕业|入职|手术|答辩|面试|开学|退休|搬家|体检|考试|休假)[^，。]{{0,16}})$", _timed),
    rule(rf"^(?:我)?(?:{_WHEN})*(?P<o>(?:飞|去|回|到|出发|动身|走)[^，。]{{1,12}})$", _booked),
    rule(r"^我(?:已经|刚|又|也)*(?P<o>(?:报名(?:参加)?了?|报了(?:个|一个|名)?)(?!成功|失败|截止|不了|晚|入口|的|费|表)[\u3400-\u9fff][^，。吗]{1,17})$", _enrolled),
)  # fmt: skip
CALLED_OFF: tuple[Rule, ...] = (
    rule(r"^我?(?:们)?(?:的)?(?:原定|之前|原来|本来)?(?:的)?(?P<o>[^，。我你他她]{2,14}?)(?:的)?(?:计划|行程|安排|打算|旅行|之行|这趟|那趟|的事)(?:已经|临时|全|都|给|只能|可能要)*(?:取消|泡汤|黄|作罢|搁置|吹|没戏|不成|告吹)(?:了)?$", _called_off),
    rule(r"^我(?:们)?(?:已经|临时|最后|现在|后来|可能)*(?:不|没法|去不成|不能)去(?P<o>[\u3400-\u9fff]{2,8}?)(?:玩|出差|旅游|旅行|考试|培训|参加[^，。]{2,8})?了$", _called_off),
    rule(r"^我(?:们)?(?:已经|临时|最后|现在|后来)*不(?P<o>(?:考|搬|换|辞|报|办)[\u3400-\u9fff]{1,8}?)了$", _called_off),
)  # fmt: skip
GOALS: tuple[Rule, ...] = (
    rule(r"^(?P<o>[^，。我你他她]{3,20}?)(?:就|一直)?是我(?:的|今年的|最大的|现在的|人生的|下一个)*(?:目标|梦想|心愿|愿望)$", _goal),
    rule(r"<ME>(?:想|希望|争取|计划|打算|力争)(?P<o>(?:在)?[^，。]{1,8}?(?:之?内|之?前|以内|以前|之?后)(?:能)?(?:当上|当|做到|升|成为|买|换|开|拿|学|练|转|入|出|达到|实现)[^，。]{1,16})$", _goal),
    rule(r"<ME>(?:在|正在|正|一直在|最近在|开始|努力|拼命)*(?:攒钱|存钱|攒首付|努力)(?:准备|想|打算|要|去)?(?P<o>(?:买|换|出|去|学|创业|留学|结婚|旅|给|装修|开|考|读|减|升)[^，。]{1,16})$", _goal),
    rule(r"<ME>(?:想|要|准备|打算|决定|立志|努力|争取|计划|一直想)(?:今年|明年|年底前?)?(?P<o>(?:考|备考)(?!虑)(?:个|上|过|取|下)?[^，。了吗]{1,16})$", _goal),
    rule(r"^(?P<o>(?:今年|明年|年底前|一年|每年|每月|每天|每周|三个月|半年|年内)?(?:读|写|看|跑|把[^，。]{1,8}?(?:跑|练|考|还|写|做|减|学)|读完|减|瘦|存|攒|考|跑|学会|拿下|写完|戒|背|升|通过|坚持|练|完成|早睡|做到|达到)[^，。]{2,20})$", _aimed),
    rule(r"^我(?:今年|明年|新年|下半年|上半年|这个月|下个月)*的?(?:目标|小目标|flag|心愿|愿望|新年愿望)(?:就)?(?:是|：|定的是|定在)(?P<o>[^，。]{2,30})$", _goal),
    rule(r"^我?(?:今年|明年|给自己)*(?:立|定)(?:了)?(?:个|一个)?(?:小)?(?:目标|flag|Flag|FLAG)[：:，,]\s*(?P<o>[^，。]{2,30})$", _goal),
)  # fmt: skip
RULES_OF_OURS: tuple[Rule, ...] = (
    rule(r"^(?:我)?(?P<o>(?:给我|跟我)(?:写|推荐|回复|回|发|讲|做|改|起|画|翻译)(?!几|一|个|些|点|份|篇)[^，。]{0,8}?(?:别|不要|不许|一律|务必)[^，。吗呢]{1,14})$", _standing),
    rule(rf"^(?:我)?(?P<o>只能[^，。]{{0,4}}?(?:周末|晚上|白天|早上|上午|下午|工作日|节假日|{_COUNT}点)[^，。吗呢]{{1,12}})$", _own_limit),
    rule(r"^(?:我)?(?:后面|后续|接下来|之后|往后|以后|今后)(?P<o>[^，。你]{0,10}?(?:都|一律|统一|全)(?:用|写|按|走|要|别|不要|给)[^，。]{1,14})$", _standing),
    rule(r"^(?:我)?(?:请)?(?:你)?(?P<o>(?:回复|回答|说话|解释|答案|措辞|语气|用词|口吻)[^，。]{0,6}(?:尽量|控制在|不超过|别超过|不要超过|限制在|必须|一律|都要|要|别|不要|用)[^，。吗呢]{2,16})$", _standing),
    rule(r"^(?:我)?(?:请)?(?P<o>(?:跟|和|对)我(?:说话|聊天|讲话|沟通)[^，。]{0,4}(?:别|不要|请|用|要|尽量)[^，。吗呢]{1,12})$", _standing),
    rule(r"^(?:我)?(?:以后|今后)(?P<o>(?:涉及|关于|凡是|所有|有关|只要)[^，。]{1,12}(?:的)?(?:都|一律|全都?|统一)[^，。]{2,14})$", _standing),
    rule(r"^我(?P<o>只(?:接受|考虑)[^，。了]{2,14})$", _own_limit),
    rule(rf"^(?:我(?:们)?)?(?:请|麻烦)?(?:你)?(?P<o>(?=[^。]*{_FOR_EVER})[^，。你]{{0,24}}?{_OBLIGES}[^，。]{{1,24}})$", _standing),
    rule(rf"^(?:我(?:们)?)?(?:这边|组|团队|公司|部门)*(?:的)?(?P<o>(?:{_OPERATED}|[^，。我你]{{0,8}}{_OPERATED})[^，。我你]{{0,14}}?(?:不许|不准|不允许|不得|不可以|禁止|严禁|必须|一律|只能|不能|千万别|绝对不能|要先|得先|都要|都得)[^，。]{{2,24}})$", _standing),
    rule(rf"^(?:我)?(?:请|麻烦|以后|今后)*(?:你)?(?P<o>(?:别|不要|不许|禁止|严禁|千万别|绝对不能)(?:再)?(?:在|对|往|给|把|用|碰|动|直接)[^，。]{{0,14}}(?:{_OPERATED}|周[一二三四五六日末]|节假日|晚上|早上|半夜|凌晨|工作日)[^，。]{{0,14}})$", _standing),
    rule(rf"^(?:我)?(?:以后|今后|请|麻烦)*(?:你)?(?P<o>{_AT_WORK_WITH_ME}[^，。]{{0,14}}?(?:(?:的时候|时|之前|前|的话)(?:请|都|就|也|一律)?(?:别|不要|不许|尽量|必须|一定要|要|先|只|用|记得|避开|优先|避免|不用|给)|必须|一律|只能|一定要|统一|都用|都要|不许|不准)[^，。]{{1,20}})$", _standing),
    rule(r"^(?:我)?(?P<o>(?:别|不要|不许|不用|避免|不能)(?:给我|跟我|帮我|对我|向我)?(?:再)?(?:推荐|推|安排|订|约|发|打电话|排|选|买|点|用)[^，。]{2,16})$", _lasting),
    rule(rf"^我(?:们)?(?P<o>(?:{_WHEN}|工作日|平时|每天|每周|一般|从来|周末|白天|晚上|夜里|早上|上午|中午|下午|{_COUNT}点(?:半)?(?:之?前|以?前|之?后|以?后))+[^，。]{{0,6}}?(?:都|一般|从来|基本|绝对|一律|坚决)*(?:不接|不看|不回|不加|不开|不坐|不出|不安排|不谈|不处理|没空|不方便|不工作|不营业|只能|只有|必须|得接|要接|要带|不能)[^，。]{{0,14}})$", _own_limit),
    rule(rf"^(?:我)?(?P<o>(?:工作日|周末|节假日|每天|周[一二三四五六日])?[^，。我]{{0,6}}?{_COUNT}点(?:半)?(?:之?前|以?前|之?后|以?后)[^，。]{{0,4}}(?:不要|别|不许|不能|勿)[^，。]{{2,14}})$", _own_limit),
    rule(r"^(?:我)?(?P<o>[^，。你]{2,30})$", _obliging),
)  # fmt: skip
RULES: tuple[Rule, ...] = (*RULES_OF_OURS, *CALLED_OFF, *GOALS, *PLANS)
