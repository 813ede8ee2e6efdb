"""Local events over HTTP: created, read, changed, removed, and the recorded changes."""

import pytest

from appliance.people.models import Person
from tests.calendar.fixtures import MONDAY, Changes, between, calendar, event
from tests.client import Client

Family = dict[str, Person]


@pytest.fixture
def home(client: Client) -> str:
    return calendar(client, name="Home", color="#112233")


def test_the_answer_of_an_event(client: Client, display: Client, home: str, recorded: Changes) -> None:
    made = event(display, home)

    unset = "location description rrule occurrenceStart seriesId categoryId categorySource travelMinutes leaveAt"
    nothing = dict.fromkeys(unset.split())
    rest = {"memberIds": [], "memberScope": "none", "color": "#112233", "readOnly": False, "remindBeforeLeave": False}
    reminders = {"reminders": [30], "reminderSource": "default"}
    assert {"id": made["id"], "calendarId": home, "title": "Dentist"} | MONDAY | nothing | rest | reminders == made
    assert made == display.get(f"/api/events/{made['id']}").json()
    counted = {"linkedItemCount": 0, "noteCount": 0}
    assert [made | counted] == between(display, "2026-11-23", "2026-11-24")
    assert [("events.changed", {"calendarId": home})] == [each for each in recorded() if each[0] == "events.changed"]


def test_every_field_of_a_request_is_stored(client: Client, home: str, family: Family) -> None:
    category = client.post("/api/categories", {"name": "Health", "color": "red"}).json()["id"]
    ana, ben = family["Ana"].id, family["Ben"].id

    made = event(
        client,
        home,
        start="2026-11-23T09:00:00+01:00",
        location="Main St 4",
        description="Bring the card",
        memberIds=[ben, ana, ben],
        categoryId=category,
        reminders=[5, 60],
        travelMinutes=20,
        remindBeforeLeave=True,
    )

    assert ("2026-11-23T08:00:00.000Z", "2026-11-23T07:40:00.000Z") == (made["start"], made["leaveAt"])
    assert ([ben, ana], "occurrence", family["Ben"].color) == (made["memberIds"], made["memberScope"], made["color"])
    assert (category, "event") == (made["categoryId"], made["categorySource"])
    assert ([5, 60], "event", 20, True) == tuple(
        made[name] for name in ("reminders", "reminderSource", "travelMinutes", "remindBeforeLeave")
    )
    assert ("Main St 4", "Bring the card") == (made["location"], made["description"])


def test_an_all_day_event_has_dates_and_an_exclusive_end(client: Client, home: str) -> None:
    trip = event(client, home, allDay=True, start="2026-11-23", end="2026-11-25", travelMinutes=20)
    birthday = event(client, home, allDay=True, start="2026-11-25", end="2026-11-25")

    assert ("2026-11-23", "2026-11-25", None) == (trip["start"], trip["end"], trip["leaveAt"])
    assert ("2026-11-25", "2026-11-26") == (birthday["start"], birthday["end"])
    assert [trip["id"]] == [each["id"] for each in between(client, "2026-11-24", "2026-11-25")]
    assert [birthday["id"]] == [each["id"] for each in between(client, "2026-11-25", "2026-11-26")]


def test_a_series_is_one_row_with_one_id(client: Client, home: str, recorded: Changes) -> None:
    choir = event(client, home, "Choir", rrule="FREQ=WEEKLY;COUNT=3", travelMinutes=15)
    recorded()

    found = between(client, "2026-11-01", "2026-12-31")
    assert [choir["id"]] * 3 == [each["id"] for each in found]
    assert ["2026-11-23", "2026-11-30", "2026-12-07"] == [each["start"][:10] for each in found]
    assert all(each["occurrenceStart"] == each["start"] and each["seriesId"] is None for each in found)
    assert ["2026-11-30T08:45:00.000Z"] == [each["leaveAt"] for each in found[1:2]]
    assert (None, MONDAY["start"]) == (choir["occurrenceStart"], choir["start"])
    assert choir == client.get(f"/api/events/{choir['id']}").json()

    path = f"/api/events/{choir['id']}"
    assert "FREQ=DAILY;COUNT=2" == client.patch(path, {"rrule": "FREQ=DAILY;COUNT=2"}).json()["rrule"]
    assert ["23", "24"] == [each["start"][8:10] for each in between(client, "2026-11-01", "2026-12-31")]
    client.patch(path, {"rrule": None})
    assert [None] == [each["occurrenceStart"] for each in between(client, "2026-11-01", "2026-12-31")]
    assert {"ok": True} == client.delete(path).json()
    assert [] == between(client, "2026-11-01", "2026-12-31")
    assert [("events.changed", {"calendarId": home})] * 3 == recorded()


