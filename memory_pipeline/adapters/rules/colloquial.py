"""Chinese as it is typed in chats: everyday verbs for living, working, owning, liking and ailing, the subject often left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.dropped import is_about_someone, own
from memory_pipeline.adapters.rules.employers import COMPANY, chinese_employer
from memory_pipeline.adapters.rules.lexicon import (
    ZH_CHILD,
    ZH_ILLNESS,
    ZH_LANGUAGE,
    ZH_OCCUPATION,
    ZH_PET,
    chinese_tags,
    is_chinese_place,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, each, rule, whole
from memory_pipeline.adapters.rules.values import chinese, chinese_list, verbatim

_P = r"[\u3400-\u9fff]{2,7}?"
_NUMBER = r"[一二两三四五六七八九十几好\d]+"
_STAY = r"(?:养老|躺平|混日子|漂着|待着|呆着|飘着|打拼|混饭吃|讨生活|带娃|搬砖)"
_SUPPORT = r"(?:简直|真的|真是|就是|必须|永远的?|永远)*"
BRAND = (
    r"(?:华为|小米|荣耀|红米|苹果|联想|三星|索尼|佳能|尼康|富士|大疆|魅族|一加|真我|比亚迪|特斯拉|宝马|奔驰|奥迪|丰田|本田|大众|蔚来|小鹏|理想|"
    r"问界|极氪|吉利|长安|哈弗|坦克|五菱|日产|别克|福特|沃尔沃|保时捷|雷克萨斯|马自达|现代|起亚|斯柯达|零跑|领克|小牛|雅迪|爱玛|戴森|任天堂|OPPO|vivo|iPhone|MacBook|iPad|ThinkPad|Kindle|Switch|PS5|Model ?[3YSX])"
)
_DEVICE = r"(?:手机|电脑|平板|笔记本|耳机|手表|相机|键盘|鼠标|显示器)"


def _home(predicate: str) -> Build:
    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        value = chinese(match["o"])
        if value and is_chinese_place(value) and not is_about_someone(clause.earlier):
            yield Finding(predicate, value)

    return build


def _surely(predicate: str) -> Build:
    """A place of which every word is a place name (我河南的), unlike 我自己的."""

    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        if all(tag == "ns" for _, tag in chinese_tags(match["o"])) and not is_about_someone(clause.earlier):
            yield Finding(predicate, match["o"])

    return build


def _firm(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = chinese_employer(match["o"])
    if value and not is_chinese_place(value) and not is_about_someone(clause.earlier):
        yield Finding("employer", value)


def _hired(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese_employer(match["o"])
    if value and not re.search(
        r"[的个了]|^(?:一|新|第|某|这|那|培训|体检|手续|之|以|前|后|当天|典礼|一家)", value
    ):
        yield Finding("employer", value)


_NO_TRADE = re.compile(
    r"^(?:饭|菜|事|活|好|对|错|啥|什么|坏|主|完|成|真|假|大|小|梦|决定|选择|作业|不|得|人|客|了|过|傻|蛋)|[了过我你他她这那]|(?:事|梦|决定|选择|蛋糕|早餐|晚饭|午饭|菜)$"
)


_STUDYING = re.compile(r"读(?:博|研|硕|完|大[一二三四])|在读|硕士|博士|研[一二三究]")


def _trade(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = chinese(match["o"])
    if value and not _NO_TRADE.search(value) and not is_about_someone(clause.earlier):
        yield Finding("studies" if _STUDYING.search(clause.earlier[-30:]) else "job", value)


def _trade_at(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    yield from _trade(match, clause)
    firm = chinese_employer(match["at"])
    if firm and not is_chinese_place(firm):
        yield Finding("employer", firm)


def _taste(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        value = chinese(match["o"])
        tags = [tag[0] for _, tag in chinese_tags(value)] if value else []
        if (
            tags
            and tags[-1] in "nje"
            and not re.search(r"[我你他她这那谁该被遭]|受到|方案|今天|老板|同事|领导", value)
        ):
            yield Finding(predicate, value)

    return build


def _old_trouble(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "老毛病了，腰间盘突出": a bare illness beside the words that make it one's own."""
    if re.search(r"老毛病|职业病|体检|查出", clause.earlier[-24:]) and not is_about_someone(clause.earlier):
        yield Finding("health", match["o"])


