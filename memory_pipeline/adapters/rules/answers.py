"""Bare answers: "Where do you live?" – "Berlin." The question gives the predicate, the person's own word the value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from memory_pipeline.adapters.rules.lexicon import (
    EN_OCCUPATION,
    JEST_NAMES,
    NOT_EN_NAME,
    ZH_OCCUPATION,
    is_chinese_name,
    is_chinese_place,
)
from memory_pipeline.adapters.rules.rule import Finding, pattern
from memory_pipeline.adapters.rules.text import sentences

_MAX_LENGTH = 60
_TAIL = 200  # of a long answer only the end can be the request
_REQUEST = re.compile(
    r"(?:请|麻烦)(?:您|你)?(?:先|再)?(?:留|提供|告诉|填写|输入|说)|\b(?:please (?:give|tell|send|share|provide|enter|leave)|(?:tell|give|send) me) (?:me )?(?:your|the|an?)\b",
    re.IGNORECASE,
)
_AFTERWORDS = re.compile(
    r"(?:[\s,，。.!！]+(?:thx|thanks|thank you|please|pls|will do|works?|is fine|is good|is ok(?:ay)?|is best|谢谢|就行|就好|吧|即可|好了))+[\s.!！。]*$",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"(?<![您你年在])(?<=[\u3400-\u9fff])(?:今年)?(?:几岁|多大(?!年纪))|客户|顾客|收货人|收件人|患者|病人|对方|[他她它]|联系人|朋友|家人|孩子|儿子|女儿|父母|配偶|老板|同事|\b(?:his|her|their|its|patient|client|customer|recipient|emergency|child|son|daughter|spouse|boss|variable|function|file|project|pet|dog|cat)\b",
    re.IGNORECASE,
)
_EN_JOB = re.compile(rf"^(?:(?:I'm )?an? )?(?:[\w'&/+-]+ ){{0,4}}?{EN_OCCUPATION}s?$", re.IGNORECASE)
_ZH_TRADE = re.compile(r"^(?:开|做|搞|卖|跑|教|送|修|当|写)[\u3400-\u9fff]{1,6}的$")
_NAME = pattern(r"^<NAME>$")
_DATE = pattern(r"^(?:on )?<D>$")
_EMAIL = pattern(r"^<EMAIL>$")
_PHONE = pattern(r"^<PHONE>$")
_PLACE = re.compile(r"^[A-Z][\w'.-]*(?:,? (?:[A-Z][\w'.-]*|de|of|the|upon))*$")
_AGE = re.compile(r"^\d{1,3}(?: years old|岁)?$")
_ZH_JOB = re.compile(rf"^[\u3400-\u9fff]{{0,6}}{ZH_OCCUPATION}$")
_NO_ANSWER = re.compile(
    r"^(?:yes|no|nope|yeah|sure|ok|okay|why|nowhere|somewhere|nothing|none|hi|hello|thanks|guess|maybe|secret|anywhere|here|never mind|skip|pass|what|who)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:sure|ok|okay|yes|of course|hi|hello|it's|it is|this is|that's|that is|that would be|I'm|I am|my name is|my name's|name's|the name is|you're (?:speaking|talking) (?:to|with)|in|好的?|是|叫|在|我(?:是|叫|在|住在?|姓名是)?|免贵姓[\u3400-\u9fff]{1,2}[，,]?)[\s,，!！:：]*)+(?=\S)",
    re.IGNORECASE,
)


def is_name(text: str) -> bool:
    """Whether `text` reads as a person's name and as nothing else."""
    known_jest = JEST_NAMES.search(text) is not None
    return not known_jest and (
        is_chinese_name(text) or (_NAME.match(text) is not None and not NOT_EN_NAME.search(text))
    )


def is_place(text: str) -> bool:
    """Whether `text` can be a place: a Chinese one that is known, or words written as names are."""
    return is_chinese_place(text) or (_PLACE.match(text) is not None and not _NO_ANSWER.match(text))


def _is_job(text: str) -> bool:
    return any(form.match(text) is not None for form in (_ZH_JOB, _EN_JOB, _ZH_TRADE))


