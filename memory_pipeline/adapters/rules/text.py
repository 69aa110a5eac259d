"""Cuts a message into sentences and clauses, each an exact substring with its place.

Quotations, code, quoted lines and recalled memories never become clauses. The rules see clauses only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from memory_pipeline.domain.cleaning import recalled_spans

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*", re.MULTILINE)
_PAIRS = {"“": "”", "「": "」", "『": "』", "《": "》", '"': '"', "(": ")", "（": "）", "‘": "’"}
_MAX_ENCLOSED = 400
# Within apostrophes only where what stands around them leaves no doubt.
_ONE_MARK = re.compile(
    r"(?:(?<=^)|(?<=[:,(：，])|(?<=[:,] ))'(?=\w)[^\n]{1,400}?'(?=[.,;:!?)]|\s*$)", re.MULTILINE
)
_MAX_SENTENCE = (
    2_000  # what is longer is a table, a dump or padding, and costs the patterns its length squared
)
_BREATH = 600  # characters of a piece of a sentence that is too long
_BREAK = re.compile(
    r"[,，;；、:：|]\s*|(?<=\w)\s+(?=(?:and|but|so|then|because|I|my|we)\b)|(?<=[\u3400-\u9fff])\s+"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|mt|jr|sr|vs|etc|e\.g|i\.e|no|inc|ltd|co|corp|dept|approx|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|a\.m|p\.m|u\.s|u\.k)|\b[A-Za-z])$",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"[\s.。!！?？~～…)）”\"'’」』]*")
_CJK = re.compile(r"[\u3400-\u9fff]")
_EN_SUBJECT = (
    r"I|I'm|Im|I've|ive|I'd|I'll|thats|hes|shes|theyre|whats|we|we're|we've|we'll|my|our|he|he's|she|she's|they|they're|they've|it|it's|you|you're|you've|your|his|her|their|its|"
    r"this|that's|there|there's|someone|everyone|people"
)
_EN_MARK = (
    rf"{_EN_SUBJECT}|which|who|whose|where|what|how|why|do|does|did|can|could|would|will|should|is|are|any|please|because|since|although|though|"
    r"while|whereas|if|when|whenever|unless|not|now|haha+|lol|lmao|jk|just|kidding|right|then|except|especially|however|so|but|even|"
    r"thanks|thank|nice|remember|(?:please )?(?:keep|bear) in mind|please note|for|by|tastes?|smells?|feels|looks|sounds|makes|text me|call me|ping|send|originally|always|(?:native|first|mother) (?:language|tongue)|mother tongue|(?:time ?zone|birthday|dob|(?:work |home |personal )?(?:e-?mail|phone|mobile|cell|number))(?:'s| is|:)"
)
_EN_VERB = (
    r"been (?:in|working|living|based|at|with)|live|living|work|working|study|studying|have|has|own|drive|love(?= (?:\w+ing\b|to |my |the ))|enjoy|hate|prefer|use|speak|am|was|moved|moving|grew|born|play|plan|planning|hope|want|"
    r"don't|do not|can't|cannot|also|currently|recently|married|allergic|used to|started|joined|teach|based|raised|"
    r"lives|works|studies|owns|drives|loves|enjoys|hates|dislikes|prefers|uses|speaks|plans|wants"
)
_EN_COORDINATED = (
    r"(?:(?:also|currently|now|really|mostly|absolutely|recently|just)\s+)*(?:live in|living in|work (?:at|for|as|in)|working (?:at|for|as|in)|moved to|grew up in|have (?:a|an|two|three|no)\b|"
    r"own |drive |love (?=\w+ing\b|to |my |the )|like (?:to |\w+ing\b)|enjoy |hate |dislike |prefer |use |speak |am |plan to|want to|hope to|study |studying |don't |do not |can't |cannot |never |was born|raised in|married to|allergic to|based in|originally from|"
    r"used to |started |joined |teach )"
)
_EN_SPLIT = re.compile(
    rf"\s*[,;:—–]+\s*(?:(?:and|but|so|yet|or|plus|also|&)\s+)*(?=(?:{_EN_MARK}|{_EN_VERB})\b)"
    rf"|\s+(?:and|n|&|bc|cuz|(?:and|n) (?:yeah|yes|yea)|but|so|because|since|although|though|while|whereas|plus|yet|when|if|unless|or)\s+(?:that\s+)?(?=(?:{_EN_SUBJECT}|now|then)\b)"
    rf"|(?<!born)\s+(?:and|but)\s+(?={_EN_COORDINATED})"
    r"|\s+so\s+(?=(?:no|please|pls|don't|do not|nothing|skip|avoid|keep|maybe|what|how|which|any|can|could|is|are|should|let's|never|not)\b)"
    r"|\s*,\s+(?=(?:the|an?|that|those|these) (?:[\w'-]+ ){1,3}?(?:is|are|was|were|has|have|had|will|won't|can|can't|runs?|ends?|expires?|starts?|comes?|goes|gets|needs|wants|takes|makes|says|looks|works|costs|opens|closes|leaves|arrives|keeps)\b)"
    r"|\s*,\s+(?=(?:just |please |pls )?(?:text|e-?mail|message|dm)(?: me)?(?: pls| please| instead)*[.!]*$)"
    r"|\s*,\s+(?=(?:my |the )?(?:dr|doc|doctor|gp|physio|vet|boss) (?:said|says|thinks|told|wants)\b)"
    r"|\s*,\s+(?=(?:torn|broken|sprained|fractured|slipped|herniated|ruptured|dislocated|pinched|pulled) \w+(?:,|$))"
    r"|\s+(?=(?:i'm|im|I'm|I am) [1-9]\d(?:$|[\s,.!]))"
    r"|\s*,\s+(?=(?:coeliac|celiac|vegan|vegetarian|diabetic|lactose intolerant)$)"
    r"|\s*,\s+(?=(?:booked|bought|packed|paid for|signed|need|needs|gonna|gotta|wanna|can't wait|cant wait|any (?:tips|ideas|advice|recs|suggestions))\b)"
    rf"|\s+(?:--?|—|–)\s+(?=(?:{_EN_MARK}|{_EN_VERB})\b)|\s*;\s*",
    re.IGNORECASE,
)
_ZH_SPLIT = re.compile(
    r"\s*(?:[，,；;—]+|(?<!地址)(?<!邮箱)(?<!电话)(?<!手机)(?<!手机号)(?<!住址)(?<!生日)(?<!姓名)(?<!职业)(?<!爱好)(?<!时区)(?<!过敏原)(?<!出生日期)(?<!城市)(?<!年龄)(?<!性别)[：:]+)\s*(?!(?:它|他|她)?(?:的)?(?:名字)?(?:分别)?(?:叫做?|名叫|取名|起名)(?!我))(?:(?:但是|不过|可是|而且|并且|所以|因此|然后|另外|同时|还有|只是|然而|而)(?=[\u3400-\u9fff]))?"
    r"|(?:但是|不过|可是|所以|因为|而且|并且)(?=我|现在|已经|还|也|就|他|她|你)"
    r"|(?<=[\u3400-\u9fff])[ \t]+(?=我|他|她|你|现在)"
)


@dataclass(frozen=True, slots=True)
class Span:
    """`text` stands at `start` of the message; `joint` is what joined it to the span before."""

    text: str
    start: int
    joint: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def is_chinese(text: str) -> bool:
    """Whether `text` is to be read by the Chinese rules: at least one Chinese character to every five letters."""
    chinese = len(_CJK.findall(text))
    return chinese > 0 and chinese * 5 >= sum(ch.isascii() and ch.isalpha() for ch in text)


def readable(content: str) -> str:
    """`content` with code, quoted lines and recalled memories blanked out, same length."""
    spans = [match.span() for pattern in (_CODE, _QUOTED_LINE) for match in pattern.finditer(content)]
    letters = list(content.replace("’", "'"))
    for start, end in [*spans, *recalled_spans(content)]:
        letters[start:end] = ["\n"] * (end - start)
    return "".join(letters)


def enclosed(text: str) -> list[tuple[int, int]]:
    """The [start, end) ranges inside quotation marks, title marks or brackets, outermost only."""
    spans: list[tuple[int, int]] = []
    place = 0
    marked = {match.start(): match.end() for match in _ONE_MARK.finditer(text)} if "'" in text else {}
    while place < len(text):
        if place in marked:
            spans.append((place, marked[place]))
            place = marked[place]
            continue
        closer = _PAIRS.get(text[place])
        if closer is not None and not (text[place] == '"' and _is_inch(text, place)):
            end = text.find(closer, place + 1, place + _MAX_ENCLOSED)
            if end > 0 and "\n\n" not in text[place:end]:
                spans.append((place, end + 1))
                place = end
        place += 1
    return spans


_MARKS = "“「『\"'‘"
_OF_ONESELF = re.compile(r"\b(?:i|i'm|im|i've|my|me|we|we're|our)\b|我|咱", re.IGNORECASE)


def is_anothers_word(text: str, value: str) -> bool:
    """Whether `value` stands in `text` only within a quotation whose own "I" it is told by ('a text said: "my name is Ann"')."""
    spans = [span for span in enclosed(text) if text[span[0]] in _MARKS]
    telling = [(begin, end) for begin, end in spans if _OF_ONESELF.search(text, begin, end)]
    if not telling:
        return False
    places = [match.span() for match in re.finditer(re.escape(value), text)]
    return bool(places) and all(
        any(begin <= start and stop <= end for begin, end in telling) for start, stop in places
    )


def _is_inch(text: str, place: int) -> bool:
    return place > 0 and text[place - 1].isdigit()


def sentences(text: str) -> list[Span]:
    """The sentences of readable text, closing punctuation and emoji included, in order."""
    shut = enclosed(text)
    opening = [begin for begin, _ in shut]
    cuts: list[Span] = []
    start = place = 0
    while place < len(text):
        before = bisect_right(opening, place)
        inside = shut[before - 1][1] if before and place < shut[before - 1][1] else None
        if inside is not None:
            closes = _closes_sentence(text, inside)
            place = inside
            if not closes:
                continue
        elif not _terminates(text, place):
            place += 1
            continue
        end = _TRAILING.match(text, place).end()  # type: ignore[union-attr]  # the pattern also matches nothing
        end = max(end, min(place + 1, len(text)))
        # a mark that opens belongs to what it opens, not to the sentence before it
        if before < len(opening):
            end = min(end, opening[before])
        _add(cuts, text, start, end)
        start = place = end
    _add(cuts, text, start, len(text))
    return [piece for cut in cuts for piece in _in_breaths(cut)]


def _in_breaths(sentence: Span) -> list[Span]:
    """A sentence longer than anybody says (dictated, or without full stops) as pieces that end with a comma or a blank."""
    if len(sentence.text) <= _MAX_SENTENCE:
        return [sentence]
    pieces: list[Span] = []
    start = 0
    while len(sentence.text) - start > _BREATH:
        breaks = [match.end() for match in _BREAK.finditer(sentence.text, start, start + _BREATH)]
        end = breaks[-1] if breaks else start + _BREATH
        if breaks:
            _add(pieces, sentence.text, start, end)
        start = end
    _add(pieces, sentence.text, start, len(sentence.text))
    return [Span(piece.text, sentence.start + piece.start) for piece in pieces]


def _closes_sentence(text: str, end: int) -> bool:
    """A closing mark ends the sentence if the sentence ended inside it and another begins after it."""
    return (
        end >= 2
        and text[end - 2] in ".。!！?？"
        and text[end - 1] not in "》)）"
        and re.match(r"\s+[A-Z\u3400-\u9fff]|\s*$", text[end:]) is not None
    )


def _terminates(text: str, place: int) -> bool:
    character = text[place]
    if character in "。！？!?；\n~～…":
        return True
    if character != ".":
        return False
    after = text[place + 1 : place + 2]
    if after and not after.isspace() and not _CJK.match(after) and after not in "\"'”’)":
        return False
    if not after or after == "\n" or not (shortened := _ABBREVIATION.search(text[max(0, place - 6) : place])):
        return True
    return shortened.group().lower() == "etc" and re.match(r"\s+[A-Z]", text[place + 1 :]) is not None


def _add(cuts: list[Span], text: str, start: int, end: int) -> None:
    raw = text[start:end]
    stripped = raw.strip()
    if stripped:
        cuts.append(Span(stripped, start + raw.index(stripped)))


def clauses(sentence: Span) -> list[Span]:
    """The clauses of a sentence, closing punctuation left off, in order; none of one too long to be said by a person."""
    if len(sentence.text) > _MAX_SENTENCE:
        return []
    shut = enclosed(sentence.text)
    splitter = _ZH_SPLIT if is_chinese(sentence.text) else _EN_SPLIT
    found: list[Span] = []
    start, joint = 0, ""
    for match in splitter.finditer(sentence.text):
        if not match.group() or any(begin <= match.start() < end for begin, end in shut):
            continue
        _add_clause(found, sentence, start, match.start(), joint)
        start, joint = match.end(), match.group().strip()
    _add_clause(found, sentence, start, len(sentence.text), joint)
    return found


def _add_clause(found: list[Span], sentence: Span, start: int, end: int, joint: str) -> None:
    raw = sentence.text[start:end]
    text = re.sub(r"[\s.。!！?？~～…,，;；]+$", "", raw).lstrip(" \t\n-*•·–—")
    if text:
        found.append(Span(text, sentence.start + start + raw.index(text), joint))
