"""Names the difference between two aligned statements: what is left over, another tense, another preposition."""

from __future__ import annotations

from itertools import pairwise

from memory_pipeline.domain.comparison import english
from memory_pipeline.domain.comparison.align import Alignment
from memory_pipeline.domain.comparison.chinese_order import role_turned, will_happen_anyway
from memory_pipeline.domain.comparison.chinese_words import does
from memory_pipeline.domain.comparison.english_roles import place_exchanged
from memory_pipeline.domain.comparison.english_verbs import MOSTLY
from memory_pipeline.domain.comparison.result import Comparison, different
from memory_pipeline.domain.comparison.thesaurus import synonymous
from memory_pipeline.domain.comparison.tokens import Token

_ORDER = (
    "negation",
    "figure",
    "date",
    "time",
    "weekday",
    "period",
    "rate",
    "daypart",
    "identifier",
    "ordinal",
    "modality",
    "quantifier",
    "status",
    "sequence",
    "question",
    "pronoun",
    "suffix",
    "person",
    "unit",
    "word",
)
_KIND_NAME = {
    "weekday": "date",
    "period": "date",
    "daypart": "date",
    "time": "date",
    "ordinal": "figure",
    "pronoun": "entity",
    "suffix": "place",
    "person": "entity",
    "sequence": "modality",
    "question": "modality",
    "rate": "unit",
    "word": "entity",
}
_ENVIRONMENTS = frozenset(
    "production staging test development sandbox qa preproduction live 生产环境 测试环境 预发环境 开发环境".split()
)
_WHEN = frozenset("date time weekday period rate".split())
_SOFT = frozenset(("", "at"))
_VOICELESS = frozenset("name born base call locate allergic enable disable require be schedule".split())


def left_over(a: list[Token], b: list[Token], alignment: Alignment) -> Comparison | None:
    """The difference that tokens without a partner make; None where they only add wording."""
    dated = any(t.kind in _WHEN for t in a) or will_happen_anyway(a, b, alignment)
    capped = all(any(t.key in _CAPS for t in tokens) for tokens in (a, b))
    left = [a[i] for i in alignment.left if not (_negligible(a[i], dated, capped=capped) or _supports(a, i))]
    right = [
        b[j] for j in alignment.right if not (_negligible(b[j], dated, capped=capped) or _supports(b, j))
    ]
    if bool(left) != bool(right):
        left = _without_measuring(a, left, b)
        right = _without_measuring(b, right, a)
    light_left = [a[i] for i in alignment.left if a[i].kind in _LIGHT_KINDS]
    light_right = [b[j] for j in alignment.right if b[j].kind in _LIGHT_KINDS]
    left, right = _without_ability(a, left), _without_ability(b, right)
    if not left and not right and light_left and light_right and _one_owner(a, light_left, b, light_right):
        return None
    if (light_left and light_right) or (light_left and right) or (light_right and left):
        left, right = left or light_left, right or light_right
    if not left and not right:
        return None
    return _named(left, right)


def _without_measuring(tokens: list[Token], rest: list[Token], label: list[Token]) -> list[Token]:
    told = any("colon" in t.marks and t.kind == "figure" for t in label)
    return [
        t
        for t in rest
        if not (told and _keeps_measure(tokens, next(n for n, x in enumerate(tokens) if x is t)))
    ]


MEASURING = frozenset("控制 保持 维持 稳定 达到 达".split())


def _keeps_measure(tokens: list[Token], index: int) -> bool:
    """`水温控制在40度` where the other says `水温：40度`: the figure says what is measured."""
    following = tokens[index + 1 : index + 2]
    return tokens[index].key in MEASURING and bool(following) and following[0].kind == "figure"


def _supports(tokens: list[Token], index: int) -> bool:
    """`Caddy 负责卸载 TLS`: what is done is told by the verb behind it."""
    following = tokens[index + 1 : index + 2]
    return (
        tokens[index].key == "负责"
        and bool(following)
        and not following[0].marker
        and does(following[0].text)
    )


