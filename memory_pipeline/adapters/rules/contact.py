"""Email, phone and how the person wants to be reached or addressed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.lexicon import LANGUAGE, ZH_LANGUAGE
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, rule, whole
from memory_pipeline.adapters.rules.values import chinese, english, verbatim

_EMAIL_ONLY = whole("email", verbatim)
_CHANNEL = r"(?:e-?mail|text(?: message)?s?|sms|phone(?: calls?)?|calls?|WhatsApp|Slack|Telegram|Signal|Teams|WeChat|Discord|letter|post|video call|chat)"
_ZH_CHANNEL = r"(?:邮件|电子邮件|邮箱|短信|电话|微信|QQ|钉钉|飞书|企业微信|Slack|语音)"


def _phone(raw: str) -> str:
    text = verbatim(raw)
    return text if 5 <= len(re.sub(r"\D", "", text)) <= 15 else ""


_WHOLE_PHONE = whole("phone", _phone)


def _rather_than_calls(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "别打电话，发短信就行": the channel that is left, where the words before rule one out."""
    if re.search(r"(?:别|不要|不用)[^，。]{0,4}(?:打电话|电话|联系|语音)", clause.earlier[-20:]):
        yield Finding("contact_method", match["o"])


def _channel(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("contact_method", match["o"].removesuffix("号"))


def _reached(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """An address with the number that may follow it."""
    yield Finding("email", match["o"])
    if match["p"]:
        yield Finding("phone", match["p"])


def _new_one(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "my number changed, it's …": what "it" is stands before."""
    if _CHANGED.search(clause.earlier):
        value = _phone(match["o"]) if "@" not in match["o"] else match["o"]
        if value:
            yield Finding("email" if "@" in value else "phone", value)


_CHANGED = re.compile(
    r"\b(?:my|our) (?:new |old |phone |mobile |cell |e-?mail |email )*(?:number|phone|mobile|cell|e-?mail|address)\b[^.!?]{0,40}$|我[^，。]{0,6}(?:换号|换了?(?:手机)?号码?|号码?(?:换|变|改)了?|换(?:了)?(?:手机|邮箱|电话))[^。]{0,12}$",
    re.IGNORECASE,
)
RULES: tuple[Rule, ...] = (
    rule(
        r"^(?:my )?e-?mail(?: address)?(?:'s| is| hasn't| stays| remains)[^@]{0,30}?[:,]? (?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        rf"^(?P<o>{_CHANNEL}) is (?:usually |always |still |by far )*(?:the )?(?:best|easiest|quickest|fastest|preferred) (?:way|method) to (?:reach|contact|get (?:a )?hold of|get) me\b",
        whole("contact_method", english),
    ),
    rule(
        r"^(?:please |just |always |you can )*(?:use|try|cc|add) (?P<o><EMAIL>)(?: for\b.*| instead| from now on| please)?$",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:my |the )?(?:new |current |updated |personal |work |home )*(?:phone |mobile |cell )?(?:number|phone|mobile|cell)(?: is)? ?[:=] ?(?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"^(?:my |the )?(?:new |current |updated |personal |work )*e-?mail(?: address)?(?: is)? ?[:=] ?(?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^我?(?:以后|账单|发票|通知|简历|资料|报告|文件|快递单|回执|合同|的|请|都|统一|直接|全部)+(?:发|寄|抄送)(?:到|至|给)\s*(?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^我?(?:可以|直接|请)?加我(?:的)?(?P<o>微信|QQ|企业微信|钉钉)(?:号)?(?:吧|就行|就好|哈|聊|联系)*(?:[：:]?.*)?$",
        _channel,
    ),
    rule(
        r"\b(?:my|our) (?:personal|private|own|home|main|new|other|work) (?:one|e-?mail|address|account|inbox)(?: address)?(?: is|'s|,|:)? (?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:just |please |you can )*(?:e-?mail|mail|write|ping|cc|message) me(?: directly| there)?(?: at| on|:|,)? (?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:reach me|I'm|I am|find me|you(?:'ll| will| can) (?:find|reach) me)(?: always| best)? (?:at|on|under|via) (?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:just |please |you can )*(?:call|text|ring|phone|whatsapp) me(?: at| on|:|,)? (?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"^(?!.*[他她])[^@\w]{0,4}[\u3400-\u9fff]{0,8}(?:发|寄|抄送|投|转)(?:给|到|去|至)?我[^@A-Za-z0-9]{0,8}(?:邮箱|邮件|email|Email|E-mail)?(?:里|上|就行|是|：|:|，)*\s*(?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^我?(?:换|改)(?:了)?(?:新)?(?:手机)?(?:号码?|电话)(?:了)?(?:，|,)?(?:新的?|现在)?(?:号码?)?(?:是|为|：|:)\s*(?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"^我?(?:的)?(?P<o>(?:微信|QQ|企业微信)(?:号)?)(?:上)?(?:找我|联系我?|加我|说|聊|沟通)(?:就行|就好|就可以|即可|吧|最快|方便)$",
        _channel,
    ),
    rule(
        r"^(?:my |the )?best (?:phone )?number(?: for me| to reach me(?: on| at)?)? is (?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        rf"^(?:an? )?(?P<o>{_CHANNEL}) (?:works|is) (?:best|better|easiest)(?: for me)?$",
        whole("contact_method", english),
    ),
    rule(
        r"^(?:please )?(?:don't|do not|never) call(?: me)?,? (?:just |please )?(?P<o>text|email|message)(?: me)?(?: instead)?$",
        whole("contact_method", english),
    ),
    rule(
        rf"^我?(?:联系我|有事|要联系我?)(?:最好|请|就|可以)*(?:发|用|打|走)?(?P<o>{_ZH_CHANNEL})(?:就行|就好|吧|最快|最方便)?$",
        whole("contact_method", chinese),
    ),
    rule(
        r"^我?(?:发|打|用)?(?P<o>短信|邮件|微信|语音|QQ|钉钉)(?:上|里)?(?:直接)?(?:联系|给我|说|聊|留言|讲|沟通|找我|发我|通知)?(?:就行|就好|即可|吧|就可以)$",
        _rather_than_calls,
    ),
    rule(
        r"^我?(?:有急事|有事|急事)(?:请|就|可以)?打(?:我(?:的)?)?(?:电话|手机)?\s*(?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(r"^(?:it's|it is|the new one is|new one is|now it's) (?:now )?(?P<o><EMAIL>|<PHONE>)", _new_one),
    rule(r"^我?(?:新的?|现在)?(?:号码?|手机号?|邮箱|电话)?(?:是|：|:)?\s*(?P<o><EMAIL>|<PHONE>)$", _new_one),
    rule(
        r"<MY>(?:new |work |personal |direct )?number(?:'s| is|:)(?: now)? (?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"<MY>(?:(?:work|personal|private|home|main) )?(?:e-?mail|mail)(?: address)?(?:'s| is|\s*:)\s*(?P<o><EMAIL>)(?:[,;]? (?:and )?(?:my )?(?:phone|mobile|cell|tel)(?: number)?(?: is|\s*:)\s*(?P<p><PHONE>))?",
        _reached,
    ),
    rule(
        r"<MY>(?:(?:work|personal|private|home|main) )?(?:phone|mobile|cell|tel)(?: number)?(?:'s| is|\s*:)\s*(?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"^我?(?:请|可以|就|直接)?发(?:到|给|去)?(?:我|到我)(?:的)?(?:邮箱|email)?(?:里|吧|就行|就好|即可|：|:)*[\s，,]*(?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:here's|here is|this is|use|take|save|note) my (?:new |work |personal |current )*(?:e-?mail|email)(?: address)?[ ,:–-]+(?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:here's|here is|this is|use|take|save|note) my (?:new |work |personal |current )*(?:phone |mobile |cell )?(?:number|phone|cell|mobile)[ ,:–-]+(?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(r"^(?:the|my) new (?:one|e-?mail|address) is (?P<o><EMAIL>)", _EMAIL_ONLY),
    rule(r"^(?:the|my) new (?:one|number) is (?P<o><PHONE>)", _WHOLE_PHONE),
    rule(
        r"<MY>(?:new |work |personal |main |current |primary |school )*(?:e-?mail|email)(?: address)?(?:'s| is|:| has changed to| changed to)(?: now)? (?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(
        r"^(?:you can (?:reach|contact|email) me|(?:please )?(?:reach|contact|email|e-mail|write(?: to)?) me|I can be reached|send (?:it|them|the \w+|everything) to me)(?: (?:at|on|via|by email at)|:) (?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(r"^(?P<o><EMAIL>) is my (?:\w+ )?e-?mail", _EMAIL_ONLY),
    rule(
        r"^我?(?:的|新的?|现在的?|工作|个人|常用)*(?:邮箱|电子邮箱|电子邮件|邮件地址|邮箱地址|email|Email|E-mail)(?:已经)?(?:改成了?|换成了?|变成了?|是|为|：|:)?\s*(?P<o><EMAIL>)",
        _EMAIL_ONLY,
    ),
    rule(r"^我?(?:请|可以)?(?:发邮件|发)到(?:我(?:的)?邮箱)?\s*(?P<o><EMAIL>)", _EMAIL_ONLY),
    rule(
        r"<MY>(?:new |work |personal |current |mobile |cell )*(?:phone|mobile|cell|cellphone|telephone|contact|whatsapp)?(?: phone)?(?: number| no\.?)?(?:'s| is|:| has changed to| changed to)(?: now)? (?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"^(?:you can (?:reach|call|text|phone) me|(?:please )?(?:reach|call|text|phone|ring) me|I can be reached) (?:at|on) (?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(
        r"^我?(?:的|新的?|现在的?|换了|个人|工作)*(?:手机号码|手机号|手机|电话号码|电话|联系电话|号码)(?:已经)?(?:改成了?|换成了?|变成了?|是|为|：|:)?\s*(?P<o><PHONE>)",
        _WHOLE_PHONE,
    ),
    rule(r"^我?(?:请|可以)?(?:打|拨打|拨)(?:我(?:的)?(?:电话|手机))?\s*(?P<o><PHONE>)", _WHOLE_PHONE),
    rule(
        rf"<I>(?:would |'d )?(?:prefer|rather)(?: to be)? (?:contacted|reached|communication|communicating)(?: by| via| through| over| on)? (?P<o>{_CHANNEL})\b",
        whole("contact_method", english),
    ),
    rule(
        rf"^(?:please )?(?:always |only |just )?(?:contact|reach|notify|message) me (?:only )?(?:by|via|through|over|on) (?P<o>{_CHANNEL})\b",
        whole("contact_method", english),
    ),
    rule(
        r"^(?:please )?(?P<o>text|email|e-mail|message|call|whatsapp|dm) me (?:rather than|instead of|not)\b.*$",
        whole("contact_method", english),
    ),
    rule(
        rf"^我?(?:请|有事|以后|最好|可以|麻烦)*(?:发|打)(?:个)?(?P<o>{_ZH_CHANNEL})给我",
        whole("contact_method", chinese),
    ),
    rule(
        rf"^(?:the )?best way to (?:reach|contact) me is (?:by |via |through |over |on )?(?P<o>{_CHANNEL})\b",
        whole("contact_method", english),
    ),
    rule(
        rf"<MY>preferred (?:contact|contact method|way of (?:being )?contact(?:ed)?|method of contact|communication channel|channel) is (?:by |via )?(?P<o>{_CHANNEL})\b",
        whole("contact_method", english),
    ),
    rule(
        rf"<I>prefer (?P<o>{_CHANNEL}) (?:over|to|rather than|instead of) {_CHANNEL}\b",
        whole("contact_method", english),
    ),
    rule(
        rf"^我?(?:请|麻烦|最好|以后|有事|平时|尽量|更希望|希望|可以|你们?)*(?:用|通过|发|走)(?P<o>{_ZH_CHANNEL})(?:和我|跟我|与我)?(?:联系我?|通知我|找我)",
        whole("contact_method", chinese),
    ),
    rule(
        rf"^我(?:的)?(?:首选|偏好的?|常用的?)?联系方式是(?P<o>{_ZH_CHANNEL})",
        whole("contact_method", chinese),
    ),
    rule(
        rf"^(?:please )?(?:always |only )?(?:reply|respond|answer|write|talk|speak)(?: to me| me)? in (?P<o>{LANGUAGE})\b",
        whole("language", english),
    ),
    rule(
        rf"^(?:请|以后|今后)+(?:都)?(?:回答|回复)(?:我)?(?:都)?用(?P<o>{ZH_LANGUAGE})$",
        whole("language", chinese),
    ),
    rule(
        rf"^我?(?:请|以后|今后|麻烦|都|始终|一律)*(?:你)?(?:用|使用)(?P<o>{ZH_LANGUAGE})(?:来)?(?:回答|回复|跟我|和我|交流|沟通)",
        whole("language", chinese),
    ),
)
