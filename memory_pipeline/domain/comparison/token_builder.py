"""What both grammars share: the tokens so far, and what is to be put before the next one."""

from __future__ import annotations

from memory_pipeline.domain.comparison.tokens import Item, Token

_INFINITIVE = frozenset(
    "plan want like begin need require prefer usedto hate must should can will have refuse agree decide hope try love continue start promise learn".split()
)
_EVENING_FROM = 6
_STRANDED = {"通过": "成功", "on": "enable", "off": "disable"}


class TokenBuilder:
    """Collects marks, marker and tense until a token takes them up."""

    def __init__(self, items: list[Item]) -> None:
        self._items = items
        self._has_cjk = any(item.kind == "cjk" for item in items)
        self._tokens: list[Token] = []
        self._marks: set[str] = set()
        self._marker = ""
        self._preposition = ""
        self._aux = ""
        self._article = ""
        self._final_de = -1
        self._aspects: set[str] = set()
        self._soon = False

    def _strand(self) -> None:
        """A preposition that nothing follows is a word of its own: `is on`, `构建通过`."""
        if self._marker and self._preposition:
            form, self._marker = self._preposition, ""
            self._emit(_STRANDED.get(form, form), "word", form)

    def _emit(self, key: str, kind: str, text: str, *, tense: str = "", light: bool = False) -> None:
        if key == "not" and self._tokens and self._tokens[-1].key == "can" and not self._marker:
            can = self._tokens.pop()
            self._tokens.append(Token(key, kind, text, can.marker, can.marks))
            self._tokens.append(Token("can", can.kind, can.text))
            return
        if self._marker == "to" and self._tokens and self._tokens[-1].key in _INFINITIVE and kind == "word":
            self._marker = ""
        self._tokens.append(
            Token(key, kind, text, self._marker, frozenset(self._marks), tense, light, article=self._article)
        )
        self._marks, self._marker, self._article = set(), "", ""

    def _close(self) -> None:
        if "question" in self._marks:
            self._emit("?", "question", "?")

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
