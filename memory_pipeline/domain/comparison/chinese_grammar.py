"""Chinese function words as marks, markers, aspect and operators."""

from __future__ import annotations

from memory_pipeline.domain.comparison import chinese
from memory_pipeline.domain.comparison.chinese_words import part_of_speech
from memory_pipeline.domain.comparison.english_grammar import EnglishGrammar
from memory_pipeline.domain.comparison.tokens import Item, Token

_NEGATION_OF = {
    "无法": ("not", "can"),
    "不能": ("not", "can"),
    "未能": ("not", "can"),
    "不用": ("not", "需要"),
    "不必": ("not", "需要"),
    "无需": ("not", "需要"),
}
_SPLIT_KINDS = {"not": "negation", "can": "modality"}
_OWN_NEGATIONS = frozenset(("尚未",))
_ASPECTS = {"了": "done", "着": "lasting", "将": "coming", "将要": "coming", "即将": "coming"}
_TOGETHER = frozenset("跟 和 与 同 向 找".split())
_DOING = frozenset("做 作 搞 开展 实施 完成".split())
_ALSO = frozenset("也 又 既 一边 一面".split())
_SAID = 3
_WHILE = frozenset("时 时候 之时 后 之后 以后 期间".split())
_NEAR = 3
_LOCATIVES = frozenset("上 里 中 内 上面 里面 那里 这里 那边 这边 处".split())


class ChineseGrammar(EnglishGrammar):
    """Takes Chinese items one by one, beside the English ones of a mixed text."""

    def _cjk(self, item: Item, i: int) -> None:
        form = item.form
        self._here = item
        if (form in _TOGETHER and self._one_sided(i)) or (form in _DOING and self._does_what_follows(i)):
            return
        if form == "当" and not any(item.form in _WHILE for item in self._items[i + 1 :]):
            self._emit(form, "word", form)  # 当护士 is no time
            return
        if self._ends_name(form, i) or not (
            self._cjk_grammar(form) or self._cjk_reference(form) or self._cjk_operator(form)
        ):
            self._emit(form, "word", form)

    def _one_sided(self, i: int) -> bool:
        """Takes `跟 B 学习` and `和 B 借` as what they are: `from B`, `to B`, and no list."""
        for item in self._items[i + 2 : i + 2 + _NEAR]:
            if item.kind == "punct":
                return False
            marker = chinese.ONE_SIDED.get(item.form)
            if item.form in chinese.TAUGHT and self._items[i].form in "跟向":
                marker = "from"
            if marker:
                self._marker, self._preposition = marker, ""
                return True
        return False

    def _does_what_follows(self, i: int) -> bool:
        """`做了升级` is 升级了."""
        after = [item.form for item in self._items[i + 1 : i + 3]]
        return len(after) > 1 and after[0] in {"了", "过"} and part_of_speech(after[1]).startswith("v")

    def _cjk_grammar(self, form: str) -> bool:
        if form in _ASPECTS:
            self._aspects.add(_ASPECTS[form])
        if form in chinese.PARTICLES:
            if form in {"是", "为", "即", "系", "乃", "就是", "正是"}:
                if "of" in self._marks:  # 走的是 gRPC: 的 makes a noun of the verb, and owns nothing
                    self._marks.discard("of")
                    self._marks.add("nominal")
                self._marks.add("copula")
            elif form == "的":
                self._marks.add("of")
                self._final_de = len(self._tokens)
        elif form in _ALSO and (self._also(form) or form in chinese.LIGHT):
            return True
        elif form in chinese.LIGHT:
            self._locative(form)
        elif form in chinese.CONJUNCTIONS:
            self._marks.add("and")
        elif form in chinese.TURNS:
            self._marks.add("comma")
        elif form in chinese.PREPOSITIONS:
            self._marker, self._preposition = chinese.PREPOSITIONS[form], form
            if form in {"被", "由"}:
                self._marks.add("by")
        else:
            return False
        return True

    def _also(self, form: str) -> bool:
        """`也不会 …`, `又会 …`, `一边 …`: another thing said of the same, a clause of its own."""
        parallel = form == "也" or any(
            item.form in {"既", form} and item is not self._here for item in self._items
        )
        if parallel and len(self._tokens) >= _SAID and form != "既":
            self._marks.add("comma")
        return parallel

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
        else:
            return self._cjk_time(form)
        return True

    def _cjk_time(self, form: str) -> bool:
        if form in chinese.DAYPARTS:
            self._emit(form, "daypart", form)
        elif form in chinese.PERIODS:
            self._emit(chinese.PERIODS[form], "period", form)
        elif form in chinese.RATES:
            self._emit(f"per {chinese.RATES[form]}", "rate", form)
        elif len(form) >= 2 and form[:-1] in chinese.WEEKDAY_STEMS and form[-1] in chinese.WEEKDAY_ENDS:
            self._emit(f"weekday{chinese.WEEKDAY_ENDS[form[-1]]}", "weekday", form)
        elif form not in chinese.NO_TIME and part_of_speech(form) == "t":
            self._emit(form, "daypart", form)
        else:
            return False
        return True
