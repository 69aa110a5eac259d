"""A statement as tokens: phrases brought to one wording, grammar turned into marks, everything else a content word."""

from __future__ import annotations

from functools import lru_cache

from memory_pipeline.domain.comparison import english
from memory_pipeline.domain.comparison.affixes import without_affixes
from memory_pipeline.domain.comparison.chinese_affixes import without_chinese_affixes
from memory_pipeline.domain.comparison.chinese_grammar import ChineseGrammar
from memory_pipeline.domain.comparison.chinese_notation import in_one_notation
from memory_pipeline.domain.comparison.english_converses import plain_converse
from memory_pipeline.domain.comparison.english_figures import plain_figures
from memory_pipeline.domain.comparison.english_notation import plain_notation
from memory_pipeline.domain.comparison.english_paraphrases import plain_paraphrase
from memory_pipeline.domain.comparison.english_syntax import plain_order, settled
from memory_pipeline.domain.comparison.figures import in_one_figure, percent_in_figures
from memory_pipeline.domain.comparison.normalise import base_form, has_cjk, without_accents
from memory_pipeline.domain.comparison.phrases import in_one_wording, with_lemmas
from memory_pipeline.domain.comparison.scan import scan
from memory_pipeline.domain.comparison.tokens import Item, Token

_MARKS = {
    ",": "comma",
    ";": "comma",
    "(": "paren",
    ")": "paren",
    ":": "copula",
    "=": "copula",
    "&": "and",
    "+": "and",
    ".": "stop",
    "!": "stop",
    "?": "question",
    "|": "comma",
}
_PUNCT_QUANTIFIERS = frozenset("~<>≥≤")
_ALONE = {"叫": "名叫", "买": "购买"}


@lru_cache(maxsize=4096)
def lex(text: str) -> tuple[Token, ...]:
    """The tokens of a statement. They are shared between calls: copy before changing one."""
    base = plain_figures(plain_notation(percent_in_figures(base_form(text))))
    if has_cjk(base):
        base = without_affixes(without_chinese_affixes(base))
    else:
        base = plain_order(plain_paraphrase(plain_converse(without_accents(without_affixes(base)))))
    items = with_lemmas(in_one_figure(scan(in_one_notation(base))))
    return tuple(settled(_Grammar(in_one_wording(items)).tokens()))


class _Grammar(ChineseGrammar):
    """One pass over the items of a statement in either language, or in both."""

    def tokens(self) -> list[Token]:
        i = 0
        while i < len(self._items):
            i += self._step(i)
        self._strand()
        self._cleft()
        if self._tokens:
            self._tokens[-1].marks = self._tokens[-1].marks | self._aspects
        if "question" in self._marks:
            self._close()
        self._nightly()
        self._aged()
        self._from_when()
        return self._tokens

    def _step(self, i: int) -> int:
        item = self._items[i]
        if item.kind == "punct":
            return self._punctuation(item, i)
        if item.kind == "latin":
            return self._latin(item, i)
        if item.kind == "cjk":
            self._cjk(item, i)
            return 1
        if item.kind == "article" or (
            item.kind == "figure" and item.form == "一"
        ):  # 一只: one, or no more than an article
            self._one(item)
        else:
            self._emit(item.lemma or item.form, item.kind, item.form)
        return 1

    def _one(self, item: Item) -> None:
        """The `一` of `一只`; what stands before it stands before its noun."""
        marks = set(self._marks)
        self._emit("1", "figure", item.form, light=True)
        self._marks = marks

    def _punctuation(self, item: Item, i: int) -> int:
        if item.form in ",;.()":
            self._strand()
        if item.form == "/" and i + 1 < len(self._items) and self._items[i + 1].form in english.RATE_UNITS:
            self._emit(f"per {english.RATE_UNITS[self._items[i + 1].form]}", "rate", item.form)
            return 2
        if item.form in ":=":
            self._marks.add("colon")
        if item.form in _PUNCT_QUANTIFIERS:
            self._emit(english.QUANTIFIERS[item.form], "quantifier", item.form)
        elif item.form in _MARKS:
            self._marks.add(_MARKS[item.form])
            if self._has_cjk and item.form in ",;":
                self._marks.discard("of")  # 挺贵的，这套房子
        elif item.form == "%":
            self._emit("percent", "unit", "%")
        elif not item.form.isascii() and item.form.isalnum():
            self._emit(item.form, "word", item.form)
        return 1


def lex_characters(token: Token) -> list[Token]:
    """A Chinese word as tokens of one character each; the first keeps what stood before the word."""
    items = [Item(_ALONE.get(char, char), "cjk", char) for char in token.text]
    tokens = _Grammar(items).tokens()
    if tokens:
        tokens[0].marker = token.marker or tokens[0].marker
        tokens[0].marks = tokens[0].marks | token.marks
    return tokens
