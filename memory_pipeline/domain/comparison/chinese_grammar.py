"""Chinese function words as marks, markers, aspect and operators."""

from __future__ import annotations

from itertools import pairwise

from memory_pipeline.domain.comparison import chinese
from memory_pipeline.domain.comparison.chinese_kinds import holds_things, tag_of
from memory_pipeline.domain.comparison.chinese_redundancy import adds_nothing, is_a_must, tells_what_is_soon
from memory_pipeline.domain.comparison.chinese_words import does, part_of_speech
from memory_pipeline.domain.comparison.english_grammar import EnglishGrammar
from memory_pipeline.domain.comparison.tokens import Item, Token

_NEGATION_OF = {
    "无法": ("not", "can"),
    "不能": ("not", "can"),
    "未能": ("not",),
    "不用": ("not", "需要"),
    "不必": ("not", "需要"),
    "无需": ("not", "需要"),
    "只能": ("only", "can"),
    "只会": ("only", "can-will"),
    "只想": ("only", "希望"),
    "才能": ("才", "can"),
}
_SPLIT_KINDS = {
    "not": "negation",
    "can": "modality",
    "can-will": "modality",
    "only": "quantifier",
    "才": "status",
}
_OWN_NEGATIONS = frozenset(("尚未",))
_ASPECTS = {"了": "done", "着": "lasting", "将": "coming", "将要": "coming", "即将": "coming"}
_TOGETHER = frozenset("跟 和 与 同 向 找".split())
_EVEN = frozenset("即使 就算 哪怕 虽然 尽管 无论 不管 不论".split())
_ALONE = frozenset("就 光".split())
_ACTING = frozenset("v vn".split())
_REACHED = frozenset("到 至 变 改 增 减".split())
_COPULAS = frozenset("是 为 即 系 乃 就是 正是".split())
_NOW = {"今天": "day0", "今日": "day0", "今年": "year0"}
_NAMES = frozenset("n nr ns nt nz j b f".split())
_ON, _IN = frozenset("上 上面 上边".split()), frozenset("里 里面 里边 内".split())
_WHOLLY = frozenset("一直 都 很 全 总 一般 通常 平时 平常 仍 仍然 已经 已 确实 正在 还".split())
_DOING = frozenset("做 作 搞 开展 实施 完成".split())
_ALSO = frozenset("也 又 既 一边 一面".split())
_SAID = 3
_WHILE = frozenset("时 时候 之时 后 之后 以后 期间".split())
_NEAR = 3
_WHEN = frozenset("时 期间".split())
_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_MOMENTS = frozenset("date time weekday".split())
_LOCATIVES = frozenset("上 里 中 内 上面 里面 那里 这里 那边 这边 处".split())


def _called(form: str) -> bool:
    """`老周`, which the dictionary has for a time."""
    return len(form) == len("老周") and form[0] in "小老阿" and form[1] in chinese.SURNAMES


