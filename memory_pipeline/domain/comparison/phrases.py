"""Pieces of text with their lemmas, and phrases that say the same brought to one wording."""

from __future__ import annotations

from memory_pipeline.domain.comparison import chinese, english
from memory_pipeline.domain.comparison.chinese_words import known_word, part_of_speech
from memory_pipeline.domain.comparison.english_verbs import ALSO, MOSTLY
from memory_pipeline.domain.comparison.tokens import Item
from memory_pipeline.domain.comparison.wording import (
    MAX_PHRASE,
    chinese_phrases,
    english_phrases,
    first_words,
    function_characters,
    lemma_of,
    tense_of,
)

_VERB_HEADS = frozenset("喝吃住用买学去有是在从向对")


def with_lemmas(items: list[Item]) -> list[Item]:
    result: list[Item] = []
    did = False
    for n, item in enumerate(items):
        if item.kind == "latin" and item.form in {"do", "does", "did"} and _not_follows(items, n):
            did = item.form == "did"
        elif item.kind == "latin":
            tense = "past" if did and item.form != "not" else tense_of(item.form)
            did = did and item.form == "not"
            result.append(Item(item.form, "latin", lemma_of(item.form), tense))
        elif item.kind == "cjk" and _familiar(result, item):
            form = result[-1].form + item.form
            result[-1] = Item(form, "cjk", form)
        elif item.kind == "cjk":
            placed = item.form == "存在" and _placed(items, n)
            result.extend(
                _split_chinese(item.form)
                if not placed
                else [Item("存", "cjk", "存"), Item("在", "cjk", "在")]
            )
        elif item.kind == "identifier" and item.form in english.SPELLINGS:
            result.append(Item(item.form, "latin", english.SPELLINGS[item.form]))
        else:
            result.append(item)
    return result


def _not_follows(items: list[Item], index: int) -> bool:
    return index + 1 < len(items) and items[index + 1].form == "not"


def _familiar(result: list[Item], item: Item) -> bool:
    """`小` and `赵` are 小赵, before anything is made of them."""
    return item.form in chinese.SURNAMES and bool(result) and result[-1].form in {"小", "老", "阿"}


def _placed(items: list[Item], index: int) -> bool:
    """Whether 存在 is 存 + 在, something kept somewhere, and not being there."""
    return index + 1 < len(items) and (
        items[index + 1].kind in {"latin", "identifier"}
        or any(item.form in {"里", "上", "中", "内", "里面", "下"} for item in items[index + 1 :])
    )


def _ends_apart(word: str) -> bool:
    """Whether the last character is a word of its own that the segmenter joined: 借给, 狗叫, 放在, 加拿大人."""
    rest, last = word[:-1], word[-1]
    if last == "给":
        return word not in {"供给", "补给", "自给"}
    if last == "叫":
        return len(rest) == 1 and rest in chinese_phrases() and rest not in "大小"
    return rest in chinese.PLACING.get(last, ()) or (last == "人" and len(rest) > 1)


def _of_three(word: str) -> tuple[str, ...]:
    """The parts of `每周五` and `做得好`, which the segmenter joins; empty for any other word."""
    if len(word) != len("每周五"):
        return ()
    if word[:-1] in chinese.RATES and word[-1] in chinese.WEEKDAY_ENDS:
        return word[:-1], f"周{word[-1]}"
    return tuple(word) if word[1] == "得" and word[0] in chinese.ACTS else ()


def _split_chinese(word: str) -> list[Item]:
    if word in chinese_phrases() or word in chinese.NOT_SPLIT or len(word) == 1:
        return [Item(word, "cjk", word)]
    fixed = _of_three(word)
    if fixed:
        return [Item(part, "cjk", part) for part in fixed]
    if word[0] == "是" and word[1:] in chinese.PREPOSITIONS:
        return [Item("是", "cjk", "是"), Item(word[1:], "cjk", word[1:])]
    if word[0] in "该此本" and len(word) == 2:  # 该项|目 is a slip of the segmenter
        return [Item(word[0], "cjk", word[0]), *_split_chinese(word[1:])]
    if word[0] in chinese.HALF_NEGATION:
        return [Item(word[0], "cjk", word[0]), *_split_chinese(word[1:])]
    if _ends_apart(word):
        return [*_split_chinese(word[:-1]), Item(word[-1], "cjk", word[-1])]
    if len(word) >= 3 and word[0] in chinese.ACTS and known_word(word[1:]) and part_of_speech(word) != "n":
        return [Item(word[0], "cjk", word[0]), *_split_chinese(word[1:])]
    if len(word) >= 3:
        for cut in range(len(word) - 1, 0, -1):
            if word[:cut] in chinese.PREPOSITIONS and part_of_speech(word) == "n":
                continue  # 使用率 is a rate, and no use of one
            if word[:cut] in chinese_phrases() and (cut > 1 or word[0] in _VERB_HEADS):
                return [Item(word[:cut], "cjk", word[:cut]), *_split_chinese(word[cut:])]
    return [Item(word, "cjk", word)]


