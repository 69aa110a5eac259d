"""Secrets that a Chinese sentence gives away: 密码是…, 验证码：…, 我的支付密码改成了…, …是我的密码."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.domain.secrets import english
from memory_pipeline.domain.secrets.phrasing import bare, matches_at, span_of
from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.domain.secrets.spelling import BARRIER
from memory_pipeline.domain.secrets.value import (
    is_placeholder,
    is_strong,
    may_be_key,
    may_be_password,
    trimmed,
)
from memory_pipeline.domain.secrets.words import KEYS_ZH, NUMBERS_ZH, PASSWORDS_ZH, PROSE

_HAN = "\u3400-\u9fff"
_ADVERB = "(?:现在|目前|如今|一直|暂时|应该|好像|可能|大概|就|还|都|也|刚刚?|已经?|被|我|给?你|统一|默认|临时|原来|以前|之前|后来|其实|依然|仍然?|分别|全部?)"
_VERB = r"(?:(?:改|设|换|变|定|重置|修改|更改|更新|设置|调整|重设|写|輸|输|填|設|選|选)(?:成|为|為|作|定为|置为|到|了|成了|为了|入|的是)*|(?:用|写|填|设|取)的?是|是|係|为|為|叫做?|等于|:|=|→|->)"
_LINK = rf"(?:\s*\([^()\n]{{1,20}}\))?\s*{_ADVERB}{{0,3}}\s*(?:{_VERB}\s*){{1,3}}"
_DIGITS = "零〇一二三四五六七八九幺两兩壹贰叁肆伍陆柒捌玖"
_VALUE = (
    r"(?:(?P<quote>[\"'`])(?P<quoted>(?:(?!(?P=quote))[^\n]){1,100}?)(?P=quote)|[\[(【《<](?P<boxed>[!-~]{3,100}?)[\])】》>]"
    rf"|(?P<spelt>[{_DIGITS}](?:[ 、,-]?[{_DIGITS}]){{2,}}|[一二两三四五六七八九十\d]个[{_DIGITS}\d](?:[ 、,]?[一二两三四五六七八九十\d]个[{_DIGITS}\d])*)"
    r"|(?P<spaced>\d{1,4}(?:[ -]\d{1,4}){1,5}|(?:[左右]\d{1,2}){2,})(?![\w.])|(?P<bare>[!-~]{2,200})"
    rf"|(?P<words>[{_HAN}]{{3,12}}[0-9a-zA-Z]{{0,8}}))"
)
_KEYWORD = rf"(?P<word>{PASSWORDS_ZH})"
KEYWORD = re.compile(_KEYWORD, re.IGNORECASE)
_TOLD = re.compile(rf"{_KEYWORD}{_LINK}{_VALUE}", re.IGNORECASE)
_KEY_TOLD = re.compile(rf"(?<![A-Za-z])(?P<word>{KEYS_ZH})(?:{_LINK}|\s*){_VALUE}", re.IGNORECASE)
_NUMBER = re.compile(
    rf"{NUMBERS_ZH}(?:{_LINK}|\s*)(?P<bare>[A-Z0-9](?:[ -]?[A-Z0-9]){{5,24}})(?![A-Za-z0-9])", re.IGNORECASE
)
_DIRECT = re.compile(rf"{_KEYWORD}\s*[(\[\"'\s]?\s*(?P<bare>(?![:=,;.)\]>-])[!-~]{{3,200}})", re.IGNORECASE)
_DIRECT_FIGURES = re.compile(
    rf"{_KEYWORD}\s*(?P<bare>\d(?:[ -]\d){{3,9}}|(?:[左右]\d{{1,2}}){{2,}})(?![\w.])", re.IGNORECASE
)
_NEAR = re.compile(
    rf"{_KEYWORD}(?!管理|规则|策略|强度|框|学)[^。！？\n\ue000]{{1,30}}?(?:是|为|:|成了?|用)\s*[^\s。！？，!-~]{{0,8}}\s*[\"'`]?(?P<bare>[!-~]{{4,64}})",
    re.IGNORECASE,
)
_MAIL_CODE = re.compile(
    r"授权码\s*(?P<bare>[a-z]{16})(?![A-Za-z])"
)  # what mail providers hand out to programs
_REVERSED = re.compile(
    rf"(?<![!-~])[\"'(]?(?P<bare>[!-~]{{3,200}}?)[\"')]?\s*(?:这个|这串)?\s*(?:就?是|为|当作?|作为?|做|设为|设成)\s*(?:[{_HAN}A-Za-z]{{0,10}}?){_KEYWORD}(?!\s*(?:是|:|为|吗|么|管理|错|不))",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"[用按输]入?\s*[\"'`]?(?P<bare>(?=[!-~]*\d)[!-~]{4,32}?)[\"'`]?\s*(?:来|就能|能|可以|就可以)?(?:解锁|开门|开锁|登[录陆]|进)"
)
_CHAIN = re.compile(
    r"[\"'`)]?(?:了)?[\s，,;；、。/]*(?:而|然后|后来|现在|之后|又|再|或者?|和|以及|还有|另一?个?|备用的?|旧的?|新的?|第[一二三]个|原来的?|以前的?|昨天|今天|刚刚?|已经?){0,4}(?:是|为|改成了?|换成了?|改为|变成|:)?\s*[\"'`]?(?P<bare>[!-~]{4,200})"
)
_PART = re.compile(
    r"(?:前半|后半|上半|下半|前面|后面|开头|结尾|末尾|剩下|余下|其余|接着|紧接着|接下来|接上|最后|中间|第[一二三]部分|另一半|前[一二三四五六七八两\d]+[位个]|后[一二三四五六七八两\d]+[位个]|然后|加上|再加|以)(?:段|部分|截|几位|字符|数字|的)*(?:就?是|为|:|加上|再加)?\s*[\"'`]?(?P<bare>[!-~]{2,200})"
)
_PART_IS = re.compile(
    r"(?:[前后上下]半|前面|后面|开头|结尾|末尾|剩下|余下|其余|中间|第[一二三]部分|另一半|[前后][一二三四五六七八两\d]+[位个])(?:段|部分|截|几位|字符|数字|的)*(?:就?是|为|:)"
)
_ENDS = re.compile(
    r"[\"'`]?\s*(?:$|[，。！？；、,.;!?)\n】]|(?:了|啊|哦|吧|呀|哈|喔|噢|呢|别|不要|请|谢谢|记住|帮我))"
)
_COUNTED = re.compile(
    r"\s*(?:位|个|字符|字节|次|天|年|月|分钟|小时|秒|版|种|条|遍|行|加密|哈希|散列|算法|格式|类型|字段|长度|以上|以内|左右|编码|%|的)"
)
_NO_WORDS = re.compile(
    "[在框页栏的了吗呢吧么什谁哪怎几多少不没有和与或我你您他她它这那很太最都也就还要会能可必需由把被让给从到串每同跟比]|生日|手机|身份证|名字|姓名|拼音|电话|数字|字母|位|随机|默认|强制|安全|重要|过期|错误|正确|无效|有效|"
    "明文|加密|相同|一致|统一|保密|秘密|失效|英文|大写|小写|组合|提示|问题|关键|基础|核心|必填|为空|空的|登录|修改|重置|设置|忘记|一样|密码|口令|验证|管理|强度|规则|策略|字符|长度|复杂|简单|自己|公司|个人"
)


def find_in_chinese(text: str, *, told_before: bool) -> Iterator[Span]:
    """Values that the words around them make secrets. `told_before`: a password was the subject just before."""
    places = [match.start() for match in KEYWORD.finditer(text)]
    for match in matches_at(_TOLD, text, places):
        yield from _judged(match, text)
    yield from (span_of(match, "password") for match in matches_at(_DIRECT_FIGURES, text, places))
    for pattern, may_be in ((_DIRECT, _is_direct), (_NEAR, _is_near)):
        for match in matches_at(pattern, text, places):
            if may_be(bare(match)) and not _is_counted(match, text):
                yield span_of(match, "password")
    yield from (span_of(match, "key") for match in _MAIL_CODE.finditer(text))
    for match in _KEY_TOLD.finditer(text):
        yield from _key(match)
    for match in _NUMBER.finditer(text):
        if sum(ch.isdigit() for ch in match["bare"]) >= 6:
            yield span_of(match, "identity_number")
    reversed_ = _REVERSED.finditer(text) if places else ()
    for match in (*reversed_, *_OPENS.finditer(text)):
        if is_strong(bare(match)):
            yield span_of(match, "password")
    if told_before or places:
        yield from _parts(text, told_before)


def _parts(text: str, told_before: bool) -> Iterator[Span]:
    told = told_before or BARRIER in text
    for match in _PART.finditer(text):
        token = bare(match)
        if len(token) < 2 or is_placeholder(token) or _is_counted(match, text):
            continue
        # 改好了密码，然后Docker启动: a plain word is a part only where one was told, or what it is stands before it.
        if is_strong(token) or token.isdigit() or told or _PART_IS.match(text, match.start()):
            yield span_of(match, "part")


def _is_counted(match: re.Match[str], text: str) -> bool:
    """Whether the word behind the value counts something: 密码是8位."""
    return _COUNTED.match(text, match.start("bare") + len(bare(match))) is not None


def chained(text: str, found: Span) -> Span | None:
    """A further secret that the same sentence goes on with: 旧密码是…，现在改成….."""
    match = _CHAIN.match(text, found.end)
    if match is None:
        return None
    token = bare(match)
    mixed = is_strong(token) and not (token.isdigit() and found.end - found.start != len(token))
    return (
        span_of(match, found.kind)
        if mixed and not _COUNTED.match(text, match.start("bare") + len(token))
        else None
    )


def _judged(match: re.Match[str], text: str) -> Iterator[Span]:
    for name in ("quoted", "boxed", "spelt", "spaced"):
        value = match[name]
        if value is not None:
            refused = (is_placeholder(value) and name != "boxed") or (
                name in {"spelt", "spaced"} and _COUNTED.match(text, match.end(name))
            )
            if not refused:
                yield Span(match.start(name), match.end(name), "password")
            return
    if match["words"] is not None:
        end = match.end("words")
        if may_be_words(match["words"]) and _ENDS.match(text, end):
            yield Span(match.start("words"), end, "password")
        return
    token, start = bare(match), match.start("bare")
    phrase = (
        english.find_phrase(text, start) if match["word"].endswith(("词", "詞", "口令", "密码")) else None
    )
    if phrase is not None:
        yield phrase
        return
    if not _COUNTED.match(text, start + len(token)) or (
        is_strong(token) and text.startswith("的", start + len(token))
    ):
        ends = _ENDS.match(text, start + len(token)) is not None
        if may_be_password(token, ends_clause=ends):
            yield Span(start, start + len(token), "password")


def may_be_words(value: str) -> bool:
    """Whether Chinese words that stand where a password would stand are one: nothing that is told about passwords."""
    return _NO_WORDS.search(value) is None


def _is_near(token: str) -> bool:
    """Further away from the word only what cannot be anything else."""
    if token.isdigit():
        return 4 <= len(token) <= 8
    mixed = any(ch.isalpha() for ch in token) and any(ch.isdigit() for ch in token)
    return mixed and is_strong(token) and not any(ch in token for ch in "@./-")


def _is_direct(token: str) -> bool:
    return is_strong(token) or (token.isdigit() and len(token) >= 3)


def _key(match: re.Match[str]) -> Iterator[Span]:
    name = "quoted" if match["quoted"] is not None else "bare"
    if match[name] is not None and trimmed(match[name]).casefold() not in PROSE:
        value = trimmed(match[name]) if name == "bare" else match[name]
        if may_be_key(value):
            yield Span(match.start(name), match.start(name) + len(value), "key")
