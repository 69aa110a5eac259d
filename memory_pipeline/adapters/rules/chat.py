"""What chat adds to a clause without changing what it says: particles and tags behind it, contractions in it."""

from __future__ import annotations

import re

_ZH_PARTICLES = re.compile(
    r"(?<=[^\s嘻哈])(?:呢|嘛|哈+|咯|喽|呗|哦|噢|喔|呀|啊|哒|诶|欸|耶|哟|捏|来着|其实|hh+)+$"
)
_ZH_DONE = re.compile(r"(?<=[^\s])啦+$")
_EN_TAGS = re.compile(
    r"(?:,?\s+(?:tho|though|lol|lmao|haha+|hehe|btw|tbh|ngl|fwiw|rn|atm|imo|imho|ofc|fyi|anyways?|y'know|ya know|over here|folks|guys))+$",
    re.IGNORECASE,
)
_EN_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(written, re.IGNORECASE), meant)
    for written, meant in (
        (r"\bw/?(?= (?:my|the|an?|our|her|his)\b)", "with"),
        (r"\bb/?c\b", "because"),
        (r"(?<=\w )r(?= (?:all|in|on|so|the|my|not|both|really)\b)", "are"),
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
    """The clause without the particles behind it; 啦 is 了."""
    return _ZH_DONE.sub("了", _ZH_PARTICLES.sub("", text)) or text


def spoken_english(text: str) -> str:
    """The clause without the tags behind it, its slang written out."""
    text = _EN_TAGS.sub("", text) or text
    for written, meant in _EN_WORDS:
        text = written.sub(meant, text)
    return text
