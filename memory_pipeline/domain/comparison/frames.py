"""Whole-sentence forms that say the same with other roles: `A borrowed O from B` and `B lent A O`.

A form is a row of elements. A capital letter stands for one or more tokens, anything else for the token of that key;
`to:A` asks for a preposition's class, `=A` for a copula and `~A` for a genitive before it, `A@date` for its kind.
A statement that fits the left of a rule is rewritten to its right; two that then agree say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from memory_pipeline.domain.comparison import chinese_forms, english_forms
from memory_pipeline.domain.comparison.tokens import NO_MARKS, Token

_ELEMENT = re.compile(
    r"(?P<marks>[=~]*)(?:(?P<marker>[a-z*]+):)?(?P<name>[^@?]+)(?:@(?P<kind>[a-z|]+))?(?P<optional>\?)?"
)


@dataclass(frozen=True, slots=True)
class _Variant:
    pattern: re.Pattern[str]
    needs: frozenset[str]
    length: int


@dataclass(frozen=True, slots=True)
class _Form:
    variants: tuple[_Variant, ...]
    target: tuple[tuple[str, str, str], ...]  # (marks, marker, name)


def _token_pattern(marks: str, marker: str, kind: str, key: str) -> str:
    marks_pattern = "[^|]*" if not marks else "".join(f"(?=[^|]*{re.escape(m)})" for m in marks) + "[^|]*"
    return rf"<(?:{kind})\|{marker}\|{marks_pattern}\|{key}>"


def _compile(left: str) -> tuple[re.Pattern[str], frozenset[str]]:
    parts: list[str] = []
    needs: set[str] = set()
    for n, element in enumerate(left.split()):
        match = _ELEMENT.fullmatch(element)
        if match is None:
            raise ValueError(f"not an element of a form: {element}")
        marker = {None: "" if n else "[^|]*", "*": "[^|]*"}.get(
            match["marker"], re.escape(match["marker"] or "")
        )
        kind = match["kind"] or "[^|]*"
        name = match["name"]
        if len(name) == 1 and name.isupper():
            body = rf"(?P<{name}>{_token_pattern(match['marks'], marker, kind, '[^>]*')}(?:<[^>]*>)*?)"
        else:
            body = f"({_token_pattern(match['marks'], '[^|]*' if match['marker'] is None else marker, kind, '(?:' + '|'.join(map(re.escape, name.split('/'))) + ')')})"
            if not match["optional"] and "/" not in name:
                needs.add(name)
        parts.append(f"(?:{body})?" if match["optional"] else body)
    return re.compile("".join(parts)), frozenset(needs)


def _target(right: str) -> tuple[tuple[str, str, str], ...]:
    found = (_ELEMENT.fullmatch(element) for element in right.split())
    return tuple((m["marks"], m["marker"] or "", m["name"]) for m in found if m is not None)


_VARIABLE = re.compile(r"(?<![\w\u3400-\u9fff])[A-Z](?![\w\u3400-\u9fff])")


def _renamed(names: dict[str, str], match: re.Match[str]) -> str:
    return names[match.group()]


def _forms() -> tuple[_Form, ...]:
    sides: dict[str, dict[str, None]] = {}
    for line in (*english_forms.FORMS.splitlines(), *chinese_forms.FORMS.splitlines()):
        if line.strip() and not line.startswith("#"):
            variants, _, right = line.rpartition("=>")
            names = {name: chr(ord("A") + n) for n, name in enumerate(_VARIABLE.findall(right))}
            target, *ways = (
                _VARIABLE.sub(partial(_renamed, names), side.strip())
                for side in [right, *variants.split("||")]
            )
            typed = any("@date" in way for way in ways)
            sides.setdefault(target, {}).update(dict.fromkeys(ways if typed else [*ways, target]))
    return tuple(
        _Form(
            tuple(_Variant(*_compile(side), sum("?" not in e for e in side.split())) for side in listed),
            _target(right),
        )
        for right, listed in sides.items()
    )


def _by_word() -> dict[str, list[tuple[int, _Variant]]]:
    index: dict[str, list[tuple[int, _Variant]]] = {}
    for number, form in enumerate(_FORMS):
        for variant in form.variants:
            index.setdefault(max(variant.needs, key=len, default=""), []).append((number, variant))
    return index


_MAX_TOKENS = 24
_FORMS = _forms()
_BY_WORD = _by_word()


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
            target = _FORMS[number].target
            yield _built(a, text_a, left, target), _built(b, text_b, right, target)


def _candidates(tokens: list[Token]) -> dict[int, list[re.Pattern[str]]]:
    """The patterns of each form whose literal words all occur, in the order they are listed."""
    keys = {t.key for t in tokens}
    found: dict[int, list[_Variant]] = {}
    for key in ("", *sorted(keys)):
        for number, variant in _BY_WORD.get(key, ()):
            if variant.needs <= keys and variant.length <= len(tokens):
                found.setdefault(number, []).append(variant)
    return {
        number: [v.pattern for v in sorted(variants, key=_looseness)] for number, variants in found.items()
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