_CAPS = frozenset(("atmost", "最多"))


def _negligible(token: Token, dated: bool, *, capped: bool) -> bool:
    if token.kind == "modality":
        return (token.light and dated) or (
            capped and token.key == "can"
        )  # can hold at most 9, holds at most 9
    return token.light or (token.key in _EVENT and dated) or token.key in _HAVE


def _one_owner(a: list[Token], left: list[Token], b: list[Token], right: list[Token]) -> bool:
    """`my` and `their`, where the other is all about the user; `my` and `our`."""
    for mine, theirs, others in ((left, right, b), (right, left, a)):
        if len(mine) == len(theirs) == 1 and mine[0].key == "user":
            first, word = others[0], theirs[0]
            if word.text == "our":
                return True
            spoken_of = first.key == "user" and not (len(others) > 1 and "of" in others[1].marks)
            place = next(n for n, t in enumerate(others) if t is word)
            between = [t for t in others[1:place] if t.kind == "word"]
            if (
                word.text in {"their", "his", "her"}
                and spoken_of
                and len(between) <= 1
                and mine[0].text == "my"
            ):
                return True
    return False


_LIGHT_KINDS = frozenset("person pronoun suffix".split())


def _without_ability(tokens: list[Token], rest: list[Token]) -> list[Token]:
    """`can seat 40`: what something holds at most is what it can hold."""
    return [
        t
        for t in rest
        if t.key != "can" or not _holds(tokens, next(n for n, x in enumerate(tokens) if x is t))
    ]


def _holds(tokens: list[Token], index: int) -> bool:
    following = tokens[index + 1 : index + 3]
    counted = len(following) == 2 and following[1].kind == "figure" and following[0].key in _HOLDING
    return counted and (index == 0 or tokens[index - 1].kind != "negation")


_HOLDING = frozenset("hold handle store seat fit support process accommodate carry serve sleep take".split())
_EVENT = frozenset("schedule occur 安排 举行 进行".split())
_HAVE = frozenset(("name", "名叫", "位于"))
NEGLIGIBLE = _EVENT | _HAVE


def _named(left: list[Token], right: list[Token]) -> Comparison:
    kinds = {t.kind for t in (*left, *right)}
    kind = next(k for k in _ORDER if k in kinds)
    mine = [t for t in left if t.kind == kind]
    theirs = [t for t in right if t.kind == kind]
    name = _name(kind, mine, theirs)
    if mine and theirs:
        return different(name, f"{_quoted(mine)} in one, {_quoted(theirs)} in the other.")
    return different(name, f"Only one of them says {_quoted(mine or theirs)}.")


def _name(kind: str, mine: list[Token], theirs: list[Token]) -> str:
    if kind == "figure" and mine and theirs:
        same_number = _digits(mine[0]) == _digits(theirs[0])
        return "unit" if same_number or _unit(mine[0]) != _unit(theirs[0]) else "figure"
    if kind == "word":
        if any(t.key in _ENVIRONMENTS for t in (*mine, *theirs)):
            return "environment"
        return "entity" if mine and theirs else "unsure"
    return _KIND_NAME.get(kind, kind)


def _digits(token: Token) -> str:
    return "".join(c for c in token.text if c.isdigit() or c in ".,")


def _unit(token: Token) -> str:
    return token.key.partition(" ")[2]


def _quoted(tokens: list[Token]) -> str:
    return "“" + " ".join(t.text for t in tokens[:4]) + "”"


