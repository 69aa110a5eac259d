"""A label with its value against a sentence that says the same: `Wiki host: node7` and `The wiki is hosted on node7`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from memory_pipeline.domain.comparison import english_labels
from memory_pipeline.domain.comparison.align import align, derived, verbs_of
from memory_pipeline.domain.comparison.english_verbs import ALSO, MOSTLY
from memory_pipeline.domain.comparison.plain_labels import PLACES, named_days, told_plainly
from memory_pipeline.domain.comparison.thesaurus import akin, synonymous
from memory_pipeline.domain.comparison.tokens import Token
from memory_pipeline.domain.comparison.wording import english_phrases, lemma_of

_WHEN = frozenset("date time weekday period rate daypart".split())
_OWNERS = frozenset(("person", "pronoun"))
_MAX_LABEL, _MAX_PREDICATE, _MAX_KIND = 3, 2, 2


@dataclass(frozen=True, slots=True)
class Predicate:
    """`marker` of None takes any preposition but one that turns roles; `first` has the value before the owner."""

    verb: str
    marker: str | None
    first: bool


def one_labels_the_other(a: list[Token], b: list[Token]) -> bool:
    """Whether one of the two is a label with a value, and the other says of the same owner what the label names."""
    a, b = named_days(a, b), named_days(b, a)
    a, b = told_plainly(a, b), told_plainly(b, a)
    alignment = align(a, b)
    pairs = dict(alignment.pairs)
    back = dict(sorted((j, i) for i, j in alignment.pairs))
    return _labels(a, b, alignment.left, alignment.right, pairs) or _labels(
        b, a, alignment.right, alignment.left, back
    )


def _labels(
    label: list[Token],
    said: list[Token],
    left: tuple[int, ...],
    right: tuple[int, ...],
    pairs: dict[int, int],
) -> bool:
    border = _border(label)
    if border is None:
        return False
    setting = _setting(label, said, border, pairs)
    plain = not any(t.tense for t in said) and all(said[j].light for j in right)
    turned = [
        (i, j)
        for i, j in pairs.items()
        if i < border
        and _noun_of_act(label[i], said[j], setting, plain=plain, told_of=_of_owner(label, i, border))
    ]
    acts = [(label[i].key, said[j].key) for i, j in turned if not _done(label[i], said[j], setting)]
    nouns = [label[i] for i in left if label[i].kind not in _OWNERS]
    words = [said[j] for j in right if said[j].kind not in _OWNERS and not _passed_over(said, j)]
    if not words and not turned and _who_or_how_many(label[:border], nouns, said, setting):
        return True
    if any(i >= border for i in left if label[i].kind not in _OWNERS) or not _few(nouns, words, len(acts)):
        return False
    if not (_owners_agree(label, said, left, right) and _times_agree(label, said, border)):
        return False
    owner = [
        j for i, j in pairs.items() if i < border and (i, j) not in turned and label[i].kind not in _WHEN
    ]
    setting = setting.owned_by(said, owner)
    if not (owner or setting.own) and any(t.kind in _OWNERS for t in said[1:]):
        return False  # `doctor: Bo` is no `Bo sees the user`
    heads = [i for i, j in pairs.items() if j in owner and i < border]
    if not setting.value or not (owner == sorted(owner) or setting.own or _described(label, heads, pairs)):
        return False
    verbs = [said[j] for _, j in turned]
    return _told_by(said, nouns, words, acts, verbs, setting)


def _told_by(
    said: list[Token],
    nouns: list[Token],
    words: list[Token],
    acts: list[tuple[str, str]],
    verbs: list[Token],
    setting: _Setting,
) -> bool:
    """Whether what the sentence says of the owner, `words` and the acts that are `verbs` in it, is what the label's nouns name."""
    passive = any(t.tense == "passive" for t in (*words, *verbs))
    if not setting.before and (_names(said, words) or passive or setting.owner_marker in {"by", "as"}):
        serving = bool(words) and not nouns and {w.key for w in words} <= _SERVING
        return setting.after and setting.owner_marker == "as" and serving
    if ("preference", "prefer") in acts and not words and setting.told and len(nouns) <= _MAX_KIND:
        verb_first = all(said.index(verb) < min(setting.value) for verb in verbs)
        return verb_first and setting.before and setting.marker in {"", "at", "by"}
    if len(acts) < len(verbs) and not nouns and not words and not acts:
        return setting.before
    return _licensed([noun.key for noun in nouns], [word.key for word in words], acts, setting)


