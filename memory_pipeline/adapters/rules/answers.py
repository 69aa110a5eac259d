"""Bare answers: "Where do you live?" – "Berlin." The question gives the predicate, the person's own word the value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from memory_pipeline.adapters.rules.lexicon import (
    JEST_NAMES,
    NOT_EN_NAME,
    ZH_OCCUPATION,
    is_chinese_name,
    is_chinese_place,
)
from memory_pipeline.adapters.rules.rule import Finding, pattern
from memory_pipeline.adapters.rules.text import sentences

_MAX_LENGTH = 60
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
    r"^(?:(?:sure|ok|okay|yes|of course|hi|hello|it's|it is|in|好的?|是|叫|在)[\s,，!！:：]*)+(?=\S)",
    re.IGNORECASE,
)


def _is_name(text: str) -> bool:
    known_jest = JEST_NAMES.search(text) is not None
    return not known_jest and (
        is_chinese_name(text) or (_NAME.match(text) is not None and not NOT_EN_NAME.search(text))
    )


def _is_place(text: str) -> bool:
    return is_chinese_place(text) or (_PLACE.match(text) is not None and not _NO_ANSWER.match(text))


@dataclass(frozen=True, slots=True)
class _Asked:
    question: re.Pattern[str]
    predicate: str
    fits: Callable[[str], bool]


def _asked(question: str, predicate: str, fits: Callable[[str], object]) -> _Asked:
    return _Asked(re.compile(question, re.IGNORECASE), predicate, lambda text: bool(fits(text)))


_ASKED = (
    _asked(r"\b(?:what(?:'s| is) your (?:full )?name|what should I call you|your name\?|who am I (?:speaking|talking) (?:to|with))|怎么称呼|叫什么(?:名字)?|您贵姓|你的名字", "name", _is_name),
    _asked(r"\b(?:where do you (?:currently |now )?live|where are you (?:based|living|located)|(?:which|what) city (?:do you live|are you) in)|住在?哪|在哪个城市|现居哪", "city", _is_place),
    _asked(r"\bwhere (?:are you from|did you grow up|were you born)|老家(?:是|在)哪|哪里人|家乡(?:是|在)哪", "hometown", _is_place),
    _asked(r"\b(?:when(?:'s| is) your birthday|what(?:'s| is) your (?:birthday|date of birth)|when were you born)|生日(?:是)?(?:什么时候|哪天|几号|几月)|哪天生日|什么时候生日", "birthday", _DATE.match),
    _asked(r"\bhow old are you|what(?:'s| is) your age|多大(?:了|年纪)?|几岁|年龄", "age", _AGE.match),
    _asked(r"\bwhat(?:'s| is) your e-?mail|e-?mail address\b.*\?|邮箱(?:地址)?(?:是)?(?:什么|多少)|提供.{0,6}邮箱", "email", _EMAIL.match),
    _asked(r"\bwhat(?:'s| is) your (?:phone|mobile|cell|contact)|phone number\b.*\?|(?:手机号|电话)(?:号码)?是?多少|提供.{0,6}(?:手机号|电话)", "phone", _PHONE.match),
    _asked(r"做什么工作|什么职业|从事什么", "job", _ZH_JOB.match),
)  # fmt: skip


def answer_to(question: str, reply: str) -> tuple[Finding, str] | None:
    """What a bare reply to the assistant's question states, with the reply's words; None if it is no such answer."""
    asked = sentences(question)
    if not asked or not asked[-1].text.rstrip().endswith(("?", "？")):
        return None
    first = next(iter(sentences(reply)), None)
    if first is None or len(first.text) > _MAX_LENGTH or first.text.rstrip().endswith(("?", "？")):
        return None
    words = first.text.strip().rstrip(".。!！~～,，")
    lead = _LEAD.match(words)
    value = words[lead.end() :] if lead else words
    found = [item for item in _ASKED if item.question.search(asked[-1].text)]
    if len(found) != 1 or _NO_ANSWER.match(value) or not found[0].fits(value):
        return None
    return Finding(found[0].predicate, value), words
