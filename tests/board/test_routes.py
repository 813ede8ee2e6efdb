"""The board over REST: the family's day in one answer, its bounds, and its ETag."""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.board import rules
from appliance.people.models import Person
from tests.calendar.fixtures import calendar, event
from tests.client import Client
from tests.fakes import FakeClock
from tests.lists.fixtures import a_list, add
from tests.snapshot.test_routes import at, whole

Family = dict[str, Person]
Board = dict[str, Any]


@pytest.fixture
def board(client: Client) -> Callable[[], Board]:
    """Read the board."""

    def read() -> Board:
        answer = client.get("/api/board")
        assert 200 == answer.status_code, answer.text
        found: Board = answer.json()
        return found

    return read


def titles(events: list[dict[str, Any]]) -> list[str]:
    return [each["title"] for each in events]


def test_a_household_without_people_has_an_empty_board(client: Client, board: Callable[[], Board]) -> None:
    found = board()
    assert ("2026-11-20", "2026-11-27", None) == (found["date"], found["lastDay"], found["weather"])
    assert {"openCount": 0, "listId": None} == found["shopping"]
    empty = ("members", "events", "coming", "birthdays", "countdowns", "chores", "items", "lists", "notes")
    assert [[]] * len(empty) == [found[each] for each in empty]


def test_the_events_of_today_and_of_the_days_after_it(
    client: Client, family: Family, board: Callable[[], Board]
) -> None:
    home = calendar(client)
    sport = client.post("/api/categories", {"name": "Sport", "color": "#00aa00", "emoji": "🏊"}).json()["id"]
    swim = event(
        client,
        home,
        "Swimming",
        **at(20, 16),
        memberIds=[family["Cleo"].id],
        travelMinutes=15,
        categoryId=sport,
        location="Pool",
    )
    event(client, home, "Trip", **whole(18, 22))
    event(client, home, "Yesterday", **whole(19, 20))
    event(client, home, "Choir", **at(19, 17), rrule="FREQ=DAILY;COUNT=4")
    event(client, home, "Next week", **at(27, 9))
    event(client, home, "Later", **at(28, 9))

    found = board()

    assert ["Trip", "Swimming", "Choir"] == titles(found["events"])
    assert {
        "id": swim["id"],
        "occurrenceStart": None,
        "date": "2026-11-20",
        "title": "Swimming",
        "start": "2026-11-20T16:00:00.000Z",
        "end": "2026-11-20T17:00:00.000Z",
        "allDay": False,
        "location": "Pool",
        "memberIds": [family["Cleo"].id],
        "color": family["Cleo"].color,
        "categoryId": sport,
        "categoryColor": "#00aa00",
        "emoji": "🏊",
        "leaveAt": "2026-11-20T15:45:00.000Z",
    } == found["events"][1]
    assert [("2026-11-21", "Choir"), ("2026-11-22", "Choir"), ("2026-11-27", "Next week")] == [
        (each["date"], each["title"]) for each in found["coming"]
    ]


def test_marked_events_are_counted_down_to(client: Client, board: Callable[[], Board]) -> None:
    event(client, calendar(client), "Holidays", **whole(30, 31) | {"end": "2026-12-05"}, countdown=True)
    assert [("Holidays", 10)] == [(each["title"], each["days"]) for each in board()["countdowns"]]


def test_birthdays_are_listed_beside_the_events(client: Client, board: Callable[[], Board]) -> None:
    client.post("/api/members", {"name": "Ida", "color": "#123456", "birthday": "2019-11-24"})
    birthdays = client.post("/api/categories", {"name": "Birthdays", "color": "#f00", "keywords": ["birthday"]})
    event(client, calendar(client), "Granny's birthday", **whole(21, 22), categoryId=birthdays.json()["id"])

    found = board()

    assert [("Granny's birthday", "2026-11-21", None), ("Ida", "2026-11-24", 7)] == [
        (each["name"], each["date"], each["age"]) for each in found["birthdays"]
    ]
    assert [] == found["coming"]


def test_a_member_has_progress_points_and_a_streak(
    client: Client, family: Family, clock: FakeClock, board: Callable[[], Board]
) -> None:
    cleo, dan = family["Cleo"].id, family["Dan"].id
    teeth = client.post(
        "/api/chores", {"title": "Teeth", "rrule": "FREQ=DAILY", "dueDate": "2026-11-19", "memberId": cleo, "points": 2}
    ).json()["id"]
    client.post("/api/chores", {"title": "Bed", "dueDate": "2026-11-20", "memberId": cleo})
    bins = client.post("/api/chores", {"title": "Bins", "dueDate": "2026-11-20", "emoji": "🗑️"}).json()["id"]
    client.post(f"/api/chores/{teeth}/complete", {"date": "2026-11-19"})
    board()
    client.post(f"/api/chores/{teeth}/complete", {"date": "2026-11-20"})

    found = board()

    by_id = {each["id"]: each for each in found["members"]}
    assert ({"done": 1, "total": 2}, 2, 3) == tuple(by_id[cleo][each] for each in ("chores", "pointsToday", "balance"))
    assert 1 == by_id[cleo]["streak"]
    assert {"done": 0, "total": 0} == by_id[dan]["chores"]
    assert [("Bed", cleo, False), ("Bins", None, False), ("Teeth", cleo, True)] == [
        (each["title"], each["memberId"], each["completed"]) for each in found["chores"]
    ]
    assert bins == found["chores"][1]["id"]


