"""English constructions that say one thing: `has a weight of` and `weighs`, `is a physics teacher` and `teaches physics`,
`the delivery of X takes place` and `X is delivered`, `the room on the first floor` and `the first-floor room`.

Each is undone only where the other statement has the plain way, so that nothing is guessed of a statement alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from memory_pipeline.domain.comparison.align import derived
from memory_pipeline.domain.comparison.english_turns import instrument, mutual, named_last, native, received
from memory_pipeline.domain.comparison.english_verbs import ALSO, MOSTLY
from memory_pipeline.domain.comparison.labels import agent_of
from memory_pipeline.domain.comparison.thesaurus import akin
from memory_pipeline.domain.comparison.tokens import NO_MARKS, Token

_WHEN = frozenset("date time weekday period rate daypart".split())
_NAMING = frozenset("word identifier person pronoun figure ordinal".split())
_LIGHT_VERBS = frozenset("have make do take give conduct execute provide offer show put hold pay".split())
# nouns of one spelling with their verb that somebody can have without being it
_FELT = frozenset(
    "fear need desire love hope respect dream claim want wish hate regret doubt trust support control influence limit".split()
)
_RECEIVING = frozenset("get receive obtain".split())
_TAIL = frozenset("at since until after before because near within via for with under".split())
_MAX_NOUN = 3
_Rewrite = Callable[[list[Token], list[Token]], list[Token]]


def in_one_construction(a: list[Token], b: list[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    """Both statements with one construction after another undone where the other has the plain way."""
    for rewrite in (mutual, instrument, native, named_last, _compound, _light_verb, _agent_noun, _nominal):
        x = rewrite(a, b)
        y = rewrite(b, x) if x is a else b
        if x is not a or y is not b:
            a, b = x, y
            yield a, b


def without_tail(a: list[Token], b: list[Token]) -> tuple[list[Token], list[Token]]:
    """Both without the adverbials that end both; the same lists if there is none, or little else."""
    found = 0
    for n in range(1, min(len(a), len(b)) - 1):
        x, y = a[-n], b[-n]
        if x.key != y.key or x.marker != y.marker or x.marks != y.marks or x.tense != y.tense:
            break
        if x.marks & _JOINED:
            break
        counted = x.kind == "figure" and n > 1 and a[1 - n].key == "time"
        if not x.marks and (x.marker in _TAIL or ((x.kind in _WHEN or counted) and not x.marker)):
            found = n
    return (a[:-found], b[:-found]) if found else (a, b)


_JOINED = frozenset(("and", "comma", "copula", "by"))


def _compound(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`the room on the first floor` as `the first-floor room`, if the other says that."""
    keys = [t.key for t in other]
    for n in range(1, len(tokens)):
        if tokens[n].marker not in {"at", "for", "about"} or tokens[n].marks - {"of"}:
            continue
        end = n + 1
        while end < len(tokens) and end - n < _MAX_NOUN and _inner(tokens[end]):
            end += 1
        for stop in range(end, n, -1):
            for begin in range(max(0, n - _MAX_NOUN), n):
                wanted = [*tokens[n:stop], *tokens[begin:n]]
                if (
                    _ends(tokens, stop, other)
                    and _noun_phrase(tokens, begin, n)
                    and _stands(other, keys, wanted, tokens[begin].marker)
                ):
                    return _turned(tokens, begin, n, stop)
    return tokens


def _ends(tokens: list[Token], stop: int, other: list[Token]) -> bool:
    """Whether the noun after the preposition can end before `stop`: what follows is a verb, or no part of a noun."""
    if stop == len(tokens) or not _inner(tokens[stop]):
        return True
    following = tokens[stop]
    partners = [t for t in other if t.key == following.key]
    return following.key in MOSTLY | ALSO and all(not t.marker and "of" not in t.marks for t in partners)


def _inner(token: Token) -> bool:
    return not (token.marker or token.marks or token.tense) and token.kind in _NAMING


