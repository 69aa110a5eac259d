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


# clefts told from the end, repeated nouns, couples, topics, phrases of time: and the same words with their roles exchanged

TOLD_OTHERWISE = """
校验签名的是网关。 | 网关校验签名。
负责报销的是小孟。 | 小孟负责报销。
能改权限的只有管理员。 | 只有管理员能改权限。
被停用的是旧版网关。 | 旧版网关被停用了。
教我们数学的是范老师。 | 范老师教我们数学。
家里洗碗的是爸爸。 | 家里爸爸洗碗。
订单服务和支付服务都下线了。 | 支付服务和订单服务都下线了。
东区仓库和西区仓库共用一套系统。 | 西区仓库和东区仓库共用一套系统。
外公外婆住在苏州。 | 外婆外公住在苏州。
荔枝我女儿最爱吃。 | 我女儿最爱吃荔枝。
英语和法语，妹妹都会说。 | 妹妹会说法语和英语。
指标每30秒由Telegraf采集一次。 | Telegraf每30秒采集一次指标。
开春我要去做体检。 | 我开春要去做体检。
在杭州我待了三年。 | 我在杭州待了三年。
我待了三年，在杭州。 | 我在杭州待了三年。
这本书我还没看完。 | 我还没看完这本书。
我家的猫叫豆包。 | 豆包是我家的猫。
螃蟹我只吃清蒸的。 | 我只吃清蒸的螃蟹。
我女儿在实验小学读三年级。 | 我女儿读三年级，在实验小学。
我是去年从上海搬来的。 | 我去年从上海搬来。
日志由Vector转发到Kafka。 | Vector把日志转发到Kafka。
昨晚清理脚本把三千条记录删掉了。 | 三千条记录昨晚被清理脚本删掉了。
下周三下午两点我有牙医预约。 | 我下周三下午两点有牙医预约。
管理员和审计员可以导出报表。 | 报表可以由审计员和管理员导出。
我对花生过敏，对虾也过敏。 | 我对虾过敏，对花生也过敏。
老婆和我在学潜水。 | 我和老婆在学潜水。
我的主治医生是江医生。 | 江医生是我的主治医生。
周末我跟儿子一起踢球。 | 我周末跟儿子一起踢球。
我不吃香菜和芹菜。 | 香菜和芹菜我都不吃。
备份存在法兰克福的机房。 | 法兰克福的机房存着备份。
每周五晚上我在教堂唱诗。 | 我每周五晚上在教堂唱诗。
客厅里挂着一幅油画。 | 一幅油画挂在客厅里。
我养了两只猫、一条狗。 | 我养了一条狗、两只猫。
因为下雨，比赛取消了。 | 比赛取消了，因为下雨。
已经三年了，我没抽烟。 | 我没抽烟已经三年了。
批准发布的是宋岚。 | 发布由宋岚批准。
创建索引的是后台任务。 | 索引由后台任务创建。
我在青岛最想念的就是海滩。 | 在青岛我最想念的是海滩。
"""
ROLES_EXCHANGED = """
提拔小李的是小王。 | 小李提拔小王。
提拔小李的是小王。 | 提拔小王的是小李。
被小李提拔的是小王。 | 小李被小王提拔。
校验签名的是网关。 | 签名校验的是网关日志。
调用支付服务的是订单服务。 | 支付服务调用订单服务。
支付服务调用订单服务。 | 订单服务调用支付服务。
支付服务支持订单服务。 | 订单服务支持支付服务。
东区仓库给西区仓库供货。 | 西区仓库给东区仓库供货。
东区仓库比西区仓库大。 | 西区仓库比东区仓库大。
从东区仓库搬到西区仓库。 | 从西区仓库搬到东区仓库。
东区仓库的货由西区仓库管理。 | 西区仓库的货由东区仓库管理。
妈妈朋友来了。 | 朋友妈妈来了。
妈妈爱女儿。 | 女儿爱妈妈。
女儿妈妈最疼。 | 女儿最疼妈妈。
姐姐哥哥打了。 | 哥哥打了姐姐。
哥哥姐姐打了。 | 姐姐打了哥哥。
只有管理员能改权限。 | 管理员只能改权限。
能改的只有权限。 | 只有能改权限。
喜欢猫的是小王。 | 小王是猫喜欢的。
照片我给小王了。 | 我给了小王的照片。
我借给老李的是锤子。 | 锤子是老李借给我的。
教外婆下棋的是外公。 | 外婆教外公下棋。
欠我钱的是房东。 | 我欠房东钱。
由小王接替的是小李。 | 接替小李的是小李的徒弟小王。
接替小李的是小王。 | 接替小王的是小李。
北京的子网连上海的网关。 | 上海的子网连北京的网关。
小王的狗咬了小李的猫。 | 小李的猫咬了小王的狗。
小王的狗咬了小李的狗。 | 小李的狗咬了小王的狗。
早上我喝茶，晚上喝咖啡。 | 早上我喝咖啡，晚上喝茶。
清晨跑步，傍晚游泳。 | 傍晚跑步，清晨游泳。
读服务用主库，写服务用从库。 | 写服务用主库，读服务用从库。
每30秒采集一次，超时5秒。 | 每5秒采集一次，超时30秒。
审批报销的是财务，不是行政。 | 审批报销的是行政，不是财务。
主库同步到备库。 | 备库同步到主库。
被主库拉取的是备库。 | 主库被备库拉取。
管理小周的是小吴。 | 小周管理小吴。
领导小周的是小吴。 | 小周领导小吴。
爸爸送我的是手表。 | 手表我送爸爸。
我不全懂。 | 我全不懂。
我女儿的老师喜欢画画。 | 我老师的女儿喜欢画画。
王芳的哥哥是李明。 | 李明的哥哥是王芳。
电影妹妹推荐给我。 | 妹妹我推荐给电影。
客户公司收购了我们公司。 | 我们公司收购了客户公司。
向北京汇报的是上海。 | 北京向上海汇报。
找我帮忙的是邻居。 | 我找邻居帮忙。
A接口和B接口调用C接口。 | A接口和C接口调用B接口。
表弟把车卖给叔叔。 | 叔叔把车卖给表弟。
卖车给叔叔的是表弟。 | 叔叔卖车给表弟。
医生我儿子认识。 | 医生认识我儿子。
狗我儿子怕。 | 狗怕我儿子。
父亲母亲照顾。 | 母亲父亲照顾。
用Redis替换Memcached的是缓存组。 | 缓存组用Memcached替换Redis。
对小王不满的是小李。 | 小王对小李不满。
投票反对的只有他。 | 只有他没反对。
只读A库的是服务B。 | 只有服务B读A库。
不能看报表的是实习生。 | 实习生不是能看报表的。
我儿子的班主任教我儿子的同学。 | 我儿子的同学教我儿子的班主任。
"""


def in_both_orders(lines: str) -> list[tuple[str, str]]:
    return [(a, b) for a, _, b in (line.partition(" | ") for line in lines.strip().splitlines())]


@pytest.mark.parametrize(("a", "b"), in_both_orders(TOLD_OTHERWISE))
def test_the_same_words_in_another_order_are_the_same(a: str, b: str) -> None:
    assert compare_statements(a, b).mergeable
    assert compare_statements(b, a).mergeable


@pytest.mark.parametrize(("a", "b"), in_both_orders(ROLES_EXCHANGED))
def test_another_order_that_exchanges_roles_is_another_statement(a: str, b: str) -> None:
    assert not compare_statements(a, b).mergeable
    assert not compare_statements(b, a).mergeable