def test_the_source_of_a_series_is_series(client: Client, home: str, family: Family) -> None:
    category = client.post("/api/categories", {"name": "Music", "color": "red"}).json()["id"]

    choir = event(client, home, rrule="FREQ=WEEKLY", memberIds=[family["Ana"].id], categoryId=category)

    assert ("series", "series") == (choir["memberScope"], choir["categorySource"])


def test_an_event_inherits_members_and_category_of_its_calendar(client: Client, family: Family) -> None:
    chores, sports = (
        client.post("/api/categories", {"name": name, "color": "red", "keywords": words}).json()["id"]
        for name, words in (("Chores", []), ("Sports", ["swim"]))
    )
    club = calendar(client, memberIds=[family["Cleo"].id], categoryId=chores, color="#000000")

    plain, swim = event(client, club, "Meet"), event(client, club, "Swim!")

    assert ([family["Cleo"].id], "calendar", family["Cleo"].color) == (
        plain["memberIds"],
        plain["memberScope"],
        plain["color"],
    )
    assert [(chores, "calendar"), (sports, "keyword")] == [
        (each["categoryId"], each["categorySource"]) for each in (plain, swim)
    ]

    client.patch(f"/api/categories/{chores}", {"keywords": ["meet"]})
    assert "keyword" == client.get(f"/api/events/{plain['id']}").json()["categorySource"]
    client.delete(f"/api/categories/{chores}")
    assert (None, None) == tuple(
        client.get(f"/api/events/{plain['id']}").json()[name] for name in ("categoryId", "categorySource")
    )


def test_filters_and_switched_off_calendars(client: Client, home: str, family: Family) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    club = calendar(client, memberIds=[ben])
    anas, nobodys, bens = event(client, home, memberIds=[ana]), event(client, home), event(client, club)

    def ids(**more: str) -> set[str]:
        return {each["id"] for each in between(client, "2026-11-01", "2026-12-01", **more)}

    assert {anas["id"], nobodys["id"], bens["id"]} == ids() == ids(memberId="", calendarId="")
    assert {anas["id"]} == ids(memberId=ana)
    assert {bens["id"]} == ids(memberId=ben) == ids(calendarId=club)
    assert set() == ids(memberId=ana, calendarId=club) == ids(calendarId="nobody") == ids(memberId="nobody")

    client.patch(f"/api/calendars/{club}", {"enabled": False})
    assert {anas["id"], nobodys["id"]} == ids()
    assert set() == ids(calendarId=club)
    assert 200 == client.get(f"/api/events/{bens['id']}").status_code


def test_events_are_ordered_by_start_all_day_ones_first(client: Client, home: str) -> None:
    event(client, home, "Noon", start="2026-11-23T12:00:00Z", end="2026-11-23T13:00:00Z")
    event(client, home, "Nine")
    event(client, home, "Day", allDay=True, start="2026-11-23", end="2026-11-24")
    event(client, home, "Daily", rrule="FREQ=DAILY", start="2026-11-22T10:00:00Z", end="2026-11-22T11:00:00Z")

    assert ["Day", "Nine", "Daily", "Noon"] == [each["title"] for each in between(client, "2026-11-23", "2026-11-24")]


def test_a_change_keeps_what_it_does_not_name(client: Client, home: str, family: Family) -> None:
    made = event(client, home, location="Main St 4", memberIds=[family["Ana"].id], reminders=[], travelMinutes=5)
    path = f"/api/events/{made['id']}"

    assert made == client.patch(path, {}).json()
    assert made | {"title": "Doctor"} == client.patch(path, {"title": "Doctor", "calendarId": "ignored"}).json()
    later = {"start": "2026-11-23T11:00:00.000Z", "end": "2026-11-23T12:00:00.000Z"}
    assert "2026-11-23T10:55:00.000Z" == client.patch(path, later).json()["leaveAt"]
    assert later.items() <= client.get(path).json().items()
    bare = client.patch(path, {"location": "", "memberIds": [], "reminders": None, "travelMinutes": None}).json()
    assert (None, [], [30], "default", None, None) == tuple(
        bare[name] for name in ("location", "memberIds", "reminders", "reminderSource", "travelMinutes", "leaveAt")
    )
    moved = client.patch(path, {"allDay": True, "start": "2026-11-24", "end": "2026-11-25"}).json()
    assert (True, "2026-11-24", "2026-11-25") == (moved["allDay"], moved["start"], moved["end"])
    assert [moved | {"linkedItemCount": 0, "noteCount": 0}] == between(client, "2026-11-24", "2026-11-25")


def test_an_empty_list_of_reminders_differs_from_the_default(client: Client, home: str) -> None:
    silent, usual = event(client, home, reminders=[]), event(client, home)

    client.patch("/api/settings", {"defaultReminderMinutes": [10, 1440]})

    read = [client.get(f"/api/events/{each['id']}").json() for each in (silent, usual)]
    assert [(None, None), ([10, 1440], "default")] == [(each["reminders"], each["reminderSource"]) for each in read]


