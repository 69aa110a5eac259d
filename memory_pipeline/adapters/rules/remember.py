"""Explicit requests to remember: what is asked to be kept, which the other rules then read, or which is kept as a note."""

from __future__ import annotations

import re

_EN = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|also|and|oh|so|please|pls|kindly|can you|could you|will you|would you|by the way|btw|important|note)[\s,:!]+)*"
    r"(?:please |also |always |do |just )?(?:remember|keep in mind|bear in mind|note|make a note|take note|don't forget|do not forget|never forget|note down|write down|jot down|save|store|memori[sz]e|for future reference|for the future|for next time|for the record)"
    r"(?:\s+(?:for (?:me|next time|later|the future|future reference)|this|of this|down))?(?:\s+that\b|\s*[:,–—-]+\s*|\s+)(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_EN_NOT = re.compile(
    r"^(?:when|the time|if|how|what|where|who|why|to|me|us|him|her|the (?:day|moment|movie|song)|those|that time|back|it|this|them|you|anything|everything|nothing|my (?:password|name)\?)\b",
    re.IGNORECASE,
)
_ZH = re.compile(
    r"^(?:(?:你好|嗨|好的|对了|另外|还有|顺便)[，,！!\s]*)*(?:请|麻烦|帮忙|你|您|一定要?|务必|帮我|给我|要|先|也|可以|能不能|能)*"
    r"(?:记住|记下来?|记得|记一下|记一笔|记个事儿?|记件事|记一件事|记个备忘|做个备忘|别忘了|不要忘了|不要忘记|别忘记|备注一下|备注|牢记|记录一下|留意一下|存一下|记着)(?:一下|这一点|这点|这件事|哦|啊)*(?:[，,：:\s]|，)*(?P<what>.+)$",
    re.DOTALL,
)
_ZH_NOT = re.compile(
    r"^(?:了|的|吗|什么|怎么|当时|那时|以前|小时候|上次|去|要|来|带|给|帮|提醒|打|买|把|吃|喝|你|我们上次|那天|[^，。我]{0,10}提醒我)|[吗么]$"
)
_MAX_NOTE = 300
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|my|me|we|our|us)\b|我|咱", re.IGNORECASE)
_SECOND_PERSON = re.compile(r"\b(?:you|you're|your|yourself)\b|你|您", re.IGNORECASE)
_MATTER = re.compile(
    r"\d|^(?:the|our|my|this|every|each|all|no|never|always|don't)\b|^(?-i:[A-Z])\w+ |[A-Za-z]+-[A-Za-z]+|[\u3400-\u9fff]",
    re.IGNORECASE,
)


def what_to_remember(sentence: str) -> tuple[str, int] | None:
    """The words a sentence asks to be kept, with their place in it; None if it asks for nothing of the kind."""
    text = sentence.rstrip()
    if text.endswith(("?", "？")) and not re.match(r"(?i)(?:can|could|will|would) you|能|可以", text):
        return None
    for pattern, refused in ((_EN, _EN_NOT), (_ZH, _ZH_NOT)):
        match = pattern.match(text)
        if match is None:
            continue
        what = match["what"].strip(" \t.。!！?？~～")
        if 4 <= len(what) <= _MAX_NOTE and not refused.search(what) and _is_for_keeping(what):
            return what, text.index(what, match.start("what"))
    return None


def _is_for_keeping(what: str) -> bool:
    """Whether it is a matter to keep, not encouragement ("remember, you are the best", "remember: just do it")."""
    if _FIRST_PERSON.search(what):
        return not re.search(
            r"\b(?:here for|love|thank|proud of|support) you\b|爱你|陪着?你|支持你", what, re.IGNORECASE
        )
    return not _SECOND_PERSON.search(what) and _MATTER.search(what) is not None
