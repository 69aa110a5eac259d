"""The phrase lists of both languages as look-up tables, built once, and the lemma of an English word."""

from __future__ import annotations

from functools import cache, lru_cache

import simplemma

from memory_pipeline.domain.comparison import (
    chinese,
    chinese_relations,
    english,
    english_idioms,
    english_wording,
)
from memory_pipeline.domain.comparison.chinese_service_wording import SERVICE_WORDING
from memory_pipeline.domain.comparison.chinese_wording import WORDING
from memory_pipeline.domain.comparison.english_verbs import MOSTLY
from memory_pipeline.domain.comparison.numerals import EN_NUMBER

_NOT_LEMMATISED = frozenset(
    "better best worse worst more most less least further farther elder eldest does has is was were are am his hers ours theirs yours us data news left only us as this".split()
)
_BE = frozenset("is was were are am be been being".split())
MAX_PHRASE = 6
_INFLECTED = ("s", "ed", "ing")


def _irregular() -> tuple[dict[str, str], frozenset[str]]:
    lemmas: dict[str, str] = {}
    past: set[str] = set()
    for entry in english.IRREGULAR.split():
        base, *forms = entry.split("/")
        for form in forms:
            lemmas[form] = base
            past.add(form)
    for entry in english.IRREGULAR_PLURALS.split():
        base, *forms = entry.split("/")
        lemmas.update(dict.fromkeys(forms, base))
    return lemmas, frozenset(past)


_IRREGULAR, _PAST = _irregular()


@lru_cache(maxsize=65536)
def lemma_of(word: str) -> str:
    """The dictionary form of an English word in lower case; a word no dictionary knows stays as it is."""
    word = english.SPELLINGS.get(word, word)
    if word in _BE:
        return "be"
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word[:2] == "re" and word[2:] in _PAST and word not in english.SPELLINGS:
        return f"re{_IRREGULAR[word[2:]]}"  # rebuilt, rewritten
    if (
        word in _NOT_LEMMATISED
        or word in english.NOT_LEMMATISED
        or len(word) < 4
        or not word.endswith(_INFLECTED)
    ):
        return word
    lemma = simplemma.lemmatize(word, lang="en").casefold()
    if lemma == word and word.endswith("ing"):
        lemma = next((stem for stem in (word[:-3], word[:-3] + "e") if stem in MOSTLY), word)
    if len(lemma) > 3 and lemma[-1] == lemma[-2] and not simplemma.is_known(lemma, lang="en"):
        lemma = lemma[:-1]
    return english.SPELLINGS.get(lemma, lemma) if lemma[:2] == word[:2] else word


def tense_of(word: str) -> str:
    """`past` for a past form or participle, else empty."""
    if word in {"was", "were"} or word in _PAST or (word[:2] == "re" and word[2:] in _PAST):
        return "past"
    return "past" if word.endswith("ed") and lemma_of(word) != word and len(word) > 3 else ""


@cache
def english_phrases() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The canonical lemmas of every English phrase that has other wordings, by its lemmas."""
    table: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in (*english_wording.WORDING.strip().splitlines(), *english_idioms.IDIOMS.splitlines()):
        canonical, _, variants = line.partition("=")
        target = tuple(canonical.split())
        for variant in variants.split(","):
            for owner in _OWNERS if "~" in variant else ("",):
                spoken = variant.replace("~", owner).split()
                words = tuple(_phrase_word(w) for w in spoken if w not in english.ARTICLES)
                table.setdefault(words, target)
    return table


_OWNERS = ("his", "her", "their", "my", "our", "its")  # what `~` in a phrase stands for


def _phrase_word(word: str) -> str:
    return str(EN_NUMBER[word]) if word in EN_NUMBER else lemma_of(word)


@cache
def chinese_phrases() -> dict[str, tuple[str, ...]]:
    """The canonical words of every Chinese word or phrase that is known, by its characters."""
    table: dict[str, tuple[str, ...]] = {}
    for line in (*WORDING.strip().splitlines(), *SERVICE_WORDING.strip().splitlines()):
        canonical, _, variants = line.partition("=")
        target = tuple(canonical.split())
        table.setdefault("".join(target), target)
        for variant in variants.split(","):
            table.setdefault(variant.replace(" ", ""), target)
    for known in (chinese.PERIODS, chinese.RATES, chinese.QUANTIFIERS, chinese.MODALS, chinese.PREPOSITIONS):
        for word in known:
            table.setdefault(word, (word,))
    for words in (
        chinese.NEGATIONS,
        chinese.STATUS,
        chinese.SEQUENCE,
        chinese.LIGHT,
        chinese.SUBJECT,
        chinese.CONJUNCTIONS,
        chinese.TURNS,
        chinese.DAYPARTS,
    ):
        for word in words:
            table.setdefault(word, (word,))
    for word in chinese_relations.RELATIONS.replace("<", "").replace("|", " ").split():
        if len(word) > 1:
            table.setdefault(word, (word,))
    for stem in chinese.WEEKDAY_STEMS:
        for end in chinese.WEEKDAY_ENDS:
            table.setdefault(stem + end, (stem + end,))
    return table


@cache
def first_words() -> frozenset[str]:
    """What a phrase of either language may begin with: an English lemma, a Chinese character."""
    return frozenset(words[0] for words in english_phrases()) | frozenset(
        word[0] for word in chinese_phrases()
    )


@cache
def function_characters() -> frozenset[str]:
    """The single Chinese characters that are words of grammar or known words."""
    known = {word for word in chinese_phrases() if len(word) == 1}
    return frozenset(
        known
        | chinese.ACTS
        | chinese.PARTICLES
        | chinese.PRONOUNS
        | chinese.PLACE_SUFFIXES
        | chinese.HALF_NEGATION
    )
