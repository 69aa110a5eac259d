"""A secret told over several messages: who was about to tell one, was asked for one, or was in the middle of one.

Reads masked messages only: what came before is known by the mask or the open end that it left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.domain.cleaning import is_small_talk
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.secrets import chinese, english
from memory_pipeline.domain.secrets.find import mentions_password
from memory_pipeline.domain.secrets.mask import Finder, masked, nothing
from memory_pipeline.domain.secrets.numbers import find_numbers
from memory_pipeline.domain.secrets.shapes import find_shapes
from memory_pipeline.domain.secrets.span import Span, merged
from memory_pipeline.domain.secrets.spelling import MASK, View, folded, holds_any
from memory_pipeline.domain.secrets.value import is_placeholder, is_strong, trimmed
from memory_pipeline.domain.secrets.words import KEYS_EN, KEYS_ZH, PASSWORDS_EN, PASSWORDS_ZH, PROSE

_ENGLISH = rf"(?<![A-Za-z0-9_-])(?:{PASSWORDS_EN}|{KEYS_EN})(?![A-Za-z0-9_])"
_CHINESE = rf"(?<![A-Za-z])(?:{PASSWORDS_ZH}|{KEYS_ZH})"
_OPEN_END = re.compile(
    rf"(?:{_ENGLISH}(?:\s+(?:for|of|to|on|at|in|with)\s+[^\n,;:!?=]{{1,60}}?)?\s*(?::|=|->|\bis\b|\bare\b|\bwas\b|'s|\bto\b|\bstarts? with\b|\bbegins? with\b)?(?:\s+(?:now|as follows|this|the following|here))?"
    rf"|{_CHINESE}\s*(?:现在|就|改)?(?:是|为|:|=|改成了?|改为|如下|发你|给你)?)\s*[:\-—….]*\s*$",
    re.IGNORECASE,
)
_NOT_OPEN = re.compile(
    r"(?:forg[eo]t|lost|reset|change|need|want|what|which|know|remember|no|without|ask|enter|hate|update)\b[^\n.]{0,30}$|忘|丢|改|找回|重置|没有|不知道|什么|修改|需要|输入",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"(?:what(?:'s|\s+is|\s+are|\s+was)|which|enter|provide|type|tell|give|send|share|confirm|need|may i have|can i have|could i have|read out|say|input|supply|reply with)\b[^\n?.!]{{0,60}}?(?:{_ENGLISH})(?!\s*(?:policy|manager|hint|length|requirements?|reset|rules?))"
    r"|(?:what(?:'s|\s+is)|enter|provide|type|tell|give|send|share|confirm|input|reply with)\s+(?:(?:me|us|the|that|your|this)\s+){0,2}(?:(?:\d|four|six|eight)[ -]digit\s+)?code\s+(?:that\s+)?(?:we|i|they|you)\b"
    r"|(?:sent|texted|emailed)\b[^\n.?!]{0,40}?\b(?:verification|one-time|security|login|sms|(?:\d|four|six)[ -]digit) code\b[^\n?!]{0,60}[.!]\s*(?:what is it|what's it|what does it say|please enter it|enter it|what is the code)",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    rf"(?:(?:输入|提供|告诉|发送?|说|给|填写?|报|回复|验证|核对|确认)[^\n。？]{{0,14}}?{_CHINESE}|{_CHINESE}[^\n。]{{0,6}}(?:是什么|是多少|多少|是啥|\?|？))",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\s*(?:(?:it'?s|it is|that'?s|sure|ok|okay|yes|yep|here|here it is|and|then|plus|is|是|就是|好的?|嗯|给你|然后|再加|接着)[\s,:，：.!-]*){0,3}[\"'`(]?(?P<value>[!-~]{2,200}|(?:\d[ -]?){3,24}|[\u4e00-\u9fff]{3,12}[0-9A-Za-z]{0,8})[\"'`)]?\s*[。！!.,，]?\s*",
    re.IGNORECASE,
)
_PHRASE = re.compile(r"\s*(?P<value>[a-z]+(?:[ ,-]+[a-z]+){2,24})\s*\.?\s*", re.IGNORECASE)
_ADDRESS = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|cn|dev)(?:/\S*)?",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\b(?:half|part|rest|then|followed|ends?|plus|starts?|begins?)\b|前|后|剩下|接着|最后|然后|再加|加上|余下|结尾|开头",
    re.IGNORECASE,
)
# One of these stands in the text, or that need not be tried.
_PART_STEMS = "half part rest then follow end plus start begin 前 后 剩下 接着 最后 然后 再加 加上 余下 结尾 开头".split()
_SHORT_WORDS, _SHORT = 4, 80
_JOINED = 200
_BACK = 4


def needs_previous(message: Message) -> bool:
    """Whether what came before may make a secret of this message: most are sentences of their own, and need no look back."""
    text = message.content
    if len(text) <= _SHORT and len(text.split()) <= _SHORT_WORDS:
        return True
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    if is_strong(trimmed(first)):
        return True
    return (
        len(text) <= 4 * _SHORT and holds_any(folded(text), _PART_STEMS) and _PARTS.search(text) is not None
    )


def masked_after(previous: Sequence[Message], message: Message, *, also: Finder = nothing) -> str:
    """The content of `message` without its secrets, said after `previous` (masked, oldest first)."""
    text = message.content
    telling = _is_telling(previous, message)
    asked = _is_asked(previous, message)
    if telling or asked:
        whole = _bare_value(text, weak=asked or telling == "open")
        if whole is not None:
            text = text[: whole.start] + MASK + text[whole.end :]
    return masked(text, also=also, told_before=telling is not None)


def _is_telling(previous: Sequence[Message], message: Message) -> str | None:
    """`open` where the same speaker's last message announced a secret, `begun` where it told (a part of) one at its end."""
    before = _last_of_speaker(previous, message)
    if before is None:
        return None
    text = View.of(before.content).text.rstrip()
    if _OPEN_END.search(text) and not _NOT_OPEN.search(text) and not text.endswith(("?", "？")):
        return "open"
    tail = before.content.rstrip(" \t\n.,;!?'\"`)。，！？")
    if tail.endswith(MASK) and (mentions_password(before.content) or tail == MASK):
        return "begun"
    return "begun" if MASK in before.content and _PARTS.search(before.content) else None


