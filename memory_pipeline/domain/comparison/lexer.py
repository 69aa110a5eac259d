"""A statement as tokens: phrases brought to one wording, grammar turned into marks, everything else a content word."""

from __future__ import annotations

from functools import lru_cache

from memory_pipeline.domain.comparison import chinese, english
from memory_pipeline.domain.comparison.affixes import without_affixes
from memory_pipeline.domain.comparison.dates import MONTHS, WEEKDAYS
from memory_pipeline.domain.comparison.figures import percent_in_figures
from memory_pipeline.domain.comparison.normalise import base_form
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
_INFINITIVE = frozenset(
    "plan want like begin stop need require prefer usedto hate must should can will have refuse agree decide hope try love continue start promise learn".split()
)
_NEGATION_OF = {
    "cannot": ("not", "can"),
    "无法": ("not", "can"),
    "不能": ("not", "can"),
    "未能": ("not", "can"),
    "不用": ("not", "需要"),
    "不必": ("not", "需要"),
    "无需": ("not", "需要"),
}
_SPLIT_KINDS = {"not": "negation", "can": "modality"}
_OWN_NEGATIONS = frozenset(
    "none nobody nothing neither nor nowhere hardly barely rarely seldom without 不再 尚未".split()
)


@lru_cache(maxsize=4096)
def lex(text: str) -> tuple[Token, ...]:
    """The tokens of a statement. They are shared between calls: copy before changing one."""
    base = without_affixes(percent_in_figures(base_form(text)))
    items = with_lemmas(scan(base))
    return tuple(_Grammar(in_one_wording(items)).tokens())


# the few verbs of one character that hide in words the segmenter makes up
_ALONE = {"叫": "名叫", "买": "购买"}
_EVENING_FROM = 6
_ASPECTS = {"了": "done", "将": "coming", "将要": "coming", "即将": "coming"}
_STRANDED = {"通过": "成功", "on": "enable", "off": "disable"}
_JOINED = frozenset("of to by from at".split())
_LOCATIVES = frozenset("上 里 中 内 上面 里面".split())