def _few(nouns: list[Token], words: list[Token], acts: int) -> bool:
    """Whether what only one of both says is little enough, and words alone; a possessed noun is no verb: `Ann's coach`, `coaches Ann`."""
    if len(nouns) + acts > _MAX_LABEL or len(words) + acts > _MAX_PREDICATE:
        return False
    if any("of" in word.marks and word.marker != "at" for word in words):
        return False
    return all(t.kind == "word" for t in (*nouns, *words))


def _done(noun: Token, verb: Token, setting: _Setting) -> bool:
    """`last service of X: D` and `X was last serviced on D`: when or where it was done, which no table needs to know."""
    adverbial = setting.told and setting.marker in {"at", "for", "since", "until"}
    return noun.key == verb.key and verb.tense == "passive" and adverbial and not setting.coming


def _who_or_how_many(head: list[Token], nouns: list[Token], said: list[Token], setting: _Setting) -> bool:
    """`person in charge of X: Ann` and `Ann is in charge of X`; `number of guests: 3` and `three guests`."""
    named = [t for t in head if t not in nouns]
    rest = said[len(setting.value) :]
    first = setting.value == tuple(range(len(setting.value))) and not said[0].marker
    if (
        not first
        or len(nouns) != 1
        or head[0] is not nouns[0]
        or nouns[0].key not in (_HOW_MANY if said[0].kind == "figure" else _WHO)
    ):
        return False
    if [t.key for t in named] != [t.key for t in rest] or len(named) < 2:
        return False
    if said[0].kind == "figure":
        named = [replace(named[0], marker=""), *named[1:]]
    return all(x.marker == y.marker for x, y in zip(named, rest, strict=True)) and not any(
        t.tense in {"past", "perfect", "ongoing", "passive"} or "was" in t.marks for t in rest
    )


_HOW_MANY = frozenset("number count".split())
_WHO = frozenset("person people team engineer one developer colleague service component tool".split())


_SERVING = frozenset("use serve act work choose appoint".split())


def _passed_over(said: list[Token], j: int) -> bool:
    """The `times` of `five times`, and the future of what has a date."""
    coming = said[j].key == "will" and said[j].light and any(t.kind in _WHEN for t in said)
    return coming or (said[j].key in _COUNTED and j > 0 and said[j - 1].kind == "figure")