def _kid_named(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(r"娃|孩子|女儿|儿子|宝|闺女|崽", clause.earlier + clause.text):
        yield Finding("child", verbatim(match["o"]))


_SHUN = re.compile(
    r"(?:不能|别给我|没法|不敢|不可以|碰不得|吃不得)(?:吃|碰|喝|沾|放|加|点)?(?P<o>[\u3400-\u9fff]{1,5}?)[，, ]*$"
)
_SHUN_FRONTED = re.compile(
    r"(?:^|[，,。！!\s])(?P<o>[\u3400-\u9fff]{1,5}?)(?:我)?(?:是)?(?:(?:一口|一点|一滴|半点)(?:都|也))?(?:不能|没法|不敢|碰都不能|绝对不能|坚决不|都不能)(?:吃|碰|喝|沾)(?:的)?[，, ]*$"
)


def _shunned(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "海鲜不能吃，过敏的": what is shunned stands before."""
    said = _SHUN_FRONTED.search(clause.earlier) or _SHUN.search(clause.earlier)
    if said is not None and not is_about_someone(clause.earlier):
        value = said["o"].removeprefix("我")
        if value and all(tag[0] in "nj" for _, tag in chinese_tags(value)):
            yield Finding("allergic_to", value)


_AGE = r"(?:[1-9]\d|[二三四五六七八九]?十[一二三四五六七八九]?)"


def _bare_age(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """48了: a bare number, beside words about one's age or year of life."""
    if re.search(
        r"奔[三四五六七]|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|本命年|[789]0后|0[05]后|老了|年纪", clause.earlier[-24:]
    ):
        yield from own("age", chinese)(match, clause)


IDENTITY: tuple[Rule, ...] = (
    rule(
        rf"^我?(?P<o>{ZH_LANGUAGE})(?:我)?(?:也|都|还|是)*(?:会|能)(?:说|讲|听)?(?:一?点(?:点|儿)?|两句|几句|一些)$",
        own("speaks", chinese),
    ),
    rule(
        r"^我(?:是)?(?:个)?(?P<o>男生|女生|女的|男的|妹子|女孩子|男孩子)(?:一枚|一个)?$",
        whole("gender", verbatim),
    ),
    rule(rf"^我?(?:今年)?(?:刚好|刚满|刚|都|已经|才)?(?P<o>{_AGE})(?:了|岁)?$", _bare_age),
    rule(
        rf"^我?今年(?:刚好|刚满|刚|都|已经|才|也|整整|正好)*(?P<o>{_AGE}(?:岁)?)(?:了|整)?$",
        own("age", chinese),
    ),
    rule(
        r"^我?(?:的)?(?:公历|阳历|农历|阴历)?(?:生日|的生日)?(?:是|在)?(?P<o>(?:阳历|农历|阴历|公历)<D>)$",
        own("birthday", chinese),
    ),
    rule(
        r"<ME>(?:会|能)(?:说|讲)?(?:一?点(?:点|儿)?|两句|几句|一些)(?P<o>(?![人好坏情脏大笑实废气假真狠悄]话|心里话|客气话|漂亮话|作文)[\u3400-\u9fff]{1,4}(?:语|话|文))$",
        own("speaks", chinese),
    ),
)
PLACE: tuple[Rule, ...] = (
    rule(r"^我(?:现在|目前|就|人|也)*在(?P<o>[\u3400-\u9fff]{2,6}?)(?:这边|这儿|这头)$", _home("city")),
    rule(
        rf"<ME>(?:从{_P})?(?:跑|来|去|回|转|漂|搬|迁)(?:到|去|来|至)?(?:了)?(?P<o>{_P})(?:定居|安家|落户|扎根|安顿)(?:了|下来)*$",
        _home("city"),
    ),
    rule(r"^我(?:是)?(?P<o>[\u3400-\u9fff]{2,4})(?:这边|那边)?的$", _surely("hometown")),
    rule(
        rf"^我?(?:的)?(?:老家|家乡|籍贯|祖籍)(?:其实|本来|原本|原来|就|也|是在|是|在)*(?P<o>{_P})(?:那边|这边)?(?:的|人|农村的?|乡下的?)*$",
        _home("hometown"),
    ),
    rule(
        rf"<ME>(?:是)?(?:个)?(?:土生土长|地地道道|地道|正宗|纯正|纯种)的?(?P<o>{_P})(?:人|土著|本地人)$",
        _home("hometown"),
    ),
    rule(
        rf"<ME>(?:是)?(?:个|一个|一枚|一只|枚|只)?(?P<o>{_P})(?:人|妹子|姑娘|汉子|土著)(?:一枚|一个|一只)$",
        _home("hometown"),
    ),
    rule(rf"<ME>(?:是)?(?:从小)?(?:在)(?P<o>{_P})(?:长大|土生土长|出生长大)的?(?:人)?$", _home("hometown")),
    rule(
        rf"<ME>(?:人)?(?:蹲|漂|窝|混|猫|待|呆|定居|常驻|落脚|扎根|租住|借住|宅)在(?P<o>{_P}){_STAY}?(?:了)?$",
        _home("city"),
    ),
    rule(rf"<ME>(?:人)在(?P<o>(?!江湖|囧途|旅途|途中|天涯){_P})$", _home("city")),
    rule(
        rf"<ME>(?:在)(?P<o>{_P})(?:{_STAY}|漂|飘|混)(?:了(?:{_NUMBER}多?年多?)?|呢)?(?:了)?$", _home("city")
    ),
    rule(
        rf"<ME>(?:从{_P})?(?:搬|迁|挪)(?:家)?(?:来|到|去|回)了?(?P<o>{_P})(?:的|没多久|不久|快.{{1,4}}了|{_NUMBER}(?:个)?(?:月|年|周)了?)$",
        _home("city"),
    ),
    rule(
        rf"<ME>(?:来|到)(?P<o>{_P})(?:都|已经|快|才|刚|有|差不多|眼看)*(?:{_NUMBER}(?:多)?(?:年|个月)(?:多)?|半年)(?:了)?$",
        _home("city"),
    ),
    rule(
        rf"<ME>(?:在)(?P<o>{_P})(?:都|已经|快)*(?:住|待|呆)(?:了)?(?:都|快|有)?(?:{_NUMBER}(?:多)?年(?:多)?|半年)(?:了)?$",
        _home("city"),
    ),
)
_FIELD = r"(?:前端|后端|运维|测试|设计|运营|销售|财务|产品|行政|人事|会计|采购|客服|算法|业务|程序|代码|教研|外贸|新媒体|剪辑|美工|质检|保安|保洁|数据分析|语文|数学|英语|物理|化学|历史|体育|美术|音乐)"
WORK: tuple[Rule, ...] = (
    rule(
        rf"<ME>在(?P<o>{COMPANY.pattern})(?:拧|写|跑|敲|画|当|管)(?!文|评|单)[\u3400-\u9fffA-Za-z]{{1,6}}$",
        own("employer", chinese),
    ),
    rule(
        rf"<ME>(?:是)?(?:一枚|一名|一个|个|名|资深|苦逼|社畜|普通|小|老)*(?!打工人)(?P<o>[\u3400-\u9fffA-Za-z]{{0,6}}?{ZH_OCCUPATION})(?:一枚|一个|一名|一只|一位)$",
        own("job", chinese),
    ),
    rule(r"<ME>在(?P<o>[^，。]{2,12}?)(?:搬砖|打工|卖命|当牛马|混饭吃|摸鱼|打杂)(?:了)?$", _firm),
    rule(r"<ME>(?:是)?(?:干|做|搞|弄)(?P<o>[^，。的]{2,7})(?:这行|这一行|工作)?的$", _trade),
    rule(
        r"<ME>(?:是)?(?P<o>跑(?:业务|外卖|快递|网约车|滴滴|运输|销售)|送(?:外卖|快递)|开(?:出租车?|网约车|滴滴|货车|大车|公交车?|地铁|挖掘机)|写代码|敲代码|卖(?:房子?|保险|车|水果|菜|衣服)|教(?:语文|数学|英语|物理|化学|历史|体育|美术|音乐|钢琴|瑜伽)|修(?:车|手机|电脑|空调))(?:的|为生|谋生)$",
        own("job", chinese),
    ),
    rule(rf"<ME>在(?P<at>[^，。]{{2,14}}?)(?:写|干|搞|跑|教|做|弄)(?P<o>{_FIELD})(?:的|呢)?$", _trade_at),
    rule(
        r"<ME>(?:入职|跳槽到|跳槽去|跳到|跳去)(?:了)?(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,12}?)(?:了)?$", _hired
    ),
    rule(
        r"<ME>(?:在)?(?:读|念|上)?(?:大学|本科|研究生|大专)?学的(?:是)?(?P<o>[\u3400-\u9fff]{2,8}?)(?:专业)?$",
        own("studies", chinese),
    ),
    rule(r"<ME>(?:在)?(?:读|念)(?P<o>[\u3400-\u9fff]{2,6}?)(?:专业)(?:的)?$", own("studies", chinese)),
)
CONTACT: tuple[Rule, ...] = (
    rule(
        r"^我?(?:的)?新(?:号码?|手机号?|电话)(?:是|：|:|\s)*(?P<o>1\d{2}[ -]?\d{4}[ -]?\d{4})(?!\d|\s*是)",
        whole("phone", verbatim),
    ),
    rule(
        r"^我?(?:的)?(?:工作|个人|私人)?(?:邮箱|邮件)(?!.{0,8}(?:客服|公司的))[^@A-Za-z0-9他她你]{0,8}(?P<o><EMAIL>)",
        whole("email", verbatim),
    ),
    rule(
        r"^我?(?:的)?(?:手机号?|电话|号码)(?!.{0,8}(?:打不通|不通|不是|别|没|谁|问|停机|陌生|骚扰))[^\d他她你客]{0,8}(?P<o>1\d{2}[ -]?\d{4}[ -]?\d{4})(?!\d)",
        whole("phone", verbatim),
    ),
)
_BABE = r"(?:老大|老二|老三|老幺|大的|小的|大宝|二宝|大娃|小娃|俩娃|娃|崽|闺女|小家伙)"
_NAMED_AS = r"(?P<o>[\u3400-\u9fff]{1,3}?|[A-Za-z]{2,12})(?=在|今年|上|才|刚|都|已经|快|也|，|\s|$)"
RELATION: tuple[Rule, ...] = (
    rule(
        rf"^我?(?:们)?(?:家)?(?:的)?{_BABE}(?:是[^，。叫]{{1,8}}，)?(?:的)?(?:小名|大名|名字)?(?:就)?叫(?!我|你|他|她|什么){_NAMED_AS}",
        _kid_named,
    ),
    rule(
        rf"^我(?:们)?家(?:里)?(?:有)?(?P<o>(?:俩|仨|[一两二三四]个)(?:{ZH_CHILD}|娃|崽|神兽|男孩|女孩))$",
        whole("child", verbatim),
    ),
    rule(
        rf"<ME>(?:有|生了)(?P<o>(?:俩|仨|[一两二三四]个)(?:{ZH_CHILD}|娃|崽|男孩|女孩))$",
        whole("child", verbatim),
    ),
)
_BODY = r"(?:嘴|脸|喉咙|嗓子|皮肤|浑身|全身|身上|眼睛|舌头|手|肚子|胃)"
HEALTH: tuple[Rule, ...] = (
    rule(r"^我?(?:对[^，。]{1,6})?过敏(?:进过医院|住过院|过|很严重|得厉害|休克过)$", _shunned),
    rule(r"^我?(?:吃了|一吃|碰了|喝了)?(?:会|要|就|一吃就|严重|重度|真的)*过敏(?:的)?$", _shunned),
    rule(
        r"<ME>(?:是)?(?:个|一个|一枚|资深|重度|严重|老)*(?P<o>(?!是|属|易|有|容易|特殊)[\u3400-\u9fff]{1,5}?)过敏(?:星人|患者|体质|选手|人士|人|党|多年|十级|晚期)(?:一枚)?$",
        each("allergic_to", chinese_list),
    ),
    rule(
        rf"<ME>(?:只要)?(?:一)?(?:吃|喝|碰|闻|沾)(?:了|到|点)?(?!{_BODY})(?P<o>[^，。不我]{{1,6}}?)(?:就|会|都)+(?:过敏|起疹子?|起红疹|浑身痒|长疹子)$",
        each("allergic_to", chinese_list),
    ),
    rule(rf"^我?(?P<o>{ZH_ILLNESS}|腰间盘突出|腰突|椎间盘突出)(?:了)?$", _old_trouble),
    rule(
        r"^我?(?:的)?(?P<o>鼻炎|胃病|胃炎|颈椎病|偏头痛|痛风|哮喘|湿疹|荨麻疹|腰间盘突出|关节炎|咽炎)(?:又|老|经常|总|还|最近)*(?:犯|发作|复发)(?:了)?$",
        own("health", chinese),
    ),
    rule(
        r"<ME>(?:有|得了|是|查出)(?:点|轻度|严重)*(?P<o>腰间盘突出|腰突|椎间盘突出|干眼症|近视|散光|胃下垂|静脉曲张|过敏性鼻炎)$",
        own("health", chinese),
    ),
    rule(
        r"^我?(?P<o>吃(?:纯|长|全)?素)(?:都|已经|快|好)*(?:" + _NUMBER + r"(?:多)?年|多年|好久)(?:了)?$",
        own("diet", chinese),
    ),
)
POSSESSION: tuple[Rule, ...] = (
    rule(
        rf"^我(?:们)?(?:家)?(?:里)?(?:还|也)?有(?:只|条)(?P<o>[\u3400-\u9fff]{{0,4}}?{ZH_PET})$",
        whole("pet", verbatim),
    ),
    rule(
        rf"<ME>(?:新|刚|喜)?(?:买|入手|换|提|入|整|搞|订)了?(?:一)?(?:辆|台|部|块|副|双|款)(?:新|二手)?(?:的)?(?P<o>{BRAND}[\u3400-\u9fffA-Za-z0-9 ]{{0,8}}?)(?:了)?$",
        own("owns", chinese),
    ),
    rule(
        rf"<ME>(?:开|骑)的(?:是)?(?:辆|台)?(?P<o>{BRAND}[\u3400-\u9fffA-Za-z0-9 ]{{0,8}}?)(?:的)?$",
        own("owns", chinese),
    ),
    rule(
        rf"^我?(?:的)?(?:一直|都|现在)?用的(?:{_DEVICE})?(?:是|就是)?(?P<o>{BRAND}[\u3400-\u9fffA-Za-z0-9 ]{{0,8}}?)(?:的)?$",
        own("uses", chinese),
    ),
    rule(
        rf"^我?(?:的)?{_DEVICE}(?:用的|也|一直)*是(?P<o>{BRAND}[\u3400-\u9fffA-Za-z0-9 ]{{0,8}}?)(?:的)?$",
        own("uses", chinese),
    ),
    rule(
        rf"^我?(?:家)?(?:的)?(?:车|座驾)(?:开的|也)*是(?P<o>{BRAND}[\u3400-\u9fffA-Za-z0-9 ]{{0,8}}?)(?:的)?$",
        own("owns", chinese),
    ),
)
PREFERENCE: tuple[Rule, ...] = (
    rule(
        r"<ME>(?:不(?:太|大|怎么)?能?|没法|无法|很难|没办法)(?:接受|忍受|欣赏)(?P<o>(?!的|得|了|他|她|你|我|这|那)[\u3400-\u9fffA-Za-z]{1,8}?)(?:(?:那个|的|那股)?(?:味道|味儿?))?$",
        _taste("dislikes"),
    ),
    rule(
        r"<ME>(?:最|就|只|巨|超|特|贼)*爱(?P<o>(?:窝|宅|躺|睡|撸|刷|拍|做|写|画|骑|爬|游|钓|种)[\u3400-\u9fffA-Za-z]{1,8}?)(?:的|了)?$",
        own("likes", chinese),
    ),
    rule(
        r"<ME>(?:爱死|离不开|入坑|中意|爱惨|馋|最近在追)(?:了)?(?P<o>[\u3400-\u9fffA-Za-z]{1,8}?)(?:了)?$",
        _taste("likes"),
    ),
    rule(
        r"<ME>(?:真的?|实在|完全|就)*(?:吃不来|喝不来|接受不了|欣赏不来|get不到|闻不得|见不得|听不得|受不住)(?P<o>[\u3400-\u9fffA-Za-z]{1,8}?)(?:的|了)?$",
        _taste("dislikes"),
    ),
    rule(
        r"^(?P<o>[\u3400-\u9fffA-Za-z]{1,6}?)(?:这玩意儿?|这东西|什么的|这种)?我(?:是)?(?:真的?|实在|完全|就|从来)*(?:吃不来|吃不下|喝不来|接受不了|受不了|欣赏不来|无感|不爱吃|不爱喝|不太行|不行|碰都不碰)$",
        _taste("dislikes"),
    ),
    rule(
        r"^(?P<o>[\u3400-\u9fffA-Za-z]{1,6}?)(?:这玩意儿?|这东西|什么的|这种)?我(?:是)?(?:真的?|超|巨|特别|最)*(?:爱吃|爱喝|爱看|爱玩|百吃不厌|能吃一辈子|吃不腻|喝不腻)$",
        _taste("likes"),
    ),
    rule(
        rf"^我?(?P<o>[\u3400-\u9fffA-Za-z]{{2,6}}?){_SUPPORT}(?:yyds|YYDS|永远的神|绝绝子|赛高|百吃不厌|百喝不腻|我的(?:神|命|本命|最爱|心头好))$",
        _taste("likes"),
    ),
    rule(
        r"^我?(?P<o>[\u3400-\u9fffA-Za-z]{1,6}?)(?:什么的|之类的)?(?:退退退|达咩|哒咩|退散|我(?:真)?不行|我无感|真的不行|拒绝|免谈|是我的(?:噩梦|雷点))$",
        _taste("dislikes"),
    ),
    rule(
        r"<ME>(?:巨|贼|老|特|超|最|挺|蛮|真|很|就|特别|尤其|好)+(?:烦|怕|嫌弃|抗拒|膈应|恶心)(?P<o>(?!我|你|他|她|这|那|恼|躁|死|人的是)[\u3400-\u9fff]{1,8}?)(?:的|了|这种事|这件事)?$",
        own("dislikes", chinese),
    ),
    rule(
        r"<ME>(?:巨|贼|老|特|超|最|挺|蛮|真|很|就|特别|尤其|好)+(?:爱|好这口|稀罕|馋|迷)(?P<o>(?:吃|喝|看|听|玩|打|跑|逛)[\u3400-\u9fffA-Za-z]{1,8}?)(?:的|了)?$",
        own("likes", chinese),
    ),
)

__all__ = ["CONTACT", "HEALTH", "IDENTITY", "PLACE", "POSSESSION", "PREFERENCE", "RELATION", "WORK"]
