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
用户的母语是葡萄牙语，第二语言是中文。 | 用户的第二语言是中文，母语是葡萄牙语。
测试环境用MySQL，生产环境用PostgreSQL。 | 生产环境用PostgreSQL，测试环境用MySQL。
林舟在深圳做后端开发。 | 做后端开发的林舟在深圳。
用户不喝咖啡，只喝茶。 | 用户只喝茶，不喝咖啡。
对海鲜和青霉素，用户都过敏。 | 用户对青霉素和海鲜过敏。
每天凌晨三点数据库自动备份。 | 数据库每天凌晨三点自动备份。
数据库备份每天凌晨三点自动执行。 | 每天凌晨三点自动执行数据库备份。
缓存过期时间在配置中心设置为300秒。 | 在配置中心，缓存过期时间设置为300秒。
用户2018年毕业于浙江大学。 | 用户毕业于浙江大学，2018年。
用户在杭州出生，在武汉长大。 | 用户在武汉长大，在杭州出生。
用户的哥哥叫孟川，是一名消防员。 | 用户的哥哥是一名消防员，叫孟川。
用户的哥哥孟川是消防员。 | 孟川是用户的哥哥，是消防员。
孟川，用户的哥哥，是消防员。 | 用户的哥哥孟川是消防员。
订单服务的负责人是许棠。 | 许棠是订单服务的负责人。
负责订单服务的是许棠。 | 订单服务由许棠负责。
许棠负责订单服务和库存服务。 | 库存服务和订单服务由许棠负责。
项目组每周一上午十点开例会。 | 每周一上午十点项目组开例会。
项目组的例会每周一上午十点开。 | 每周一上午十点开项目组的例会。
例会定在每周一上午十点。 | 每周一上午十点是例会。
下个月15号用户要去昆明出差。 | 用户要在下个月15号去昆明出差。
用户打算和妻子明年去冰岛旅行。 | 明年用户打算和妻子去冰岛旅行。
从去年开始，用户一直在学吉他。 | 用户从去年开始一直在学吉他。
用户学吉他已经两年了。 | 用户已经学吉他两年了。
用户已经学了两年吉他。 | 吉他用户已经学了两年。
用户有一个儿子和一个女儿。 | 用户有一个女儿和一个儿子。
除了周日，店铺每天营业。 | 店铺每天营业，除了周日。
如果内存超过80%，系统会报警。 | 系统会报警，如果内存超过80%。
当内存超过80%时，系统会报警。 | 系统会在内存超过80%时报警。
为了减肥，用户每天跑步。 | 用户每天跑步，为了减肥。
用户为了减肥每天跑步。 | 用户每天为了减肥跑步。
由于预算不足，项目暂停了。 | 项目暂停了，由于预算不足。
通过VPN，员工可以远程访问内网。 | 员工可以通过VPN远程访问内网。
员工可以远程通过VPN访问内网。 | 员工可以通过VPN远程访问内网。
日志文件保存在/var/log/app目录下。 | /var/log/app目录下保存着日志文件。
在/var/log/app目录下保存日志文件。 | 日志文件保存在/var/log/app目录下。
新版本已于昨天发布到生产环境。 | 昨天新版本已发布到生产环境。
生产环境昨天已发布新版本。 | 昨天生产环境已发布新版本。
快递请放到前台。 | 请把快递放到前台。
这份合同法务已经审核过了。 | 法务已经审核过这份合同了。
沈黎把报告发给了客户。 | 报告被沈黎发给了客户。
沈黎给客户发了报告。 | 沈黎发了报告给客户。
用户的车是白色的特斯拉Model 3。 | 用户的车是特斯拉Model 3，白色的。
用户喜欢的运动是羽毛球。 | 羽毛球是用户喜欢的运动。
用户最喜欢的季节是秋天。 | 秋天是用户最喜欢的季节。
用户周末喜欢爬山、钓鱼和摄影。 | 摄影、爬山和钓鱼是用户周末喜欢的。
用户周末喜欢爬山、钓鱼和摄影。 | 周末用户喜欢摄影、钓鱼和爬山。
用户住在成都市武侯区。 | 成都市武侯区是用户住的地方。
用户养了一只叫团子的橘猫。 | 用户养了一只橘猫，叫团子。
团子是用户养的一只橘猫。 | 用户养了一只橘猫，叫团子。
用户的预算是五千元，工期是两周。 | 工期是两周，用户的预算是五千元。
发票抬头是云岭科技，税号是91530100MA6。 | 税号是91530100MA6，发票抬头是云岭科技。
A组负责前端，B组负责后端。 | 后端由B组负责，前端由A组负责。
A组负责前端，B组负责后端。 | B组负责后端，A组负责前端。
灰度发布先在华南区进行。 | 先在华南区进行灰度发布。
用户和同事周五晚上打羽毛球。 | 周五晚上用户和同事打羽毛球。
用户上个月花八千元买了一台相机。 | 用户花八千元在上个月买了一台相机。
一台相机用户上个月花八千元买了。 | 用户上个月花八千元买了一台相机。
坐飞机时，用户更喜欢靠窗的座位。 | 用户坐飞机时更喜欢靠窗的座位。
比起咖啡，用户更喜欢茶。 | 用户更喜欢茶，比起咖啡。
比起咖啡用户更喜欢茶。 | 用户比起咖啡更喜欢茶。
用户七岁时开始学钢琴。 | 用户开始学钢琴是在七岁时。
用户是七岁开始学钢琴的。 | 用户七岁开始学钢琴。
只有管理员可以删除项目。 | 可以删除项目的只有管理员。
前端用Vue写的。 | 前端是用Vue写的。
服务部署在阿里云上，用Kubernetes管理。 | 服务用Kubernetes管理，部署在阿里云上。
用户在腾讯工作了六年。 | 用户工作了六年，在腾讯。
用户六年来一直在腾讯工作。 | 六年来用户一直在腾讯工作。
红色按钮用于取消，绿色按钮用于确认。 | 绿色按钮用于确认，红色按钮用于取消。
网关超时后会重试三次。 | 超时后网关会重试三次。
网关会在超时后重试三次。 | 超时后网关会重试三次。
用户喜欢吃辣，但不吃香菜。 | 用户不吃香菜，但喜欢吃辣。
用户虽然会游泳，但是怕深水。 | 虽然用户会游泳，但是怕深水。
用户会说英语、法语和日语。 | 日语、英语和法语用户都会说。
用户英语、法语、日语都会说。 | 用户会说英语、法语、日语。
航班8月12日上午9点从浦东起飞。 | 8月12日上午9点航班从浦东起飞。
接口最多每分钟调用60次。 | 接口每分钟最多调用60次。
每分钟接口最多调用60次。 | 接口每分钟最多调用60次。
王医生建议用户少吃盐。 | 少吃盐是王医生建议用户的。
用户的体重从80公斤降到了72公斤。 | 从80公斤，用户的体重降到了72公斤。
在用户的家乡，冬天经常下雪。 | 冬天在用户的家乡经常下雪。
用户的导师是陆教授，研究方向是量子计算。 | 用户的研究方向是量子计算，导师是陆教授。
邮件请抄送给财务部和法务部。 | 请把邮件抄送给法务部和财务部。
房租每月5号之前要付。 | 每月5号之前要付房租。
系统在每天23点生成日报。 | 每天23点，系统生成日报。
日报由系统在每天23点生成。 | 每天23点由系统生成日报。
我把钥匙放在了玄关的抽屉里。 | 玄关的抽屉里放着我的钥匙。
钥匙我放在了玄关的抽屉里。 | 我把钥匙放在了玄关的抽屉里。
钥匙被我放在了玄关的抽屉里。 | 我把钥匙放在了玄关的抽屉里。
我从小就怕狗。 | 从小我就怕狗。
去年夏天我们全家去了青海湖。 | 我们全家去年夏天去了青海湖。
青海湖我们全家去年夏天去过。 | 我们全家去年夏天去过青海湖。
儿子的班主任姓贺，教语文。 | 儿子的班主任教语文，姓贺。
教语文的贺老师是儿子的班主任。 | 儿子的班主任是教语文的贺老师。
贺老师是儿子的班主任，教语文。 | 儿子的班主任贺老师教语文。
我每天骑车上班，路上二十分钟。 | 每天我骑车上班，路上二十分钟。
服务端用Go编写，客户端用Swift编写。 | 客户端用Swift编写，服务端用Go编写。
用Go编写的是服务端。 | 服务端是用Go编写的。
密钥存放在Vault中，每90天轮换一次。 | 密钥每90天轮换一次，存放在Vault中。
每90天密钥轮换一次。 | 密钥每90天轮换一次。
所有请求都经过网关。 | 网关是所有请求都经过的。
单价是12元，数量是300件。 | 数量是300件，单价是12元。
3号楼和5号楼周六停水。 | 周六5号楼和3号楼停水。
我爱人对猫毛过敏。 | 对猫毛过敏的是我爱人。
会议由韩冰主持，由方圆记录。 | 会议由方圆记录，由韩冰主持。
主持会议的是韩冰。 | 会议由韩冰主持。
韩冰是会议的主持人。 | 会议的主持人是韩冰。
我在图书馆每周六做志愿者。 | 每周六我在图书馆做志愿者。
我做志愿者，每周六在图书馆。 | 每周六我在图书馆做志愿者。
甲方是云岭科技，乙方是海星传媒。 | 乙方是海星传媒，甲方是云岭科技。
告警发到钉钉群和邮箱。 | 告警发到邮箱和钉钉群。
告警会同时发到邮箱和钉钉群。 | 告警同时会发到钉钉群和邮箱。
客户投诉最多的是物流慢。 | 物流慢是客户投诉最多的。
我最怕的动物是蛇。 | 蛇是我最怕的动物。
我最怕蛇。 | 蛇我最怕。
我不能吃的是乳制品。 | 乳制品我不能吃。
乳制品是我不能吃的。 | 我不能吃乳制品。
我不能吃乳制品。 | 乳制品我不能吃。
登录问题已在版本2.4中修复。 | 版本2.4中已修复登录问题。
下午茶公司每周三提供。 | 公司每周三提供下午茶。
公司给员工每年体检一次。 | 公司每年给员工体检一次。
每年公司给员工体检一次。 | 公司每年给员工体检一次。
王府井店和西单店的营业时间相同。 | 西单店和王府井店的营业时间相同。
从北京到上海的高铁要四个半小时。 | 高铁从北京到上海要四个半小时。
用户已婚，有一个女儿。 | 用户有一个女儿，已婚。
用户今年三十二岁，单身。 | 用户单身，今年三十二岁。
用户是素食者，住在大理。 | 用户住在大理，是素食者。
用户身高175厘米，体重70公斤。 | 用户体重70公斤，身高175厘米。
快递员一般下午送货。 | 下午快递员一般送货。
值班表由运维组长每月月初更新。 | 运维组长每月月初更新值班表。
每月月初，值班表由运维组长更新。 | 运维组长每月月初更新值班表。
年假需要提前两周申请。 | 需要提前两周申请年假。
我女儿今年九月上小学。 | 今年九月我女儿上小学。
上小学，我女儿是今年九月。 | 我女儿今年九月上小学。
线上环境Redis的版本是7.2。 | 7.2是线上环境Redis的版本。
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
用户养了小王的猫。 | 用户养了猫，小王。
用户买了北京公司的房子。 | 用户买了房子，卖了北京公司。
用户养了一只叫团子的橘猫和一只狗。 | 用户养了一只橘猫和一只狗，叫团子。
我和弟弟妹妹都认识。 | 我认识弟弟和妹妹。
我律师和医生都骗过。 | 律师和医生都骗过我。
会计骗了经理。 | 经理骗了会计。
会计经理骗了。 | 会计骗了经理。
合同法务已经审核了。 | 法务合同已经作废了。
如果小王来小李走。 | 小王如果走小李来。
虽然用户不会游泳。 | 用户会游泳虽然不。
用户的哥哥叫孟川，弟弟是消防员。 | 用户的弟弟叫孟川，哥哥是消防员。
姐姐是医生，妹妹是律师。 | 姐姐是律师，妹妹是医生。
开发由A组负责，测试由B组负责。 | 开发由B组负责，测试由A组负责。
主任开除了司机。 | 司机开除了主任。
教练选了队长。 | 队长选了教练。
员工向经理汇报，经理向总监汇报。 | 经理向员工汇报，总监向经理汇报。
律师的客户是医生。 | 医生的客户是律师。
我狗和猫都怕。 | 狗和猫都怕我。
用户不喝咖啡，只喝茶。 | 用户只喝咖啡，不喝茶。
在北京出生，在上海长大。 | 在上海出生，在北京长大。
用MySQL的是测试环境，用Oracle的是生产环境。 | 用MySQL的是生产环境，用Oracle的是测试环境。
A组的前端由B组负责。 | B组的前端由A组负责。
一个男孩、两个女孩。 | 两个男孩、一个女孩。
我养了两只猫、一条狗。 | 我养了一只猫、两条狗。
客服可以由经理投诉。 | 经理可以由客服投诉。
爸爸妈妈的姐姐来了北京。 | 妈妈爸爸的姐姐来了北京。
网关会在数据库超时后重试。 | 数据库会在网关超时后重试。
运维通知开发后重启。 | 开发通知运维后重启。
每周五上午由小王给小李讲课。 | 每周五上午由小李给小王讲课。
被经理批评的是会计。 | 经理被会计批评了。
能访问A库的只有B服务。 | 只有A库能访问B服务。
老师表扬的是学生。 | 学生表扬了老师。
由小王接替主任。 | 小王由主任接替。
爸爸由妈妈照顾。 | 由爸爸照顾妈妈。
日报由系统在每天23点生成。 | 系统由日报在每天23点生成。
小王和小李的姐姐来了。 | 小李和小王的姐姐来了。
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