_COUNTED = frozenset("time member person".split())


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where owner and value of the label stand in the sentence; `told` if a colon or the kind of the value shows that it is a label, `own` if the sentence is about the user and the label leaves that out."""

    value: tuple[int, ...]
    marker: str
    told: bool
    own: bool
    before: bool = True
    after: bool = False
    inside: bool = False
    owner_marker: str = ""
    dated: bool = False  # whether the value says when
    coming: bool = False  # whether it is yet to be

    def owned_by(self, said: list[Token], owner: list[int]) -> _Setting:
        """With the places of the owner; `aisle seats` is no order, and `use X for Y` is as good as `Y uses X`."""
        if not owner or not self.value:
            return self
        named = [j for j in owner if said[j].kind not in _OWNERS] or owner
        first, value = said[min(named)], self.value
        apart = max(value) - min(value) >= min(2, len(value))
        inside = (
            min(value) > 0
            and not apart
            and min(named) == max(value) + 1
            and not (first.marker or first.marks)
        )
        before = max(owner) < min(value) or inside or (first.marker == "for" and min(owner) > max(value))
        return replace(
            self,
            before=before,
            after=not before and min(owner) > max(value),
            inside=inside,
            owner_marker=first.marker,
        )


def _setting(label: list[Token], said: list[Token], border: int, pairs: dict[int, int]) -> _Setting:
    value = tuple(sorted(j for i, j in pairs.items() if i >= border))
    marker = said[value[0]].marker if value else ""
    own = said[0].kind in _OWNERS and not any(t.kind in _OWNERS for t in label[:border])
    told = "colon" in label[border].marks or label[border].kind in _WHEN | _EXACT
    if marker and label[border].marker == marker and marker != "by":
        marker = "at"  # the label's value brings its own preposition: `location: under the pot`
    coming = any(t.kind == "modality" for t in said)
    dated = label[border].kind in _WHEN
    return _Setting(value, marker, told, own, dated=dated, coming=coming)


_EXACT = frozenset(("figure", "identifier"))


def _described(label: list[Token], heads: list[int], pairs: dict[int, int]) -> bool:
    """`last service of the boiler`, `the boiler was last serviced`: what describes the noun stands behind its owner."""
    heads = sorted(heads)
    for cut in range(1, len(heads)):
        owner = label[heads[cut]]
        if owner.marker in {"at", "for"} and "of" in owner.marks | (
            {"of"} if owner.marker == "for" else set()
        ):
            if any(label[i].marker for i in heads[:cut]):
                return False
            before, after = ([pairs[i] for i in part] for part in (heads[:cut], heads[cut:]))
            return before == sorted(before) and after == sorted(after) and after[-1] < before[0]
    return False


def _of_owner(label: list[Token], i: int, border: int) -> bool:
    """Whether `of` follows, as in `start of` and `start time of`."""
    return any("of" in t.marks for t in label[i : min(i + 3, border)])


def _noun_of_act(noun: Token, verb: Token, setting: _Setting, *, plain: bool, told_of: bool) -> bool:
    """Whether a word of the label and its partner are one act, once as a noun and once as a verb: `host` and `hosted`."""
    if noun.kind != "word":
        return False
    if (verb.tense and not noun.tense) or noun.key != verb.key:
        return True
    bare = not (verb.article or verb.marks or verb.marker)
    told = setting.marker not in {"", "at"} or (setting.dated and told_of)
    return plain and bare and told and verb.key in MOSTLY | ALSO


def _border(label: list[Token]) -> int | None:
    """Where the value begins: at the only copula, nothing before it being more than a name for something."""
    copulas = [n for n, t in enumerate(label) if "copula" in t.marks]
    if len(copulas) != 1 or copulas[0] == 0:
        return None
    first = label[copulas[0]]
    if (
        first.marker
        and not (first.marker == "at" and first.kind in _WHEN)
        and not any(t.key in PLACES for t in label[: copulas[0]])
    ):
        return None
    head, value = label[: copulas[0]], label[copulas[0] :]
    if any("of" in t.marks and t.key not in _SPANS for t in value) or (
        value[0].tense and "colon" not in value[0].marks
    ):
        return None
    if any(
        t.tense or t.kind not in {"word", "person", "pronoun", "identifier", "rate", "figure", "ordinal"}
        for t in head
    ):
        return None
    return copulas[0]


_GOING_ON = frozenset("stay live work study use take".split())
_SPANS = frozenset("month week year day quarter".split())


def _owners_agree(
    label: list[Token], said: list[Token], left: tuple[int, ...], right: tuple[int, ...]
) -> bool:
    """A label may leave out `the user's`, and a sentence `we`; neither may put one person for another."""
    mine = {label[i].key for i in left if label[i].kind in _OWNERS}
    theirs = {said[j].key for j in right if said[j].kind in _OWNERS}
    return not (mine and theirs) and all(said[j].light for j in right if said[j].kind in _OWNERS)


def _times_agree(label: list[Token], said: list[Token], border: int) -> bool:
    if "was" in label[border].marks:
        return any("was" in t.marks or t.tense in {"past", "perfect"} for t in said)
    past = any(
        "was" in t.marks
        or (t.tense in {"past", "perfect"} and t.key != "name")
        or (t.tense == "ongoing" and t.key not in _GOING_ON)
        for t in said
    )
    if not past:
        return True
    dated = any(t.kind in _WHEN for t in label[border:])
    once = any(t.key in _once() for t in label[:border])
    return dated or once


def _licensed(nouns: list[str], verbs: list[str], acts: list[tuple[str, str]], setting: _Setting) -> bool:
    if not all(_means(noun, verb, setting) for noun, verb in acts):
        return False
    named = [noun for noun in nouns if noun not in english_labels.GENERIC]
    named = [noun for noun in named if noun not in english_labels.KINDS] or named
    if not verbs and not named:
        if setting.after:
            return bool(acts) and not nouns  # the table has let the acts pass
        return setting.before and (bool(nouns or acts) or (setting.told and setting.inside and setting.own))
    if not named and nouns and all(verb in _support() for verb in verbs):
        return setting.told and setting.before and setting.marker in {"", "at"}
    if not nouns:
        support = all(verb in _support() for verb in verbs)
        return setting.told and setting.before and setting.marker in {"", "at"} and support
    named = named or nouns
    done = [*verbs, *(verb for _, verb in acts)] or ["be"]
    said_so = {(noun, verb) for noun in named for verb in done if _means(noun, verb, setting)}
    means = {noun for noun, _ in said_so} >= set(named)
    return means and {verb for _, verb in said_so} >= {verb for verb in verbs if verb not in _JOINING}


def _names(said: list[Token], words: list[Token]) -> bool:
    """Whether a predicate stands before the copula, and so is a noun: `the reason for X is Y`."""
    copula = next((n for n, t in enumerate(said) if "copula" in t.marks), 0)
    return any(t is word for t in said[:copula] for word in words)


_JOINING = frozenset("have be name call".split())


def _means(noun: str, verb: str, setting: _Setting) -> bool:
    """Whether a sentence with this verb says what the label's noun names."""
    for predicate in _table().get(noun, ()):
        if predicate.verb == verb or synonymous(predicate.verb, verb):
            wanted = {"", "at"} if predicate.marker is None else {predicate.marker}
            if setting.marker in wanted and (setting.after if predicate.first else not setting.after):
                return True
    if noun.endswith(("er", "or")) and agent_of(noun, verb):
        return (setting.after and not setting.marker) or (setting.before and setting.marker == "by")
    return setting.before and noun not in _table() and (derived(noun, verb) or akin(noun, verb))


