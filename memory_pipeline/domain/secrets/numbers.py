"""Numbers that pay or identify, known by their check digits: cards, Chinese identity cards, bank accounts (IBAN)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.domain.secrets.span import Span

_CARD = re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)")
_BRANDS = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|(?:60|81|82|65)\d{14}"
)
_SPACED = re.compile(
    r"\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{4,5}|\d+|\d{6}[ -]\d{13}|(?:\d{3,4}[ -]){4,5}\d{3,4}"
)
_NO_CARD = re.compile(
    r"(?:order|tracking|invoice|ticket|parcel|shipment|waybill|serial|transaction|reference|case|ref|isbn|ean|imei|barcode|订单|单号|运单|快递|物流|流水|发票|工单|编号|条码)"
    r"[\w ]{0,12}(?:no\.?|number|id|#|号码?)?[\s:#=是为(\"']{0,6}$",
    re.IGNORECASE,
)
_ID_CARD = re.compile(
    r"(?<![\w.-])([1-9]\d{5}) ?((?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])) ?(\d{3}[\dXx])(?![A-Za-z0-9])"
)
_DIGITS = re.compile(r"\d[ -]?\d")  # stand in each of them
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_IBAN_LENGTHS = range(15, 35)
_BEFORE = 28


def find_numbers(text: str) -> Iterator[Span]:
    """Numbers whose check digits are right. Order and tracking numbers that happen to pass are left, if they say so."""
    if _DIGITS.search(text) is None:
        return
    for match in _CARD.finditer(text):
        if _is_card(match.group()) and not _NO_CARD.search(
            text[max(0, match.start() - _BEFORE) : match.start()]
        ):
            yield Span(match.start(), match.end(), "card_number")
    for match in _ID_CARD.finditer(text):
        if _is_id_card("".join(match.groups())):
            yield Span(match.start(), match.end(), "identity_card")
    for match in _IBAN.finditer(text):
        if is_iban(match.group().replace(" ", "")):
            yield Span(match.start(), match.end(), "iban")


def _is_card(text: str) -> bool:
    digits = text.replace(" ", "").replace("-", "")
    grouped = _SPACED.fullmatch(text) is not None
    return grouped and _BRANDS.fullmatch(digits) is not None and len(set(digits)) > 1 and luhn(digits)


def luhn(digits: str) -> bool:
    """Whether the last digit checks the others, as on every payment card."""
    total = 0
    for place, ch in enumerate(reversed(digits)):
        value = int(ch) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _is_id_card(number: str) -> bool:
    total = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, number, strict=False))
    return "10X98765432"[total % 11] == number[-1].upper()


def is_iban(text: str) -> bool:
    """Whether the remainder by 97 is one."""
    if len(text) not in _IBAN_LENGTHS:
        return False
    turned = text[4:] + text[:4]
    return int("".join(str(int(ch, 36)) for ch in turned)) % 97 == 1