def _is_asked(previous: Sequence[Message], message: Message) -> bool:
    if message.role is not Role.USER or not previous:
        return False
    last = previous[-1]
    if last.role is Role.USER and last.name == message.name:
        return False
    text = View.of(last.content).text[-400:]
    return _ASKS.search(text) is not None or _ASKS_ZH.search(text) is not None


def _last_of_speaker(previous: Sequence[Message], message: Message) -> Message | None:
    for before in reversed(previous[-_BACK:]):
        if before.role is message.role and before.name == message.name:
            return before
    return None


def _bare_value(text: str, *, weak: bool) -> Span | None:
    """The secret where the message is nothing else; a plain word only if `weak`, and never a greeting or an address."""
    view = View.of(text)
    if is_small_talk(text) or len(view.text) > 4 * _SHORT:
        return None
    match = _BARE.fullmatch(view.text)
    if match is None:
        match = _PHRASE.fullmatch(view.text) if weak else None
        if match is None or not english.is_phrase(match["value"]):
            return None
        return _placed(view, match.start("value"), match.end("value"))
    value = trimmed(match["value"])
    if not value or is_placeholder(value) or _ADDRESS.fullmatch(value):
        return None
    if not value.isascii():
        told = weak and chinese.may_be_words(value)
    elif weak:
        told = is_strong(value) or (value.casefold() not in PROSE and len(value) >= 3)
    else:
        told = is_strong(value) or any(ch.isdigit() for ch in value)
    return _placed(view, match.start("value"), match.start("value") + len(value)) if told else None


def _placed(view: View, start: int, end: int) -> Span:
    return Span(*view.back(start, end), "split")


def split_shape(before: str, text: str) -> tuple[Span, Span] | None:
    """A token or card number that begins at the end of `before` and ends in `text`: its range in each."""
    head, tail = before[-_JOINED:], text[:_JOINED]
    offset = len(before) - len(head)
    for joint in ("", " "):
        joined = f"{head.rstrip()}{joint}{tail.lstrip()}"
        cut = len(head.rstrip())
        skipped = len(tail) - len(tail.lstrip())
        for span in merged([*find_shapes(joined), *find_numbers(joined)]):
            if span.start < cut and span.end > cut + len(joint):
                return (
                    Span(offset + span.start, offset + cut, span.kind),
                    Span(skipped, skipped + span.end - cut - len(joint), span.kind),
                )
    return None
