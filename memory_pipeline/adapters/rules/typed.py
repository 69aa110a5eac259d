"""English typed without capitals: which words of a message are names, so that the rules can see them as such.

A word is taken for a name only in a place where names stand, and only if the dictionary writes it with a capital or lacks it.
"""

from __future__ import annotations

import re
from functools import lru_cache

import simplemma

from memory_pipeline.adapters.rules.lexicon import EN_CHILD, EN_PARENT, EN_SIBLING, EN_SPOUSE, PET

_CAPITAL = re.compile(r"[A-Z]")
_CAPITALISED_WORD = re.compile(r"\b[A-Z][a-z]{2,}")
_KIN = rf"(?:{EN_SPOUSE}|{EN_CHILD}|{EN_PARENT}|{EN_SIBLING}|friend|mate|bestie|bff|buddy|flatmate|roommate|bro|gf|bf|{PET})"
# Behind these stand names of people and animals …
_CALLED = re.compile(
    rf"\b(?:my|our|his|her|the|a|an|rip|\d+|two|three|four) (?:[a-z]+ ){{0,2}}?{_KIN},? \(?(?=[a-z])|\b(?:call (?:me|him|her|it|them)|me and|me n|and i|married(?: to)?|engaged to|goes by|go by|name's) (?=[a-z])|"
    r"^(?:(?:hey+|hi+|hiya|yo|hello|sup)[\s,!]+)?(?:[iI]t's|its|this is|im|[iI]'m) (?=[a-z]+(?: (?:here|btw|again|with an?|from)\b|,? \(|, ))|^(?:(?:hey+|hi+|hiya|yo|hello)[\s,!]+)(?=[a-z]+ here\b)|\b(?:and|n|&) (?=[a-z]+ (?:are|r|and i|n i)\b)|^(?=[a-z]+ here\b)|\b(?=[a-z]+ the (?:dog|cat|tortoise|hamster|rabbit|parrot|goldfish|gecko|horse|pony|snake|turtle)\b)|^(?=[a-z]+ (?:and|n) [a-z]+ are (?:my|our|the) )"
)
# Whatever stands behind these is a name, though it be a word.
_SURELY = re.compile(
    r"^(?:it's|its|this is|im|[iI]'m) (?=[a-z]{3,} \((?:she|he|they|any|ze)\b)|\b(?:called|named|names?(?:'s|s)? (?:is|are)) (?!(?:employee|head|captain|best|after|on|in|not|the|a|an|it|so|too|very|spelled|spelt|written|taken|weird|long|short|funny|off|out|back|by|for|to|my|your|his|her|their|after|if|because|something|what|how|me|him|us|them|you)\b)(?=[a-z]{3})"
)
# … and behind these places and firms.
_AT = re.compile(
    r"\b(?:in|from|to|near|outside|outta|out of|around|leaving|left|at|for|with|joined|join|joining|quit|leave|visiting|visit|via|of|an?|my|the|drive an?|use|using) (?=[a-z])"
)
_MORE = re.compile(r"(?:(?:,? and |,? n | & |, )(?=[a-z]+\b))")
_WORD = re.compile(r"[a-z][a-z'-]*[a-z]|[a-z]")
_PARTS = frozenset(
    "new san los las santa saint st el fort port cape mount south north east west great upper lower".split()
)
_CITIES = frozenset(
    "london berlin shanghai oxford cologne bologna ankara accra bangkok manila wellington wales japan china".split()
)
_GIVEN = frozenset(
    "anna lena mia omar priya ravi ling wei yuki kenji maria rosa pia nina lila zoe chloe jack mark mike matt nick bob bill ted rob ray rose grace hope faith iris ivy pearl jade ruby daisy lily will april june art frank grant miles drew gene dean dawn eve joy olive robin sandy violet willow max sam pat sue jean josh jake luke theo milo otto maria chris pepper ginger biscuit shadow lucky buddy coco".split()
)
_NEVER = frozenset(
    "i im ive id ill u ur r n y k w ya yr thru tho thx ty tysm np pls plz lol lmao lmfao rofl omg omfg idk idc imo imho ngl tbh btw fyi rn atm asap aka bc cuz coz cos cause dont cant wont didnt doesnt isnt arent wasnt havent hasnt "
    "gonna wanna gotta kinda sorta dunno lemme gimme ppl sth smth sb tmrw tmr tmrrw tomo wknd bday fam bro sis gf bf bff dm dms pm am ok okay okey yeah yea yep yup nah nope hmm ugh ew meh yay wow oof oops whoops hey heyy heya hiya yo sup "
    "til till alot abt bf esp etc def deffo prob probs obvs obv srsly rly rlly v vry soo sooo tho altho whatcha whats thats its hes shes theyre youre were weve theyve lets wfh ofc ikr smh fml irl diy iirc afaik tldr wtf wth af lmk hmu hbu wbu nm nvm nbd jk dw xx xoxo".split()
)
_STRETCHED = re.compile(r"(.)\1\1|^[^aeiouy]+$|^(?:ha|he|lo)+l?h?$")


