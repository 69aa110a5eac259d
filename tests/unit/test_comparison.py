"""Values of one slot and whole statements: what is the same, what refines, what differs and why."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.comparison import (
    Sameness,
    compare_statements,
    compare_values,
    normal_statement,
    normal_value,
)
from memory_pipeline.domain.comparison.forms import all_forms
from memory_pipeline.domain.registry import ValueType

SAME_VALUES = [
    (ValueType.DATE, "March 15", "3月15日"),
    (ValueType.DATE, "March 15", "03-15"),
    (ValueType.DATE, "15th of March", "3/15"),
    (ValueType.DATE, "三月十五号", "Mar 15th"),
    (ValueType.DATE, "3 May 2019", "2019年5月3日"),
    (ValueType.DATE, "2019-05-03", "May 3, 2019"),
    (ValueType.DATE, "25/12/2020", "25 December 2020"),
    (ValueType.NUMBER, "五十", "fifty"),
    (ValueType.NUMBER, "50", "５０"),
    (ValueType.NUMBER, "一百二十", "120"),
    (ValueType.NUMBER, "一百二", "120"),
    (ValueType.NUMBER, "34岁", "thirty-four years old"),
    (ValueType.NUMBER, "8 GB", "8000 MB"),
    (ValueType.NUMBER, "12.5k", "12,500"),
    (ValueType.NUMBER, "三万五千", "35000"),
    (ValueType.PHONE, "138-0013-8000", "138 0013 8000"),
    (ValueType.PHONE, "+49 (0)30 1234567", "0049301234567"),
    (ValueType.EMAIL, "Jo.Bell@Mail.com.", "jo.bell@mail.com"),
    (ValueType.EMAIL, "mailto:jo@x.org", "jo@x.org"),
    (ValueType.PLACE, "北京", "北京市"),
    (ValueType.PLACE, "city of Munich", "Munich"),
    (ValueType.TEXT, "a latte", "Latte."),
    (ValueType.TEXT, "“dark mode”", "dark mode"),
    (ValueType.NAME, "Dr. Ann Lee", "ann lee"),
    (ValueType.NAME, "李雷先生", "李雷"),
]
REFINED_VALUES = [
    (ValueType.DATE, "March 15", "1990-03-15", "date"),
    (ValueType.DATE, "1990", "March 1990", "date"),
    (ValueType.DATE, "三月十五日", "1990年3月15日", "date"),
    (ValueType.PLACE, "Beijing", "Chaoyang, Beijing", "place"),
    (ValueType.PLACE, "北京", "北京朝阳区", "place"),
    (ValueType.PLACE, "Munich", "Munich, Germany", "place"),
    (ValueType.PHONE, "13800138000", "+86 138 0013 8000", "identifier"),
]
DIFFERENT_VALUES = [
    (ValueType.DATE, "March 15", "March 16", "date"),
    (ValueType.DATE, "March 1990", "March 1991", "date"),
    (ValueType.DATE, "3/4/2024", "2024-03-04", "date"),
    (ValueType.NUMBER, "50", "51", "figure"),
    (ValueType.NUMBER, "8 GB", "8 MB", "figure"),
    (ValueType.PHONE, "13800138000", "13800138001", "identifier"),
    (ValueType.EMAIL, "a@x.org", "b@x.org", "identifier"),
    (ValueType.PLACE, "York", "New York", "place"),
    (ValueType.PLACE, "Chaoyang, Beijing", "Haidian, Beijing", "place"),
    (ValueType.PLACE, "北京朝阳区", "北京海淀区", "place"),
    (ValueType.NAME, "Ann Lee", "Ann Li", "name"),
    (ValueType.NAME, "陈晨", "陈辰", "name"),
    (ValueType.TEXT, "coffee", "tea", "entity"),
    (ValueType.TEXT, "花生", "海鲜", "entity"),
]
WORDING_ONLY = [
    ("The night shift begins at 22:00.", "The night shift starts at 10 pm."),
    ("Mara's rent is 900 euros a month.", "Mara pays 900 euros in rent every month."),
    ("The parcel was delivered by Omar.", "Omar delivered the parcel."),
    ("There are 14 seats in the van.", "The van has 14 seats."),
    ("Ida lent Noor 40 dollars.", "Noor borrowed 40 dollars from Ida."),
    ("The user no longer smokes.", "The user stopped smoking."),
    ("每晚十点开始备份。", "备份每晚22:00开始。"),
    ("小林向老周借了300元。", "老周借给小林三百元。"),
    ("阿宁的上级是老周。", "阿宁向老周汇报。"),
    ("仓库有14个货架。", "仓库的货架一共十四个。"),
    ("用户住在成都（已核实）。", "用户居住在成都"),
]
SAYS_ANOTHER_THING = [
    ("Ida lent Noor 40 dollars.", "Noor lent Ida 40 dollars.", "role"),
    ("The quota is 40 GB.", "The quota is 40 MB.", "unit"),
    ("The quota is 40 GB.", "The quota is 50 GB.", "figure"),
    ("The audit is on 3 June.", "The audit is on 4 June.", "date"),
    ("The gate is B12.", "The gate is B21.", "identifier"),
    ("Mara eats pork.", "Mara doesn't eat pork.", "negation"),
    ("Visitors must sign in.", "Visitors may sign in.", "modality"),
    ("All doors are locked.", "Some doors are locked.", "quantifier"),
    ("Mara lived in Graz.", "Mara lives in Graz.", "status"),
    ("The cron job runs in staging.", "The cron job runs in production.", "environment"),
    ("The fee rose by 4 percent.", "The fee rose to 4 percent.", "direction"),
    ("Mara plays the oboe.", "Mara plays the harp.", "entity"),
    ("小林教老周法语。", "老周教小林法语。", "role"),
    ("小林吃猪肉。", "小林不吃猪肉。", "negation"),
    ("访客必须登记。", "访客可以登记。", "modality"),
    ("小林曾住在成都。", "小林住在成都。", "status"),
    ("配额是40GB。", "配额是40MB。", "unit"),
    ("3.1版已上线。", "3.10版已上线。", "figure"),
]

TURNED_ROLES = [
    ("Carol is the manager of Bob.", "Carol's manager is Bob."),
    ("Ann is the mother of Eve.", "Ann's mother is Eve."),
    ("Ann owns the Blue Boat.", "Ann is owned by the Blue Boat."),
    ("The manager of the engineer is ill.", "The manager's engineer is ill."),
    ("The outage caused the leak.", "The outage's cause is the leak."),
    ("Auth is a dependency of billing.", "Auth's dependency is billing."),
    ("Bob was fired by Ann.", "Bob fired Ann."),
    ("Dr. Hale mentors the user.", "The user mentors Dr. Hale."),
    ("Ann manages Bob.", "Bob manages Ann."),
    ("Ann hosts the wiki on db1.", "Ann hosts db1 on the wiki."),
    ("db1 backs up db2.", "db2 backs up db1."),
    ("The owner of the car is Tom.", "The car of the owner is Tom."),
    ("The user mentors Dr. Hale.", "The user's mentor is Dr. Hale."),
    ("Tom is Ann's tenant.", "Ann is Tom's tenant."),
    ("Tom works with Ann's boss.", "Ann works with Tom's boss."),
    ("卡罗尔是鲍勃的经理。", "卡罗尔的经理是鲍勃。"),
    ("安娜是伊芙的母亲。", "安娜的母亲是伊芙。"),
    ("认证是账单的依赖。", "认证的依赖是账单。"),
    ("故障导致了泄漏。", "故障的原因是泄漏。"),
    ("鲍勃被安娜解雇了。", "鲍勃解雇了安娜。"),
    ("db1备份db2。", "db2备份db1。"),
    ("安娜领导鲍勃。", "鲍勃领导安娜。"),
    ("汤姆是安娜的房客。", "安娜是汤姆的房客。"),
    ("工程师的经理病了。", "经理的工程师病了。"),
]


@pytest.mark.parametrize(("value_type", "a", "b"), SAME_VALUES)
def test_spellings_of_one_value_have_one_normal_form(value_type: ValueType, a: str, b: str) -> None:
    assert normal_value(a, value_type) == normal_value(b, value_type)
    assert (compare_values(a, b, value_type).sameness, compare_values(a, b, value_type).kind) == (
        Sameness.SAME,
        "equal",
    )


@pytest.mark.parametrize(("value_type", "general", "precise", "kind"), REFINED_VALUES)
def test_a_more_precise_value_refines_and_its_mirror_generalises(
    value_type: ValueType, general: str, precise: str, kind: str
) -> None:
    there, back = compare_values(general, precise, value_type), compare_values(precise, general, value_type)
    assert (there.sameness, there.kind) == (Sameness.REFINES, kind)
    assert back.sameness is Sameness.GENERALISES


@pytest.mark.parametrize(("value_type", "a", "b", "kind"), DIFFERENT_VALUES)
def test_other_values_are_different_with_the_kind_of_the_difference(
    value_type: ValueType, a: str, b: str, kind: str
) -> None:
    found = compare_values(a, b, value_type)
    assert (found.sameness, found.kind) == (Sameness.DIFFERENT, kind)
    assert found.reason


def test_a_plural_of_a_text_value_is_the_same_value_in_other_words() -> None:
    found = compare_values("peanut", "peanuts", ValueType.TEXT)
    assert (found.sameness, found.kind) == (Sameness.SAME, "wording")


@pytest.mark.parametrize(("a", "b"), WORDING_ONLY)
def test_statements_that_differ_in_wording_only_are_the_same(a: str, b: str) -> None:
    assert compare_statements(a, b).sameness is Sameness.SAME
    assert compare_statements(b, a).sameness is Sameness.SAME


@pytest.mark.parametrize(("a", "b", "kind"), SAYS_ANOTHER_THING)
def test_statements_that_say_another_thing_are_named_by_it(a: str, b: str, kind: str) -> None:
    found = compare_statements(a, b)
    assert (found.sameness, found.kind) == (Sameness.DIFFERENT, kind)


def test_other_languages_are_the_same_only_word_for_word() -> None:
    assert (
        compare_statements("Пользователь живёт в Риге.", "пользователь живёт в Риге").sameness
        is Sameness.SAME
    )
    assert (
        compare_statements("Пользователь живёт в Риге.", "В Риге живёт пользователь.").sameness
        is Sameness.DIFFERENT
    )


def test_a_question_is_not_the_statement() -> None:
    assert normal_statement("The user likes tea?") != normal_statement("The user likes tea.")
    assert compare_statements("The user likes tea?", "The user likes tea.").sameness is Sameness.DIFFERENT


@pytest.mark.parametrize(
    "text", ["", "   ", "。", "!!!", "的", "the", "🙂", "((()))", "：", "1", "t" * 5000, "和" * 3000]
)
def test_odd_text_is_compared_without_an_error(text: str) -> None:
    assert compare_statements(text, text).sameness is Sameness.SAME
    assert compare_statements(text, "The user likes tea.").sameness is Sameness.DIFFERENT
    for value_type in ValueType:
        assert compare_values(text, text, value_type).sameness is Sameness.SAME


def test_every_way_of_a_form_fills_every_place_of_its_canonical_form() -> None:
    for form in all_forms():
        places = {element.variable for element in form.canonical if element.variable}
        for way in form.ways:
            filled = [
                element.variable for element in way.elements if element.variable and not element.optional
            ]
            assert sorted(filled) == sorted(places), way


@pytest.mark.parametrize(("a", "b"), TURNED_ROLES)
@pytest.mark.parametrize("ending", ["", " in the old harbour building of the logistics department last week"])
def test_turned_roles_stay_apart_in_short_and_long_statements(a: str, b: str, ending: str) -> None:
    assert not compare_statements(a.rstrip(".。") + ending, b.rstrip(".。") + ending).mergeable