def test_a_removed_member_is_removed_from_events(client: Client, home: str, family: Family) -> None:
    made = event(client, home, memberIds=[family["Ana"].id, family["Ben"].id])

    client.delete(f"/api/members/{family['Ana'].id}")
    assert [family["Ben"].id] == client.get(f"/api/events/{made['id']}").json()["memberIds"]
    client.delete(f"/api/members/{family['Ben'].id}")
    assert "none" == client.get(f"/api/events/{made['id']}").json()["memberScope"]


def test_a_read_only_calendar_accepts_no_events(client: Client) -> None:
    closed = calendar(client, writable=False)

    answer = client.post("/api/events", {"calendarId": closed, "title": "X", **MONDAY})

    assert (400, "calendar is not writable") == (answer.status_code, answer.json()["error"])


BAD: list[tuple[dict[str, object], str]] = [
    ({"calendarId": "nobody"}, "calendar not found"),
    ({"calendarId": None}, "calendarId: "),
    ({"title": ""}, "title: must not be empty"),
    ({"title": 5}, "title: "),
    ({"start": "soon"}, "start: must be an instant"),
    ({"start": 5}, "start: "),
    ({"end": "2026-11-23T09:00:00Z"}, "end: must be later than start"),
    ({"allDay": True}, "start: must be YYYY-MM-DD"),
    ({"allDay": "yes"}, "allDay: "),
    ({"location": None}, "location: "),
    ({"memberIds": ["nobody"]}, "memberIds.0: is not a member"),
    ({"memberIds": None}, "memberIds: "),
    ({"rrule": "FREQ=HOURLY"}, "invalid rrule"),
    ({"rrule": "COUNT=2"}, "invalid rrule"),
    ({"rrule": ""}, "invalid rrule"),
    ({"categoryId": "nobody"}, "categoryId: is not a category"),
    ({"reminders": [5, -1]}, "reminders.1: "),
    ({"reminders": [40321]}, "reminders.0: "),
    ({"reminders": [5.5]}, "reminders.0: "),
    ({"reminders": "5"}, "reminders: "),
    ({"travelMinutes": 601}, "travelMinutes: "),
    ({"travelMinutes": -1}, "travelMinutes: "),
    ({"remindBeforeLeave": None}, "remindBeforeLeave: "),
]


@pytest.mark.parametrize(("body", "error"), BAD)
def test_a_bad_request_names_the_field_and_changes_nothing(
    client: Client, home: str, recorded: Changes, body: dict[str, object], error: str
) -> None:
    made = event(client, home)
    recorded()
    answers = [client.post("/api/events", {"calendarId": home, "title": "Other", **MONDAY, **body})]
    if "calendarId" not in body:
        answers.append(client.patch(f"/api/events/{made['id']}", {"title": "Changed", **body}))

    assert {(400, error)} == {(answer.status_code, answer.json()["error"][: len(error)]) for answer in answers}
    assert [made["title"]] == [each["title"] for each in between(client, "1900-01-01", "2099-01-01")]
    assert made == client.get(f"/api/events/{made['id']}").json()
    assert [] == recorded()


@pytest.mark.parametrize("missing", ["calendarId", "title", "start", "end", "allDay"])
def test_missing_fields_are_named(client: Client, home: str, missing: str) -> None:
    body = {"calendarId": home, "title": "Dentist", **MONDAY}
    del body[missing]

    assert f"{missing}: is required" == client.post("/api/events", body).json()["error"]


def test_a_range_with_too_many_events_is_a_bad_request(client: Client, home: str) -> None:
    event(client, home, rrule="FREQ=DAILY")

    assert 3653 == len(between(client, "2027-01-01", "2037-01-01"))
    answer = client.get("/api/events?from=1950-01-01&to=2149-01-01")
    assert (400, "to: more than 20000 events") == (answer.status_code, answer.json()["error"][:26])


def test_unknown_events_are_404(client: Client) -> None:
    assert 404 == client.get("/api/events/nobody").status_code
    assert 404 == client.patch("/api/events/nobody", {"title": "X"}).status_code
    assert 404 == client.delete("/api/events/nobody").status_code


@pytest.mark.parametrize(
    ("method", "path", "named"),
    [
        ("DELETE", "/api/events/x?scope=this", "scope"),
        ("GET", "/api/chores/turns?from=never&until=2026-11-20", "from"),
        ("GET", "/api/leaderboard?period=year", "period"),
    ],
)
def test_an_error_names_a_parameter_as_it_was_sent(client: Client, method: str, path: str, named: str) -> None:
    answer = client.request(method, path)
    assert (400, f"{named}: ") == (answer.status_code, answer.json()["error"][: len(named) + 2])
