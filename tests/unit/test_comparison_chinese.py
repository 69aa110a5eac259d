"""Chinese statements: what only dresses a statement, writes a figure otherwise or moves words about, and what says another thing."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from memory_pipeline.domain.comparison import Sameness, chinese, compare_statements, compare_values
from memory_pipeline.domain.comparison.forms import Form, Way, all_forms
from memory_pipeline.domain.comparison.sketch import sketch, surely_different
from memory_pipeline.domain.registry import ValueType

STATEMENT = "阿宁住在成都"
DRESSED = """
顺便说一下，@。 | @，特此说明。 | @，请知悉。 | 如前所述，@。 | @（系统已核对）。 | @，我之前提过的。 | @，以上属实。 | 补充一下：@。 | 我再说一遍，@。 | @，谢谢。 | @哈。
@，别忘了。 | 备注：@。 | @——已由客服核实。 | 没错，@。 | 据系统记录，@。 | @，这一点没有变。 | @，千真万确。 | 跟上次说的一样，@。 | @，麻烦记一下。 | @，财务那边确认过了。 | 阿宁，如前所述，住在成都。
@，怕你忘了。 | 实不相瞒，@。 | 总之@。 | @，记到备忘录里。 | @，2024年5月核实。 | 来源：客户本人，@。
"""
DRESSED_OTHERWISE = """
@，未确认。 | @，待确认。 | @，还没核实。 | @，情况不属实。 | @，以前是这样。 | @，这不是真的。 | 可能@。 | 听说@。 | @，不确定。 | @，无法核实。 | 请确认@。 | @，请确认。 | 如果确认，@。 | @，要跟客户确认。 | @，仅限周末。 | @，是吗？
"""
SAME = """
会议三点半开始 = 会议3:30开始
会议下午三点半开始 = 会议15点30分开始
年薪是三十五万 = 年薪是350000元
税率是百分之六点五 = 税率是6.5%
她身高一米七八 = 她身高1.78米
文件上限2GB = 文件上限2048MB
她生于1990年3月5日 = 她生于19900305
合同24年6月1日到期 = 合同2024年6月1日到期
培训时长为90分钟 = 培训时长为一个半小时
跑完用了一小时四十八分 = 跑完用了108分钟
保修期为两年 = 保修期为24个月
试用期为半年 = 试用期为6个月
气温零下五度 = 气温-5℃
比赛结果3比2 = 比赛结果3:2
营业时间9:00-18:00 = 营业时间为9点到18点
限速每秒100次 = 限速100次/秒
每周运动三次 = 一周运动3次
票价是五十五块五 = 票价是55.5元
四分之三的员工同意 = 3/4的员工同意
会议定在2025年3月5日（周三） = 会议定在2025年3月5日
手机号是+86 138 0013 8000 = 手机号是13800138000
签名每7天轮换一次 = 签名每周轮换一次
鱼塘有三亩 = 鱼塘有2000平方米
用戶住在臺北 = 用户住在台北
每周一、三、五去健身 = 每周一、周三、周五去健身
报告被小李交给了王经理 = 小李把报告交给了王经理
小赵改了配置文件 = 配置文件被小赵改了
咖啡我每天喝两杯 = 我每天喝两杯咖啡
晚上十点以后阿宁不接电话 = 阿宁晚上十点以后不接电话
小张下班后去接孩子 = 下班后小张去接孩子
语雀上放着接口文档 = 接口文档放在语雀上
B2层停着我的车 = 我的车停在B2层
阿宁喜欢爬山，不喜欢游泳 = 阿宁不喜欢游泳，喜欢爬山
如果失败，任务重试三次 = 任务重试三次，如果失败
前端是小王写的，后端是小李写的 = 后端是小李写的，前端是小王写的
养了一只狗和一只猫 = 养了一只猫和一只狗
阿宁的居住地是成都 = 成都是阿宁住的地方
支付网关监听8080端口 = 支付网关端口：8080
支付服务用的数据库是MySQL = 支付服务使用MySQL数据库
余华写了这本书 = 这本书的作者是余华
航班19点起飞 = 航班起飞时间：19点
阿宁害怕蛇 = 蛇是阿宁害怕的东西
"""
OTHER = """
审核结果：通过 = 审核结果：一致
小林喜欢读书、写作 = 小林喜欢读书、记录
订单已取消，已通知客户 = 订单已取消，未通知客户
会议在下周二 = 会议在本周二
每隔一天浇水 = 每天浇水
报告月初交 = 报告月底交
生日是农历八月初八 = 生日是八月八日
试用期半年 = 试用期一年半
结婚三年 = 结婚三个月
两周后出发 = 两周前出发
5点30分起床 = 5点13分起床
小李的老师是小王 = 小王的老师是小李
小李管理小王 = 小李的上级是小王
王芳的领导是李强 = 王芳领导李强
塔里克是由路易丝提拔的 = 路易丝是由塔里克提拔的
小林跟老周学法语 = 老周跟小林学法语
把旧库换成新库 = 把新库换成旧库
小林把阿宁介绍给老周 = 小林把老周介绍给阿宁
小李在公司的搭档是小王 = 小王在公司的搭档是小李
张三出生于甲城，在乙城长大 = 张三出生于乙城，在甲城长大
服务甲监控服务乙 = 服务甲的监控用服务乙
我的依赖库是甲 = 甲依赖我的库
阿宁的家乡是成都 = 阿宁住在成都
会议三点开始 = 会议三点结束
阿宁从这里回来 = 阿宁从这里回去
"""


def listed(text: str, separator: str) -> list[str]:
    return [entry.strip() for line in text.strip().splitlines() for entry in line.split(separator)]


def pairs_of(text: str) -> list[tuple[str, str]]:
    return [(a, b) for a, b in (line.split(" = ") for line in text.strip().splitlines())]


@pytest.mark.parametrize("dressed", listed(DRESSED, "|"))
def test_what_only_talks_about_a_statement_changes_nothing(dressed: str) -> None:
    assert compare_statements(STATEMENT, dressed.replace("@", STATEMENT)).sameness is Sameness.SAME


@pytest.mark.parametrize("dressed", listed(DRESSED_OTHERWISE, "|"))
def test_what_doubts_denies_or_limits_a_statement_is_no_dress(dressed: str) -> None:
    assert not compare_statements(STATEMENT, dressed.replace("@", STATEMENT)).mergeable


@pytest.mark.parametrize(("a", "b"), pairs_of(SAME))
def test_statements_that_say_the_same(a: str, b: str) -> None:
    assert compare_statements(a, b).mergeable
    assert compare_statements(b, a).mergeable
    assert not surely_different(sketch(a), sketch(b))


@pytest.mark.parametrize(("a", "b"), pairs_of(OTHER))
def test_statements_that_say_another_thing(a: str, b: str) -> None:
    assert not compare_statements(a, b).mergeable
    assert not compare_statements(b, a).mergeable


def test_traditional_characters_are_a_spelling_of_names_and_places() -> None:
    assert compare_values("臺北", "台北市", ValueType.PLACE).kind == "equal"
    assert compare_values("陳曉", "陈晓", ValueType.NAME).kind == "equal"


# every form with two roles, its fillings exchanged: never the same

_FILLED = {"A": "Zorin", "B": "Melva", "C": "Tarik", "D": "Quorn", "E": "Plobe", "F": "Vashti"}
_TYPED = (("figure", "37"), ("identifier", "13800138000"), ("date", "3月5日"), ("rate", "每天"))
_WORDS = {
    key: word for table in (chinese.MODALS, chinese.QUANTIFIERS) for word, key in reversed(table.items())
}
_WORDS |= {
    "not": "不",
    "nolonger": "不再",
    "service": "服务",
    "user": "用户",
    "database": "数据库",
    "api": "接口",
}
_BEFORE = {marker: word for word, marker in reversed(chinese.PREPOSITIONS.items())}
_BEFORE |= {"to": "给", "at": "在", "by": "由", "via": "通过", "obj": "把", "from": "从", "about": "对"}
# a marriage has two equal roles, as a copula between two names has; the others read two ways when a name fills the place of a state or a part
_EITHER_WAY = re.compile(
    r"结婚|[是为][A-Z]\w+(?:状态|专业|版本|优先级|国籍|毕业|迷)?$|的name是|名叫|开启|关闭|接替|租"
)


def sentence(way: Way, filled: dict[str, str]) -> str:
    """The way as a sentence, with what its elements ask for before them."""
    pieces = []
    for element in way.elements:
        word = filled[element.variable] if element.variable else next(iter(element.keys))
        before = ("的" if "of" in element.marks else "") + ("是" if "copula" in element.marks else "")
        pieces.append(
            before
            + _BEFORE.get(element.marker or "", "")
            + (word if element.variable else _WORDS.get(word, word))
        )
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", "".join(pieces))


def chinese_ways(form: Form) -> list[Way]:
    return [way for way in form.ways if any("\u3400" <= key[0] <= "\u9fff" for key in way.literals)]


def exchanged(form: Form) -> list[tuple[str, str]]:
    """Sentences of a form with two fillings exchanged, where the first is read as what it is written for."""
    found = []
    for way in filter(_apart, chinese_ways(form)):
        kinds = {e.variable: e.kinds for e in way.elements if e.variable}
        filled = {
            name: next((text for kind, text in _TYPED if kind in kinds[name]), _FILLED[name])
            for name in kinds
        }
        for one, other in combinations([name for name in kinds if not kinds[name]], 2):
            turned = filled | {one: filled[other], other: filled[one]}
            found += [
                (sentence(way, filled), sentence(same, turned))
                for same in chinese_ways(form)
                if _fills(same, kinds)
            ]
    return found


def _fills(way: Way, kinds: dict[str, frozenset[str]]) -> bool:
    return {e.variable for e in way.elements if e.variable} == kinds.keys() and _apart(way)


def _apart(way: Way) -> bool:
    """Whether something stands between the fillings, so that a sentence shows where they end."""
    borders = (not (x.variable and y.variable) or y.marker or y.marks for x, y in pairwise(way.elements))
    return all(borders) and not any(e.optional for e in way.elements)


def test_no_form_is_the_same_with_its_roles_exchanged() -> None:
    pairs = [pair for form in all_forms() for pair in exchanged(form)]
    told = [(a, b) for a, b in pairs if not (_EITHER_WAY.search(a) or _EITHER_WAY.search(b))]
    assert len(told) > 2000
    assert [(a, b) for a, b in told if compare_statements(a, b).mergeable] == []
