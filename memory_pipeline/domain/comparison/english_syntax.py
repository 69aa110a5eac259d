"""English sentences in their plain order: clefts undone, clauses and places behind what they belong to, `the N of X` as `X's N`.

Text comes in base form without affixes; tokens come as the lexer made them. What cannot be told for sure stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.domain.comparison.english_verbs import ALSO, MOSTLY
from memory_pipeline.domain.comparison.tokens import NO_MARKS, Token
from memory_pipeline.domain.comparison.wording import lemma_of, tense_of

_BE = r"(?:is|was|are|were|'s|has been|have been|will be)"
_WHO = r"(?:who|that|which|whom)"
_CLEFT = re.compile(rf"^it ?{_BE} (?P<what>(?:(?! {_WHO} ).)+?) {_WHO} (?P<rest>.+)$")
_THE_ONE = r"the (?:one|person|people|thing|service|system|component|tool|team|guy|woman|man|engineer|colleague|place|city|town|day|time|reason|language|database|server)"
_ONE_WHO = re.compile(rf"^(?P<what>[^,]+?) {_BE} {_THE_ONE}s? {_WHO} (?P<rest>.+)$")
_WHO_IS = re.compile(rf"^{_THE_ONE}s? {_WHO} (?P<rest>(?:(?! {_BE} ).)+) {_BE} (?P<what>[^,]+)$")
_WHAT_IS = re.compile(
    r"^what (?P<rest>(?:(?! (?:is|was|are|were) ).)+ (?:(?! (?:is|was|are|were) ).)+) (?:is|was|are|were) (?P<what>[^,]+)$"
)
_IS_WHAT = re.compile(
    rf"^(?P<what>(?:(?! {_BE} )[^,])+) {_BE} (?P<wh>what|where|when|something|something that) (?P<rest>.+)$"
)
_SUBORDINATE = re.compile(
    r"^(?P<clause>(?:if|when|whenever|unless|because|since|after|before|until|once|while|although|though|as soon as|as long as|in case|provided that|even though|even if|every time|each time) [^,]+), (?P<main>[^,]+)$"
)
_PLACE = r"(?:in|on|at|under|behind|above|below|near|inside|next to|beside|between|outside|over|beneath|opposite|across from|in front of|on top of)"
_THERE = re.compile(rf"^(?P<place>{_PLACE} [^,]+?),? there (?P<be>is|are|was|were) (?P<what>.+)$")
_UNTIL = r"(?= (?:at|on|in|for|by|from|to|until|since|after|before|every|this|last|next|with|during|tomorrow|yesterday|today|each|when|if)\b|[.,;!]|$)"
_OBJECT = r"(?P<object>(?:(?:the|my|our|his|her|their|a|an|its) )?(?:[a-z0-9'_-]+ ){1,3}?)(?P<particle>up|down|off|out|away|back)"
_PHRASAL = (
    "pick|turn|switch|set|put|take|give|bring|call|clean|cut|drop|fill|hand|keep|kick|lay|let|move|pass|pay|push|roll|rule|send|shut|sign|sort|throw|try|wake|wear|write|hold|hang"
    "|check|clear|scale|spin|tear|wipe|swap|phase|spell|split|back"
)
_PAST_PHRASAL = "took|gave|brought|kept|paid|sent|threw|woke|wore|wrote|held|hung|tore|spun|laid"
_SPLIT = re.compile(rf"\b(?P<verb>(?:{_PHRASAL})(?:s|ed|ped|ning|ing)?|{_PAST_PHRASAL}) {_OBJECT}{_UNTIL}")
_IT_TAKES = re.compile(
    r"^it (takes|took|will take) (?:us |me |them )?(\S*\d\S*(?: [a-z]+)?|\d+ [a-z]+ \d+ [a-z]+) to ([^,]+)$"
)
_IT_IS = re.compile(
    r"^it (is|was|'s) (forbidden|prohibited|mandatory|required|allowed|permitted|possible|impossible|important|necessary|easy|hard|difficult) to ([^,]+)$"
)
_THERE_IS_ONE = re.compile(r"^there (is|was|are) (no one|nobody|nothing|someone|somebody|something) ([^,]+)$")
_OWN = re.compile(r"\b(my|your|his|her|its|our|their) own(?= [a-z])")
_RELATIVE = re.compile(
    r"\b([a-z]+) (?:that|which|who) (?:have|has|had|are|is|were|was)(?: been)? ([a-z]{3,}ed)(?=[.,;]|$)"
)
_MAX_PHRASE = 3


def plain_order(text: str) -> str:
    """`text` with clefts undone, subordinate clauses and places last, and particles beside their verbs."""
    final = text[len(text.rstrip(" .!")) :]
    bare = text[: len(text) - len(final)]
    bare = _OWN.sub(r"\1", _RELATIVE.sub(r"\2 \1", _uncleft(bare)))
    match = _SUBORDINATE.match(bare)
    if match:
        bare = f"{match['main']} {match['clause']}"
    bare = _IT_TAKES.sub(r"\3 \1 \2", _IT_IS.sub(r"\3 \1 \2", _THERE_IS_ONE.sub(r"\2 \1 \3", bare)))
    match = _THERE.match(bare)
    if match:
        bare = f"there {match['be']} {match['what']} {match['place']}"
    return _with_particles(bare) + final


def _uncleft(text: str) -> str:
    for pattern in (_CLEFT, _ONE_WHO, _WHO_IS):
        match = pattern.match(text)
        if match:
            return _as_subject_or_object(match["what"], match["rest"])
    match = _WHAT_IS.match(text)
    if match:
        return f"{match['rest']} {match['what']}"
    match = _IS_WHAT.match(text)
    if match:
        link = {"what": "", "something": "", "something that": "", "where": "in ", "when": "on "}[match["wh"]]
        return f"{match['rest']} {link}{match['what']}"
    return text


def _as_subject_or_object(what: str, rest: str) -> str:
    """`X that V …` is X V …; `X that S V` is S V X. Told by whether a verb follows at once."""
    word = rest.split(" ", 1)[0]
    stem = lemma_of(word)
    inflected = word != stem and stem in MOSTLY | ALSO and " " in rest
    if not _NOMINATIVE.match(rest) and (word in _AUXILIARY or inflected or stem in MOSTLY or tense_of(word)):
        return f"{what} {rest}"
    return f"{rest} {what}"


_NOMINATIVE = re.compile(r"^(?:i|we|you|he|she|they|the|my|our|his|her|their|a|an)\b")
_AUXILIARY = frozenset(
    "is was are were has have had will can must should does did do would may might".split()
)


def _with_particles(text: str) -> str:
    """`turned the sync off in March` as `turned off the sync in March`."""
    match = _SPLIT.search(text)
    if match is None or set(match["object"].split()) & _BREAKS:
        return text
    return f"{text[: match.start()]}{match['verb']} {match['particle']} {match['object'].strip()}{text[match.end() :]}"


_BREAKS = frozenset(
    "at on in for by from to of and or is was are were up down off out away back with".split()
)


def settled(tokens: list[Token]) -> list[Token]:
    """English tokens with inverted places last and every clear `the N of X` as `X's N`."""
    if any(not t.key.isascii() for t in tokens):
        return tokens
    return _genitives(_place_last(tokens))


def _place_last(tokens: list[Token]) -> list[Token]:
    """`in the garage is my canoe` as `my canoe is in the garage`."""
    verb = next((n for n, t in enumerate(tokens) if "copula" in t.marks), 0)
    head = tokens[0] if tokens else None
    if (
        head is None
        or not verb
        or head.marker != "at"
        or "of" in head.marks
        or head.kind not in {"word", "identifier", "person"}
    ):
        return tokens
    end = next(
        (n for n in range(verb + 1, len(tokens)) if tokens[n].marker or tokens[n].kind not in _NAMING),
        len(tokens),
    )
    place, subject, rest = tokens[:verb], tokens[verb:end], tokens[end:]
    if any(t.marks - {"copula", "was"} or t.tense for t in subject) or any(
        t.marks or t.marker for t in place[1:]
    ):
        return tokens
    first = replace(subject[0], marks=NO_MARKS)
    moved = replace(place[0], marks=subject[0].marks | place[0].marks)
    return [first, *subject[1:], moved, *place[1:], *rest]


def _genitives(tokens: list[Token]) -> list[Token]:
    for n, token in enumerate(tokens):
        if n and token.marker == "at" and token.marks == {"of"} and token.kind != "figure":
            begin, end = _phrase_before(tokens, n), _phrase_after(tokens, n)
            clear = begin is not None and (begin > 0 or (end < len(tokens) and "copula" in tokens[end].marks))
            if begin is not None and clear and end - n <= _MAX_PHRASE:
                return _genitives(_turned(tokens, begin, n, end))
    return tokens


def _turned(tokens: list[Token], begin: int, of: int, end: int) -> list[Token]:
    head, owner = tokens[begin], tokens[of]
    first = replace(owner, marker=head.marker, marks=head.marks)
    noun = replace(head, marker="", marks=frozenset(("of",)))
    return [*tokens[:begin], first, *tokens[of + 1 : end], noun, *tokens[begin + 1 : of], *tokens[end:]]


def _phrase_before(tokens: list[Token], of: int) -> int | None:
    """Where the noun phrase before `of` begins: at a copula, or at the start of the sentence; None where that is not clear."""
    for n in range(of - 1, max(of - 1 - _MAX_PHRASE, -1), -1):
        token = tokens[n]
        if token.article in {"a", "an"}:
            return None
        if token.article and token.kind == "word" and not token.tense:
            return n if not token.marks - {"copula", "was"} and not token.marker else None
        if token.key in MOSTLY:
            return None
        if token.kind != "word" or token.tense or "of" in token.marks:
            return None
        if "copula" in token.marks and not token.marker:
            return n if not token.marks & {"and", "comma"} else None
        if token.marks or token.marker:
            return None
        if n == 0:
            return 0
    return None


def _phrase_after(tokens: list[Token], of: int) -> int:
    end = of + 1
    while (
        end < len(tokens)
        and not (tokens[end].marks or tokens[end].marker or tokens[end].tense)
        and tokens[end].kind in _NAMING
    ):
        end += 1
    return end


_NAMING = frozenset("word identifier person pronoun figure".split())
