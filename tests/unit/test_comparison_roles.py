"""Roles exchanged: whatever the two sentences look like, who does what to whom must be the same for them to merge.

Each relation is listed with the ways to say it, `{a}` and `{b}` in its two roles. Every way with the roles one way round is held
against every way with the roles the other way round; the ways with the same roles may merge, and many must.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest

from memory_pipeline.domain.comparison import compare_statements
from memory_pipeline.domain.comparison.forms import Form, Way, all_forms
from memory_pipeline.domain.comparison.statements import compare_tokens
from memory_pipeline.domain.comparison.tokens import Token

ACTIVE = "{a} {verb} {b}."
TRANSITIVE = [
    ACTIVE,
    "{b} is {done} by {a}.",
    "It is {a} who {verb} {b}.",
    "It is {b} that {a} {verb}.",
    "{a} is the one who {verb} {b}.",
    "What {a} {verb} is {b}.",
    "{b} is what {a} {verb}.",
    "As noted, {b} is {done} by {a}.",
]
VERBS = "manages/managed mentors/mentored calls/called monitors/monitored supports/supported hires/hired pays/paid owns/owned hosts/hosted blocks/blocked trains/trained reviews/reviewed sponsors/sponsored feeds/fed coaches/coached leads/led visits/visited helps/helped follows/followed backs/backed protects/protected triggers/triggered imports/imported wraps/wrapped validates/validated loves/loved hates/hated trusts/trusted employs/employed represents/represented".split()
NOUNS = "manager mentor landlord teacher doctor boss assistant lead head coach tenant client supplier dependency backup successor parent owner sponsor reviewer replica upstream guardian deputy lawyer student employer employee author leader chief secretary".split()
RELATED = [
    "{a} is {b}'s {noun}.",
    "{a} is the {noun} of {b}.",
    "{b}'s {noun} is {a}.",
    "{b}'s {noun}: {a}",
    "The {noun} of {b} is {a}.",
    "{b} has {a} as its {noun}.",
]
OBLIQUE = [
    ["{a} reports to {b}.", "{b} is {a}'s manager.", "{b} manages {a}.", "{a}'s boss is {b}.", "It is {b} that {a} reports to."],
    ["{a} depends on {b}.", "{b} is a dependency of {a}.", "{a} has a dependency on {b}.", "{a} relies on {b}."],
    ["{a} belongs to {b}.", "{b} owns {a}.", "{a} is owned by {b}.", "{b} is the owner of {a}.", "{a}'s owner is {b}."],
    ["{a} writes to {b}.", "{b} is written to by {a}.", "To {b} {a} writes."],
    ["{a} looks after {b}.", "{b} is looked after by {a}.", "{a} takes care of {b}."],
    ["{a} works for {b}.", "{b} employs {a}.", "{a} is employed by {b}.", "{a}'s employer is {b}.", "{b} is where {a} works."],
    ["{a} lent {b} 40 dollars.", "{b} borrowed 40 dollars from {a}.", "{a} lent 40 dollars to {b}.", "40 dollars were lent to {b} by {a}."],
    ["{a} owes {b} 40 dollars.", "{a} owes 40 dollars to {b}.", "{a} has a debt of 40 dollars to {b}.", "{a} is in debt to {b} for 40 dollars."],
    ["{a} sold the boat to {b}.", "{b} bought the boat from {a}.", "The boat was sold to {b} by {a}.", "{a} sold {b} the boat."],
    ["{a} sent the file to {b}.", "{b} got the file from {a}.", "{a} sent {b} the file.", "The file was sent to {b} by {a}.", "{b} received the file from {a}."],
    ["{a} taught {b} Latin.", "{b} learned Latin from {a}.", "{a} taught Latin to {b}.", "{b} was taught Latin by {a}."],
    ["The user moved from {a} to {b}.", "The user moved to {b} from {a}.", "From {a} the user moved to {b}."],
    ["Data is copied from {a} to {b}.", "Data is copied to {b} from {a}.", "{a} is copied to {b}."],
    ["{a} is older than {b}.", "{b} is younger than {a}.", "Compared to {b}, {a} is older."],
    ["{a} is larger than {b}.", "{b} is smaller than {a}.", "{a} is bigger than {b}."],
    ["{a} is faster than {b}.", "{b} is slower than {a}."],
    ["{a} costs more than {b}.", "{b} costs less than {a}.", "{a} is more expensive than {b}.", "{b} is cheaper than {a}."],
    ["The user prefers {a} to {b}.", "The user likes {a} more than {b}.", "The user prefers {a} over {b}.", "The user would rather have {a} than {b}."],
    ["{a} comes before {b}.", "{b} comes after {a}.", "{a} precedes {b}.", "{b} follows {a}."],
    ["{a} runs after {b}.", "After {b}, {a} runs.", "{a} is run after {b}."],
    ["{a} caused {b}.", "{b} was caused by {a}.", "{b} happened because of {a}.", "The cause of {b} is {a}.", "{a} led to {b}.", "{b} is the result of {a}.", "{b}'s cause is {a}.", "{b} is due to {a}."],
    ["If {a} fails, {b} stops.", "{b} stops if {a} fails.", "When {a} fails, {b} stops."],
    ["{a} replaced {b}.", "{b} was replaced by {a}.", "{a} took over from {b}.", "{a} is the successor of {b}."],
    ["The user replaced {b} with {a}.", "{b} was replaced with {a}.", "The user swapped {b} for {a}."],
    ["{a} is located in {b}.", "{b} contains {a}.", "In {b} is {a}."],
    ["{a} introduced {b} to Ann.", "{b} was introduced to Ann by {a}."],
    ["{a} told {b} about the leak.", "{b} was told about the leak by {a}.", "{b} heard about the leak from {a}."],
    ["{a} invited {b} to the party.", "{b} was invited to the party by {a}.", "To the party {a} invited {b}."],
    ["{a} lives with {b}'s brother.", "{b}'s brother lives with {a}."],
    ["{a}'s sister married {b}.", "{b} married {a}'s sister."],
    ["{a} is the capital of {b}.", "{b}'s capital is {a}.", "The capital of {b} is {a}.", "{b}'s capital: {a}"],
    ["{a} was forked from {b}.", "{b} was forked into {a}.", "{a} is a fork of {b}."],
    ["{a} is encrypted with {b}.", "{b} encrypts {a}.", "{b} is used to encrypt {a}."],
    ["{a} is hosted on {b}.", "{b} hosts {a}.", "{a}'s host is {b}.", "{a} host: {b}"],
    ["{a} is an alias for {b}.", "{b} has the alias {a}.", "{b}'s alias is {a}."],
    ["{a} is subscribed to {b}.", "{b} has {a} as a subscriber.", "{a} subscribes to {b}."],
    ["The user gave up {a} for {b}.", "For {b} the user gave up {a}."],
    ["{a} is in front of {b}.", "{b} is behind {a}.", "Behind {a} is {b}."],
    ["{a} is above {b}.", "{b} is below {a}.", "{b} is under {a}."],
]  # fmt: skip
PEOPLE = ("Brenko", "Dalvik")


def relations() -> dict[str, list[str]]:
    """The ways to say each relation, by a name for it."""
    found = {
        verb: [
            way.replace("{verb}", verb.split("/")[0]).replace("{done}", verb.split("/")[1])
            for way in TRANSITIVE
        ]
        for verb in VERBS
    }
    found |= {noun: [way.replace("{noun}", noun) for way in RELATED] for noun in NOUNS}
    return found | {ways[0]: ways for ways in OBLIQUE}


@pytest.mark.parametrize("name", list(relations()))
@pytest.mark.parametrize("ending", ["", " since last March"])
def test_exchanged_roles_never_merge(name: str, ending: str) -> None:
    a, b = PEOPLE
    wrong = []
    for one, other in product(relations()[name], repeat=2):
        left = _ended(one.format(a=a, b=b), ending)
        right = _ended(other.format(a=b, b=a), ending)
        if compare_statements(left, right).mergeable:
            wrong.append((left, right))
    assert wrong == []


def _ended(text: str, ending: str) -> str:
    return text.rstrip(".") + ending + "."


FILLINGS = dict(zip("ABCDEF", "brenko dalvik ferrol gimlet hastor ilmar".split(), strict=True))
TYPED = {
    "date": "2020-01-0{}",
    "figure": "{}",
    "identifier": "id{}",
    "time": "t0{}:00",
    "weekday": "weekday{}",
    "period": "week+{}",
}


def spoken(way: Way, fillings: dict[str, str]) -> list[Token]:
    """The tokens of a sentence that fits `way`, as the lexer would make them."""
    tokens = []
    for element in (e for e in way.elements if not e.optional):
        kind = min(element.kinds, default="word") if element.variable else "word"
        key = fillings[element.variable] if element.variable else min(element.keys)
        if kind != "word":
            key = TYPED.get(kind, "{}").format("ABCDEF".index(element.variable) + 1)
        tokens.append(Token(key, kind, key, element.marker or "", element.marks))
    return tokens


def exchanges(form: Form) -> list[tuple[list[Token], list[Token]]]:
    """Every way of the form with two of its untyped fillings, and with the two exchanged."""
    places = [element.variable for element in form.canonical if element.variable]
    found = []
    for way in form.ways:
        typed = {element.variable for element in way.elements if element.kinds}
        for x, y in combinations([place for place in places if place not in typed], 2):
            turned = {**FILLINGS, x: FILLINGS[y], y: FILLINGS[x]}
            found.append((spoken(way, FILLINGS), spoken(way, turned)))
    return found


def test_no_way_of_any_english_form_merges_with_its_roles_exchanged() -> None:
    pairs = [
        pair for form in all_forms() for pair in exchanges(form) if all(t.key.isascii() for t in pair[0])
    ]
    assert len(pairs) > 1500
    wrong = {tuple(t.key for t in a) for a, b in pairs if compare_tokens(a, b).mergeable}
    assert wrong <= {("brenko", "dalvik"), ("dalvik", "brenko")}  # X is Y and Y is X: both name one thing
