"""The forms of sentences as they are listed for both languages, read into elements that tokens can be held against.

A form is a row of elements. A capital letter stands for one or more tokens, anything else for the token of that key
(`/` between keys that are alike here, `?` behind one that may be missing); `to:A` asks for a preposition's class, `=A`
for a copula and `~A` for a genitive before it, `A@date` for its kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from memory_pipeline.domain.comparison import chinese_forms, english_forms
from memory_pipeline.domain.comparison.tokens import NO_MARKS, Token
from memory_pipeline.domain.comparison.wording import chinese_phrases, english_phrases, lemma_of

_ELEMENT = re.compile(
    r"(?P<marks>[=~]*)(?:(?P<marker>[a-z*]+):)?(?P<name>[^@?]+)(?:@(?P<kind>[a-z|]+))?(?P<optional>\?)?"
)
_VARIABLE = re.compile(r"(?<![\w\u3400-\u9fff])[A-Z](?![\w\u3400-\u9fff])")
_MARKS = {"=": "copula", "~": "of"}


_TELLING = frozenset(
    "before after until since except against behind outside than under above because".split()
)
_COPULA = frozenset(("copula",))  # a literal may be an adjective: `is allergic to`


@dataclass(frozen=True, slots=True)
class Element:
    """`variable` is a letter or empty; `keys` are those of a literal. A `marker` of None asks for nothing."""

    variable: str
    keys: frozenset[str]
    marks: frozenset[str]
    marker: str | None
    kinds: frozenset[str]
    optional: bool
    strict: bool  # whether it minds a copula or an owner before it that it does not ask for

    def _tells(self, token: Token) -> bool:
        """Whether a literal would lose the preposition before the token: `before going to bed` is no `going to bed`."""
        return not self.variable and token.marker in _TELLING

    def heads(self, token: Token) -> bool:
        """Whether this element can begin with `token`."""
        return (
            (bool(self.variable) or token.key in self.keys)
            and (token.marker == self.marker if self.marker is not None else not self._tells(token))
            and self.marks <= token.marks
            and not (self.strict and _told(token) - self.marks - (NO_MARKS if self.variable else _COPULA))
            and (not self.kinds or token.kind in self.kinds)
        )


@dataclass(frozen=True, slots=True)
class Way:
    """One way to say a thing: its elements, the literals that must occur and those that may, and the fewest tokens it can have."""

    elements: tuple[Element, ...]
    needs: frozenset[str]
    literals: frozenset[str]
    length: int
    looseness: tuple[int, int, int]  # the ways of a form that name the most come first


@dataclass(frozen=True, slots=True)
class Form:
    ways: tuple[Way, ...]
    canonical: tuple[Element, ...]


@cache
def all_forms() -> tuple[Form, ...]:
    """Every form of both languages; ways that end in the same canonical form are ways of one form."""
    sides: dict[str, dict[str, None]] = {}
    for line in (*english_forms.FORMS.splitlines(), *chinese_forms.FORMS.splitlines()):
        if line.strip() and not line.startswith("#"):
            listed, _, right = line.rpartition("=>")
            names = {name: chr(ord("A") + n) for n, name in enumerate(_VARIABLE.findall(right))}
            rename = partial(_renamed, names)
            canonical, *ways = (_VARIABLE.sub(rename, side.strip()) for side in [right, *listed.split("||")])
            typed = any("@date" in way for way in ways)
            sides.setdefault(canonical, {}).update(dict.fromkeys(ways if typed else [*ways, canonical]))
    return tuple(Form(tuple(map(_way, ways)), _elements(canonical)) for canonical, ways in sides.items())


@cache
def ways_by_word() -> dict[str, list[tuple[int, Way]]]:
    """The ways, with the number of their form, by one of their literals; under the empty word those that have none."""
    index: dict[str, list[tuple[int, Way]]] = {}
    for number, form in enumerate(all_forms()):
        for way in form.ways:
            index.setdefault(max(way.needs, key=lambda w: (len(w), w), default=""), []).append((number, way))
    return index


def _told(token: Token) -> frozenset[str]:
    """What stands before an English word and tells it from a verb or its object: `Ann's lead is Ben`, `Ann leads Ben`."""
    if not token.key.isascii():
        return frozenset()
    return token.marks & {"copula"} | (token.marks & {"of"} if not token.marker else frozenset())


def _renamed(names: dict[str, str], match: re.Match[str]) -> str:
    return names[match.group()]


def _way(source: str) -> Way:
    elements = _elements(source)
    needs = frozenset(next(iter(e.keys)) for e in elements if len(e.keys) == 1 and not e.optional)
    literals = frozenset(key for e in elements for key in e.keys)
    length = sum(not e.optional for e in elements)
    marked = sum(len(e.marks) + bool(e.marker) + bool(e.kinds) for e in elements)
    return Way(elements, needs, literals, length, (-len(needs), -marked, -length))


def _elements(source: str) -> tuple[Element, ...]:
    return tuple(_element(each, min(n, 1)) for n, each in enumerate(source.split()))


def _canonical_key(word: str) -> str:
    """The key that a token of this word has once phrases are brought to one wording."""
    target = chinese_phrases().get(word) or english_phrases().get((lemma_of(word),)) or (word,)
    return target[0] if len(target) == 1 else word


@lru_cache(maxsize=16384)
def _element(source: str, n: int) -> Element:
    """An element from its notation; `n` is 0 for the first of a row."""
    match = _ELEMENT.fullmatch(source)
    if match is None:
        raise ValueError(source)
    name, marker = match["name"], match["marker"]
    variable = name if len(name) == 1 and name.isupper() else ""
    anything = marker == "*" or (marker is None and (n == 0 or not variable))
    return Element(
        variable,
        frozenset() if variable else frozenset(map(_canonical_key, name.split("/"))),
        frozenset(_MARKS[mark] for mark in match["marks"]),
        None if anything else marker or "",
        frozenset((match["kind"] or "").split("|")) - {""},
        bool(match["optional"]),
        n > 0 and not match["kind"],
    )
