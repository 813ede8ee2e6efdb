"""A member's day and week over REST, from a household where something happens."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.fixtures import calendar, event, occurrence, sync
from tests.client import Changes, Client
from tests.fakes import FakeClock

Family = dict[str, Person]


def at(day: int, hour: int) -> dict[str, Any]:
    """An hour of November, in UTC."""
    return {"start": f"2026-11-{day:02}T{hour:02}:00:00.000Z", "end": f"2026-11-{day:02}T{hour + 1:02}:00:00.000Z"}


def whole(first: int, after: int) -> dict[str, Any]:
    return {"start": f"2026-11-{first:02}", "end": f"2026-11-{after:02}", "allDay": True}


@pytest.fixture
def lived(client: Client, family: Family) -> dict[str, Any]:
    """A Friday and the week after it; the ids that matter."""
    cleo, dan = family["Cleo"].id, family["Dan"].id
    home = calendar(client)
    birthdays = client.post("/api/categories", {"name": "Birthdays", "color": "#f00", "keywords": ["birthday"]}).json()
    swim = event(client, home, "Swimming", **at(20, 16), memberIds=[cleo], travelMinutes=15)
    event(client, home, "Soccer", **at(20, 15), memberIds=[dan])
    event(client, home, "Trip", **whole(18, 22))
    event(client, home, "Yesterday", **whole(19, 20))
    event(client, home, "Dinner", **at(21, 18))
    event(client, home, "Granny's birthday", **whole(21, 22))
    event(client, home, "Choir", **at(24, 17), rrule="FREQ=DAILY;COUNT=2", memberIds=[cleo, dan])
    event(client, home, "Next week", **at(27, 9))

    client.post("/api/chores", {"title": "Teeth", "rrule": "FREQ=DAILY", "memberId": cleo, "points": 2})
    bins = client.post("/api/chores", {"title": "Bins", "dueDate": "2026-11-20", "emoji": "🗑️"}).json()
    client.post("/api/chores", {"title": "Dog", "rrule": "FREQ=DAILY", "memberId": dan})
    client.post(f"/api/chores/{bins['id']}/complete", {"date": "2026-11-20", "memberId": dan})

    errands = client.post("/api/lists", {"name": "Errands", "kind": "todo", "emoji": "📋"}).json()["id"]
    attic = client.post("/api/lists", {"name": "Attic", "kind": "todo"}).json()["id"]
    requests: list[dict[str, Any]] = [
        {"title": "Late", "dueDate": "2026-11-18"},
        {"title": "Bag", "dueDate": "2026-11-21", "steps": ["towel"]},
        {"title": "Call", "priority": "urgent"},
        {"title": "Some day"},
        {"title": "Done", "dueDate": "2026-11-20"},
        {"title": "Goggles", "dueDate": "2026-11-20", "eventId": swim["id"]},
    ]
    items = client.post(f"/api/lists/{errands}/items", [request | {"memberId": cleo} for request in requests]).json()
    client.patch(f"/api/lists/{errands}/items/{items[4]['id']}", {"done": True})
    client.post(f"/api/lists/{errands}/items", {"title": "Dan's", "memberId": dan, "dueDate": "2026-11-20"})
    client.post(f"/api/lists/{attic}/items", {"title": "Hidden", "memberId": cleo, "dueDate": "2026-11-20"})
    client.patch(f"/api/lists/{attic}", {"archived": True})
    return {"cleo": cleo, "ben": family["Ben"].id, "swim": swim["id"], "birthdays": birthdays["id"], "home": home}


def snapshot(client: Client, member: str, **more: str) -> dict[str, Any]:
    answer = client.get("/api/snapshot", params={"member": member, **more})
    assert 200 == answer.status_code, answer.text
    return dict(answer.json())


def titled(rows: list[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in ("title", *names)) for row in rows]


def test_a_day(display: Client, lived: dict[str, Any], family: Family) -> None:
    answer = snapshot(display, lived["cleo"])
    assert {
        "greeting": "Good afternoon, Cleo",
        "member": {
            "id": lived["cleo"],
            "name": "Cleo",
            "color": "#8E5BD6",
            "avatar": "🦊",
            "birthday": "2017-02-28",
            "photoId": None,
        },
        "range": "day",
        "from": "2026-11-20",
        "to": "2026-11-20",
        "generatedAt": "2026-11-20T15:24:00.000Z",
        "weather": None,
    } == {name: answer[name] for name in ("greeting", "member", "range", "from", "to", "generatedAt", "weather")}
    assert [("Trip", "2026-11-20"), ("Swimming", "2026-11-20")] == titled(answer["events"], "date")
    assert [
        {
            "id": answer["chores"][0]["id"],
            "title": "Teeth",
            "emoji": None,
            "points": 2,
            "dueTime": None,
            "date": "2026-11-20",
            "done": False,
            "shared": False,
        },
        {
            "id": answer["chores"][1]["id"],
            "title": "Bins",
            "emoji": "🗑️",
            "points": 0,
            "dueTime": None,
            "date": "2026-11-20",
            "done": True,
            "shared": True,
        },
    ] == answer["chores"]
    assert [("Late", True), ("Goggles", False), ("Call", False)] == titled(answer["items"], "overdue")
    assert {("Errands", "📋")} == {(row["listName"], row["listEmoji"]) for row in answer["items"]}
    assert [
        {"memberId": lived["ben"], "eventId": None, "name": "Ben", "avatar": "🧔", "date": "2026-11-20", "age": 42}
    ] == answer["birthdays"]
    assert set() == answer.keys() - {
        "goal",
        "meals",
        "greeting",
        "member",
        "range",
        "from",
        "to",
        "generatedAt",
        "weather",
        "events",
        "chores",
        "items",
        "birthdays",
        "tomorrow",
    }


def test_a_day_contains_tomorrow(display: Client, lived: dict[str, Any]) -> None:
    tomorrow = snapshot(display, lived["cleo"])["tomorrow"]
    assert ["date", "events", "items", "birthdays"] == list(tomorrow)
    assert "2026-11-21" == tomorrow["date"]
    assert [("Trip", "2026-11-21"), ("Dinner", "2026-11-21")] == titled(tomorrow["events"], "date")
    assert [("Bag", 1)] == titled(tomorrow["items"], "stepsTotal")
    assert [("Granny's birthday", None, None, "2026-11-21")] == [
        (row["name"], row["memberId"], row["age"], row["date"]) for row in tomorrow["birthdays"]
    ]


def test_a_week(display: Client, lived: dict[str, Any]) -> None:
    answer = snapshot(display, lived["cleo"], range="week")
    assert ("week", "2026-11-20", "2026-11-26", None) == (
        answer["range"],
        answer["from"],
        answer["to"],
        answer["tomorrow"],
    )
    assert [
        ("Trip", "2026-11-20"),
        ("Swimming", "2026-11-20"),
        ("Dinner", "2026-11-21"),
        ("Choir", "2026-11-24"),
        ("Choir", "2026-11-25"),
    ] == titled(answer["events"], "date")
    teeth = [row["date"] for row in answer["chores"] if row["title"] == "Teeth"]
    assert [f"2026-11-{day}" for day in range(20, 27)] == teeth
    assert [("Bins", "2026-11-20")] == titled([row for row in answer["chores"] if row["shared"]], "date")
    assert [("Late",), ("Goggles",), ("Bag",), ("Call",)] == titled(answer["items"])
    assert ["Ben", "Granny's birthday"] == [row["name"] for row in answer["birthdays"]]


def test_events_are_whole_with_their_counts(display: Client, client: Client, lived: dict[str, Any]) -> None:
    client.post("/api/notes", {"target": f"event:{lived['swim']}", "body": "Cap!"})
    [swim] = [row for row in snapshot(display, lived["cleo"])["events"] if row["title"] == "Swimming"]
    listed = client.get(f"/api/events?from=2026-11-20&to=2026-11-21&memberId={lived['cleo']}").json()
    assert [swim] == [row | {"date": "2026-11-20"} for row in listed]
    assert (1, 1, "2026-11-20T15:45:00.000Z") == (swim["linkedItemCount"], swim["noteCount"], swim["leaveAt"])


def test_a_birthday_of_a_feed_is_one_too(
    display: Client, client: Client, application: Application, lived: dict[str, Any]
) -> None:
    feed = calendar(client, "ics")
    sync(
        application.database,
        feed,
        occurrence("1", "Uncle Joe birthday", "2026-11-20"),
        occurrence("2", "Ben birthday", "2026-11-20"),
    )
    answer = snapshot(display, lived["cleo"])
    assert ["Ben", "Uncle Joe birthday"] == [row["name"] for row in answer["birthdays"]]
    assert [("Trip",), ("Swimming",)] == titled(answer["events"])


def test_disabled_calendars_have_no_events(display: Client, client: Client, lived: dict[str, Any]) -> None:
    client.patch(f"/api/calendars/{lived['home']}", {"enabled": False})
    answer = snapshot(display, lived["cleo"], range="week")
    assert ([], ["Ben"]) == (answer["events"], [row["name"] for row in answer["birthdays"]])


def test_the_answer_changes_with_the_hour_though_nothing_was_written(
    display: Client, lived: dict[str, Any], clock: FakeClock
) -> None:
    first = display.get("/api/snapshot", params={"member": lived["cleo"]})
    assert "etag" not in first.headers
    clock.turn(hours=3)
    assert "Good evening, Cleo" == snapshot(display, lived["cleo"])["greeting"]
    clock.turn(hours=12)
    answer = snapshot(display, lived["cleo"])
    assert ("Good morning, Cleo", "2026-11-21") == (answer["greeting"], answer["from"])


@pytest.mark.parametrize(
    ("query", "status", "error"),
    [
        ("", 400, "member: is required"),
        ("?member=nobody", 404, "member not found"),
        ("?member=", 404, "member not found"),
        ("?member={cleo}&range=month", 400, "range: "),
        ("?member={cleo}&range=", 400, "range: "),
    ],
)
def test_a_bad_question_is_rejected(
    display: Client, family: Family, recorded: Changes, query: str, status: int, error: str
) -> None:
    answer = display.get("/api/snapshot" + query.format(cleo=family["Cleo"].id))
    assert (status, error) == (answer.status_code, answer.json()["error"][: len(error)])
    assert [] == recorded()


def test_the_meals_of_the_day_are_those_the_member_eats(client: Client, family: Family) -> None:
    def plan(day: str, title: str, **more: Any) -> None:
        assert 201 == client.post("/api/meals", {"date": day, "slot": "dinner", "title": title, **more}).status_code

    cleo, dan = family["Cleo"].id, family["Dan"].id
    plan("2026-11-20", "Lasagne")
    plan("2026-11-20", "Fish fingers", eaterIds=[dan])
    plan("2026-11-21", "Soup", eaterIds=[cleo, dan])
    plan("2026-11-27", "Next week")

    def meals(range: str) -> list[tuple[str, str]]:
        answer = client.get(f"/api/snapshot?member={cleo}&range={range}").json()
        return [(meal["title"], meal["serveAt"]) for meal in answer["meals"]]

    assert [("Lasagne", "18:30")] == meals("day")
    assert [("Lasagne", "18:30"), ("Soup", "18:30")] == meals("week")
