"""English function words as marks, markers, tense and operators."""

from __future__ import annotations

from memory_pipeline.domain.comparison import english
from memory_pipeline.domain.comparison.dates import MONTHS, WEEKDAYS
from memory_pipeline.domain.comparison.english_verbs import MOSTLY
from memory_pipeline.domain.comparison.token_builder import TokenBuilder
from memory_pipeline.domain.comparison.tokens import Item

_OWN_NEGATIONS = frozenset(
    "none nobody nothing neither nor nowhere hardly barely rarely seldom without nolonger".split()
)
_JOINED = frozenset("of to by from at".split())
_PARTICLES = frozenset("out up off down away over back".split())
# what may stand between an auxiliary and its participle
_BETWEEN = frozenset("not never already also just ever always since often now still once".split())
# a particle before a preposition of its own: `logs in at nine`
_CLOSING = frozenset((p, f) for p in ("in", "out", "off") for f in ("at", "on", "by", "for"))
# behind these `May` is the month
_DATED = frozenset("in on until till by since before after from to during of for through".split())
_FOCUSING = frozenset("just really very quite exactly so".split())
_NARROWED = frozenset("on in at for with the one".split())
_ATTRIBUTIVE = frozenset("outside inside above below over under off near past".split())
# forms that are participles, too, after a form of `be`
_SAME_PARTICIPLE = english.SAME_PAST | {"run", "overcome"}


class EnglishGrammar(TokenBuilder):
    """Takes English items one by one; a step says how many it used."""

    def _latin(self, item: Item, i: int) -> int:
        form, lemma = item.form, item.lemma
        period = self._period(i)
        if period:
            return period
        if form in _FOCUSING and self._focuses(form, i):
            return 1
        if form in english.LIGHT or (form in english.ARTICLES and not self._is_label(form, i)):
            self._article = form if form in english.ARTICLES else self._article
            return 1
        if form == "'s":
            if self._tokens:
                self._tokens[-1].possessive = True
            self._marks.add("of")
            return 1
        if form in english.PRONOUN_CONTRACTIONS:
            form = lemma = english.PRONOUN_CONTRACTIONS[form]
        if lemma in {"be", "do", "have", "get"} and self._auxiliary(lemma, item, i):
            return 1
        if self._operator(form, lemma):
            return 1
        if form in english.PREPOSITIONS and not self._behind_article(i):
            self._prepose(form)
            return 1
        if form in english.CONJUNCTIONS:
            self._marks.add("and")
            return 1
        self._content(form, lemma, item)
        return 1

    def _behind_article(self, i: int) -> bool:
        """`an outside contractor`: between an article and its noun no preposition stands."""
        return (
            0 < i < len(self._items) - 1
            and self._items[i - 1].form in english.ARTICLES
            and self._items[i].form in _ATTRIBUTIVE
        )

    def _prepose(self, form: str) -> None:
        """The preposition marks what comes next; one before it that has nothing to mark is a word of its own."""
        apart = form not in _JOINED or (form == "by" and self._preposition in _PARTICLES)
        apart = apart and self._preposition not in _JOINED
        apart = apart or (self._preposition, form) in _CLOSING
        if self._marker and apart:
            self._strand()
        self._marker, self._preposition = english.PREPOSITIONS[form], form
        if form in {"of", "by"}:
            self._marks.add(form)

    def _focuses(self, form: str, i: int) -> bool:
        """`Just Ann came`, `just on Fridays` are `only`; `not very`, `not really` are less than `not`."""
        following = self._items[i + 1] if i + 1 < len(self._items) else None
        if following is None:
            return False
        if form != "just":
            hedged = bool(self._tokens) and self._tokens[-1].key == "not" and not self._marks
            if hedged:
                self._emit("very", "word", form)
            return hedged
        only = (
            following.form in _NARROWED
            if self._tokens
            else following.form not in english.PREPOSITIONS and following.lemma not in MOSTLY
        )
        if only:
            self._emit("only", "quantifier", form)
        return only

    def _is_label(self, form: str, i: int) -> bool:
        if form != "a":
            return False
        return self._has_cjk or (i > 0 and self._items[i - 1].lemma in english.LABELLED)

    def _content(self, form: str, lemma: str, item: Item) -> None:
        if form == "myself" and not self._marker and any(t.kind == "person" for t in self._tokens):
            return  # `I do it myself` stresses who does it
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
            done = item.tense or (
                self._aux == "passive" and "copula" in self._marks and form in _SAME_PARTICIPLE
            )
            tense = self._aux or item.tense if done else ""
            if done:
                self._aux = ""
            self._emit(lemma, "word", form, tense=tense)

    def _auxiliary(self, lemma: str, item: Item, i: int) -> bool:
        if lemma == "be":
            self._marks.add("copula")
            if item.form in {"was", "were"} or item.tense == "past":
                self._marks.add("was")
            if item.form == "been":  # what has been done was done, but who has been a nurse need not be one
                done = any(x.tense == "past" or x.form.endswith("ing") for x in self._items[i + 1 : i + 2])
                self._marks.add("been" if done else "once")
            self._aux = "ongoing" if item.form == "being" else "passive"
            return True
        following = next(
            (x for x in self._items[i + 1 : i + 4] if x.form not in _BETWEEN and not x.form.endswith("ly")),
            None,
        )
        if (
            lemma == "have"
            and following is not None
            and (following.tense == "past" or following.form == "been")
        ):
            self._aux = "perfect"
            return True
        if lemma == "get" and following is not None and following.tense == "past":  # got cancelled
            self._marks.update({"copula", "was"} if item.form == "got" else {"copula"})
            self._aux = "passive"
            return True
        if lemma == "do":
            nxt = self._items[i + 1].form if i + 1 < len(self._items) else ""
            return nxt == "not"
        return False

    def _operator(self, form: str, lemma: str) -> bool:
        if form == "cannot":
            self._emit("not", "negation", form)
            self._emit("can", "modality", form)
        elif form in english.NEGATIONS or form == "nolonger":
            self._emit(form if form in _OWN_NEGATIONS else "not", "negation", form)
        elif form == "may" and self._marker and self._preposition in _DATED:
            self._emit("--05", "date", form)
        elif form in english.MODALS:
            self._emit(english.MODALS[form], "modality", form, light=form in {"will", "shall"})
        elif form in {"usedto", *english.STATUS}:
            self._emit(form, "status", form)
        elif form in {"atleast", "atmost", "below"}:
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
