"""Short replies to the assistant's Chinese questions, told by what was asked: 您对什么过敏？ – 花生和腰果.

`answers` reads the plain ones first (a name, a date, a number); here the reply is put into the words the person left out.
"""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.lexicon import chinese_tags, is_surely_place
from memory_pipeline.adapters.rules.text import sentences

_MAX_REPLY = 60
_LEAD = re.compile(
    r"^(?:(?:有的?|有啊|有呀|嗯+|对|是的?|是啊|好的?|哦|噢|啊|呃|额|就|那个|主要|应该|一般|平时|目前|现在|其实|当然|行)(?:[啊呀呢吧的哈]*)[，,。\s！!]+|(?:有|就|是|我|主要是?|一般是?|目前是?|现在是?|应该是)(?=.))*"
)
_TAIL = re.compile(
    r"(?:[，,。！!\s]*(?:其他|别的|其它)[^，。]{0,6}(?:都行|都可以|没有了?|还好|没问题|没了)|[，,\s]*(?:吧|哈|呢|啊|哦|谢谢|就这些|没了))*[。！!～~\s]*$"
)
_NOTHING = re.compile(
    r"^(?:没有?|无|不|都行|都可以|随便|没啥|没什么|看情况|不清楚|不知道|保密|不告诉|不方便|不用|算了|谁|什么|为什么|怎么|你|哪)"
)
_NOUN = r"[\u3400-\u9fffA-Za-z]{1,6}"
_LIST = rf"{_NOUN}(?:(?:、|和|跟|，|还有|以及|与){_NOUN}){{0,4}}"


def _foods(text: str) -> bool:
    parts = re.split(r"、|和|跟|，|还有|以及|与", text)
    return all(part and all(tag[0] in "njez" for _, tag in chinese_tags(part)) for part in parts)


# What is asked, the form of a fitting reply, and the statement it makes.
_ASKED: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = tuple(
    (re.compile(asked), re.compile(form), said)
    for asked, form, said in (
        (r"(?:您|你)?(?:对什么|有(?:没有)?(?:什么|啥)?(?:食物|药物)?)[^，。？?]{0,6}过敏|过敏(?:的|史|源|原)(?:吗|么|什么|是什么|有哪些)?|哪些(?:食物|东西|药)[^，。]{0,4}过敏", rf"^(?:对)?(?P<o>{_LIST})(?:过敏)?$", "我对{o}过敏"),
        (r"忌口|不能吃|不吃(?:什么|的)|饮食(?:上|方面)?[^，。]{0,6}(?:要求|禁忌|限制|注意)", r"^(?P<o>(?:不吃|不能吃|吃不了|忌|不喝)[^，。]{1,10}|吃(?:全|纯|长)?素|素食|清真)$", "我{o}"),
        (r"(?:您|你|现在|目前|人)(?:现在|目前|人|平时|常)*(?:住)?在(?:哪个|什么|哪座)(?:城市|地方)|(?:您|你)(?:现在|目前|平时)*住(?:在)?哪|在哪(?:里|儿)?(?:生活|工作|住|上班)?[？?]?$|所在(?:城市|地)|坐标", r"^(?:人)?(?:在|住在?|住)?(?P<o>[\u3400-\u9fff]{2,8}?)(?:这边|市区|那边|呢|工作|上班|生活)?$", "我住在{o}"),
        (r"老家(?:是|在)?哪|哪里人|哪儿人|家乡|籍贯", r"^(?:老家)?(?:在|是)?(?P<o>[\u3400-\u9fff]{2,8}?)(?:人|的)?$", "我老家是{o}"),
        (r"做什么(?:工作|的|行业)?|什么(?:工作|职业|行业)|从事|哪一?行|在哪(?:里|儿)?上班|哪家公司", r"^(?P<o>(?:做|在|当|搞|教|开|跑|送|写|卖|修|画|拍)[^，。]{2,16})$", "我{o}"),
        (r"(?<!想)(?<!打算)(?<!准备)(?<!要)养(?:了)?(?:什么)?(?:宠物|猫|狗)(?!粮|砂|用品)|(?:家里?|你|您)(?:有|养)(?:没有)?(?:什么)?(?:宠物|毛孩子|猫|狗)(?!粮|砂|用品)", r"^(?:养了?|有)?(?P<o>(?:一|两|三|四|俩|几)?(?:只|条)[^，。]{1,8}(?:[，,](?:名字)?(?:它)?叫[\u3400-\u9fffA-Za-z]{1,6})?)$", "我养了{o}"),
        (r"(?:孩子|宝宝|娃)[^，。]{0,4}(?:叫什么|名字)|(?:叫什么|名字)[^，。]{0,4}(?:孩子|宝宝|娃)", r"^(?:叫|小名叫?)?(?P<o>[\u3400-\u9fff]{2,4})$", "我孩子叫{o}"),
        (r"(?:喜欢|爱)(?:吃|喝|看|玩|听|什么|做)|爱好|兴趣|口味|偏好", r"^(?:喜欢|爱|更喜欢|偏爱|最爱)(?P<o>[^，。的]{1,12})$", "我喜欢{o}"),
        (r"用(?:的)?(?:是)?什么(?:手机|电脑|软件|系统|编辑器|工具|语言|浏览器|相机)|什么(?:手机|电脑|系统|编辑器|编程语言)", r"^(?:用(?:的)?(?:是)?)?(?P<o>[A-Za-z][\w .+-]{1,20}|华为[\w]{0,8}|小米[\w]{0,8}|苹果[\w]{0,6}|鸿蒙|安卓)$", "我用{o}"),
        (r"怎么(?:联系|通知)|联系方式|(?:电话|微信|邮件)[^，。]{0,6}还是", r"^(?:发|打|用|走|加)?(?P<o>微信|邮件|短信|电话|QQ|钉钉|飞书|企业微信)(?:吧|就行|联系|上说)?$", "联系我用{o}"),
        (r"多大(?:年纪|了)?|几岁|年龄|贵庚", r"^(?:今年|刚|刚满|快|虚岁|周岁)?(?P<o>\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)(?:岁|周岁)?(?:了|整|出头)?$", "我今年{o}岁"),
    )
)  # fmt: skip
_OF_OTHERS = re.compile(
    r"客户|顾客|收件人|患者|对方|[他她]们?|朋友|同事|老板|爸|妈|父母|家人|[老爱][公婆人]|(?<!您)(?<!你)的?(?:孩子|儿子|女儿)(?!叫|名)"
)