def tense_difference(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> Comparison | None:
    """A difference of status: one is past and the other is not."""
    for i, j in pairs:
        x, y = a[i], b[j]
        if x.tense != y.tense and _tenses_differ(x, y):
            return different("status", f"“{x.text}” and “{y.text}” are not of one time or voice.")
    aspects = [{mark for t in tokens for mark in t.marks & {"done", "coming"}} for tokens in (a, b)]
    if aspects[0] ^ aspects[1] >= {"coming"} and "done" in aspects[0] | aspects[1]:
        return different("status", "One says what has happened, the other what is to come.")
    return copula_difference(a, b)


def copula_difference(a: list[Token], b: list[Token]) -> Comparison | None:
    """`was` against `is`; a birth is always past."""
    if any(t.key in _BIRTH for t in (*a, *b)):
        return None
    once_a, once_b = (any("once" in t.marks for t in tokens) for tokens in (a, b))
    if once_a != once_b and not any(t.marker in {"since", "for"} for t in (*a, *b)):
        return different("status", "One says what has been, the other what is.")
    was_a, was_b = (any("was" in t.marks for t in tokens) for tokens in (a, b))
    is_a, is_b = (
        any("copula" in t.marks and not t.marks & {"was", "been"} for t in tokens) for tokens in (a, b)
    )
    if (was_a and is_b and _past_label(b)) or (was_b and is_a and _past_label(a)):
        return None
    if (was_a and is_b and not is_a and not was_b) or (was_b and is_a and not is_b and not was_a):
        return different("status", "One says what was, the other what is.")
    if (was_a and not is_a and _untold(b)) or (was_b and not is_b and _untold(a)):
        return different("status", "One says what was, the other what somebody does.")
    return None


def _past_label(tokens: list[Token]) -> bool:
    """`previous employer: Acme`: a label that is about what has been needs no tense."""
    copula = next(n for n, t in enumerate(tokens) if "copula" in t.marks)
    return "colon" in tokens[copula].marks and any(t.text in _FORMER for t in tokens[:copula])


_FORMER = frozenset("first previous former original".split())


def _untold(tokens: list[Token]) -> bool:
    """Whether an English sentence has a verb, no copula, and no word in the past."""
    return any(t.key in MOSTLY and not t.article for t in tokens) and all(
        t.key.isascii() and not t.tense and "copula" not in t.marks and t.text not in english.SAME_PAST
        for t in tokens
    )


_BIRTH = frozenset("born birthday birthplace hometown cause reason culprit".split())  # what was so stays so


_ERGATIVE = frozenset("finish begin increase restart rotate refresh renew run execute".split())


def _tenses_differ(x: Token, y: Token) -> bool:
    if x.key in _VOICELESS or y.key in _VOICELESS or (x.key != y.key and not synonymous(x.key, y.key)):
        return False
    if x.key != y.key and {x.tense, y.tense} == {"", "passive"} and "copula" in x.marks & y.marks:
        return False  # is afraid, is scared
    if x.key in _ERGATIVE and all(t.tense in {"", "passive"} and "was" not in t.marks for t in (x, y)):
        return False  # it restarts, it is restarted
    if x.key in _ERGATIVE and all(
        t.tense == "past" or (t.tense == "passive" and "was" in t.marks) for t in (x, y)
    ):
        return False  # it finished, it was finished
    if x.text in english.SAME_PAST or y.text in english.SAME_PAST:
        return False
    if x.text == y.text and "copula" in x.marks & y.marks and not {x.tense, y.tense} - {"past", "passive"}:
        return False  # the status is shipped, status: shipped
    tenses = {x.tense, y.tense}
    return tenses != {"past", "perfect"}


def marker_difference(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> Comparison | None:
    """What small words tell apart: a preposition (from or to), or the place of the copula among the same words."""
    chinese = any("\u3400" <= t.key[0] <= "\u9fff" for t in a)
    told = {m for m in ("by", "obj") if all(any(t.marker == m for t in tokens) for tokens in (a, b))}
    listed = chinese or all(any("and" in t.marks for t in tokens) for tokens in (a, b))
    apart = {(a[i].marker, b[j].marker) for i, j in pairs} & _APART
    for i, j in pairs:
        x, y = a[i], b[j]
        if chinese and len(apart) > 1 and (x.marker, y.marker) in apart:
            continue  # 我家离公司 is 公司离我家
        turned = told & {x.marker, y.marker}  # 由 A 提拔 and 由 B 提拔 name two who do it
        if (
            x.marker != y.marker
            and (turned or not _markers_agree(x, y, chinese))
            and not (listed and _in_list(x, y))
        ):
            return different(
                "direction",
                f"“{x.text}” stands after “{x.marker or '-'}” in one and after “{y.marker or '-'}” in the other.",
            )
    if (
        _copula_moved(a, b, pairs)
        or _cause_turned(a, b, pairs)
        or role_turned(a, b, pairs)
        or place_exchanged(a, b, pairs)
    ):
        return different(
            "role", "The same words are joined the other way round: X is the Y of Z, or X's Y is Z."
        )
    return None


_APART = frozenset((("distance", ""), ("", "distance")))


def _cause_turned(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """`its cause is Y` against `it causes Y`: a noun and a verb of one spelling that point opposite ways."""
    return any(
        _names(a, i) != _names(b, j)
        and not a[i].tense
        and not b[j].tense
        and not (_measured(a, i) and _measured(b, j))
        for i, j in pairs
        if _owned(a[i], b[j])
    )


def _owned(x: Token, y: Token) -> bool:
    return ("of" in x.marks) != ("of" in y.marks) and x.key == y.key and x.kind == "word"


def _measured(tokens: list[Token], index: int) -> bool:
    """`限高4.5米`, `限高：4.5米`: before a measure it is the name of what is measured either way."""
    return any(t.kind == "figure" and " " in t.key for t in tokens[index + 1 : index + 2])


def _names(tokens: list[Token], index: int) -> bool:
    following = tokens[index + 1].marks if index + 1 < len(tokens) else frozenset()
    return "copula" in following and "nominal" not in following


def _copula_moved(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    in_order = all(x[1] < y[1] for x, y in pairwise(pairs))
    at_a, at_b = ({n for n, t in enumerate(tokens) if "copula" in t.marks and n} for tokens in (a, b))
    if not in_order or len(at_a) != 1 or len(at_b) != 1:
        return False
    partner = dict(pairs)
    here, there = next(iter(at_a)), next(iter(at_b))
    if here not in partner or there not in partner.values() or partner[here] == there:
        return False
    back = {j: i for i, j in pairs}
    return "of" in b[partner[here]].marks or "of" in a[back[there]].marks


def _in_list(x: Token, y: Token) -> bool:
    """`from A and B` and `from B and A`: a preposition stands before the first of a list and counts for all."""
    if x.kind in _SPANNED and "to" in {x.marker, y.marker}:
        return False  # 周一到周五 is more than 周一和周五
    return (
        any(not one.marker and one.marks & {"and", "comma"} for one in (x, y))
        and not {x.marker, y.marker} & _NEVER_SHARED
    )


_SPANNED = frozenset("date time weekday figure ordinal".split())


_NEVER_SHARED = frozenset("before after until since than above under without except".split())


def _markers_agree(x: Token, y: Token, chinese: bool) -> bool:
    markers = {x.marker, y.marker}
    if (
        any(not t.marker and "of" in t.marks for t in (x, y))
        and markers <= {"", "at", "for", "about"}
        and not chinese
    ):
        return False  # the engineer's manager is not the engineer of the manager
    if chinese and (
        (markers == {"", "via"} and "of" not in x.marks | y.marks)
        or (markers == {"", "obj"} and "copula" in x.marks | y.marks)
    ):
        return False  # 监控用 X is not 监控 X, and 是 X 买的 not 把 X 买了
    if markers == {"", "by"} and x.kind == "figure" and " " in x.key:
        return True  # rose by 5 percent, rose 5 percent
    if markers == {"", "by"}:
        return chinese  # 由 only names who does it; an English agent after `by` turns the roles
    if markers <= {"", "at"}:
        return True
    if markers <= {"", "at", "for"}:
        return not (x.kind == "figure" and "at" in markers)
    return markers in (
        {"", "via"},
        {"", "about"},
        {"", "obj"},
        {"at", "via"},
        {"at", "with"},
        {"at", "to"},
        {"from", "by"},
        {"", "with"},
    ) and (x.kind != "figure" or (chinese and markers == {"", "obj"}))