class ChineseGrammar(EnglishGrammar):
    """Takes Chinese items one by one, beside the English ones of a mixed text."""

    def _cjk(self, item: Item, i: int) -> None:
        form = item.form
        self._here = item
        self._next, self._after_next = (self._form(i + step) for step in (1, 2))
        if (form in _TOGETHER and self._one_sided(i)) or (form in _DOING and self._does_what_follows(i)):
            return
        if form == "当" and not any(item.form in _WHILE for item in self._items[i + 1 :]):
            self._emit("担任", "word", form)  # 当护士 is no time
            self._tokens[-1].said = form
            return
        if adds_nothing(self._items, i) or self._is_another_word(form, i):
            return
        if self._ends_name(form, i) or not (
            self._cjk_grammar(form) or self._cjk_reference(form) or self._cjk_operator(form)
        ):
            self._emit(form, "word", form)
            self._tokens[-1].said = item.lemma

    def _form(self, i: int) -> str:
        return self._items[i].form if i < len(self._items) else ""

    def _begins_a_change(self, i: int) -> bool:
        """`由 1% 升至 5%`: from, and no agent."""
        following = self._items[i + 1 : i + 2]
        changed = any(item.form in _REACHED or item.form[-1:] in "到至" for item in self._items[i + 2 :])
        return bool(following) and following[0].kind == "figure" and changed

    def _denied(self, i: int) -> bool:
        return bool(i) and self._form(i - 1) in chinese.NEGATIONS

    def _is_another_word(self, form: str, i: int) -> bool:
        """Takes a word of grammar that is another here: 快 and 得 of what is to come, 还有 of having, 等 of waiting."""
        if tells_what_is_soon(self._items, i):
            self._emit("will", "modality", form, light=True)
            self._aspects.add("coming")
            self._soon = True
        elif is_a_must(self._items, i):
            self._emit("must", "modality", form)
        elif form == "还有" and not any(does(t.text) for t in self._tokens):
            self._emit("有", "word", form)  # 还有联系: no list
        elif form == "请" and self._tokens and tag_of(self._next) in _NAMES | {"r"}:
            self._emit(form, "word", form)  # 我请小王帮忙
        elif form == "需要" and tag_of(self._next) in _ACTING and not self._denied(i):
            self._emit("must", "modality", form)  # 需要签合同, 必须签合同
        elif form == "由" and self._begins_a_change(i):
            self._marker, self._preposition = "from", form  # 由 1% 升至 5%
        elif form == "来" and not {tag_of(self._next), tag_of(self._form(i - 1) if i else "")} & _ACTING:
            self._emit(form, "word", form)  # 他三点来: no 来做, 送来
        elif form in _ALONE and not self._tokens and tag_of(self._next) in {"r", "nr", "n"}:
            self._emit("only", "quantifier", form)  # 就他没交
        elif form == "等" and self._next in {"了", "过", "着"}:
            self._emit(form, "word", form)
        else:
            return False
        return True

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
        after = self._items[i + 1 : i + 3]
        said = after[1].lemma or after[1].form if len(after) > 1 else ""
        return bool(said) and after[0].form in {"了", "过"} and part_of_speech(said).startswith("v")

    def _cjk_grammar(self, form: str) -> bool:
        if form in _ASPECTS and not (form == "了" and self._soon):
            self._aspects.add(_ASPECTS[form])
        if form in chinese.PARTICLES:
            self._particle(form)
        elif form in _ALSO and (self._also(form) or form in chinese.LIGHT):
            return True
        elif form in _NOW:
            self._emit(_NOW[form], "period", form, light=True)
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

    def _particle(self, form: str) -> None:
        if form == "的":
            self._marks.add("of")
            self._final_de = len(self._tokens)
        elif form in _COPULAS:
            if "of" in self._marks:  # 走的是 gRPC: 的 makes a noun of the verb, and owns nothing
                self._marks.discard("of")
                self._marks.add("nominal")
            self._marks.add("copula")

    def _also(self, form: str) -> bool:
        """`也不会 …`, `又会 …`, `一边 …`: another thing said of the same, a clause of its own."""
        if form == "也" and any(item.form in _EVEN for item in self._items):
            return True  # 即使下雨也去
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
        if not self._tokens:
            return
        last = self._tokens[-1]
        if form in _WHEN:
            last.marks = last.marks | {"when"}
        elif form in _ON | _IN and holds_things(last.said or last.text):
            last.marks = last.marks | {"on" if form in _ON else "in"}
        if form in _LOCATIVES and self._begins_with_place():
            self._tokens[0].marker = "at"

    def _begins_with_place(self) -> bool:
        """Whether what stands so far is the name of a place, and not somebody, a time or a sentence."""
        first, last = self._tokens[0], self._tokens[-1]
        if last.kind in _TEMPORAL or first.kind == "pronoun" or part_of_speech(last.text) == "t":
            return False
        if last.text in chinese.RELATIONS or any(t.marker or "copula" in t.marks for t in self._tokens):
            return False
        named = self._next == "的" or (self._next not in chinese.ACTS and tag_of(self._next) in _NAMES)
        return not named

    def _cjk_operator(self, form: str) -> bool:
        if form in _NEGATION_OF:
            for key in _NEGATION_OF[form]:
                self._emit(key, _SPLIT_KINDS.get(key, "word"), form)
        elif form in chinese.NEGATIONS:
            key = "nolonger" if form == "不再" else form if form in _OWN_NEGATIONS else "not"
            self._emit(f"{key} wholly" if self._denies_wholly() else key, "negation", form)
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

    def _from_when(self) -> None:
        """`从周一到周五` is 周一到周五."""
        for first, last in pairwise(self._tokens):
            if (first.marker, last.marker) == ("from", "to") and first.kind == last.kind in _MOMENTS:
                first.marker = ""

    def _denies_wholly(self) -> bool:
        """`不很`, `不是特别`, `没有一直`: not so much, or not always."""
        return self._next in _WHOLLY or (self._next == "是" and self._after_next in _WHOLLY)

    def _cjk_time(self, form: str) -> bool:
        if form in chinese.DAYPARTS:
            self._emit(form, "daypart", form)
        elif form in chinese.PERIODS:
            self._emit(chinese.PERIODS[form], "period", form)
        elif form in chinese.RATES:
            self._emit(f"per {chinese.RATES[form]}", "rate", form)
        elif len(form) >= 2 and form[:-1] in chinese.WEEKDAY_STEMS and form[-1] in chinese.WEEKDAY_ENDS:
            self._emit(f"weekday{chinese.WEEKDAY_ENDS[form[-1]]}", "weekday", form)
        elif form not in chinese.NO_TIME and part_of_speech(form) == "t" and not _called(form):
            self._emit(form, "daypart", form)
        else:
            return False
        return True
