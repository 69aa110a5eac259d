"""English turns of a whole clause that the other statement undoes: `X and Y share` and `X shares with Y`, `is used to send` and `is sent via`."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.domain.comparison.english_verbs import ALSO, MOSTLY
from memory_pipeline.domain.comparison.tokens import NO_MARKS, Token

# what two do, each does with the other
_MUTUAL = frozenset(
    "share meet play work live sing marry divorce travel train study collaborate cooperate argue dance eat cook chat talk speak compete found run move go".split()
)
_JOINT = frozenset(("with", "to", ""))


def mutual(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`X and Y share a flat` as `X shares a flat with Y`, whichever of the two the other begins with."""
    link = next((n for n, t in enumerate(tokens) if n and "and" in t.marks), None)
    verb = next((n for n, t in enumerate(tokens) if link and n > link and t.key in _MUTUAL), None)
    if link is None or verb is None or any("and" in t.marks for t in tokens[link + 1 :]):
        return tokens
    one, two = tokens[:link], tokens[link:verb]
    if any(t.kind in {"negation", "modality", "status"} or t.tense or t.marker for t in (*one, *two)):
        return tokens
    joint = "together" in {t.key for t in tokens} or tokens[verb].key not in {
        "run",
        "move",
        "go",
        "found",
        "work",
        "study",
        "train",
    }
    keys = [t.key for t in other]
    for subject, partner in ((one, two), (two, one)):
        names = [t.key for t in partner]
        at = next((n for n in range(1, len(keys)) if keys[n : n + len(names)] == names), None)
        if at is None or keys[: len(subject)] != [t.key for t in subject] or not joint:
            continue
        marker = other[at].marker
        if marker not in _JOINT or other[at].marks:
            continue
        moved = [replace(partner[0], marker=marker, marks=NO_MARKS), *partner[1:]]
        begun = [replace(subject[0], marks=NO_MARKS), *subject[1:], tokens[verb]]
        rest = tokens[verb + 1 :]
        return [*begun, *moved, *rest] if at == len(subject) + 1 else [*begun, *rest, *moved]
    return tokens


def instrument(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`X is used to send Y` as `Y is sent via X`."""
    used = next((n for n, t in enumerate(tokens) if n and t.key == "use" and t.tense == "passive"), None)
    if used is None or used + 2 >= len(tokens) or any(t.marks & {"and", "comma"} for t in tokens):
        return tokens
    verb = tokens[used + 1]
    partner = next((t for t in other if t.key == verb.key and t.tense == "passive"), None)
    if (
        verb.key not in MOSTLY | ALSO
        or partner is None
        or ("was" in tokens[used].marks) != ("was" in partner.marks)
    ):
        return tokens
    end = next((n for n in range(used + 3, len(tokens)) if tokens[n].marker), len(tokens))
    via = [replace(tokens[0], marker="via", marks=NO_MARKS), *tokens[1:used]]
    return [replace(tokens[used + 2], marker=""), *tokens[used + 3 : end], partner, *via, *tokens[end:]]


def received(tokens: list[Token], verb: Token | None, n: int) -> list[Token]:
    """`got a promotion` as `was promoted`: who receives the act is whom it is done to."""
    light = tokens[n]
    if verb is None or verb.tense != "passive" or light.key not in {"get", "receive", "obtain"}:
        return tokens
    if (light.tense == "past") != ("was" in verb.marks):
        return tokens
    return [*tokens[:n], replace(verb, marks=light.marks | verb.marks), *tokens[n + 2 :]]


# nouns of one spelling with what the one they name does
_OFFICES = frozenset("lead head host coach chair captain sponsor guide tutor referee judge".split())


def named_last(tokens: list[Token], label: list[Token]) -> list[Token]:
    """`Ann is the lead of X` and `Ann leads X` in the order of the label `X lead: Ann`."""
    colon = next((n for n, t in enumerate(label) if "colon" in t.marks), 0)
    value = [t.key for t in label[colon:]]
    end = len(value)
    if not colon or end >= len(tokens) or [t.key for t in tokens[:end]] != value:
        return tokens
    rest, moved = tokens[end:], tokens[:end]
    if any(t.kind in _OPERATING or t.tense or t.marks & _JOINING for t in (*moved, *rest[1:])):
        return tokens
    first = rest[0]
    if first.marker or first.tense or moved[0].marker or moved[0].marks:
        return tokens
    if "copula" in first.marks and "was" not in first.marks:
        shown = [replace(first, marks=first.marks - {"copula"}), *rest[1:]]
    elif first.key in _OFFICES and label[colon - 1].key == first.key and len(rest) > 1 and not rest[1].marker:
        shown = [*rest[1:], replace(first, marks=NO_MARKS)]
    else:
        return tokens
    return [*shown, replace(moved[0], marks=_IS), *moved[1:]]


_OPERATING = frozenset("negation modality quantifier status sequence question".split())
_JOINING = frozenset(("and", "comma", "copula"))
_IS = frozenset(("copula",))


# who comes from where; names of peoples that are no language's alone stand for the country
PEOPLES = {
    "portuguese": "portugal", "spanish": "spain", "italian": "italy", "french": "france", "german": "germany", "austrian": "austria", "swiss": "switzerland", "belgian": "belgium",
    "polish": "poland", "czech": "czechia", "slovak": "slovakia", "hungarian": "hungary", "romanian": "romania", "bulgarian": "bulgaria", "greek": "greece", "turkish": "turkey",
    "russian": "russia", "ukrainian": "ukraine", "swedish": "sweden", "norwegian": "norway", "danish": "denmark", "finnish": "finland", "icelandic": "iceland", "irish": "ireland",
    "scottish": "scotland", "welsh": "wales", "canadian": "canada", "mexican": "mexico", "brazilian": "brazil", "argentinian": "argentina", "chilean": "chile", "peruvian": "peru",
    "colombian": "colombia", "cuban": "cuba", "japanese": "japan", "chinese": "china", "korean": "korea", "vietnamese": "vietnam", "thai": "thailand", "indian": "india", "pakistani": "pakistan",
    "egyptian": "egypt", "moroccan": "morocco", "nigerian": "nigeria", "kenyan": "kenya", "ghanaian": "ghana", "ethiopian": "ethiopia", "australian": "australia", "iranian": "iran", "iraqi": "iraq",
    "israeli": "israel", "lebanese": "lebanon", "syrian": "syria", "croatian": "croatia", "serbian": "serbia", "slovenian": "slovenia", "lithuanian": "lithuania", "latvian": "latvia", "estonian": "estonia",
    "indonesian": "indonesia", "malaysian": "malaysia", "filipino": "philippines", "cypriot": "cyprus", "maltese": "malta", "albanian": "albania", "tunisian": "tunisia", "algerian": "algeria",
}  # fmt: skip


def native(tokens: list[Token], other: list[Token]) -> list[Token]:
    """`is Portuguese` as `is from Portugal`, if the other names the country somebody is from."""
    for n, token in enumerate(tokens):
        country = PEOPLES.get(token.key)
        last = n + 1 == len(tokens) or tokens[n + 1].marks & {"and", "comma"}
        said = last and "copula" in token.marks and "colon" not in token.marks
        if country and said and any(t.key == country and t.marker == "from" for t in other):
            return [*tokens[:n], replace(token, key=country, marker="from"), *tokens[n + 1 :]]
    return tokens