def agent_of(noun: str, verb: str) -> bool:
    """Whether `noun` is who or what does `verb`: `supplier`, `supply`."""
    return verb in acts_of(noun)


@lru_cache(maxsize=16384)
def acts_of(noun: str) -> frozenset[str]:
    """The verbs that an agent's noun may be made of; most of them are no words at all."""
    if not noun.endswith(("er", "or")) or len(noun) <= _MAX_LABEL:
        return frozenset()
    stem = noun[:-3] + "y" if noun[-3] == "i" else noun[:-2]
    return frozenset((stem, stem + "e", stem[:-1])) | verbs_of(stem + "ation")


@cache
def _table() -> dict[str, list[Predicate]]:
    table: dict[str, list[Predicate]] = defaultdict(list)
    for line in english_labels.LABELS.strip().splitlines():
        names, _, listed = line.partition("=")
        predicates = [_predicate(entry.strip()) for entry in listed.split(",")]
        for name in names.split():
            table[_key(name)].extend(predicates)
    return dict(table)


@cache
def known_words() -> frozenset[str]:
    """Every noun that labels something, and every verb that such a label stands for."""
    verbs = {predicate.verb for predicates in _table().values() for predicate in predicates}
    return frozenset(_table()) | verbs | _support() | english_labels.KINDS | {"time"}


@cache
def _support() -> frozenset[str]:
    return frozenset(map(_key, english_labels.SUPPORT))


@cache
def _once() -> frozenset[str]:
    return frozenset(map(_key, english_labels.ONCE))


def _predicate(entry: str) -> Predicate:
    verb, _, marker = entry.removeprefix("<").partition("@")
    return Predicate(_key(verb), marker or None, entry.startswith("<"))


def _key(word: str) -> str:
    lemma = lemma_of(word)
    target = english_phrases().get((lemma,), (lemma,))
    return target[0] if len(target) == 1 else lemma