class _Grammar:
    """One pass over the items that turns function words into marks, markers and tense."""

    def __init__(self, items: list[Item]) -> None:
        self._items = items
        self._has_cjk = any(item.kind == "cjk" for item in items)
        self._tokens: list[Token] = []
        self._marks: set[str] = set()
        self._marker = ""
        self._preposition = ""
        self._aux = ""
        self._final_de = -1
        self._aspects: set[str] = set()

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
        return self._tokens

    def _strand(self) -> None:
        """A preposition that nothing follows is a word of its own: `is on`, `构建通过`."""
        if self._marker and self._preposition:
            form, self._marker = self._preposition, ""
            self._emit(_STRANDED.get(form, form), "word", form)

    def _aged(self) -> None:
        """`age is 41` is 41 years old."""
        for n in range(len(self._tokens) - 1, 0, -1):
            figure, name = self._tokens[n], self._tokens[n - 1]
            if (
                name.key in {"age", "年龄"}
                and figure.kind == "figure"
                and figure.key.partition(" ")[2] in {"", "age"}
            ):
                figure.key = figure.key.removesuffix(" age") + " age"
                figure.marks = figure.marks | name.marks
                del self._tokens[n - 1]

    def _nightly(self) -> None:
        """Every night at ten is every day at 22:00, and `每晚十点` is no ten in the morning."""
        times = [t for t in self._tokens if t.kind == "time"]
        for rate in (t for t in self._tokens if times and t.key in {"per night", "per morning"}):
            for time in times:
                hour = int(time.key[1:3])
                if rate.key == "per night" and "点" in time.text and _EVENING_FROM <= hour < 12:
                    time.key = f"t{hour + 12}{time.key[3:]}"
            rate.key = "per day"

    def _cleft(self) -> None:
        """`X 是 Y 推荐的`: the copula before Y only turns what `Y 推荐了 X` says."""
        if self._final_de == len(self._tokens):
            for token in self._tokens:
                if "copula" in token.marks:
                    token.marks = token.marks | {"cleft"}

    def _close(self) -> None:
        if "question" in self._marks:
            self._emit("?", "question", "?")

    def _emit(self, key: str, kind: str, text: str, *, tense: str = "", light: bool = False) -> None:
        if key == "not" and self._tokens and self._tokens[-1].key == "can" and not self._marker:
            can = self._tokens.pop()
            self._tokens.append(Token(key, kind, text, can.marker, can.marks))
            self._tokens.append(Token("can", can.kind, can.text))
            return
        if self._marker == "to" and self._tokens and self._tokens[-1].key in _INFINITIVE and kind == "word":
            self._marker = ""
        self._tokens.append(Token(key, kind, text, self._marker, frozenset(self._marks), tense, light))
        self._marks, self._marker = set(), ""

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
            self._emit("1", "figure", item.form, light=True)
        else:
            self._emit(item.lemma or item.form, item.kind, item.form)
        return 1

    def _punctuation(self, item: Item, i: int) -> int:
        if item.form in ",;.()":
            self._strand()
        if item.form == "/" and i + 1 < len(self._items) and self._items[i + 1].form in english.RATE_UNITS:
            self._emit(f"per {english.RATE_UNITS[self._items[i + 1].form]}", "rate", item.form)
            return 2
        if item.form in _PUNCT_QUANTIFIERS:
            self._emit(english.QUANTIFIERS[item.form], "quantifier", item.form)
        elif item.form in _MARKS:
            self._marks.add(_MARKS[item.form])
        elif item.form == "%":
            self._emit("percent", "unit", "%")
        elif not item.form.isascii() and item.form.isalnum():
            self._emit(item.form, "word", item.form)
        return 1

    def _latin(self, item: Item, i: int) -> int:
        form, lemma = item.form, item.lemma
        period = self._period(i)
        if period:
            return period
        if form in english.LIGHT or (form in english.ARTICLES and not self._is_label(form, i)):
            return 1
        if form == "'s":
            if self._tokens:
                self._tokens[-1].possessive = True
            self._marks.add("of")
            return 1
        if form in english.PRONOUN_CONTRACTIONS:
            form = lemma = english.PRONOUN_CONTRACTIONS[form]
        if lemma in {"be", "do", "have"} and self._auxiliary(lemma, item, i):
            return 1
        if self._operator(form, lemma):
            return 1
        if form in english.PREPOSITIONS:
            if self._marker and form not in _JOINED and self._preposition not in _JOINED:
                self._strand()
            self._marker, self._preposition = english.PREPOSITIONS[form], form
            if form in {"of", "by"}:
                self._marks.add(form)
            return 1
        if form in english.CONJUNCTIONS:
            self._marks.add("and")
            return 1
        self._content(form, lemma, item)
        return 1

    def _is_label(self, form: str, i: int) -> bool:
        if form != "a":
            return False
        return self._has_cjk or (i > 0 and self._items[i - 1].lemma in english.LABELLED)

    def _content(self, form: str, lemma: str, item: Item) -> None:
        if form in english.SUBJECT or lemma == "user":
            self._emit("user", "person", form, light=True)
        elif form in english.POSSESSIVES or form in english.WE:
            self._emit(form, "pronoun", form, light=True)
        elif form.endswith("s") and form[:-1] in WEEKDAYS and len(form) > 6:
            self._emit(f"per {WEEKDAYS[form[:-1]]}", "rate", form)
        elif form in WEEKDAYS:
            self._emit(f"weekday{WEEKDAYS[form]}", "weekday", form)
        elif lemma in MONTHS and len(lemma) > 3:
            self._emit(f"-{MONTHS[lemma]:02d}".replace("-", "--"), "date", form)
        elif form in english.DAYPARTS or lemma in english.DAYPARTS:
            self._emit(lemma, "daypart", form)
        elif form in english.DAYS:
            self._emit(english.DAYS[form], "period", form)
        elif form in english.RATES:
            self._emit(f"per {english.RATES[form]}", "rate", form)
        else:
            tense = self._aux or item.tense if item.tense else ""
            if item.tense:
                self._aux = ""
            self._emit(lemma, "word", form, tense=tense)

    def _auxiliary(self, lemma: str, item: Item, i: int) -> bool:
        if lemma == "be":
            self._marks.add("copula")
            if item.form in {"was", "were"} or item.tense == "past":
                self._marks.add("was")
            self._aux = "passive"
            return True
        following = next(
            (
                x
                for x in self._items[i + 1 : i + 4]
                if x.form not in {"not", "never", "already", "also", "just"}
            ),
            None,
        )
        if (
            lemma == "have"
            and following is not None
            and (following.tense == "past" or following.form == "been")
        ):
            self._aux = "perfect"
            return True
        if lemma == "do":
            nxt = self._items[i + 1].form if i + 1 < len(self._items) else ""
            return nxt == "not"
        return False

    def _operator(self, form: str, lemma: str) -> bool:
        if form in _NEGATION_OF:
            for key in _NEGATION_OF[form]:
                self._emit(key, _SPLIT_KINDS.get(key, "word"), form)
        elif form in english.NEGATIONS or form == "nolonger":
            self._emit(form if form in _OWN_NEGATIONS or form == "nolonger" else "not", "negation", form)
        elif form in english.MODALS:
            self._emit(english.MODALS[form], "modality", form, light=form in {"will", "shall"})
        elif form in {"usedto", *english.STATUS}:
            self._emit(form, "status", form)
        elif form in {"atleast", "atmost", "below"} or (form == "over" and self._figure_follows()):
            self._emit(form, "quantifier", form)
        elif form in english.QUANTIFIERS or lemma in english.QUANTIFIERS:
            self._emit(
                english.QUANTIFIERS.get(form, english.QUANTIFIERS.get(lemma, form)), "quantifier", form
            )
        elif form in english.SEQUENCE:
            self._emit(form, "sequence", form)
        else:
            return False
        return True

    def _figure_follows(self) -> bool:
        return False

    def _period(self, i: int) -> int:
        form = self._items[i].form
        unit = self._items[i + 1] if i + 1 < len(self._items) else None
        if unit is None:
            return 0
        if form in english.DEIXIS and (unit.lemma in english.PERIODS or unit.form in WEEKDAYS):
            name = english.PERIODS.get(unit.lemma) or f"weekday{WEEKDAYS[unit.form]}"
            self._emit(f"{name}{english.DEIXIS[form]}", "period", form, light=False)
            return 2
        if form in {"every", "each"} and (
            unit.lemma in english.PERIODS or unit.form in WEEKDAYS or unit.lemma == "night"
        ):
            self._marker = ""
            self._emit(f"per {WEEKDAYS.get(unit.form) or unit.lemma}", "rate", form)
            return 2
        if form == "there" and unit.lemma == "be":
            self._emit("have", "word", form, tense="past" if unit.form in {"was", "were"} else "")
            return 2
        counted = form in {"a", "an"} and any(
            t.kind == "figure" or t.key in {"once", "twice"} for t in self._tokens
        )
        if unit.form in english.RATE_UNITS and (form in {"per", "every", "each"} or counted):
            self._marker = ""
            self._emit(f"per {english.RATE_UNITS[unit.form]}", "rate", form)
            return 2
        return 0

    def _cjk(self, item: Item, i: int) -> None:
        form = item.form
        if self._ends_name(form, i) or not (
            self._cjk_grammar(form) or self._cjk_reference(form) or self._cjk_operator(form)
        ):
            self._emit(form, "word", form)

    def _cjk_grammar(self, form: str) -> bool:
        if form in _ASPECTS:
            self._aspects.add(_ASPECTS[form])
        if form in chinese.PARTICLES:
            if form in {"是", "为", "即", "系", "乃"}:
                self._marks.add("copula")
            elif form == "的":
                self._marks.add("of")
                self._final_de = len(self._tokens)
        elif form in chinese.LIGHT:
            self._locative(form)
        elif form in chinese.CONJUNCTIONS:
            self._marks.add("and")
        elif form in chinese.PREPOSITIONS:
            self._marker, self._preposition = chinese.PREPOSITIONS[form], form
            if form in {"被", "由"}:
                self._marks.add("by")
        else:
            return False
        return True

    def _cjk_reference(self, form: str) -> bool:
        if form in chinese.SUBJECT:
            self._emit("user", "person", form, light=True)
        elif form in chinese.PRONOUNS:
            self._emit(form, "pronoun", form, light=True)
        elif form in chinese.PLACE_SUFFIXES:
            self._emit(form, "suffix", form, light=True)
        else:
            return False
        return True

    def _ends_name(self, form: str, i: int) -> bool:
        """`周和` at the end of a phrase is a person, not Zhou and."""
        if len(form) > 1 or i == 0 or self._items[i - 1].form not in chinese.SURNAMES or form in "的了吗":
            return False
        return i + 1 == len(self._items) or self._items[i + 1].kind == "punct"

    def _status(self, form: str) -> None:
        """`曾去` and `去过` are one; `曾去过` says it twice."""
        if form not in {"曾", "曾经", "过"}:
            self._emit(form, "status", form)
            return
        if any(t.key == "曾" for t in self._tokens):
            return
        if form == "过" and self._tokens and self._tokens[-1].kind == "word":
            verb = self._tokens[-1]
            self._tokens.insert(-1, Token("曾", "status", form, verb.marker, verb.marks))
            verb.marker, verb.marks = "", frozenset()
        else:
            self._emit("曾", "status", form)

    def _locative(self, form: str) -> None:
        """`X 上`, `X 里`: the place at the head of the sentence is one, even without `在`."""
        if form in _LOCATIVES and self._tokens and all(not t.marker for t in self._tokens):
            self._tokens[0].marker = "at"

    def _cjk_operator(self, form: str) -> bool:
        if form in _NEGATION_OF:
            for key in _NEGATION_OF[form]:
                self._emit(key, _SPLIT_KINDS.get(key, "word"), form)
        elif form in chinese.NEGATIONS:
            self._emit(
                "nolonger" if form == "不再" else form if form in _OWN_NEGATIONS else "not", "negation", form
            )
        elif form in chinese.MODALS:
            self._emit(
                chinese.MODALS[form], "modality", form, light=chinese.MODALS[form] in {"can-will", "will"}
            )
        elif form in chinese.QUANTIFIERS:
            self._emit(chinese.QUANTIFIERS[form], "quantifier", form)
        elif form in chinese.STATUS:
            self._status(form)
        elif form in chinese.SEQUENCE:
            self._emit(form, "sequence", form)
        elif form in chinese.DAYPARTS:
            self._emit(form, "daypart", form)
        elif form in chinese.PERIODS:
            self._emit(chinese.PERIODS[form], "period", form)
        elif form in chinese.RATES:
            self._emit(f"per {chinese.RATES[form]}", "rate", form)
        elif len(form) >= 2 and form[:-1] in chinese.WEEKDAY_STEMS and form[-1] in chinese.WEEKDAY_ENDS:
            self._emit(f"weekday{chinese.WEEKDAY_ENDS[form[-1]]}", "weekday", form)
        else:
            return False
        return True


def lex_characters(token: Token) -> list[Token]:
    """A Chinese word as tokens of one character each; the first keeps what stood before the word."""
    items = [Item(_ALONE.get(char, char), "cjk", char) for char in token.text]
    tokens = _Grammar(items).tokens()
    if tokens:
        tokens[0].marker = token.marker or tokens[0].marker
        tokens[0].marks = tokens[0].marks | token.marks
    return tokens