def test_a_chore_has_the_open_items_of_its_checklist(client: Client, board: Callable[[], Board]) -> None:
    bag = a_list(client, "reusable")
    towel, _ = add(client, bag, "Towel", "Goggles")
    client.post("/api/chores", {"title": "Pack", "dueDate": "2026-11-20", "listId": bag})
    assert [2] == [each["openItems"] for each in board()["chores"]]

    client.patch(f"/api/lists/{bag}/items/{towel['id']}", {"done": True})
    assert [1] == [each["openItems"] for each in board()["chores"]]


def test_due_items_shopping_and_pinned_lists(client: Client, family: Family, board: Callable[[], Board]) -> None:
    groceries, errands = a_list(client, "shopping", name="Groceries"), a_list(client, name="Errands")
    attic = a_list(client, name="Attic")
    add(client, groceries, *(f"Item {number}" for number in range(10)))
    add(client, errands, {"title": "Late", "dueDate": "2026-11-18", "memberId": family["Dan"].id}, "Some day")
    add(client, errands, {"title": "Today", "dueDate": "2026-11-20"}, {"title": "Later", "dueDate": "2026-11-21"})
    add(client, attic, {"title": "Hidden", "dueDate": "2026-11-20"})
    client.patch(f"/api/lists/{attic}", {"archived": True, "pinned": True})
    assert [] == board()["lists"]

    pinned = client.patch(f"/api/lists/{groceries}", {"pinned": True}).json()
    found = board()

    assert pinned["pinned"]
    assert {"openCount": 10, "listId": groceries} == found["shopping"]
    assert [("Late", True), ("Today", False)] == [(each["title"], each["overdue"]) for each in found["items"]]
    assert [("Groceries", 10, [f"Item {number}" for number in range(8)])] == [
        (each["name"], each["openCount"], each["items"]) for each in found["lists"]
    ]


def test_notes_of_today_name_what_they_are_about(
    client: Client, family: Family, clock: FakeClock, board: Callable[[], Board]
) -> None:
    [milk] = add(client, a_list(client), "Milk")
    swim = event(client, calendar(client), "Swimming", **at(20, 16))
    client.post("/api/notes", {"target": f"list_item:{milk['id']}", "body": "Oat", "memberId": family["Dan"].id})
    clock.turn(minutes=1)
    client.post("/api/notes", {"target": f"event:{swim['id']}", "body": "Bring a towel"})

    assert [("Bring a towel", "Swimming"), ("Oat", "Milk")] == [
        (each["body"], each["targetTitle"]) for each in board()["notes"]
    ]

    clock.turn(days=1)
    assert [] == board()["notes"]


def test_what_is_beyond_the_bounds_is_counted(client: Client, board: Callable[[], Board]) -> None:
    home, errands = calendar(client), a_list(client)
    for number in range(rules.MAX_COMING + 2):
        event(client, home, f"Event {number}", **at(21, number % 20))
    add(client, errands, *({"title": "Due", "dueDate": "2026-11-20"} for _ in range(rules.MAX_ITEMS + 3)))
    [milk] = add(client, errands, "Milk")
    for _ in range(rules.MAX_NOTES + 1):
        client.post("/api/notes", {"target": f"list_item:{milk['id']}", "body": "Oat"})
    for number in range(rules.MAX_LISTS + 1):
        client.patch(f"/api/lists/{a_list(client, name=f'List {number}')}", {"pinned": True})

    assert {"events": 0, "coming": 2, "chores": 0, "items": 3, "lists": 1, "notes": 1} == board()["leftOut"]


def test_every_kind_of_write_is_on_the_next_board(client: Client, family: Family, board: Callable[[], Board]) -> None:
    """Parts of the board are kept until a change concerns them."""
    cleo, home, errands = family["Cleo"].id, calendar(client), a_list(client, "shopping")
    chore = client.post("/api/chores", {"title": "Bed", "dueDate": "2026-11-20", "memberId": cleo}).json()["id"]
    swim = event(client, home, "Swimming", **at(20, 16))
    seen = [board()]

    def after(method: str, path: str, body: object = None) -> None:
        answer = client.request(method, path, json=body)
        assert answer.status_code < 300, answer.text
        seen.append(board())

    after("POST", f"/api/chores/{chore}/complete", {"date": "2026-11-20"})
    after("DELETE", f"/api/chores/{chore}/complete?date=2026-11-20")
    after("PATCH", f"/api/chores/{chore}", {"title": "Make the bed"})
    after("PATCH", f"/api/events/{swim['id']}", {"title": "Diving"})
    after("PATCH", f"/api/events/{swim['id']}", {"memberIds": [cleo]})
    after("PATCH", f"/api/members/{cleo}", {"color": "#00ff00"})
    after("POST", f"/api/lists/{errands}/items", {"title": "Milk"})
    after("POST", "/api/notes", {"target": f"event:{swim['id']}", "body": "Towel"})
    after("DELETE", f"/api/events/{swim['id']}")
    after("PATCH", "/api/settings", {"timezone": "Asia/Tokyo"})
    after("DELETE", f"/api/members/{cleo}")

    assert [] == [place for place in range(1, len(seen)) if seen[place] == seen[place - 1]]


def test_the_etag_holds_until_a_write_and_until_the_next_hour(client: Client, clock: FakeClock) -> None:
    tag = client.get("/api/board").headers["etag"]
    assert 304 == client.get("/api/board", headers={"If-None-Match": tag}).status_code

    clock.turn(hours=1)
    later = client.get("/api/board", headers={"If-None-Match": tag})
    assert 200 == later.status_code

    client.post("/api/members", {"name": "Ida", "color": "#123456"})
    assert 200 == client.get("/api/board", headers={"If-None-Match": later.headers["etag"]}).status_code
