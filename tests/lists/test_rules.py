"""The order of items, how an item and its steps tick each other, and invalid values."""

from datetime import date
from typing import Any

import pytest

from appliance.kernel.errors import BadRequest
from appliance.lists import rules
from appliance.lists.models import Group, GroupName, NewItem, SortBy
from tests.lists.fixtures import MORNING, NOW, an_item, drawn

TODAY = date(2026, 11, 20)
YESTERDAY, TOMORROW = "2026-11-19", "2026-11-21"
LATER = "2026-11-20T08:00:00.000Z"


@pytest.mark.parametrize(
    ("sort_by", "first_to_last"),
    [
        # manual: priority, then overdue first, then the family's own order
        ("manual", [{"priority": "urgent"}, {"priority": "high"}, {"priority": "normal"}, {"priority": "low"}]),
        ("manual", [{"priority": "high", "sort": 9}, {"sort": 1}, {"sort": 2}]),
        ("manual", [{"due_date": YESTERDAY, "sort": 9}, {"due_date": "2026-11-20", "sort": 1}, {"sort": 2}]),
        ("manual", [{"priority": "high"}, {"due_date": YESTERDAY}, {}]),
        ("manual", [{"sort": 1, "created_at": MORNING}, {"sort": 1, "created_at": LATER}]),
        # a done item ranks as normal and is never overdue
        ("manual", [{"priority": "high", "sort": 9}, {"sort": 1}, {"priority": "urgent", "done": True, "sort": 2}]),
        ("manual", [{"priority": "low", "done": True}, {"priority": "low"}]),
        ("manual", [{"due_date": YESTERDAY, "sort": 5}, {"sort": 1}, {"due_date": YESTERDAY, "done": True, "sort": 2}]),
        # added: newest first, whatever the priority
        ("added", [{"created_at": NOW}, {"created_at": LATER, "priority": "urgent"}, {"created_at": MORNING}]),
        ("added", [{"sort": 2}, {"sort": 1}, {"sort": 0}]),
        # due: soonest first, without a date last
        ("due", [{"due_date": YESTERDAY, "sort": 3}, {"due_date": TOMORROW, "sort": 1}, {"sort": 0}]),
        ("due", [{"due_date": TOMORROW, "sort": 1}, {"due_date": TOMORROW, "sort": 2, "priority": "urgent"}]),
        ("due", [{"due_date": YESTERDAY, "done": True}, {"due_date": TOMORROW}]),
        # priority: priority, overdue first, then the soonest date
        ("priority", [{"priority": "urgent"}, {"priority": "high", "due_date": YESTERDAY}]),
        ("priority", [{"due_date": YESTERDAY, "sort": 9}, {"due_date": TOMORROW, "sort": 8}, {"sort": 1}]),
        ("priority", [{"due_date": TOMORROW, "sort": 1}, {"due_date": TOMORROW, "sort": 2}]),
        ("priority", [{"due_date": TOMORROW}, {"priority": "urgent", "done": True}]),
        # alpha: in any case, accents beside their letters
        ("alpha", [{"title": "apples"}, {"title": "Bread"}, {"title": "cherries", "priority": "urgent"}]),
        ("alpha", [{"title": "Épices"}, {"title": "ernte"}, {"title": "Zucchini"}]),
        ("alpha", [{"title": "MILK", "sort": 1}, {"title": "milk", "sort": 2}, {"title": "Milk", "sort": 3}]),
    ],
)
def test_items_stand_in_the_order_of_their_list(sort_by: SortBy, first_to_last: list[dict[str, Any]]) -> None:
    expected = [an_item(**{"id": str(place), **values}) for place, values in enumerate(first_to_last)]
    assert expected == rules.ordered(expected, sort_by, TODAY)
    assert expected == rules.ordered(reversed(expected), sort_by, TODAY)


def test_linked_items_an_event_stand_open_first_then_by_priority() -> None:
    expected = [
        an_item("Cake", priority="high", sort=5),
        an_item("Balloons", sort=1),
        an_item("Music", sort=2),
        an_item("Invitations", priority="urgent", done=True),
    ]
    assert expected == rules.by_urgency(reversed(expected))


