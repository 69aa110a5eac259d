"""Secrets that an English sentence gives away: "my password is …", "the PIN is 4821", "… is my passcode"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory_pipeline.domain.secrets.english_apart import find_apart
from memory_pipeline.domain.secrets.phrasing import (
    COUNTED_EN,
    KEYWORD_EN,
    QUOTE,
    SPACED,
    SPELT,
    WORDY_EN,
    bare,
    matches_at,
    span_of,
)
from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.domain.secrets.spelling import BARRIER
from memory_pipeline.domain.secrets.value import (
    is_placeholder,
    is_strong,
    may_be_key,
    may_be_password,
    trimmed,
)
from memory_pipeline.domain.secrets.words import KEYS_EN, PROSE

_OF = r"(?:\s+(?:for|of|to|on|at|in|with|from|into)\s+(?:[^\n,;:!?=.\ue000]|\.(?=\S)){1,60}?)?"
_ADVERB = r"(?:\s+(?:now|still|currently|always|just|actually|probably|simply|again|really|literally|set to|changed to|going to be|supposed to be|called|something like|either|one of))?"
_LINK = (
    r"(?:\s*(?::|=|->|→|=>)\s*"
    rf"|\s+(?:(?:will|would|should|must|might|may|can|could|used to|needs? to|has to|is to|to)\s+be|is|was|are|were|be|becomes?|became|remains?|reads|equals)(?:n't| not)?{_ADVERB}\s*[:=]?\s*"
    r"|'s\s+|\s+-\s+|\s*\(\s*|\s*[,.?!;-]+\s*(?:it'?s|it is|it was|that'?s|that is|try|use)\s+)"
)
_VALUE = rf"(?:{QUOTE}|{SPELT}|{SPACED}|(?P<bare>[!-~]{{2,400}}))"

_PHRASES = re.compile(r"phrase|mnemonic|words?\b.*words?|seed", re.IGNORECASE)
KEYWORD = re.compile(KEYWORD_EN, re.IGNORECASE)
_TOLD = re.compile(rf"{KEYWORD_EN}{_OF}{_LINK}{_VALUE}", re.IGNORECASE)
_KEY_TOLD = re.compile(
    rf"(?<![A-Za-z0-9])(?P<word>{KEYS_EN})(?![A-Za-z0-9]){_OF}(?:{_LINK}|\s+to\s+|\s+){_VALUE}", re.IGNORECASE
)
_DIRECT = re.compile(rf"{KEYWORD_EN}(?P<comma>,)?\s+{_VALUE}", re.IGNORECASE)
_PASS = re.compile(rf"\b(?P<word>pass)(?P<comma>,)?\s+{_VALUE}", re.IGNORECASE)
_SET = re.compile(
    rf"\b(?:chang|set|reset|updat|switch|mak|made|rotat|turn|mov)\w*\b[^\n.!?;]{{0,40}}?{KEYWORD_EN}{_OF}\s+(?:back\s+)?(?:to|as|into)\s+(?:be\s+)?{_VALUE}",
    re.IGNORECASE,
)
_REVERSED = re.compile(
    rf"(?<!\S)[\"'`(]?(?P<bare>[!-~]{{4,200}}?)[\"'`)]?(?:\s+(?:is|was|as|will be|=)|,\s+(?:that's|that is|it's|which is))\s+(?:my|the|our|your|his|her|their|a|an|for)?\s*(?:(?!not\b)[\w'-]+\s+){{0,4}}?{KEYWORD_EN}"
    r"(?!\s*(?:policy|manager|field|reset|generator|hint|length|hash|protected|is|was|for\s+\S+\s+is|:|=|vault|tool|app|format|rules?|strength|requirements?))",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"[\"'`]?(?P<phrase>[a-z]+(?:[ ,-]+[a-z]+){2,24})[\"'`]?\s*(?=[.!?;\n)，。；！？]|$)", re.IGNORECASE
)
_CHAIN = re.compile(
    r"[\"'`)]?\s*(?:(?:,|;|\.|/|\||\band\b|\bor\b|\bbut\b|\bthen\b|\bnow\b|\bnot\b|\n)\s*){1,3}(?:(?:it'?s|it is|it was|is|was|to|now|(?:i |she |he |they |we )?(?:have |had |has )?(?:changed|set|reset) (?:it |that )?to|before that|previously|the (?:old|new|other|second|first|backup) one(?: is| was)?|used to be)\s+){0,3}(?P<word>(?:[a-z]+\s+){1,2}(?=\d))?[\"'`]?(?P<bare>[!-~]{4,200})",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:(?:first|second|third|last|other|next|final|1st|2nd|3rd|rest|remaining|remainder|beginning|start|end|middle|ending)(?:\s+(?:\w+\s+)?(?:half|part|bit|piece|portion|section|chunk|one|characters?|digits?|letters?))?(?:\s+of\s+(?:it|the \w+|my \w+))?\s*(?:is|are|was|:|=|goes|reads)"
    r"|(?:starts?|starting|begins?|beginning|ends?|ending|finish(?:es)?|continues?|goes on)\s+(?:with|in|like)|followed by|(?:and |,\s*)?then(?: comes| it'?s)?|and the rest(?: is|:)?|plus|preceded by)\s*[\"'`]?(?P<bare>[!-~]{2,200})",
    re.IGNORECASE,
)
_NOUN_OF_PART = re.compile(
    r"\b(?:half|part|bit|piece|portion|section|chunk|characters?|digits?|letters?|rest|remaining|remainder)\b",
    re.IGNORECASE,
)
_IN_A_ROW = re.compile(r"followed|and |,|then|plus|preceded", re.IGNORECASE)
_SAME_SENTENCE = re.compile(r"[^.!?\n]{1,60}")
_GOES_ON_AFTER = re.compile(r"[^.!?\n]{1,60}?(?:\b(?:is|was)|[:=])\s+\S+\s*")
_PART_ENDS = re.compile(
    r"\s*(?:$|[.,;!?)\]\n，；！？。\"']|(?:and|but|or|then|plus|so|please|followed|ends?|ending)\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\s*(?:$|[.,;!?)\]\n，；！？。\"']|(?:and|but|or|so|please|because|since|now|which|thanks|ok|btw|by the way)\b)",
    re.IGNORECASE,
)


def find_in_english(text: str, *, told_before: bool) -> Iterator[Span]:
    """Values that the words around them make secrets. `told_before`: a password was the subject just before."""
    places = [match.start() for match in KEYWORD.finditer(text)]
    for match in (*matches_at(_TOLD, text, places), *(_SET.finditer(text) if places else ())):
        yield from _judged(match, text, direct=False)
    for match in (*matches_at(_DIRECT, text, places), *_PASS.finditer(text)):
        yield from _judged(match, text, direct=True)
    for match in _KEY_TOLD.finditer(text):
        yield from _key(match, text)
    for match in _REVERSED.finditer(text) if places else ():
        if is_strong(bare(match)):
            yield span_of(match, "password")
    yield from find_apart(text, places)
    if told_before or places:
        yield from _parts(text, told_before, places)


def chained(text: str, found: Span) -> Span | None:
    """A further secret that the same sentence goes on with: "… was X, now it's Y"."""
    match = _CHAIN.match(text, found.end)
    if match is None:
        return None
    token = bare(match)
    mixed = is_strong(token) and not (token.isdigit() and found.end - found.start != len(token))
    counted = COUNTED_EN.match(text, match.start("bare") + len(token)) is not None
    listed = match["word"] is None or (found.kind == "code" and token.isdigit())
    return span_of(match, found.kind) if mixed and listed and not counted else None


def _judged(match: re.Match[str], text: str, *, direct: bool) -> Iterator[Span]:
    word = match["word"]
    if direct and match["comma"] and match["bare"] is None:
        return
    for name in ("quoted", "spelt", "spaced"):
        value = match[name]
        if value is None:
            continue
        if name == "quoted" and (is_placeholder(value) or value.casefold() in PROSE):
            return
        if name == "spaced" and (
            COUNTED_EN.match(text, match.end(name)) or sum(ch.isdigit() for ch in value) < 3
        ):
            return
        yield Span(match.start(name), match.end(name), "password")
        return
    if _PHRASES.search(word) and not direct:
        phrase = find_phrase(text, match.start("bare"))
        if phrase is not None:
            yield phrase
            return
    token, end = bare(match), match.start("bare") + len(bare(match))
    if COUNTED_EN.match(text, end):
        return
    weak_may_be = WORDY_EN.fullmatch(word) is not None and not direct
    ends = weak_may_be and _GOES_ON.match(text, end) is not None
    if direct and match["comma"] and not (token.isdigit() and WORDY_EN.fullmatch(word) is None):
        return  # "my password, Bob says": of what stands apart only a code's figures belong to it
    if (direct and _is_direct(word, token)) or (not direct and may_be_password(token, ends_clause=ends)):
        yield Span(match.start("bare"), end, "password")


def _is_direct(word: str, token: str) -> bool:
    if token.isdigit() and word.casefold() == "pass":
        return False
    return is_strong(token) or (token.isdigit() and len(token) >= 3)


def find_phrase(text: str, place: int) -> Span | None:
    """The words in a row from `place` to the end of the clause, where they are a passphrase."""
    phrase = _WORDS.match(text, place)
    if phrase is None or not is_phrase(phrase["phrase"]):
        return None
    return Span(phrase.start("phrase"), phrase.end("phrase"), "passphrase")


def is_phrase(phrase: str) -> bool:
    """Words in a row that are no sentence: nothing in them that sentences are held together by."""
    words = phrase.casefold().replace(",", " ").replace("-", " ").split()
    return len(words) >= 3 and sum(word in _GLUE for word in words) <= len(words) // 5


_GLUE = frozenset(
    "a an the is are was were be been to of in on at for from with by and or but not no my your his her its our their it this that i you he she we they must should has have had".split()
)


def _key(match: re.Match[str], text: str) -> Iterator[Span]:
    name = "quoted" if match["quoted"] is not None else "spaced" if match["spaced"] is not None else "bare"
    if match[name] is None:
        return
    value = trimmed(match[name]) if name == "bare" else match[name]
    end = match.start(name) + len(value)
    if may_be_key(value) and not COUNTED_EN.match(text, end) and not (name == "spaced" and len(value) < 8):
        yield Span(match.start(name), end, "key")


def _parts(text: str, told_before: bool, places: Sequence[int]) -> Iterator[Span]:
    told = told_before or BARRIER in text
    for match in _PART.finditer(text):
        token = bare(match)
        if len(token) < 2 or token.casefold() in PROSE or is_placeholder(token) or token.casefold() in _GLUE:
            continue
        named = _NOUN_OF_PART.search(text, match.start(), match.start("bare")) is not None
        told_now = told or _is_about_it(match, text, places)
        if named or is_strong(token) or (told_now and _may_be_part(match, text)):
            yield span_of(match, "part")


def _is_about_it(match: re.Match[str], text: str, places: Sequence[int]) -> bool:
    """Whether the same sentence calls a secret what begins or ends with it, or goes on after one word of it. In "I forgot my
    password, then called support" nothing is told."""
    between = _GOES_ON_AFTER if _IN_A_ROW.match(text, match.start()) else _SAME_SENTENCE
    return any(
        between.fullmatch(text, place, match.start()) is not None for place in places if place < match.start()
    )


def _may_be_part(match: re.Match[str], text: str) -> bool:
    token, end = bare(match), match.start("bare") + len(bare(match))
    if token.isdigit():
        return COUNTED_EN.match(text, end) is None
    return may_be_password(token, ends_clause=_PART_ENDS.match(text, end) is not None)