def _noun_phrase(tokens: list[Token], begin: int, end: int) -> bool:
    """Whether these can be the noun that a place or an owner belongs to."""
    head = tokens[begin:end]
    if any(t.kind not in {"word", "identifier"} or t.tense for t in head):
        return False
    if any(t.marks or t.marker for t in head[1:]):
        return False
    if any(t.key in MOSTLY and not tokens[begin].article for t in head):
        return False
    before, first = tokens[begin - 1] if begin else None, tokens[begin]
    return (
        before is None
        or bool(first.marks or first.marker or first.article or before.tense)
        or (before.kind != "word" or before.key in MOSTLY)
    )


def _stands(other: list[Token], keys: list[str], wanted: list[Token], marker: str) -> bool:
    """Whether the other has these words side by side, behind this preposition, with nothing between them."""
    size = len(wanted)
    names = [t.key for t in wanted]
    return any(
        keys[n : n + size] == names
        and (other[n].marker == marker or "of" in other[n].marks)
        and all(_inner(t) for t in other[n + 1 : n + size])
        for n in range(len(keys) - size + 1)
    )


def _turned(tokens: list[Token], begin: int, middle: int, end: int) -> list[Token]:
    head = tokens[begin]
    first = replace(tokens[middle], marker=head.marker, marks=head.marks, article=head.article)
    noun = replace(head, marker="", marks=NO_MARKS, article="")
    return [
        *tokens[:begin],
        first,
        *tokens[middle + 1 : end],
        noun,
        *tokens[begin + 1 : middle],
        *tokens[end:],
    ]


def _partner_verb(noun: Token, tokens: list[Token], other: list[Token]) -> Token | None:
    """The verb, or adjective, of the other that has its act or state named by `noun`, and that these do not have."""
    keys = {t.key for t in tokens}
    for verb in other:
        if verb.kind == "word" and "of" not in verb.marks and not verb.article:
            same = verb.key == noun.key and verb.key in MOSTLY | ALSO and (verb.tense or noun.article)
            if same or (verb.key not in keys and (derived(noun.key, verb.key) or akin(noun.key, verb.key))):
                return verb
    return None