def is_request_for(content: str) -> bool:
    """Whether the assistant's message asks for a detail without a question mark (请留一下联系电话。)."""
    last = sentences(content[-_TAIL:])[-1:]
    return bool(last) and len(last[0].text) <= _MAX_LENGTH and _REQUEST.search(last[0].text) is not None


@dataclass(frozen=True, slots=True)
class _Asked:
    question: re.Pattern[str]
    predicate: str
    fits: Callable[[str], bool]


def _asked(question: str, predicate: str, fits: Callable[[str], object]) -> _Asked:
    return _Asked(re.compile(question, re.IGNORECASE), predicate, lambda text: bool(fits(text)))


_ASKED = (
    _asked(r"\b(?:what(?:'s| is) your (?:full )?name|(?:what|how) (?:should|may|can|shall) I (?:call|address) you|your name\?|who am I (?:speaking|talking) (?:to|with))|怎么称呼|叫什么(?:名字)?|贵姓|你的名字", "name", is_name),
    _asked(r"\b(?:where do you (?:currently |now )?live|where are you (?:based|living|located)|(?:which|what) city (?:do you live|are you) in)|住在?哪|在哪个城市|现居哪", "city", is_place),
    _asked(r"\bwhere (?:are you from|did you grow up|were you born)|老家(?:是|在)哪|哪里人|家乡(?:是|在)哪", "hometown", is_place),
    _asked(r"\b(?:when(?:'s| is) your birthday|what(?:'s| is) your (?:birthday|date of birth)|when were you born)|(?:您|你)的?(?:生日|出生日期)(?:是)?[？?：:]?$|出生日期|生日(?:是)?(?:什么时候|哪天|几号|几月)|哪天生日|什么时候生日", "birthday", _DATE.match),
    _asked(r"\bhow old are you|what(?:'s| is) your age|多大(?:了|年纪)?|几岁|年龄", "age", _AGE.match),
    _asked(r"\bwhat(?:'s| is) (?:your|the best)(?: \w+)? e-?mail|\b(?:which|what|best) e-?mail(?: address)?(?: (?:for (?!the\b.*(?:regex|test))|to (?:reach|contact|send)|should I|can I|do you|is best)|$)|\byour e-?mail\b|e-?mail address\b.*\?|邮箱(?:地址)?(?:是)?(?:什么|多少)|(?:提供|留|填写|告诉).{0,8}邮箱|(?:您|你)的邮箱", "email", _EMAIL.match),
    _asked(r"\bwhat(?:'s| is) (?:your|the best) (?:phone|mobile|cell|contact|number)|\b(?:which|what|best) (?:phone )?number\b|\byour (?:phone|mobile|cell)(?: number)?\b|phone number\b.*\?|(?:手机号|电话)(?:号码)?是?多少|(?:提供|留|填写|告诉).{0,8}(?:手机号|电话|号码)|(?:您|你)的(?:手机号?|电话|联系电话)", "phone", _PHONE.match),
    _asked(r"做什么(?:的|工作)|什么职业|从事什么|什么工作|\bwhat do you do\b|what(?:'s| is) your (?:job|profession|occupation)|what(?:'s| is) it (?:that )?you do", "job", _is_job),
)  # fmt: skip


