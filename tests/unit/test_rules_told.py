"""Chinese told in passing, of oneself and of services; replies, slips and documents."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

AT = datetime(2025, 6, 18, 9, tzinfo=UTC)
_ROLES = {"a:": Role.ASSISTANT, "t:": Role.TOOL}


def _read(*texts: str) -> list[str]:
    """The facts as `predicate=object`, `!` before a retraction; "a:" opens the assistant's texts, "t:" a tool's."""
    messages = [
        Message(str(n), _ROLES.get(text[:2], Role.USER), text.removeprefix("a:").removeprefix("t:"), AT)
        for n, text in enumerate(texts, 1)
    ]
    return [
        f"{'' if fact.subject == 'user' else fact.subject + '::'}{'!' if fact.stance is Stance.RETRACTED else ''}{fact.predicate}={fact.object}"
        for fact in RulesExtractor().extract(messages).facts
        if fact.stance in {Stance.ASSERTED, Stance.RETRACTED}
    ]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["我一幼儿园老师，工资就那样"], ["job=幼儿园老师"]),
        (["我一个卖房子的，天天带客户看房"], ["job=卖房子"]),
        (["我就一普通程序员"], ["job=程序员"]),
        (["本人现役消防员"], ["job=消防员"]),
        (["跑外卖第三年了"], ["job=跑外卖"]),
        (["我当交警八年了"], ["job=交警"]),
        (["我转岗了，从客服调到了产品部做产品经理"], ["job=产品经理"]),
        (["我干财务的，月底忙成狗"], ["job=财务"]),
        (["本人男，35岁，东北人，现在深圳打工"], ["gender=男", "age=35岁", "hometown=东北", "city=深圳"]),
        (["我叫魏东升，四十五了"], ["name=魏东升", "age=四十五"]),
        (["我今年虚岁四十一"], ["age=四十一"]),
        (["我生日在腊月廿三"], ["birthday=腊月廿三"]),
        (["我全名陈一帆，英文名Ivan"], ["name=陈一帆"]),
        (["周工好，我是新来的测试周可欣"], ["name=周可欣"]),
        (["我会一点日语"], ["speaks=日语"]),
        (["俄语懂一点点"], ["speaks=俄语"]),
        (["我在浙大读博，做材料的"], ["studies=浙大", "studies=材料"]),
        (["我在招商银行信用卡中心做风控建模"], ["job=风控建模", "employer=招商银行信用卡中心"]),
        (["昨天正式从网易离职"], ["!employer=网易"]),
        (["我已经不在京东干了"], ["!employer=京东"]),
    ],
)
def test_of_oneself_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["在兰州念完大学就留这儿了"], ["city=兰州"]),
        (["大学毕业就一直待在杭州没挪过窝"], ["city=杭州"]),
        (["我老家四川绵阳，在重庆安的家"], ["hometown=四川绵阳", "city=重庆"]),
        (["我打小在哈尔滨长大"], ["hometown=哈尔滨"]),
        (["我跟父母住在洛阳"], ["city=洛阳"]),
        (["我目前旅居大理"], ["city=大理"]),
        (["我已经从北京搬回保定了"], ["city=保定"]),
        (["我人现在在温哥华"], ["city=温哥华"]),
        (["我是个体户，在义乌卖小商品"], ["job=个体户", "city=义乌"]),
        (["收件地址：南京市鼓楼区中山北路45号"], ["address=南京市鼓楼区中山北路45号"]),
        (["寄到我家吧，杭州市西湖区文三路189号2幢502"], ["address=杭州市西湖区文三路189号2幢502"]),
    ],
)
def test_places_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["我跟我老公李哲结婚五年了"], ["spouse=李哲"]),
        (["我和女友订婚了，她叫孟瑶"], ["spouse=孟瑶"]),
        (["我们家老二叫可可"], ["child=可可"]),
        (["我儿子大名丁一鸣"], ["child=丁一鸣"]),
        (["家里就一个闺女，叫悠悠"], ["child=悠悠"]),
        (["双胞胎女儿，姐姐叫初一，妹妹叫十五"], ["child=初一", "child=十五"]),
        (["我闺女叫程小满，今年读初二；大儿子程立秋在西安读大学"], ["child=程小满", "child=程立秋"]),
        (["我和严子墨分手了"], ["!spouse=严子墨"]),
        (["刚接回来一只三个月大的柯基，起名叫可颂🥐"], ["pet=三个月大的柯基", "pet=可颂"]),
        (["家里养着两只巴西龟，一只叫大壮，一只叫二壮"], ["pet=两只巴西龟", "pet=大壮", "pet=二壮"]),
        (["我家两只鹦鹉，绿的叫翡翠，黄的叫元宝"], ["pet=翡翠", "pet=元宝"]),
        (["新来的小奶猫取名叫布丁"], ["pet=布丁"]),
    ],
)
def test_people_and_animals_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["我腰突三年了，坐久了不行"], ["health=腰突"]),
        (["上周体检查出脂肪肝"], ["health=脂肪肝"]),
        (["大夫说我是慢性胃炎"], ["health=胃炎"]),
        (["我有先天性的二尖瓣脱垂"], ["health=二尖瓣脱垂"]),
        (["我是过敏体质，尘螨、花粉都不行"], ["allergic_to=尘螨", "allergic_to=花粉"]),
        (["我天生对酒精过敏"], ["allergic_to=酒精"]),
        (["我喝酒过敏"], ["allergic_to=酒"]),
        (["我不吃葱姜蒜"], ["diet=不吃葱姜蒜"]),
        (["奶茶我更喜欢三分糖去冰的"], ["prefers=三分糖去冰的"]),
        (["我坐飞机喜欢靠过道的位置"], ["likes=靠过道的位置"]),
        (["榴莲我真的闻都不能闻"], ["dislikes=榴莲"]),
        (["我觉得茶比咖啡好喝"], ["prefers=茶胜过咖啡"]),
        (["比起地铁我更愿意骑车"], ["prefers=骑车胜过地铁"]),
        (["抽烟我已经戒了"], ["!likes=抽烟"]),
        (["最近入坑越剧"], ["likes=越剧"]),
    ],
)
def test_ailments_and_tastes_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["我有辆二手的卡罗拉"], ["owns=卡罗拉"]),
        (["我收了一把马丁吉他"], ["owns=马丁吉他"]),
        (["家里添了台钢琴，给娃练"], ["owns=钢琴"]),
        (["我把那辆思域卖了"], ["!owns=思域"]),
        (["我不用Evernote了，换成Obsidian"], ["!uses=Evernote", "uses=Obsidian"]),
        (["我平时剪视频用达芬奇"], ["uses=达芬奇"]),
        (["编辑器我用Neovim"], ["uses=Neovim"]),
        (["笔记软件试了一圈，最后还是用 Obsidian 最顺手"], ["uses=Obsidian"]),
    ],
)
def test_things_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["我邮箱换了，现在用 chenyu.lu@163.com"], ["email=chenyu.lu@163.com"]),
        (["以后联系我走企业微信"], ["contact_method=企业微信"]),
        (["有事微信找我，电话我一般不接"], ["contact_method=微信"]),
        (["别给我打电话，发邮件"], ["constraint=别给我打电话", "contact_method=邮件"]),
        (["工作邮箱是 zq@corp.cn，私人的是 zq88@gmail.com"], ["email=zq@corp.cn", "email=zq88@gmail.com"]),
    ],
)
def test_contact_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["周四晚上11点我要升级网关"], ["plans=升级网关"]),
        (["春节我回老家过年，初七回来"], ["plans=回老家过年"]),
        (["我八月要去新疆自驾"], ["plans=要去新疆自驾"]),
        (["五月二十号我们领证"], ["plans=领证"]),
        (["月底有个体检，别忘提醒我"], ["plans=体检"]),
        (["我报名了下个月的半马"], ["plans=报名了下个月的半马"]),
        (["机票订好了，10月3号飞三亚"], ["plans=飞三亚"]),
        (["我在攒钱买房"], ["goal=买房"]),
        (["今年定个小目标，读完50本书"], ["goal=读完50本书"]),
        (["三年内攒够首付是我的目标"], ["goal=三年内攒够首付"]),
        (["敦煌的计划取消了"], ["!plans=敦煌"]),
    ],
)
def test_plans_and_goals_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["以后给我写的TypeScript代码一律不许用any"], ["constraint=给我写的TypeScript代码一律不许用any"]),
        (
            ["记一下我们组的规定：生产库白天不允许跑DDL"],
            ["constraint=生产库白天不允许跑DDL", "note=我们组的规定：生产库白天不允许跑DDL"],
        ),
        (["回复我的时候不要用表情"], ["constraint=回复我的时候不要用表情"]),
        (["订酒店必须含早"], ["constraint=订酒店必须含早"]),
        (["发邮件之前先给我过目"], ["constraint=发邮件之前先给我过目"]),
        (["数据库密码不许写进代码里"], ["constraint=数据库密码不许写进代码里"]),
        (["我晚上十点以后不接电话"], ["constraint=晚上十点以后不接电话"]),
        (["我只接受周末面试"], ["constraint=只接受周末面试"]),
        (["我们的铁律：周五不发版"], ["constraint=周五不发版"]),
        (["跟我说话别用敬语"], ["constraint=跟我说话别用敬语"]),
    ],
)
def test_standing_rules_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            ["order-service 现在是韩磊在管，跑在阿里云上，版本是2.7.1"],
            ["order-service::owner=韩磊", "order-service::cloud=阿里云", "order-service::version=2.7.1"],
        ),
        (
            ["短信平台的端口从8080改成9090了，负责人没变，还是尤静"],
            ["短信平台::port=9090", "短信平台::owner=尤静"],
        ),
        (
            ["coupon-center 依赖 user-profile 和 risk-engine，部署在上海可用区B，一共6个副本"],
            [
                "coupon-center::depends_on=user-profile",
                "coupon-center::depends_on=risk-engine",
                "coupon-center::region=上海可用区B",
                "coupon-center::replicas=6",
            ],
        ),
        (
            ["inventory-api 的库是 PostgreSQL，连接池最大才20"],
            ["inventory-api::database=PostgreSQL", "inventory-api::connection_pool_max=20"],
        ),
        (
            ["coupon-svc 依赖 user-center，数据库是 MySQL 8"],
            ["coupon-svc::depends_on=user-center", "coupon-svc::database=MySQL 8"],
        ),
        (["vip-center 从MySQL迁到了PolarDB"], ["vip-center::database=PolarDB"]),
        (["price-calc 1.2.0 上线了"], ["price-calc::version=1.2.0"]),
        (["order-dispatch 的端口不是9100，是9200"], ["order-dispatch::port=9200"]),
        (["tts-server 跑在 gpu-node-03 上"], ["tts-server::host=gpu-node-03"]),
        (["昨天晚上给 quota-svc 扩容，从4个副本扩到10个"], ["quota-svc::replicas=10"]),
        (["wms-core 不归我管了，现在是仓储组负责"], ["wms-core::owner=仓储组"]),
    ],
)
def test_services_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["a:您对什么食物过敏吗？", "花生和腰果"], ["allergic_to=花生", "allergic_to=腰果"]),
        (["a:有忌口吗？", "不吃香菜，别的都行"], ["diet=不吃香菜"]),
        (["a:您在哪个城市？", "现在在昆明，去年从贵阳过来的"], ["city=昆明"]),
        (["a:有养宠物吗？", "有啊，一只布偶，叫棉花糖"], ["pet=棉花糖"]),
        (["a:它叫什么名字？多大了？", "叫馒头，三岁半"], ["pet=馒头"]),
        (["a:抱抱，孩子多大了？", "两岁半，叫糯糯"], ["child=糯糯"]),
        (["a:您从事什么行业？", "做外贸的"], ["job=外贸"]),
        (["我住在苏州", "a:好", "啊打错了，我住的是宿州"], ["!city=苏州", "city=宿州"]),
        (["我叫李婷", "a:好的", "不是婷，是李庭，庭院的庭"], ["!name=李婷", "name=李庭"]),
        (["我对花生过敏", "a:记住了", "打错了，是花椒过敏"], ["!allergic_to=花生", "allergic_to=花椒"]),
        (["我女儿对鸡蛋过敏", "a:好", "写岔了，是我自己对鸡蛋过敏，她没事"], ["allergic_to=鸡蛋"]),
        (
            ["t:《billing-job 部署手册》\nbilling-job 的数据库：MySQL 8.0\nbilling-job 的主机：bj-sched-03"],
            ["billing-job::database=MySQL 8.0", "billing-job::host=bj-sched-03"],
        ),
        (
            ["t:# pay-router 运维手册\n负责人：许倩\n端口：8066\n依赖：risk-core、ledger"],
            [
                "pay-router::owner=许倩",
                "pay-router::port=8066",
                "pay-router::depends_on=risk-core",
                "pay-router::depends_on=ledger",
            ],
        ),
    ],
)
def test_replies_slips_and_documents_is_read(said: list[str], facts: list[str]) -> None:
    assert _read(*said) == facts
