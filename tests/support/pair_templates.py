"""Pairs of statements made from templates with invented names, nouns and figures, for checking the comparison.

Nothing here is read by the product. A pair is `{a, b, label, kind}` like the labelled files; the same seed gives the
same pairs. `part` splits the templates, not the fillings: what is tuned on `open` is measured on `held_out`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_DUPLICATE, _DIFFERENT, _UNRELATED = "duplicate", "different_value", "unrelated"


@dataclass(frozen=True, slots=True)
class Pair:
    a: str
    b: str
    label: str
    kind: str


# kind | a | b, with {slots}; a slot with a digit is another value of the same slot
_EN = """
D format | The {noun} service has a limit of {n} requests. | the {noun} service has a limit of {n_comma} requests
D format | {name} was born on {d} {month} {year}. | {name} was born on {month} {d}, {year}.
D format | The {noun} report is due at {h}:00. | The {noun} report is due at {h} AM.
D format | The {noun} job waits {small} seconds. | The {noun} job waits {small}s.
D format | {name} bought {word} lamps. | {name} bought {digit} lamps.
D format | The {noun} disk holds {small} GB. | The {noun} disk holds {small}GB
D format | {name}'s phone number is +49 30 {phone}. | {name}'s phone number: +49-30-{phone}
D format | {name}'s favourite colour is {colour}. | {name}'s favorite color is {colour}!
D format | The {noun} tax is {small} percent. | The {noun} tax is {small}%.
D format | The {noun} lease costs {n} dollars. | The {noun} lease costs ${n_comma}.
D verified_suffix | {name} likes {noun} soup. | {name} likes {noun} soup (confirmed).
D verified_suffix | The {noun} host is {host}. | The {noun} host is {host}, as verified.
D verified_suffix | {name} moved to {city}. | {name} moved to {city}, confirmed by the user.
D word_order | On {weekday} {name} visits {city}. | {name} visits {city} on {weekday}.
D word_order | In {year} {name} left {city}. | {name} left {city} in {year}.
D word_order | {name} owns a {noun} and a {noun1}. | {name} owns a {noun1} and a {noun}.
D word_order | The {noun} lead is {name}. | {name} is the {noun} lead.
D word_order | Every morning {name} drinks {noun} juice. | {name} drinks {noun} juice every morning.
D word_order | The {noun} port is {n} and the {noun1} port is {n1}. | The {noun1} port is {n1} and the {noun} port is {n}.
D paraphrase | {name} lent {name1} {n} dollars. | {name1} borrowed {n} dollars from {name}.
D paraphrase | {name} reports to {name1}. | {name1} is {name}'s manager.
D paraphrase | The {noun} job starts at {h}:00. | The {noun} job begins at {h}:00.
D paraphrase | {name} purchased a {noun} in {year}. | {name} bought a {noun} in {year}.
D paraphrase | The {noun} outage was caused by {name}. | {name} caused the {noun} outage.
D paraphrase | The {noun} box contains {small} {noun1}s. | There are {small} {noun1}s in the {noun} box.
D paraphrase | {name} resides in {city}. | {name} lives in {city}.
D paraphrase | {name} sold the {noun} to {name1}. | {name1} bought the {noun} from {name}.
D paraphrase | {name} quit {noun} in {year}. | {name} stopped {noun} in {year}.
D restatement | {name} works at {noun}. | {name} is employed by {noun}.
D restatement | The {noun} server is on version {small}. | {noun} server version: {small}
D restatement | {name}'s birthday is {month} {d}. | {name} was born on {month} {d}.
D restatement | {name} has a {noun} allergy. | {name} is allergic to {noun}.
X number | The {noun} service has {n} workers. | The {noun} service has {n1} workers.
X number | {name} bought {word} lamps. | {name} bought {word1} lamps.
X number | The {noun} gate is {letter}{small}. | The {noun} gate is {letter}{small1}.
X unit | The {noun} job waits {small} seconds. | The {noun} job waits {small} minutes.
X unit | The {noun} disk holds {small} GB. | The {noun} disk holds {small} MB.
X unit | {name} pays {n} dollars. | {name} pays {n} euros.
X unit | {name} runs {small} miles per week. | {name} runs {small} miles per month.
X date | {name} was born on {d} {month} {year}. | {name} was born on {d1} {month} {year}.
X date | The {noun} ends in {month} {year}. | The {noun} ends in {month} {year1}.
X date | {name} meets {name1} on {weekday}. | {name} meets {name1} on {weekday1}.
X date | The {noun} fair is this week. | The {noun} fair is next week.
X date | The {noun} call is at {h} am. | The {noun} call is at {h} pm.
X identifier | The {noun} runs on {host}. | The {noun} runs on {host1}.
X identifier | Write to {name}@{noun}.org. | Write to {name1}@{noun}.org.
X identifier | {noun} uses release {small}.{digit}.2. | {noun} uses release {small}.{digit1}.2.
X name | {name} signed the {noun} form. | {name1} signed the {noun} form.
X name | The {noun} lead is {name}. | The {noun} lead is {name1}.
X entity | {name} collects {noun} stamps. | {name} collects {noun1} stamps.
X entity | The {noun} team eats at noon. | The {noun1} team eats at noon.
X entity | {name}'s brother lives in {city}. | {name}'s cousin lives in {city}.
X entity | {name} lives in {city}. | {name}'s friend lives in {city}.
X entity | {name} is a {noun} dealer. | {name} is a {noun} collector.
X place | {name} grew up in {city}. | {name} grew up in {city1}.
X place | The {noun} store is in {city}. | The {noun} store is near {city}.
X environment | The {noun} flag is set in production. | The {noun} flag is set in staging.
X environment | The test {noun} is red. | The production {noun} is red.
X status | {name} is a {noun} dealer. | {name} was a {noun} dealer.
X status | The {noun} order is open. | The {noun} order is closed.
X status | {name} lives in {city}. | {name} used to live in {city}.
X status | The {noun} deal is signed. | The {noun} deal is cancelled.
X negation | {name} eats {noun}. | {name} does not eat {noun}.
X negation | The {noun} is ready. | The {noun} isn't ready.
X negation | {name} visits {city} often. | {name} never visits {city}.
X negation | {name} has a {noun}. | {name} has no {noun}.
X negation | {name} still owns the {noun}. | {name} no longer owns the {noun}.
X negation | {name} can enter the {noun}. | {name} cannot enter the {noun}.
X antonym | {name} loves {noun} tea. | {name} hates {noun} tea.
X antonym | The {noun} door is open. | The {noun} door is shut.
X antonym | The first {noun} is heavy. | The first {noun} is light.
X antonym | The maximum {noun} is {n}. | The minimum {noun} is {n}.
X modality | {name} must sign the {noun}. | {name} may sign the {noun}.
X modality | {name} plans to visit {city}. | {name} visited {city}.
X modality | {name} might sell the {noun}. | {name} sold the {noun}.
X quantifier | All {noun}s are red. | Some {noun}s are red.
X quantifier | {name} eats only {noun}. | {name} eats {noun}.
X quantifier | At least {small} {noun}s are needed. | At most {small} {noun}s are needed.
X quantifier | Most {noun}s are red. | All {noun}s are red.
X role | {name} owes {name1} {n} dollars. | {name1} owes {name} {n} dollars.
X role | The {noun} service calls the {noun1} service. | The {noun1} service calls the {noun} service.
X role | {name} taught {name1} {noun}. | {name1} taught {name} {noun}.
X role | {name} prefers {noun} to {noun1}. | {name} prefers {noun1} to {noun}.
X role | {name} reports to {name1}. | {name1} reports to {name}.
X role | {name} likes {noun} and hates {noun1}. | {name} likes {noun1} and hates {noun}.
X role | {name} is older than {name1}. | {name1} is older than {name}.
X direction | {name} moved from {city} to {city1}. | {name} moved from {city1} to {city}.
X direction | The {noun} price rose to {n} dollars. | The {noun} price fell to {n} dollars.
X direction | The {noun} talk is before lunch. | The {noun} talk is after lunch.
X direction | The {noun} price rose by {small} percent. | The {noun} price rose to {small} percent.
U other | {name} bought a {noun} in {year}. | The {noun1} port is {n}.
U other | {name} lives in {city}. | The {noun} report is due on {weekday}.
U other | {name} lives in {city}. | {name} is allergic to {noun}.
U other | The {noun} host is {host}. | {name1} met {name} in {city}.
"""

_ZH = """
D format | {noun}服务的上限是{n}次。 | {noun}服务的上限是{n_comma}次
D format | {name}出生于{year}年{m}月{d}日。 | {name}出生于{year}-{m2}-{d2}。
D format | {noun}任务等待{small}秒。 | {noun}任务等待{small}s
D format | {name}买了{word}盏灯。 | {name}买了{digit}盏灯。
D format | {noun}磁盘有{small}GB。 | {noun}磁盘有{small} GB
D format | {name}的电话是138{phone8}。 | {name}的电话：138-{phone8}
D format | {noun}税率是{small}%。 | {noun}税率是百分之{small}。
D format | {noun}租金是{n}元。 | {noun}租金：{n_comma}元
D format | {noun}会议在下午三点。 | {noun}会议在15:00。
D format | {name}住{noun}路{small}号。 | {name}住{noun}路{small_wide}号
D verified_suffix | {name}喜欢{noun}汤。 | {name}喜欢{noun}汤（已确认）。
D verified_suffix | {noun}主机是{host}。 | {noun}主机是{host}，已核实。
D verified_suffix | {name}搬到了{city}。 | {name}搬到了{city}，用户再次确认。
D word_order | 周{wd}{name}去{city}。 | {name}周{wd}去{city}。
D word_order | {year}年{name}离开{city}。 | {name}{year}年离开{city}。
D word_order | {name}有{noun}和{noun1}。 | {name}有{noun1}和{noun}。
D word_order | {noun}组长是{name}。 | {name}是{noun}组长。
D word_order | {noun}端口是{n}，{noun1}端口是{n1}。 | {noun1}端口是{n1}，{noun}端口是{n}。
D paraphrase | {name}借给{name1}{n}元。 | {name1}向{name}借了{n}元。
D paraphrase | {name}向{name1}汇报。 | {name1}是{name}的上级。
D paraphrase | {name}在{year}年购买了{noun}。 | {name}在{year}年买了{noun}。
D paraphrase | {noun}价格上涨到{n}元。 | {noun}价格涨到了{n}元。
D paraphrase | {name}居住在{city}。 | {name}住在{city}。
D paraphrase | {noun}盒有{small}个{noun1}。 | {noun}盒的{noun1}一共{small}个。
D paraphrase | {name}把{noun}卖给了{name1}。 | {name1}从{name}那里买了{noun}。
D paraphrase | {noun}故障的原因是{noun1}。 | {noun1}导致了{noun}故障。
D restatement | {name}在{noun}公司上班。 | {name}的工作单位是{noun}公司。
D restatement | {name}的生日是{m}月{d}日。 | {name}{m}月{d}日出生。
D restatement | {name}对{noun}过敏。 | {name}的过敏原是{noun}。
X number | {noun}服务有{n}个进程。 | {noun}服务有{n1}个进程。
X number | {name}买了{word}盏灯。 | {name}买了{word1}盏灯。
X number | {noun}登机口是{letter}{small}。 | {noun}登机口是{letter}{small1}。
X unit | {noun}任务等待{small}秒。 | {noun}任务等待{small}分钟。
X unit | {noun}磁盘有{small}GB。 | {noun}磁盘有{small}MB。
X unit | {name}付了{n}元。 | {name}付了{n}欧元。
X unit | {name}每周跑{small}公里。 | {name}每月跑{small}公里。
X date | {name}出生于{year}年{m}月{d}日。 | {name}出生于{year}年{m}月{d1}日。
X date | {noun}合同{year}年到期。 | {noun}合同{year1}年到期。
X date | {name}周{wd}见{name1}。 | {name}周{wd1}见{name1}。
X date | {noun}展会在本周。 | {noun}展会在下周。
X date | {noun}会议在上午九点。 | {noun}会议在晚上九点。
X identifier | {noun}运行在{host}上。 | {noun}运行在{host1}上。
X identifier | {noun}使用{small}.{digit}.2版。 | {noun}使用{small}.{digit1}.2版。
X name | {name}签了{noun}表。 | {name1}签了{noun}表。
X name | {noun}组长是{name}。 | {noun}组长是{name1}。
X entity | {name}收集{noun}邮票。 | {name}收集{noun1}邮票。
X entity | {name}的哥哥住在{city}。 | {name}的表弟住在{city}。
X entity | {name}住在{city}。 | {name}的朋友住在{city}。
X entity | {name}是{noun}商人。 | {name}是{noun}收藏家。
X place | {name}在{city}长大。 | {name}在{city1}长大。
X place | {noun}店在{city}。 | {noun}店在{city}附近。
X environment | 生产环境打开了{noun}开关。 | 测试环境打开了{noun}开关。
X environment | 预发{noun}是红色的。 | 生产{noun}是红色的。
X status | {name}是{noun}商人。 | {name}以前是{noun}商人。
X status | {noun}订单已打开。 | {noun}订单已关闭。
X status | {noun}合同签了。 | {noun}合同取消了。
X status | {name}住在{city}。 | {name}曾住在{city}。
X negation | {name}吃{noun}。 | {name}不吃{noun}。
X negation | {noun}准备好了。 | {noun}没准备好。
X negation | {name}常去{city}。 | {name}从不去{city}。
X negation | {name}有{noun}。 | {name}没有{noun}。
X negation | {name}还在用{noun}。 | {name}不再用{noun}。
X negation | {name}能进{noun}楼。 | {name}不能进{noun}楼。
X antonym | {name}喜欢{noun}茶。 | {name}讨厌{noun}茶。
X antonym | {noun}门开着。 | {noun}门关着。
X antonym | {noun}最多{n}个。 | {noun}最少{n}个。
X antonym | {noun}很重。 | {noun}很轻。
X modality | {name}必须签{noun}。 | {name}可以签{noun}。
X modality | {name}打算去{city}。 | {name}去了{city}。
X modality | {name}可能卖{noun}。 | {name}卖了{noun}。
X quantifier | 所有{noun}都是红的。 | 有些{noun}是红的。
X quantifier | {name}只吃{noun}。 | {name}吃{noun}。
X quantifier | 至少需要{small}个{noun}。 | 最多需要{small}个{noun}。
X quantifier | 大多数{noun}是红的。 | 所有{noun}都是红的。
X role | {name}欠{name1}{n}元。 | {name1}欠{name}{n}元。
X role | {noun}服务调用{noun1}服务。 | {noun1}服务调用{noun}服务。
X role | {name}教{name1}{noun}。 | {name1}教{name}{noun}。
X role | 比起{noun}，{name}更喜欢{noun1}。 | 比起{noun1}，{name}更喜欢{noun}。
X role | {name}向{name1}汇报。 | {name1}向{name}汇报。
X role | {name}喜欢{noun}，讨厌{noun1}。 | {name}喜欢{noun1}，讨厌{noun}。
X role | {name}比{name1}高。 | {name1}比{name}高。
X direction | {name}从{city}搬到{city1}。 | {name}从{city1}搬到{city}。
X direction | {noun}价格涨到{n}元。 | {noun}价格跌到{n}元。
X direction | {noun}讲座在午饭前。 | {noun}讲座在午饭后。
X direction | {noun}价格涨了{small}%。 | {noun}价格涨到{small}%。
U other | {name}买了{noun}。 | {noun1}端口是{n}。
U other | {name}住在{city}。 | {noun}报告周{wd}交。
U other | {name}住在{city}。 | {name}对{noun}过敏。
U other | {noun}主机是{host}。 | {name1}在{city}见了{name}。
"""

_LABELS = {"D": _DUPLICATE, "X": _DIFFERENT, "U": _UNRELATED}
_SLOT = re.compile(r"\{(\w+?)(1?)\}")
_MONTHS = "January February March April May June July August September October November December".split()
_WORDS = "two three four five six seven eight nine eleven twelve".split()
_WORD_VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12)
_ZH_WORDS = "两 三 四 五 六 七 八 九 十一 十二".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_COLOURS = "teal ochre indigo maroon".split()


def _invented(rng: random.Random, syllables: int) -> str:
    return "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(syllables)) + rng.choice(
        "kmnrx"
    )


def _invented_zh(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("岚霖璟瑄铭骁嵘澜翊昊宸煜珩琰芮莹") for _ in range(count))


def _words(rng: random.Random, zh: bool) -> dict[str, str]:
    """One filling of every slot; slots ending in 1 differ from their plain ones."""
    count = rng.randrange(len(_WORD_VALUES))
    d, m, n, small = rng.randint(1, 27), rng.randint(1, 12), rng.randint(1100, 9800), rng.randint(13, 48)
    noun: Callable[[], str] = (lambda: _invented_zh(rng, 2)) if zh else (lambda: _invented(rng, 2))
    values = {
        "name": rng.choice("赵钱孙李周吴郑") + _invented_zh(rng, 2) if zh else _invented(rng, 2).title(),
        "name1": rng.choice("冯陈褚卫蒋沈韩") + _invented_zh(rng, 2) if zh else _invented(rng, 3).title(),
        "noun": noun(), "noun1": noun(),
        "city": noun() + "市" if zh else _invented(rng, 3).title(), "city1": noun() + "市" if zh else _invented(rng, 3).title(),
        "n": str(n), "n1": str(n + rng.choice((1, 9, 100))), "n_comma": f"{n:,}", "small": str(small), "small1": str(small + 1),
        "small_wide": str(small).translate({ord("0") + i: 0xFF10 + i for i in range(10)}),
        "word": (_ZH_WORDS if zh else _WORDS)[count], "word1": (_ZH_WORDS if zh else _WORDS)[count - 1],
        "digit": str(_WORD_VALUES[count]), "digit1": str(_WORD_VALUES[count - 1]),
        "d": str(d), "d1": str(d + 1), "d2": f"{d:02d}", "m": str(m), "m2": f"{m:02d}", "month": _MONTHS[m - 1],
        "year": str(rng.randint(1961, 2010)), "year1": str(rng.randint(2011, 2034)), "h": str(rng.randint(7, 11)),
        "phone": f"{rng.randint(10**6, 10**7 - 1)}", "phone8": f"{rng.randint(10**7, 10**8 - 1)}",
        "host": f"{_invented(rng, 1)}-{small}", "host1": f"{_invented(rng, 1)}-{small + 1}", "letter": rng.choice("ABCDE"),
        "weekday": _WEEKDAYS[d % 7], "weekday1": _WEEKDAYS[(d + 2) % 7], "wd": "一二三四五六日"[d % 7], "wd1": "一二三四五六日"[(d + 2) % 7],
        "colour": rng.choice(_COLOURS),
    }  # fmt: skip
    while values["noun"] == values["noun1"] or values["city"] == values["city1"]:
        values["noun1"], values["city1"] = noun(), (noun() + "市" if zh else _invented(rng, 3).title())
    return values


def _filled(template: str, values: dict[str, str]) -> str:
    return _SLOT.sub(lambda m: values[m[1] + m[2]], template).strip()


def generated_pairs(language: str, *, each: int = 8, seed: int = 7, part: str = "all") -> Iterator[Pair]:
    """`each` pairs of every template of a language (`en`, `zh`); `part` is `open`, `held_out` (every third) or `all`."""
    rng = random.Random(f"{seed}{language}")
    templates = [line for line in (_ZH if language == "zh" else _EN).strip().splitlines() if line]
    for number, line in enumerate(templates):
        head, a, b = (piece.strip() for piece in line.split("|"))
        label, kind = head.split(" ")
        for _ in range(each):
            values = _words(rng, language == "zh")
            if part == "all" or (part == "held_out") == (number % 3 == 2):
                yield Pair(_filled(a, values), _filled(b, values), _LABELS[label], kind)
