"""Slips set right in the same breath: "on Azure, I mean AWS, sorry" says AWS, 我住杭州，哦不，是湖州 says 湖州.

What was said by mistake is blanked out.
"""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.lexicon import chinese_tags

_MARK = r"(?:,|\s+[–—-]+|\.{2,3}|\s*[(])?\s+(?:(?:uh|um|er+m?|oh|no|wait|sorry|oops)[,\s]+)*(?P<mark>i mean|i meant|no,? wait|wait,? no|scratch that|make that|or rather|correction:?|sorry|rather|er+m?|oops)[,:]?\s+(?:it's |its |on |in |at |to |the )?"
_WORD = r"[\w@.+:/-]*[\w]"
_REPAIR = re.compile(rf"(?<![\w])(?P<a>{_WORD}){_MARK}(?P<b>{_WORD})(?=$|[\s,.;!?)])", re.IGNORECASE)
_DAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december",
    re.IGNORECASE,
)
_SURE = re.compile(r"i meant?|no,? wait|wait,? no|scratch that|make that|or rather", re.IGNORECASE)
_ORDINARY = re.compile(
    r"(?:it|its|it's|that|this|he|she|they|we|you|i|i'm|is|are|was|do|does|did|have|has|how|what|who|why|when|where|if|the|a|an|my|your|not|no|yes|so|but|and|or|like|just|really|come|look|seriously|honestly|for|about|to|in|on|at|i'll|don't|can|could)$",
    re.IGNORECASE,
)


def without_slips(text: str) -> str:
    """`text` of the same length, with blanks where a word was taken back for another of its kind."""
    for match in reversed(list(_REPAIR.finditer(text))):
        if _alike(match["a"], match["b"], match["mark"]):
            text = (
                text[: match.start("a")]
                + " " * (match.start("b") - match.start("a"))
                + text[match.start("b") :]
            )
    return _without_chinese_slips(text)


_ZH_REPAIR = re.compile(
    r"(?P<a>[\u3400-\u9fffA-Za-z\d][\u3400-\u9fff\w.-]{1,30}?)[，,…\s—]*(?:哦|噢|啊|呃|额|诶|欸|哎)*(?:不对|不是|不(?=[，,])|[说打写记]错了?|口误)[，,\s]*(?:我)?(?:应该|说的|是说|住的?|在)*是(?=(?P<b>[\u3400-\u9fffA-Za-z\d][\u3400-\u9fff\w.-]{0,12}?)(?:[，,。！!；;]|$))"
)


def _without_chinese_slips(text: str) -> str:
    for match in reversed(list(_ZH_REPAIR.finditer(text))):
        wrong, right = chinese_tags(match["a"])[-1:], chinese_tags(match["b"])
        if wrong and right and wrong[0][0] != match["b"] and wrong[0][1][0] == right[-1][1][0] in "nmet":
            start = match.end("a") - len(wrong[0][0])
            text = text[:start] + " " * (match.end() - start) + text[match.end() :]
    return text


def _alike(wrong: str, right: str, mark: str) -> bool:
    """Whether both are of one kind: figures, days, names; plain words only behind the surest marks."""
    if wrong.lower() == right.lower() or _ORDINARY.match(wrong) or _ORDINARY.match(right):
        return False
    digits = [any(char.isdigit() for char in word) for word in (wrong, right)]
    if any(digits):
        return all(digits)
    days = [_DAY.fullmatch(word) is not None for word in (wrong, right)]
    if any(days):
        return all(days)
    capitals = [word[0].isupper() for word in (wrong, right)]
    if any(capitals):
        return all(capitals)
    return _SURE.fullmatch(mark) is not None and len(wrong) > 2 and len(right) > 2
