"""Spelling that carries no meaning: width, case, quotes, blanks, final punctuation. Everything later reads its output."""

from __future__ import annotations

import re
import unicodedata

from memory_pipeline.domain.comparison.chinese_script import SIMPLIFIED

_SPELLING = SIMPLIFIED | str.maketrans(
    {
        "‘": "'", "’": "'", "ʼ": "'", "`": "'", "´": "'", "′": "'",
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "「": '"', "」": '"', "『": '"', "』": '"', "″": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "﹣": "-",
        "。": ".", "、": ",", "·": " ", "•": " ", "【": "(", "】": ")", "〔": "(", "〕": ")", "《": '"', "》": '"',
        "〈": '"', "〉": '"', "⁄": "/", "〇": "零", "∕": "/", "×": "x",
    }
)  # fmt: skip
_FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3"})
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff\ufe0e\ufe0f]")
_BLANKS = re.compile(r"\s+")
CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff〇"
_CJK_GAP = re.compile(rf"(?<=[{CJK}]) (?=\S)|(?<=\S) (?=[{CJK}])")
_FINAL = re.compile(r"[\s.,;:!~…]+$")
_LEADING = re.compile(r"^[\s.,;:!~…*\-]+(?=\D)")
_ARTICLE = re.compile(r"^(?:the|an|a) (?=\S)")


def base_form(text: str) -> str:
    """`text` in one width, one case, plain quotes and single blanks; words and figures untouched."""
    text = text.translate(_FRACTIONS)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    plain = _INVISIBLE.sub("", folded.translate(_SPELLING))
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", plain)).strip()


def without_accents(text: str) -> str:
    """`text`, in base form, with plain letters: `café` as `cafe`."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")


def has_cjk(text: str) -> bool:
    return any("\u3400" <= ch <= "\u9fff" for ch in text)


def normal_statement(text: str) -> str:
    """`text` as it is compared for exact equality: `base_form`, no blanks beside Chinese, no closing punctuation.

    A question mark stays: a question is not the statement.
    """
    gapless = _CJK_GAP.sub("", base_form(text))
    return _FINAL.sub("", gapless) or gapless


def normal_phrase(text: str) -> str:
    """`text` as the value of a slot: `normal_statement` without enclosing quotes and a leading article."""
    phrase = normal_statement(text)
    while len(phrase) > 2 and (phrase[0], phrase[-1]) in {('"', '"'), ("'", "'"), ("(", ")")}:
        inner = normal_statement(phrase[1:-1])
        if not inner:
            break  # `( )`: brackets around nothing
        phrase = inner
    while True:
        shorter = _ARTICLE.sub("", _LEADING.sub("", phrase) or phrase)
        if shorter == phrase:
            return phrase
        phrase = shorter


_FOREIGN = re.compile(r"[^\W\d_a-z\u3400-\u9fff\u00b5\u03bc]")


def reads_as_chinese_or_english(text: str) -> bool:
    """Whether `text`, in normal form, is written in the letters of English or in Chinese characters, names apart."""
    letters = sum(ch.isalpha() for ch in text)
    return len(_FOREIGN.findall(text)) * 10 <= letters