_GUESSES = (
    _asked(r"^(?:so |and )?(?:am I (?:speaking|talking) (?:to|with)|is this|are you|is your name|your name is|you're|do I have|you must be|(?:this is|it's)) (?:the right |mr\.? |ms\.? |mrs\.? |dr\.? )*(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*(?:, (?:right|correct|is that right))?$|^(?:请问)?(?:您|你)(?:是|叫|就是)[\u3400-\u9fff]{2,4}(?:先生|女士|小姐|吗|吧|对吗|对吧|对不对)+$", "name", is_name),
    _asked(r"\b(?:do you (?:still )?live|(?:are you|you're|you are) (?:still )?(?:based|living|located)|you live|is your (?:home|city)) (?:in )?(?-i:[A-Z])|^(?:所以|那)?(?:您|你)(?:现在|还|目前)*(?:是)?住?在?[\u3400-\u9fff]{2,8}(?:对吗|对吧|是吗|吗|吧)$", "city", is_place),
    _asked(r"\b(?:are you|you're|you are) (?:originally )?from (?-i:[A-Z])|^(?:所以|那)?(?:您|你)(?:老家)?是[\u3400-\u9fff]{2,6}人(?:对吗|对吧|是吗|吗|吧)$", "hometown", is_place),
    _asked(r"\byour (?:birthday|date of birth) (?:is|falls)|is your birthday|(?:您|你)的?生日是", "birthday", _DATE.match),
    _asked(r"\b(?:are you|you're|you are) (?:about )?\d{1,3}\b|(?:您|你)(?:今年)?(?:是)?\d{1,3}岁", "age", _AGE.match),
    _asked(r"\byour e-?mail(?: address)? (?:is|still)|(?:您|你)的?邮箱(?:还)?是", "email", _EMAIL.match),
    _asked(r"\byour (?:phone |mobile |cell )?(?:number|phone) (?:is|still|ends)|(?:您|你)的?(?:手机号?|电话|号码)(?:还)?是", "phone", _PHONE.match),
)  # fmt: skip
_DENIED = re.compile(
    r"^(?:no|nope|nah|not (?:quite|exactly|any ?more)|wrong|close|almost|actually|incorrect|不是|不对|不|错了|没有|并不是|其实|差一点)(?:[\s,.!，。！]+|$)(?:actually|sorry|其实)?[\s,，]*",
    re.IGNORECASE,
)
_SET_RIGHT = re.compile(
    r"^(?:it's|it is|that's|I'm|I am|make that|my name is|I live|I'm in|I'm from|from|in|the|应该是|是|我(?:是|叫|住在?|在)?)[\s，,]*(?:from |in )?",
    re.IGNORECASE,
)


def asks_of_others(question: str) -> bool:
    """Whether the question is about somebody else's detail: its answer is not the person's."""
    asked = sentences(question)
    return any(_OF_OTHERS.search(sentence.text) for sentence in asked[-2:])


def guessed(question: str, reply: str) -> tuple[Finding, str] | None:
    """What a reply sets right that denies the assistant's guess: "Am I talking to Curtis?" – "No, it's Kurt."."""
    wrong = [item for item in _GUESSES if item.question.search(question.rstrip("?？。.! "))]
    denied = _DENIED.match(reply)
    if len(wrong) != 1 or denied is None:
        return None
    said = reply[denied.end() :].strip()
    for part in dict.fromkeys((said, re.split(r"[,，;；。.]\s*", said)[0])):
        words = part.strip().rstrip(".。!！~～,，")
        lead = _SET_RIGHT.match(words)
        value = words[lead.end() :].strip() if lead else words
        value = re.sub(r"(?:人|先生|女士)$", "", value) if wrong[0].predicate == "hometown" else value
        if value and not _NO_ANSWER.match(value) and wrong[0].fits(value) and value not in question:
            return Finding(wrong[0].predicate, value), words
    return None


def answer_to(question: str, reply: str) -> tuple[Finding, str] | None:
    """What a bare reply to the assistant's question states, with the reply's words; None if it is no such answer."""
    asked = sentences(question)
    if not asked or not (asked[-1].text.rstrip().endswith(("?", "？")) or is_request_for(question)):
        return None
    first = next(iter(sentences(reply)), None)
    if first is None or len(first.text) > _MAX_LENGTH or first.text.rstrip().endswith(("?", "？")):
        return None
    if _OF_OTHERS.search(asked[-1].text):
        return None
    guess = guessed(asked[-1].text, first.text)
    if guess is not None:
        return guess
    found = [item for item in _ASKED if item.question.search(asked[-1].text.rstrip("?？。.! "))]
    if len(found) != 1:
        return None
    words = _AFTERWORDS.sub("", first.text.strip().rstrip(".。!！~～,，"))
    parts = [part.strip() for part in re.split(r"[,，;；]", words)]
    for answer in dict.fromkeys((words, *parts[:2])):
        lead = _LEAD.match(answer)
        value = answer[lead.end() :] if lead else answer
        if value and not _NO_ANSWER.match(value) and found[0].fits(value):
            return Finding(found[0].predicate, value), answer
    return None