@pytest.mark.parametrize(
    ("before", "steps", "after", "done_change"),
    [
        # (done, steps before), steps now, done now, and what became of done_at and done_by
        ((False, "x-"), "xx", True, "set"),
        ((False, "-"), "x", True, "set"),
        ((False, "--"), "x-", False, "kept"),
        ((True, "xx"), "x-", False, "cleared"),
        ((True, "xx"), "xx-", False, "cleared"),  # a step was added
        ((True, ""), "-", False, "cleared"),  # the first one
        ((False, ""), "-", False, "kept"),
        ((False, "x-"), "x", True, "set"),  # the open one was removed
        ((True, "xx"), "x", True, "kept"),
        ((False, "-"), "", False, "kept"),  # the last one was removed
        ((True, "x"), "", True, "kept"),
    ],
)
def test_steps_complete_and_open_their_item(
    before: tuple[bool, str], steps: str, after: bool, done_change: str
) -> None:
    done, drawn_before = before
    item = an_item(steps=drawn_before, done=done, done_by="ana" if done else None)
    settled = rules.after_step_change(item, an_item(steps=steps).steps, NOW)

    expected_done = {"set": (NOW, None), "kept": (item.done_at, item.done_by), "cleared": (None, None)}[done_change]
    assert (after, *expected_done) == (settled.done, settled.done_at, settled.done_by)
    assert steps == drawn(settled)
    assert (steps.count("x"), len(steps)) == (settled.steps_done, settled.steps_total)


@pytest.mark.parametrize("steps", ["", "-", "x-", "xx"])
def test_an_item_ticks_and_unticks_its_steps(steps: str) -> None:
    ticked = rules.with_tick(an_item(steps=steps), NOW, "ana")
    assert (True, NOW, "ana", "x" * len(steps)) == (ticked.done, ticked.done_at, ticked.done_by, drawn(ticked))
    assert len(steps) == ticked.steps_done

    unticked = rules.without_tick(ticked)
    expected = (False, None, None, "-" * len(steps), 0)
    assert expected == (unticked.done, unticked.done_at, unticked.done_by, drawn(unticked), unticked.steps_done)


@pytest.mark.parametrize(
    ("sent", "remembered", "result"),
    [
        ({}, ("Aldi", "Dairy"), ("Aldi", "Dairy")),
        ({"store": "Lidl"}, ("Aldi", "Dairy"), ("Lidl", "Dairy")),
        ({"store": None}, ("Aldi", "Dairy"), (None, "Dairy")),
        ({"store": None, "category": None}, ("Aldi", "Dairy"), (None, None)),
        ({}, (None, None), (None, None)),
    ],
)
def test_store_and_category_come_from_memory_only_when_they_are_not_sent(
    sent: dict[str, Any], remembered: tuple[str | None, str | None], result: tuple[str | None, str | None]
) -> None:
    assert result == rules.store_and_category(NewItem(title="Milk", **sent), remembered)


@pytest.mark.parametrize(
    ("title", "memory"), [("Milk", "milk"), ("  MILK ", "milk"), ("Weiße Bohnen", "weisse bohnen")]
)
def test_titles_are_remembered_in_any_case(title: str, memory: str) -> None:
    assert memory == rules.memory_of(title)


def test_the_texts_of_an_item_are_trimmed_and_blank_ones_are_none() -> None:
    body = NewItem(title=" Milk ", notes=" two ", quantity=" ", store="", category=" Dairy ", steps=[" open it "])
    expected = NewItem(title="Milk", notes="two", quantity=None, store=None, category="Dairy", steps=["open it"])
    assert expected == rules.trimmed(body)
    assert NewItem(title="Milk") == rules.trimmed(NewItem(title="Milk"))


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        (
            [GroupName(kind="store", name="Aldi"), GroupName(kind="store", name="Aldi ")],
            "groups.1: the store Aldi is named twice",
        ),
        (
            [GroupName(kind="store", name="Aldi"), GroupName(kind="category", name=" ")],
            "groups.1.name: must not be empty",
        ),
    ],
)
def test_bad_groups_are_rejected(wanted: list[GroupName], error: str) -> None:
    with pytest.raises(BadRequest) as raised:
        rules.with_places(wanted)
    assert error == raised.value.message


def test_a_group_name_may_be_a_store_and_a_category() -> None:
    both = [GroupName(kind="store", name="Market"), GroupName(kind="category", name="Market")]
    assert [
        Group(kind="category", name="Market", sort=0),
        Group(kind="store", name="Market", sort=0),
    ] == rules.with_places(both)
