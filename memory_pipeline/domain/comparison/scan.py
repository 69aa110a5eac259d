"""Cuts a statement into pieces: figures with units, dates, times, identifiers, numbers to call, words, punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import rjieba

from memory_pipeline.domain.comparison.chinese_words import part_of_speech
from memory_pipeline.domain.comparison.dates import DATE, TIME, read_date, read_time
from memory_pipeline.domain.comparison.figures import LIGHT_CLASSIFIERS, QUANTITY, read_figure
from memory_pipeline.domain.comparison.numerals import EN_ORDINAL, ZH_NUMERAL, parse_zh, plain
from memory_pipeline.domain.comparison.tokens import Item

_MAIL_OR_URL = re.compile(
    r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+|https?://[^\s,;()\"\u3000-\u9fff]+|www\.[^\s,;()\"\u3000-\u9fff]+"
)
_PHONE = re.compile(
    r"\+\d[\d ().-]{6,}\d(?![\w%])|(?<![a-z0-9_.,-])(?:\(\d{2,4}\)[ -]?\d[\d -]*\d|\d{2,4}(?:[- ]\d{3,8}){1,3}|\d{9,})(?![\w%.,-]*\d|[a-z%])"
)
_IDENTIFIER = re.compile(r"(?<![a-z0-9])(?:[a-z0-9]+(?:[_./-][a-z0-9_]+)+|[a-z0-9_]+)(?![a-z0-9])")
_VERSION = re.compile(r"v?\d+(?:\.\d+){2,}")
_ORDINAL = re.compile(rf"(\d+)(?:st|nd|rd|th)(?![a-z0-9])|第\s?(\d+|[{ZH_NUMERAL}]+)")
_WORD = re.compile(r"n't\b|'(?:s|re|m|ve|ll|d)\b|[^\W\d_\u3400-\u9fff]+(?:-(?=[^\W\d_]))?")
_CJK_RUN = re.compile(r"[\u3400-\u9fff〇]+")
_BARE_URL = re.compile(r"^(?:https?://)?(?:www\.)?")
_CODE = re.compile(r"([a-z]+)-(\d+)")
_SNAKE = re.compile(r"[a-z]+(?:_[a-z]+)+")
_SPACE = re.compile(r"\s+")
_LETTER_OR_DIGIT = re.compile(r"[^\W_\u3400-\u9fff]")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[a-z]")
_CLITIC = re.compile(
    r"\b(?P<who>it|he|she|that|there|what|who|where|here)(?P<s>'s)\b(?! (?:been|got|had|own)\b)|(?<=\w)(?P<other>'(?:m|re|ve|ll))\b"
)
_NEGATED = re.compile(r"([a-z]+)n't")
_ZH_FIGURE = re.compile(rf"([{ZH_NUMERAL}]+)(.?)")
_ZH_NOT_FIGURES = frozenset("十分 万一 一一 千万".split())


def scan(text: str) -> list[Item]:
    """The pieces of `text`, which is in base form, in their order."""
    text = _NEGATED.sub(_split_negation, text).replace("cannot", "can not")
    return list(_scan(_CLITIC.sub(_full_form, text)))


def _full_form(match: re.Match[str]) -> str:
    if match["s"]:
        return f"{match['who']} is"
    return {"'m": " am", "'re": " are", "'ve": " have", "'ll": " will"}[match["other"]]


def _split_negation(match: re.Match[str]) -> str:
    stem = {"ca": "can", "wo": "will", "sha": "shall"}.get(match[1], match[1])
    return f"{stem} not"


def _scan(text: str) -> Iterator[Item]:
    position, end = 0, len(text)
    while position < end:
        char = text[position]
        if char == " ":
            position += 1
            continue
        item, position = _next(text, position, char)
        if isinstance(item, Item):
            yield item
        elif item is not None:
            yield from item


def _next(text: str, position: int, char: str) -> tuple[Item | Iterator[Item] | None, int]:
    if char.isascii() and (char.isalnum() or char in "+-($"):
        found = _hard(text, position) or _figure(text, position)
        if found:
            return found
    elif "\u3400" <= char <= "\u9fff" or char == "〇":
        return _chinese(text, position)
    elif char in "€£¥₹₩":
        found = _figure(text, position)
        if found:
            return found
    word = _WORD.match(text, position)
    if word:
        form = word.group().rstrip("-")
        if form in EN_ORDINAL and form != "second":
            return Item(form, "ordinal", f"ord{EN_ORDINAL[form]}"), word.end()
        return Item(form, "latin"), word.end()
    return Item(char, "punct"), position + 1


def _hard(text: str, position: int) -> tuple[Item, int] | None:
    match = _MAIL_OR_URL.match(text, position)
    if match:
        form = match.group().rstrip(".!?")
        return Item(form, "identifier", _BARE_URL.sub("", form).rstrip("/")), position + len(form)
    for pattern, kind in ((DATE, "date"), (TIME, "time")):
        match = pattern.match(text, position)
        value = (str(read_date(match) or "") if kind == "date" else read_time(match)) if match else None
        if match and value:
            return Item(match.group(), kind, value), match.end()
    if not (text[position].isdigit() or text[position] in "+(" or _has_digit_ahead(text, position)):
        return None
    return _numbered(text, position)


def _has_digit_ahead(text: str, position: int) -> bool:
    match = _IDENTIFIER.match(text, position)
    return match is not None and (
        _DIGIT.search(match.group()) is not None or "_" in match.group() or "." in match.group()
    )


def _numbered(text: str, position: int) -> tuple[Item, int] | None:
    match = _VERSION.match(text, position)
    if match and not _LETTER_OR_DIGIT.match(text, match.end()):
        return Item(match.group(), "identifier", match.group().removeprefix("v")), match.end()
    match = _PHONE.match(text, position)
    if match and sum(c.isdigit() for c in match.group()) >= 7:
        digits = re.sub(r"[^\d+]", "", match.group())
        return Item(match.group(), "identifier", digits), match.end()
    match = _ORDINAL.match(text, position)
    if match:
        return Item(match.group(), "ordinal", f"ord{int(match[1])}"), match.end()
    match = _IDENTIFIER.match(text, position)
    form = match.group() if match else ""
    if match and _LETTER.search(form) and not QUANTITY.fullmatch(form):
        if _SNAKE.fullmatch(form):
            return Item(form, "identifier", form.replace("_", "")), match.end()
        return Item(
            form, "identifier", _CODE.sub(r"\1\2", form) if _CODE.fullmatch(form) else form
        ), match.end()
    return None


def _figure(text: str, position: int) -> tuple[Item, int] | None:
    match = QUANTITY.match(text, position)
    if match is None:
        return None
    quantity = read_figure(match)
    if quantity is None:
        return None
    end = match.end()
    key = str(quantity)
    if not quantity.unit and match["fig"] and "." in match["fig"] and not match["mul"]:
        key = match["fig"]  # 3.10 is not 3.1 where it is a version
    if not quantity.unit:
        old = re.compile(r"[\s-]years?[\s-]old\b").match(text, end)
        if old:
            return Item(text[position : old.end()], "figure", f"{key} age"), old.end()
    if quantity.unit == "month":
        old = re.compile(r"[\s-]old\b").match(text, end)
        if old:
            return Item(text[position : old.end()], "figure", f"{plain(quantity.value / 12)} age"), old.end()
    if (
        not quantity.unit
        and match["fig"]
        and key.isdigit()
        and len(match["fig"]) >= 7
        and "," not in match["fig"]
    ):
        return Item(match.group(), "identifier", match["fig"].replace(",", "")), end
    if not quantity.unit and text[end : end + 1] in LIGHT_CLASSIFIERS and end < len(text):
        end += 1
    return Item(match.group(), "figure", key), end


def _chinese(text: str, position: int) -> tuple[Item | Iterator[Item], int]:
    found = _dated(text, position)
    if found:
        return found
    run = _CJK_RUN.match(text, position)
    end = run.end() if run else position + 1
    for pattern in (DATE, TIME, _ORDINAL):
        inner = pattern.search(text, position + 1, min(len(text), end + 8))
        if inner and inner.start() < end and _reads(pattern, inner):
            end = inner.start()
    return _words(text[position:end]), end


def _reads(pattern: re.Pattern[str], match: re.Match[str]) -> bool:
    if pattern is DATE:
        return read_date(match) is not None
    return pattern is not TIME or read_time(match) is not None


def _dated(text: str, position: int) -> tuple[Item, int] | None:
    match = DATE.match(text, position)
    date = read_date(match) if match else None
    if match and date:
        return Item(match.group(), "date", str(date)), match.end()
    match = TIME.match(text, position)
    time = read_time(match) if match else None
    if match and time:
        return Item(match.group(), "time", time), match.end()
    match = _ORDINAL.match(text, position)
    if match:
        number = match[2]
        value = int(number) if number.isdigit() else parse_zh(number)
        return Item(match.group(), "ordinal", f"ord{value}"), match.end()
    return None


_MEASURES = "杯瓶人箱袋盒包碗桶支根枝款批排级楼层次倍成遍趟"


def _words(run: str) -> Iterator[Item]:
    position, counted = 0, False
    for word in rjieba.cut(run, hmm=False):
        start, position = position, position + len(word)
        if counted and word in LIGHT_CLASSIFIERS:
            counted = False
            continue
        counted = bool(word) and all(c in ZH_NUMERAL for c in word) and word not in _ZH_NOT_FIGURES
        if word[0] not in ZH_NUMERAL or word in _ZH_NOT_FIGURES or _names(word):
            yield Item(word, "cjk")
            continue
        match = QUANTITY.match(run, start)
        quantity = read_figure(match) if match else None
        if match is None or quantity is None or match.end() <= position:
            yield from _numeral_word(word)
            continue
        rest = run[match.end() :]
        counts = not quantity.unit and rest[:1] in LIGHT_CLASSIFIERS
        if not (counts and match.group() == "一"):
            yield Item(match.group(), "figure", str(quantity))
        else:
            yield Item("一", "article", "1")
        if counts:
            rest = rest[1:]
        if rest:
            yield from _words(rest)
        return


def _names(word: str) -> bool:
    """Whether a word that begins with a numeral names a place, or somebody: 四川, 三亚, 万师傅."""
    if word == "万":
        return True
    return len(word) > 1 and part_of_speech(word) == "ns" and word[1] not in ZH_NUMERAL


def _numeral_word(word: str) -> Iterator[Item]:
    match = QUANTITY.match(word)
    quantity = read_figure(match) if match else None
    if match is None or quantity is None:
        yield Item(word, "cjk")
        return
    rest = word[match.end() :]
    if not rest or rest in LIGHT_CLASSIFIERS or quantity.unit:
        article = rest in LIGHT_CLASSIFIERS and word[0] == "一" and match.end() == 1 and bool(rest)
        yield Item(word[: match.end()], "article" if article else "figure", str(quantity))
        if rest and rest not in LIGHT_CLASSIFIERS:
            yield Item(rest, "cjk")
    elif len(rest) == 1 and (not (word[0] == "一" and match.end() == 1) or rest in _MEASURES):
        yield Item(word[: match.end()], "figure", str(quantity))
        yield Item(rest, "cjk")
    else:
        yield Item(word, "cjk")