# What is asked for an errand (a journey, a search) says nothing of the person.
_ERRAND = re.compile(
    r"想去|要去|去哪|查|搜|出发|目的地|天气|房价|航班|车票|旅游|旅行|推荐|下单|收货|送到|寄|想要|想看|想买|想养|打算|变量|函数|文件|项目|主角|角色|文章|标题"
)


def stated(question: str, reply: str) -> tuple[str, str] | None:
    """The statement that a short reply makes of the assistant's question, with the reply's own words; None if it is no such reply."""
    asked = sentences(question)
    last = asked[-1].text if asked else ""
    first = next(iter(sentences(reply)), None)
    if first is None or not re.search(r"[?？吗呢么]\s*$", last) or len(first.text) > _MAX_REPLY:
        return None
    named = _named(question, reply)
    if named is not None:
        return named
    if re.search(r"[?？]\s*$", first.text) or _OF_OTHERS.search(last) or _ERRAND.search(last):
        return None
    words = _TAIL.sub("", first.text.strip())
    parts = [part.strip() for part in re.split(r"[，,；;]", words)]
    for pattern, form, said in _ASKED:
        if not pattern.search(last):
            continue
        for answer in dict.fromkeys((words, "，".join(parts[:2]), parts[0])):
            bare = answer[_LEAD.match(answer).end() :]  # type: ignore[union-attr]  # it matches nothing, too
            match = (
                None
                if _NOTHING.match(bare) and not bare.startswith(("不吃", "不能吃", "不喝"))
                else form.match(bare)
            )
            if match is not None and _fits(said, match["o"]):
                return said.format(o=match["o"]), answer
    return None


_CALLED = re.compile(
    r"(?:^|[，,。\s])(?:小名|大名|名字|它|他|她)?(?:就)?叫(?P<o>(?!我|你|什么|啥|不)[\u3400-\u9fff]{1,4}?|[A-Z][a-z]+)(?=$|[，,。！!～~\s]|呀|哦|啦|哈)"
)
_WHOSE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"它|猫|狗|宠物|毛孩子|小家伙|小东西|主子|汪|喵"), "我家猫叫{o}"),
    (re.compile(r"孩子|宝宝|娃|小朋友|小宝贝|儿子|女儿|闺女"), "我孩子叫{o}"),
    (re.compile(r"老公|老婆|先生|太太|爱人|另一半|男朋友|女朋友|对象"), "我对象叫{o}"),
)


def _named(question: str, reply: str) -> tuple[str, str] | None:
    """A name told of whom the question asks: "孩子多大了？" – "两岁半，叫糯糯"."""
    asked = "".join(sentence.text for sentence in sentences(question)[-2:])
    called = _CALLED.search(reply)
    whose = [said for pattern, said in _WHOSE if pattern.search(asked)]
    if (
        called is None
        or len(whose) != 1
        or re.search(r"朋友家|邻居|同事|客户|别人|人家|主角|故事|小说", asked + reply)
    ):
        return None
    return whose[0].format(o=called["o"]), reply.strip()


def _fits(said: str, value: str) -> bool:
    if said in {"我住在{o}", "我老家是{o}"}:
        return is_surely_place(value)
    return said != "我对{o}过敏" or _foods(value)
