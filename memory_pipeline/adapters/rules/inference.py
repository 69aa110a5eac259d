"""What an assistant infers aloud about the person ("It sounds like you prefer …"): read as the person's own words would be.

The source is decided later from the role, so such a finding can never pass as stated.
"""

from __future__ import annotations

import re

ALLOWED = frozenset(
    {
        "likes",
        "dislikes",
        "prefers",
        "city",
        "hometown",
        "job",
        "employer",
        "uses",
        "owns",
        "diet",
        "allergic_to",
        "speaks",
    }
)
_EN = re.compile(
    r"^(?:(?:ah|oh|well|so|hmm|ok|okay|i see|got it|great|thanks)[\s,.!]+)*(?:it (?:sounds|seems|looks|appears)(?: to me)?(?: like| as if| that)?|(?:from|based on) (?:what you(?:'ve| have)? (?:said|told me|mentioned)|your (?:\w+ )?messages?),?|"
    r"i (?:gather|assume|take it|infer|understand|notice|can see|have noticed|'ve noticed)(?: that)?|it's clear(?: that)?|you (?:seem|appear) to|apparently,?)\s+(?P<what>(?:you|your)\b.+|(?<=to )\w+ .+)$",
    re.IGNORECASE,
)
_ZH = re.compile(
    r"^(?:嗯|哦|好的|哈哈|原来如此|明白了|[，,。！!\s])*(?:看来|看起来|听起来|听上去|似乎|好像|看样子|感觉|我猜|原来|想必|我推测|我推断|根据你(?:说|提到)的(?:内容|情况)?[，,]?|由此看来)[，,]?(?:你|您)(?P<what>.+)$"
)
_EN_SWAP = (
    (r"\byou are\b|\byou're\b", "I'm"),
    (r"\byou've\b", "I've"),
    (r"\byour\b", "my"),
    (r"\byou\b", "I"),
)


def as_first_person(sentence: str) -> str | None:
    """An assistant's inference about the person as the person would say it; None if the sentence is no such inference."""
    text = sentence.strip().rstrip(".。!！~～")
    if text.endswith(("?", "？", "吗", "吧", "呢")) or re.search(
        r"\b(?:might|may|maybe|perhaps|right|correct)\b|可能|也许|或许|对吗|是吗", text
    ):
        return None
    match = _ZH.match(text)
    if match is not None:
        return "我" + match["what"]
    match = _EN.match(text)
    if match is None:
        return None
    what = match["what"]
    if re.match(r"(?i)you(?:r|'re|'ve)?\b", what) is None:
        what = f"you {what}"
    for pattern, replacement in _EN_SWAP:
        what = re.sub(pattern, replacement, what, flags=re.IGNORECASE)
    return what