def is_typed_low(content: str) -> bool:
    """Whether a message is written without capitals, so that a small letter says nothing."""
    return _CAPITALISED_WORD.search(content) is None and re.search(r"[a-z]", content) is not None


@lru_cache(maxsize=16384)
def _reads_as_name(word: str) -> bool:
    if len(word) < 3 or word in _NEVER or _STRETCHED.search(word):
        return False
    if simplemma.lemmatize(word, lang="en")[:1].isupper():
        return True
    return word in _CITIES or not simplemma.is_known(word.replace("-", ""), lang="en")


def can_be_a_name(words: str) -> bool:
    """Whether words typed small read as a name: none of them is an ordinary word of the language."""
    return all(_reads_as_name(word) or word in _GIVEN or word in _PARTS for word in words.lower().split())


def with_capitals(text: str) -> str:
    """`text` with a capital on each word that reads as a name, where a name may stand."""
    marked = set[int]()
    marked |= {match.end() for match in _SURELY.finditer(text)}
    for places, given in ((_SURELY, True), (_CALLED, True), (_AT, False)):
        for match in places.finditer(text):
            marked |= _names_at(text, match.end(), given=given)
    return "".join(char.upper() if place in marked else char for place, char in enumerate(text))


def _names_at(text: str, place: int, *, given: bool) -> set[int]:
    """Where the names begin that stand at `place`, one word behind another, or listed where people are named."""
    found = set[int]()
    while (word := _WORD.match(text, place)) is not None:
        name = word.group()
        begins = (
            name in _PARTS
            and (following := _WORD.match(text, word.end() + 1)) is not None
            and _is_name(following.group(), given=False)
        )
        if not begins and not _is_name(name, given=given):
            break
        found.add(word.start())
        more = _MORE.match(text, word.end()) if given else None
        place = more.end() if more else word.end() + 1
        if more is None and text[word.end() : word.end() + 1] != " ":
            break
        given = given and more is not None
    return found


def _is_name(word: str, *, given: bool) -> bool:
    bare = re.sub(r"'s$", "", word)
    if "-" in bare and not given:
        return False  # a service, not a town
    return _reads_as_name(bare) or (given and bare in _GIVEN)


def as_written(value: str, quote: str) -> str:
    """`value` in the letters of the quote, where it only differs in capitals."""
    if value in quote:
        return value
    place = quote.lower().find(value.lower())
    if place >= 0 and len(quote.lower()) == len(quote):
        return quote[place : place + len(value)]
    return _between_its_ends(value, quote) or value


def _between_its_ends(value: str, quote: str) -> str:
    """The words of the quote from the value's first to its last, where only spellings between differ ("w" for "with")."""
    words = value.split()
    if len(words) < _MIN_WORDS:
        return ""
    first, last = re.escape(" ".join(words[:2])), re.escape(words[-1])
    match = re.search(rf"{first}(?!\w).*\b{last}(?!\w)", quote, re.IGNORECASE)
    return match.group() if match is not None and len(match.group().split()) == len(words) else ""


_MIN_WORDS = 4