def in_one_wording(items: list[Item]) -> list[Item]:
    result: list[Item] = []
    firsts = first_words()
    mixed = any(item.kind == "cjk" for item in items)
    i = 0
    while i < len(items):
        replaced, width = (
            _phrase_at(items, i, mixed)
            if items[i].form[0] in firsts or items[i].lemma in firsts or items[i].form in firsts
            else ([], 0)
        )
        if width:
            result.extend(replaced)
            i += width
        else:
            result.append(items[i])
            i += 1
    return _with_names_whole(result)


def _with_names_whole(items: list[Item]) -> list[Item]:
    """Characters that no dictionary joins, side by side, are taken as one word: `陈 晨`, `阿 托 伐 他 汀`."""
    result: list[Item] = []
    joining = False
    for n, item in enumerate(items):
        loose = _loose(item) or (
            item.form == "他" and joining and n + 1 < len(items) and _loose(items[n + 1])
        )
        if loose and joining:
            form = result[-1].form + item.form
            result[-1] = Item(form, "cjk", form)
        else:
            result.append(item)
        joining = loose
    return result


def _loose(item: Item) -> bool:
    return item.kind == "cjk" and len(item.form) == 1 and item.form not in function_characters()


def _phrase_at(items: list[Item], start: int, mixed: bool) -> tuple[list[Item], int]:
    first = items[start]
    if first.kind == "cjk" or (mixed and first.kind == "latin"):
        found = _chinese_phrase(items, start)
        if found[1]:
            return found
    return _english_phrase(items, start)


def _chinese_phrase(items: list[Item], start: int) -> tuple[list[Item], int]:
    table = chinese_phrases()
    joined, best = "", 0
    named = start > 0 and items[start - 1].form in chinese.SURNAMES
    target: tuple[str, ...] = ()
    for width, item in enumerate(items[start : start + MAX_PHRASE], 1):
        if item.kind not in {"cjk", "latin"}:
            break
        joined += item.form
        if joined in table and not (named and width == 1 and len(joined) == 1 and table[joined] != (joined,)):
            best, target = width, table[joined]
    if len(target) == 1:
        return [Item(target[0], "cjk", "".join(item.form for item in items[start : start + best]))], best
    return [Item(word, "cjk", word) for word in target], best


def _english_phrase(items: list[Item], start: int) -> tuple[list[Item], int]:
    table = english_phrases()
    words: list[str] = []
    best: tuple[list[Item], int] = ([], 0)
    tense = ""
    for width, item in enumerate(items[start : start + MAX_PHRASE + 1], 1):
        word = item.lemma or item.form
        if item.kind == "figure" and item.lemma.isdigit():
            word = item.lemma
        elif item.kind != "latin":
            break
        if width > 1 and (item.form in english.ARTICLES or item.form in _PASSED_OVER):
            continue
        words.append(word)
        tense = tense or ("" if word == "be" else item.tense)
        target = table.get(tuple(words))
        if target is not None:
            phrase = [Item(w, "latin", w) for w in target if w != "-"]
            if phrase:
                first = items[start].form  # `put` may be past, and so may what stands for it
                form = first if first in english.SAME_PAST and phrase[0].form in MOSTLY else phrase[0].form
                verb = 1 if len(phrase) > 1 and phrase[0].form == "not" else 0
                form = form if verb == 0 else phrase[verb].form
                tense_here = _tense(items[start : start + width])
                if first in _SAME_PARTICIPLES and start and items[start - 1].lemma == "have":
                    tense_here = "past"  # the warranty has run out
                phrase[verb] = Item(form, "latin", phrase[verb].lemma, tense_here)
            best = (_going(phrase, items, start + width), width)
            if _goes_on(items, start + width, table):
                best = ([], 0)
        elif len(words) >= MAX_PHRASE:
            break
    return best


def _going(phrase: list[Item], items: list[Item], after: int) -> list[Item]:
    """`is going to fly` is a future; `is going to Rome` is a visit to come."""
    if [item.form for item in phrase] != ["will"] or items[after - 1].form != "to" or after >= len(items):
        return phrase
    follower = items[after]
    verbal = follower.lemma in MOSTLY | ALSO or follower.lemma == "be"
    return phrase if verbal and follower.kind == "latin" else [*phrase, Item("visit", "latin", "visit")]


def _goes_on(items: list[Item], after: int, table: dict[tuple[str, ...], tuple[str, ...]]) -> bool:
    """Whether the phrase ends in a verb that belongs to the particle after it: `was called off`."""
    if after >= len(items) or items[after].form not in _PARTICLES or items[after - 1].lemma not in _PHRASAL:
        return False
    return (items[after - 1].lemma, items[after].form) in table


# words without weight that may stand inside a phrase: `is currently out of work`
_PASSED_OVER = frozenset(
    "currently now already presently nowadays actually usually normally generally".split()
)
_PARTICLES = frozenset("off on up down out away back over".split())
_SUPPORTING = frozenset("have do get not".split())
_SAME_PARTICIPLES = frozenset("run come become put set cut quit shut let hit".split())
_PHRASAL = frozenset("call set book hold turn switch put".split())


def _tense(items: list[Item]) -> str:
    if items[0].lemma == "be" or items[0].form in {"was", "were"}:
        return "past" if items[0].form in {"was", "were"} else ""
    if items[0].lemma in _SUPPORTING:
        return next((item.tense for item in items if item.tense), "")
    return items[0].tense  # `writes with her left hand` is no past
