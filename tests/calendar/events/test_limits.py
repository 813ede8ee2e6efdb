"""What bounds the events of a calendar: texts, series that overlap themselves, and the load of any six weeks."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from appliance.app import Application
from appliance.calendar.event_limits.jobs import LoadJob
from tests.calendar.fixtures import between, calendar, event, sync
from tests.calendar.fixtures import occurrence as synced
from tests.client import Client

MONTH = ("2026-11-01", "2026-12-01")


@pytest.fixture
def home(client: Client) -> str:
    """The id of a local calendar."""
    return calendar(client)


def request(home: str, **more: object) -> dict[str, object]:
    """A request for an all-day event."""
    return {"calendarId": home, "title": "Camp", "start": "2026-11-03", "end": "2026-11-04", "allDay": True, **more}


@pytest.mark.parametrize(("field", "limit"), [("location", 1_000), ("description", 10_000)])
def test_a_text_beyond_its_limit_is_a_bad_request(client: Client, home: str, field: str, limit: int) -> None:
    longest = client.post("/api/events", request(home, **{field: "x" * limit}))
    too_long = client.post("/api/events", request(home, **{field: "x" * (limit + 1)}))
    changed = client.patch(f"/api/events/{longest.json()['id']}", {field: "x" * (limit + 1)})

    assert (201, 400, 400) == (longest.status_code, too_long.status_code, changed.status_code)
    assert field in too_long.json()["error"]
    assert field in changed.json()["error"]


def test_a_series_that_overlaps_itself_too_often_is_a_bad_request(client: Client, home: str) -> None:
    year = request(home, start="2026-01-01", end="2027-01-01")

    answer = client.post("/api/events", {**year, "rrule": "FREQ=DAILY"})
    yearly = client.post("/api/events", {**year, "rrule": "FREQ=YEARLY"})

    assert (400, 201) == (answer.status_code, yearly.status_code)
    assert answer.json()["error"].startswith("end: ")


def test_an_event_cannot_become_a_series_that_overlaps_itself_too_often(client: Client, home: str) -> None:
    camp = event(client, home, start="2026-01-01", end="2027-01-01", allDay=True)

    assert 400 == client.patch(f"/api/events/{camp['id']}", {"rrule": "FREQ=DAILY"}).status_code


def test_a_calendar_takes_so_many_daily_series_as_six_weeks_can_show(client: Client, home: str) -> None:
    answers = [
        client.post("/api/events", request(home, end="2026-12-01", rrule="FREQ=DAILY")).status_code for _ in range(60)
    ]

    assert [400] == sorted(set(answers))[1:]
    error = client.post("/api/events", request(home, end="2026-12-01", rrule="FREQ=DAILY")).json()["error"]
    assert error.startswith("rrule: ")
    assert 200 == client.get("/api/events", params={"from": MONTH[0], "to": MONTH[1]}).status_code


def test_a_calendar_takes_so_many_events_as_six_weeks_can_show(
    client: Client, home: str, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.calendar.event_limits.rules.MAX_IN_SIX_WEEKS", 20)
    answers = [client.post("/api/events", request(home)) for _ in range(21)]

    assert [201] * 20 + [400] == [each.status_code for each in answers]
    assert answers[-1].json()["error"].startswith("start: ")
    assert 201 == client.post("/api/events", request(home, start="2027-02-03", end="2027-02-04")).status_code


def test_a_calendar_takes_so_many_long_events(client: Client, home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.calendar.event_limits.rules.MAX_LONG", 3)
    years = [request(home, start=f"20{number}-01-01", end="2099-01-01") for number in (26, 25, 24, 23)]

    answers = [client.post("/api/events", each) for each in years]

    assert [201, 201, 201, 400] == [each.status_code for each in answers]
    assert answers[-1].json()["error"].startswith("end: ")


@pytest.mark.parametrize("name", ["MAX_EVENTS", "MAX_BYTES", "MAX_HOUSEHOLD_BYTES"])
def test_a_calendar_takes_so_much(client: Client, home: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"appliance.calendar.event_limits.rules.{name}", 3 if name == "MAX_EVENTS" else 1_000)
    texts = {} if name == "MAX_EVENTS" else {"description": "x" * 300}
    answers = [client.post("/api/events", request(home, **texts)) for _ in range(4)]

    assert [201, 201, 201, 400] == [each.status_code for each in answers]
    assert answers[-1].json()["error"].startswith("calendarId: ")
    client.delete(f"/api/events/{answers[0].json()['id']}")
    assert 201 == client.post("/api/events", request(home, **texts)).status_code


def test_a_full_calendar_still_takes_changes_that_make_it_no_larger(
    client: Client, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = event(client, home, description="x" * 900)
    monkeypatch.setattr("appliance.calendar.event_limits.rules.MAX_BYTES", 500)

    assert 200 == client.patch(f"/api/events/{made['id']}", {"description": "short"}).status_code


def stored_series(application: Application, home: str, count: int, **columns: Any) -> None:
    """Series as no request may add them: yearly ones that repeat daily, unless `columns` say otherwise."""
    row = {"rrule": "FREQ=DAILY", "starts": "2025-01-01", "ends": "2026-01-01", "description": None, **columns}
    application.database.write_now(lambda tx: tx.touch())
    application.database.write_now(
        lambda tx: tx.run_many(
            "INSERT INTO events (id, calendar_id, title, starts, ends, all_day, rrule, description, span_start,"
            " span_end, created_at) VALUES (?, ?, 'Camp', ?, ?, 1, ?, ?, ?, ?, ?)",
            [
                (
                    f"s{number}",
                    home,
                    row["starts"],
                    row["ends"],
                    row["rrule"],
                    row["description"],
                    f"{row['starts']}T00:00:00.000Z",
                    f"{row['ends']}T00:00:00.000Z",
                    "2026-01-01T00:00:00.000Z",
                )
                for number in range(count)
            ],
        )
    )


def test_a_calendar_with_too_many_events_does_not_take_the_others_along(
    client: Client, home: str, application: Application
) -> None:
    event(client, home, "Dentist")
    stored_series(application, home, 55)
    other = calendar(client, name="Work")
    event(client, other, "Meeting")

    found = between(client, *MONTH)

    assert {"Dentist", "Meeting", "Camp"} == {each["title"] for each in found}
    assert len(found) <= 20_000


def test_reads_hold_no_more_text_than_an_answer_may_have(client: Client, home: str, application: Application) -> None:
    stored_series(application, home, 300, description="x" * 10_000, ends="2025-01-02")
    other = calendar(client, name="Work")
    event(client, other, "Meeting", start="2026-11-30T09:00:00.000Z", end="2026-11-30T10:00:00.000Z")

    answer = client.get("/api/events", params={"from": MONTH[0], "to": MONTH[1]})

    assert 200 == answer.status_code
    assert len(answer.content) < 40_000_000
    assert "Meeting" in {each["title"] for each in answer.json()}


def test_a_range_of_years_that_holds_too_much_is_the_clients_to_shorten(
    client: Client, home: str, application: Application
) -> None:
    event(client, home, "Dentist")
    stored_series(application, home, 60, ends="2025-01-02")

    year = client.get("/api/events", params={"from": "2026-01-01", "to": "2027-01-01"})
    two_years = client.get("/api/events", params={"from": "2026-01-01", "to": "2028-01-01"})

    assert (200, 20_000) >= (year.status_code, len(year.json()))
    assert "Dentist" in {each["title"] for each in year.json()}
    assert (400, "to: ") == (two_years.status_code, two_years.json()["error"][:4])


def test_an_event_that_cannot_be_expanded_does_not_take_the_others_along(
    client: Client, home: str, application: Application
) -> None:
    event(client, home, "Dentist")
    stored_series(application, home, 1, rrule="FREQ=HOURLY")

    assert ["Dentist"] == [each["title"] for each in between(client, *MONTH)]


def test_a_calendar_that_cannot_be_shown_whole_is_marked_and_cleared(
    client: Client, home: str, application: Application, loop: Any
) -> None:
    job = LoadJob(pause=timedelta())

    def check() -> Any:
        loop.run(job.run(application.database, application.database.clock.now()))
        return client.get("/api/calendars").json()[0]["lastError"]

    assert None is check()
    stored_series(application, home, 55)
    assert "too many events" in check()
    application.database.write_now(lambda tx: tx.run("DELETE FROM events"))
    application.database.write_now(lambda tx: tx.touch())
    assert None is check()


def test_the_texts_of_a_synced_series_are_stored_once(client: Client, application: Application) -> None:
    feed = calendar(client, "ics")
    days = [f"2026-11-{day:02}" for day in range(1, 29)]
    occurrences = [replace(synced(day, day=day, series="s"), description="x" * 9_000) for day in days]
    sync(application.database, feed, *occurrences)

    count = application.database.read.value("SELECT count(*) FROM event_texts")
    size = application.database.read.value("SELECT sum(octet_length(coalesce(description, ''))) FROM events")
    assert (1, 0) == (count, size)
    assert {"x" * 9_000} == {each["description"] for each in between(client, *MONTH)}

    sync(application.database, feed)
    assert 0 == application.database.read.value("SELECT count(*) FROM event_texts")
