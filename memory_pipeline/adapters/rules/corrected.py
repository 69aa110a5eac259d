"""English that sets the message before right in few words: "not Bruno, Brutus", "wait no, it's 8081", "make that Linz"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.adapters.rules.rule import Finding, pattern
from memory_pipeline.adapters.rules.text import readable
from memory_pipeline.adapters.rules.typed import can_be_a_name, is_typed_low
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.extraction import ExtractedFact

_FILLER = r"(?:(?:oops|whoops|sorry|ah|oh|no|nope|wait|um+|uh+|argh|ugh|hm+|ok|okay|well|hold on|hang on|actually|lol|haha)\b[\s,.!:–—-]*)*"
_MARK = (
    r"(?:typo|scratch that|strike that|make (?:that|it)|i meant?|meant|i misspoke|i mistyped|(?:i )?misread(?: it| that)?|(?:i )?mixed (?:that|it|them|those|these) up|i (?:always )?confuse\w*[\w ]{0,16}|my mistake|my bad|my fault|"
    r"(?:it's )?(?:the )?other way a?round|that(?:'s| is| was) (?:wrong|not right|incorrect|the old [\w ]+|my old [\w ]+|an old [\w ]+|outdated|[\w' ]{2,20} place)|just checked|i (?:typed|wrote|gave you|said|put) (?:the wrong|that wrong|it wrong)[\w ]{0,12}|wrong (?:number|date|name|one|day|way|way round)|correction|i was (?:wrong|careless|mistaken)(?: about [\w-]+)?|i lied|i forgot|(?:it |that )?should(?:'ve| have)? (?:be|been|say|read))"
)
# What says plainly that the message before was wrong.
_HESITATES = r"(?:wait|hold on|hang on|no|nope|oops|whoops|sorry|actually|argh|ah)"
SAYS_WRONG = re.compile(
    rf"^{_FILLER}{_MARK}\b|^\*|^{_HESITATES}[\s,.!:–—-]+(?:{_HESITATES}[\s,.!:–—-]+)*(?:its|it's|it is|the right one is)\s",
    re.IGNORECASE,
)
_IS = r"(?:(?:and )?(?:it's|its|it is|it should be|should be|that's|thats|i'm|im|is|was|now|just)\s+)*(?:an? |the )?"
_VALUE = r"(?P<o>[\w@.+/-]*\w(?: [\w@.+/-]*\w){0,2}?)"
_AFTER_MARK = re.compile(
    rf"^(?:{_FILLER}{_MARK}[\s,.:;–—-]+|{_FILLER}{_HESITATES}[\s,.!:–—-]+(?:{_HESITATES}[\s,.!:–—-]+)*(?=its |it's |it is |\d)){_IS}{_VALUE}(?:,? not [\w ]+)?(?=$|[,.;!(])",
    re.IGNORECASE,
)
_STARRED = re.compile(rf"^\*\s*{_VALUE}\s*$|^(?P<p>[\w@.+/ -]{{2,30}})\*$", re.IGNORECASE)
_SPELLED = re.compile(
    rf"^{_FILLER}(?P<o>[A-Z][\w'-]+),? with(?:out)? (?:an? |two |double |one )?['\"]?\w['\"]?(?![\w])",
    re.IGNORECASE,
)
_DATE = pattern(r"^<D>$")
_MAX_LENGTH = 120
_NO_VALUE = re.compile(
    r"(?:it|its|that|this|he|she|they|we|you|i|im|not|no|yes|so|but|and|or|like|just|really|what|how|why|when|where|who|if|because|my|your|the|a|an|wrong|right|fine|ok|okay|good|true|both|all|never|nothing|thanks|done|too|also|there|here|then|one|other|same|different|sorry|was|is|are|can|could|will|would|please|forgot|remembered)\b",
    re.IGNORECASE,
)
_NAMED = frozenset(
    "name pet child sibling spouse parent friend employer city hometown owner cloud uses owns allergic_to database host".split()
)


def set_right(said: str, before: Sequence[ExtractedFact]) -> tuple[Finding, ExtractedFact] | None:
    """What a short message puts in the place of one of the facts just said, and which; None if it does not plainly do so."""
    text = readable(said).strip()
    if len(text) > _MAX_LENGTH or text.endswith("?") or not before:
        return None
    for fact in before:
        value = _instead_of(text, fact.object)
        if value and _fits(value, fact, said):
            return Finding(fact.predicate, value, subject=fact.subject), fact
    match = _AFTER_MARK.match(text) or _STARRED.match(text) or _SPELLED.match(text)
    if match is None:
        return None
    value = next(
        part
        for part in (match["o"] if "o" in match.re.groupindex else None, match.groupdict().get("p"))
        if part
    )
    named = value[0].isupper() or any(char.isdigit() for char in value) or can_be_a_name(value)
    fitting = [fact for fact in before if _fits(value, fact, said)] if named else []
    if len(fitting) != 1 or value.lower() in fitting[0].object.lower():
        return None
    return Finding(fitting[0].predicate, value, subject=fitting[0].subject), fitting[0]


def _instead_of(text: str, old: str) -> str:
    """The value that the message names where it denies `old`: "not OLD, NEW", "NEW, not OLD"."""
    gone = re.escape(old)
    for form in (
        rf"^{_FILLER}(?:it's |it is |i'm |im |i said )?(?:not|isn't) (?:an? |the )?{gone}[\s,;:.–—-]+(?:but |it's |it is |i'm |im |rather |i meant? )*(?:an? |the )?{_VALUE}(?=$|[,.;!(])",
        rf"^{_FILLER}(?:{_MARK}[\s,.:;–—-]+)?{_IS}(?:i meant? )?{_VALUE},? (?:and )?not (?:an? |the )?{gone}(?!\w)",
    ):
        match = re.match(form, text, re.IGNORECASE)
        if match is not None:
            return match["o"]
    return ""


def _fits(value: str, fact: ExtractedFact, said: str) -> bool:
    """Whether `value` is of the kind of the fact's: a date for a date, a figure for a figure, a name for a name."""
    if fact.stance is not Stance.ASSERTED or _NO_VALUE.match(value):
        return False
    old = fact.object
    if _DATE.match(old) or _DATE.match(value):
        return bool(_DATE.match(old) and _DATE.match(value))
    if any(char.isdigit() for char in value):
        return any(char.isdigit() for char in old) and value.count(" ") == old.count(" ")
    if any(char.isdigit() for char in old) or fact.predicate not in _NAMED:
        return False
    return value[0].isupper() or is_typed_low(said)
