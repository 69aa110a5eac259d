"""What chat adds to a clause without changing what it says: particles and tags behind it, contractions in it."""

from __future__ import annotations

import re

_ZH_PARTICLES = re.compile(
    r"(?<=[^\s嘻哈])(?:呢|嘛|嘞|噻|撒|哇|咧|哈+|咯|喽|呗|哦|噢|喔|呀|啊|哒|诶|欸|耶|哟|捏|来着|其实|hh+)+$"
)
_SIGNS = re.compile(
    r"(?:[\s~～…^_=＾、]|[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\u20e3\U0001f000-\U0001faff]|(?<=[\u3400-\u9fff0-9])(?:emm+|orz|hhh+|hh|233+|qaq|qwq|tat|awsl|wwww*|xswl|[QTqt][AaWw_][QTqt]|\.\.+)|\[[\u3400-\u9fff]{1,4}\])+$",
    re.IGNORECASE,
)
_ZH_DONE = re.compile(r"(?<=[^\s])啦+$")
_EN_TAGS = re.compile(
    r"(?:,?\s+(?:tho|though|lol|lmao|haha+|hehe|btw|tbh|ngl|fwiw|rn|atm|imo|imho|ofc|fyi|anyways?|y'know|ya know|over here|folks|guys))+$",
    re.IGNORECASE,
)
_EMOTICON = re.compile(r"\s*(?::'?-?[()\[\]/|]|<3|\^\^|:D|xx+)+$")
_EN_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(written, re.IGNORECASE), meant)
    for written, meant in (
        (r"(?<!\S)(?:yday|ystrday|yest)(?!\S)", "yesterday"),
        (r"(?<=\d),? (?:and )?not \d+$", ""),
        (r"(?<!\S)yr(?!\S)", "year"),
        (r"(?<!\S)wk(?!\S)", "week"),
        (r"\b(moved|moving|going|went|go|back|off|want|need|used|trying|about) 2 (?=[a-z])", r"\1 to "),
        (r"^(?:pls|plz|plss+)(?= )", "please"),
        (r" (?:pls|plz|plss+)$", " please"),
        (r"^(?:were|we r)(?= \w+ing\b)", "we're"),
        (r"\bw/(?=[ a-z])|(?<!\S)w(?= [a-z])", "with"),
        (r"(?<!\S)(?:b/?c|cuz|coz|cos)(?!\S)", "because"),
        (r"(?<=\w )r(?= [a-z])", "are"),
        (r"(?<=\w )n(?= [a-z])", "and"),
        (r"(?<!\S)u(?= [a-z]|$)", "you"),
        (r"(?<!\S)ur(?= [a-z])", "your"),
        (r"(?<!\S)(?:rly|rlly)(?!\S)", "really"),
        (r"(?<!\S)v(?= [a-z])", "very"),
        (r"(?<!\S)(?:tmrw|tmr|tmrrw|tomoz|tmw)(?!\S)", "tomorrow"),
        (r"(?<!\S)(?:wknd|wkend)(?!\S)", "weekend"),
        (r"(?<=\bmy )gf(?!\S)", "girlfriend"),
        (r"(?<=\bmy )bf(?!\S)", "boyfriend"),
        (r"(?<=\bmy )(?:bday|b-day)(?!\S)", "birthday"),
        (r"(?<!\S)luv(?!\S)", "love"),
        (r"(?<=\bmy )(?:fav|fave)(?!\S)", "favourite"),
        (r"(?<!\S)(?:imma|ima)(?= [a-z])", "I'm going to"),
        (r"(?<!\S)(?:i gotta|i've gotta)(?= [a-z])", "I have to"),
        (r"^(?:i|I)d(?= (?:love|like|rather|prefer|never)\b)", "I'd"),
        (r"^(?:i|I)ll(?= (?!in\b|with\b|at\b|and\b|for\b|as\b|but\b)[a-z]+ )", "I'll"),
        (r"\bdont\b", "don't"),
        (r"^its(?= )", "it's"),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bkinda\b", "kind of"),
        (r"\b(?:n|'n'|&)(?= (?:raised|bred)\b)", "and"),
        (r"^(?:ive|i've)\b", "I've"),
        (r"^(?:im|i'm)(?= )", "I'm"),
        (r"^(?:me and|myself and) (?=[\w' ]{1,24}? (?:are|have|were|live|moved|got|just)\b)", "we and "),
        (r"^we and [\w' ]{1,24}? (?=(?:are|have|were|live|moved|got|just)\b)", "we "),
    )
)


def spoken_chinese(text: str) -> str:
    """The clause without the particles and signs behind it; 啦 is 了."""
    text = _SIGNS.sub("", text) or text
    return _ZH_DONE.sub("了", _ZH_PARTICLES.sub("", text)) or text


def spoken_english(text: str) -> str:
    """The clause without the tags behind it, its slang written out."""
    text = _EN_TAGS.sub("", _EMOTICON.sub("", text) or text) or text
    for written, meant in _EN_WORDS:
        text = written.sub(meant, text)
    return text
