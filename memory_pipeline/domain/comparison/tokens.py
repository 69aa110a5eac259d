"""One token of a statement as it takes part in a comparison."""

from __future__ import annotations

from dataclasses import dataclass

NO_MARKS: frozenset[str] = frozenset()


@dataclass(slots=True)
class Token:
    """`key` is equal for equal meaning; `marker` is the class of the preposition before it.

    `marks` are the structural words dropped before it: `copula`, `and`, `comma`, `of`, `by`. `tense` is `past`, `perfect`,
    `passive` or empty. `light` tokens may be missing on one side.
    """

    key: str
    kind: str
    text: str
    marker: str = ""
    marks: frozenset[str] = NO_MARKS
    tense: str = ""
    light: bool = False
    possessive: bool = False
    article: str = ""  # the article before it: it is a noun or begins a noun phrase
    said: str = ""  # the Chinese word that stood there, where its wording is another


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of text before grammar: `kind` is `latin`, `cjk`, `punct`, or the kind of a finished token."""

    form: str
    kind: str
    lemma: str = ""
    tense: str = ""
