"""Whole-sentence forms that say the same with other roles: `A borrowed O from B` and `B lent A O`.

A form is a row of elements. A capital letter stands for one or more tokens, anything else for the token of that key;
`to:A` asks for a preposition's class, `=A` for a copula and `~A` for a genitive before it, `A@date` for its kind.
A statement that fits the left of a rule is rewritten to its right; two that then agree say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from memory_pipeline.domain.comparison import chinese_forms, english_forms
from memory_pipeline.domain.comparison.tokens import NO_MARKS, Token

_MAX_TOKENS = 24
_ELEMENT = re.compile(
    r"(?P<marks>[=~]*)(?:(?P<marker>[a-z*]+):)?(?P<name>[^@?]+)(?:@(?P<kind>[a-z|]+))?(?P<optional>\?)?"
)


@dataclass(frozen=True, slots=True)
class _Variant:
    source: str
    needs: frozenset[str]  # literal tokens
    length: int  # tokens at least


@dataclass(frozen=True, slots=True)
class _Form:
    variants: tuple[_Variant, ...]
    target: tuple[tuple[str, str, str], ...]  # (marks, marker, name)


def _token_pattern(marks: str, marker: str, kind: str, key: str) -> str:
    marks_pattern = "[^|]*" if not marks else "".join(f"(?=[^|]*{re.escape(m)})" for m in marks) + "[^|]*"
    return rf"<(?:{kind})\|{marker}\|{marks_pattern}\|{key}>"


def _elements(source: str) -> list[re.Match[str]]:
    found = [_ELEMENT.fullmatch(element) for element in source.split()]
    return [match for match in found if match is not None]


def _variant(source: str) -> _Variant:
    elements = _elements(source)
    needs = frozenset(
        m["name"] for m in elements if not (_is_variable(m["name"]) or m["optional"] or "/" in m["name"])
    )
    return _Variant(source, needs, sum(not m["optional"] for m in elements))


def _is_variable(name: str) -> bool:
    return len(name) == 1 and name.isupper()


@cache
def _compiled(source: str) -> re.Pattern[str]:
    """The pattern over encoded tokens for one way to say a thing; compiled when a statement first may fit it."""
    parts: list[str] = []
    for n, match in enumerate(_elements(source)):
        marker, name, kind = match["marker"], match["name"], match["kind"] or "[^|]*"
        if _is_variable(name):
            before = "[^|]*" if marker == "*" or (marker is None and n == 0) else re.escape(marker or "")
            body = rf"(?P<{name}>{_token_pattern(match['marks'], before, kind, '[^>]*')}(?:<[^>]*>)*?)"
        else:
            before = "[^|]*" if marker in {None, "*"} else re.escape(marker)
            keys = "|".join(map(re.escape, name.split("/")))
            body = f"(?:{_token_pattern(match['marks'], before, kind, f'(?:{keys})')})"
        parts.append(f"(?:{body})?" if match["optional"] else body)
    return re.compile("".join(parts))


def _target(right: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((m["marks"], m["marker"] or "", m["name"]) for m in _elements(right))


_VARIABLE = re.compile(r"(?<![\w\u3400-\u9fff])[A-Z](?![\w\u3400-\u9fff])")


def _renamed(names: dict[str, str], match: re.Match[str]) -> str:
    return names[match.group()]


@cache
def _forms() -> tuple[_Form, ...]:
    """Every form of both languages; ways that end in the same canonical form are ways of one form."""
    sides: dict[str, dict[str, None]] = {}
    for line in (*english_forms.FORMS.splitlines(), *chinese_forms.FORMS.splitlines()):
        if line.strip() and not line.startswith("#"):
            variants, _, right = line.rpartition("=>")
            names = {name: chr(ord("A") + n) for n, name in enumerate(_VARIABLE.findall(right))}
            rename = partial(_renamed, names)
            target, *ways = (_VARIABLE.sub(rename, side.strip()) for side in [right, *variants.split("||")])
            typed = any("@date" in way for way in ways)
            sides.setdefault(target, {}).update(dict.fromkeys(ways if typed else [*ways, target]))
    return tuple(
        _Form(tuple(_variant(way) for way in ways), _target(target)) for target, ways in sides.items()
    )


@cache
def _by_word() -> dict[str, list[tuple[int, _Variant]]]:
    """The ways by one of their literal words, under the empty word those that have none."""
    index: dict[str, list[tuple[int, _Variant]]] = {}
    for number, form in enumerate(_forms()):
        for variant in form.variants:
            index.setdefault(max(variant.needs, key=lambda w: (len(w), w), default=""), []).append(
                (number, variant)
            )
    return index


def _encoded(tokens: list[Token]) -> str:
    return "".join(f"<{t.kind}|{t.marker}|{_signs(t.marks)}|{t.key}>" for t in tokens)


def _signs(marks: frozenset[str]) -> str:
    return ("=" if "copula" in marks else "") + ("~" if "of" in marks else "")


def in_one_form(a: list[Token], b: list[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    """Both statements in the canonical form of each rule that both fit."""
    if max(len(a), len(b)) > _MAX_TOKENS:
        return
    text_a, text_b = _encoded(a), _encoded(b)
    candidates_a, candidates_b = _candidates(a), _candidates(b)
    for number in sorted(candidates_a.keys() & candidates_b.keys()):
        left = _first_match(candidates_a[number], text_a)
        right = _first_match(candidates_b[number], text_b) if left else None
        if left and right:
            target = _forms()[number].target
            yield _built(a, text_a, left, target), _built(b, text_b, right, target)


def _candidates(tokens: list[Token]) -> dict[int, list[re.Pattern[str]]]:
    """The patterns of each form whose literal words all occur, in the order they are listed."""
    index = _by_word()
    keys = {t.key for t in tokens}
    found: dict[int, list[_Variant]] = {}
    for key in ("", *sorted(keys)):
        for number, variant in index.get(key, ()):
            if variant.needs <= keys and variant.length <= len(tokens):
                found.setdefault(number, []).append(variant)
    return {
        number: [_compiled(v.source) for v in sorted(variants, key=_looseness)]
        for number, variants in found.items()
    }


def _looseness(variant: _Variant) -> tuple[int, int]:
    return -len(variant.needs), -variant.length


def _first_match(patterns: list[re.Pattern[str]], text: str) -> re.Match[str] | None:
    return next((match for match in (pattern.fullmatch(text) for pattern in patterns) if match), None)


def _built(
    tokens: list[Token], text: str, match: re.Match[str], target: tuple[tuple[str, str, str], ...]
) -> list[Token]:
    starts = {m.start(): n for n, m in enumerate(re.finditer("<", text))}
    past = any(t.tense == "past" for t in tokens)
    result: list[Token] = []
    for marks, marker, name in target:
        new_marks = frozenset({*(["copula"] if "=" in marks else []), *(["of"] if "~" in marks else [])})
        if len(name) == 1 and name.isupper():
            begin, end = match.span(name)
            if begin < 0:
                continue
            part = [replace(t) for t in tokens[starts[begin] : starts.get(end, len(tokens))]]
            part[0] = replace(part[0], marker=marker, marks=new_marks)
            result.extend(part)
        else:
            result.append(Token(name, "word", name, marker, new_marks or NO_MARKS, "past" if past else ""))
    return result