def _light_verb(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`has a weight of 3 kg` as `weighs 3 kg`, `gave approval for X` as `approved X`."""
    for n in range(len(tokens) - 1):
        light, noun = tokens[n], tokens[n + 1]
        if light.key in _RECEIVING and noun.kind == "word" and not noun.marker:
            got = received(tokens, _partner_verb(noun, tokens, other), n)
            if got is not tokens:
                return got
        if light.key not in _LIGHT_VERBS or noun.kind != "word" or noun.marker or noun.tense:
            continue
        if light.tense == "passive" or any(t.key == light.key for t in other):
            continue
        verb = _partner_verb(noun, tokens, other)
        after = tokens[n + 2] if n + 2 < len(tokens) else None
        if verb is None or (verb.tense in {"passive", "ongoing"} and "copula" in verb.marks):
            continue
        if light.key == "have" and not _had(noun, verb, after):
            continue
        tense = verb.tense if "copula" in verb.marks else light.tense
        marks = light.marks | (verb.marks & {"copula"})
        doing = replace(verb, marker=light.marker, marks=marks, tense=tense)
        rest = tokens[n + 2 :]
        if after is not None:
            rest = [_as_object(after, other), *rest[1:]]
        return [*tokens[:n], doing, *rest]
    return tokens


def _as_object(after: Token, other: list[Token]) -> Token:
    """What followed the noun after `of`, `to` or `for`, as what the verb is about, if the other has it so."""
    after = replace(after, marks=after.marks - {"of"})
    plain = next((t for t in other if t.key == after.key), None)
    if plain is None or plain.marker or after.marker not in {"at", "to", "for"}:
        return after
    return replace(after, marker="")


def _had(noun: Token, verb: Token, after: Token | None) -> bool:
    """`has a lead` is no leading; what is had must be a state, and be told of something."""
    if noun.key == verb.key and noun.key not in _FELT:
        return False
    if noun.key.endswith(("er", "or", "ist", "ee")):
        return False
    return after is None or "of" in after.marks or bool(after.marker) or after.kind in _WHEN


def _agent_noun(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`is a physics teacher` and `is a teacher of physics` as `teaches physics`."""
    for n in range(1, len(tokens)):
        noun = tokens[n]
        if noun.kind != "word" or not noun.key.endswith(("er", "or")) or "of" in noun.marks:
            continue
        begin = next((m for m in range(n, max(0, n - _MAX_NOUN) - 1, -1) if _begins(tokens[m])), None)
        if begin is None or any(not _inner(t) for t in tokens[begin + 1 : n + 1]):
            continue
        verb = next((t for t in other if _does(t, noun)), None)
        if verb is None or any(t.key == verb.key for t in tokens):
            continue
        past = "was" in tokens[begin].marks or (tokens[begin].marker == "as" and tokens[begin - 1].tense)
        if bool(past) != (verb.tense == "past") or verb.tense not in {"", "past"}:
            continue
        return _doing(tokens, begin, n, verb)
    return tokens


def _begins(token: Token) -> bool:
    return ("copula" in token.marks and not token.marker) or token.marker == "as"


def _does(verb: Token, noun: Token) -> bool:
    plain = verb.kind == "word" and not verb.marks and not verb.marker and not verb.article
    return plain and agent_of(noun.key, verb.key)


def _doing(tokens: list[Token], begin: int, n: int, verb: Token) -> list[Token]:
    start = begin - 1 if tokens[begin].marker == "as" else begin
    marks = tokens[begin].marks - {"copula", "was"}
    doing = replace(verb, marks=marks if start == begin else tokens[start].marks)
    inner = [replace(tokens[begin], marks=NO_MARKS, marker=""), *tokens[begin + 1 : n]] if begin < n else []
    rest = tokens[n + 1 :]
    if rest and not inner and "of" in rest[0].marks:
        rest = [replace(rest[0], marker="", marks=rest[0].marks - {"of"}), *rest[1:]]
    return [*tokens[:start], doing, *inner, *rest]


def _nominal(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`the delivery of X takes place on D` and `the delivery of X is on D` as `X is delivered on D`."""
    occurs = next((n for n, t in enumerate(tokens) if n and (t.key == "occur" or _dated(t))), None)
    if occurs is None:
        return tokens
    end = occurs
    while end > 1 and tokens[end - 1].kind in {"modality", "negation"}:
        end -= 1
    subject = tokens[:end]
    if any((t.marks - {"of"}) or t.tense or (t.marker and t.marker != "at") for t in subject):
        return tokens
    for n, noun in enumerate(subject):
        verb = _partner_verb(noun, tokens, other) if noun.kind == "word" and len(subject) > 1 else None
        if verb is None or (noun.key == verb.key and not verb.tense):
            continue
        when = tokens[occurs]
        past = when.tense == "past" or "was" in when.marks
        if past != (verb.tense == "past" or "was" in verb.marks) or "ongoing" in verb.tense:
            continue
        if n and n + 1 < len(subject) and "of" in subject[n + 1].marks:
            continue
        rest = [t for m, t in enumerate(subject) if m != n]
        rest[0] = replace(rest[0], marker="", marks=NO_MARKS)
        after = tokens[occurs + 1 :] if when.key == "occur" else [_bare(when), *tokens[occurs + 1 :]]
        return [*rest, *tokens[end:occurs], replace(verb, marker=""), *after]
    return tokens


def _dated(token: Token) -> bool:
    return token.kind in _WHEN and "copula" in token.marks and "colon" not in token.marks


def _bare(token: Token) -> Token:
    return replace(token, marks=token.marks - {"copula", "was"})
