"""Synced events: kept by every sync, read-only, with members and categories that the household adds."""

import pytest

from appliance.calendar.events import queries
from appliance.calendar.events.models import Occurrence
from appliance.kernel.database.database import Database
from appliance.people.models import Person
from tests.calendar.fixtures import Changes, between, calendar, occurrence, sync
from tests.client import Client

Family = dict[str, Person]
CHOIR = [occurrence(f"choir-{day}", day=f"2026-11-{day}", series="choir") for day in ("23", "25", "27")]
DENTIST = occurrence("dentist", "Dentist", "2026-11-24")


@pytest.fixture
def feed(client: Client, database: Database) -> str:
    made = calendar(client, "ics", name="School")
    sync(database, made, *CHOIR, DENTIST)
    return made


@pytest.fixture
def ids(client: Client, feed: str) -> list[str]:
    """The four events' ids, by start: three times choir, with the dentist in second place."""
    return [each["id"] for each in between(client, "2026-11-01", "2026-12-01")]


def test_the_answer_of_a_synced_event(client: Client, feed: str, ids: list[str]) -> None:
    choir = client.get(f"/api/events/{ids[0]}").json()

    assert ("Choir", "choir", True, None, None) == tuple(
        choir[name] for name in ("title", "seriesId", "readOnly", "rrule", "occurrenceStart")
    )
    assert all(each.startswith("e_") and len(each) == 26 for each in ids)


def test_a_sync_without_changes_writes_nothing(database: Database, feed: str) -> None:
    before = list(database.read.rows("SELECT rowid, * FROM events ORDER BY id"))

    assert not sync(database, feed, DENTIST, *CHOIR)

    assert before == list(database.read.rows("SELECT rowid, * FROM events ORDER BY id"))


def test_a_sync_updates_rows_in_place_and_deletes_missing_events(
    client: Client, database: Database, feed: str, ids: list[str]
) -> None:
    rows = dict(database.read.rows("SELECT id, rowid FROM events"))

    assert sync(database, feed, *CHOIR[:2], occurrence("dentist", "Dr. Weiß", "2026-11-24"), occurrence("new", "Opera"))

    after = {each["id"]: each["title"] for each in between(client, "2026-11-01", "2026-12-01")}
    assert {ids[0]: "Choir", ids[1]: "Dr. Weiß", ids[2]: "Choir"}.items() <= after.items()
    assert (4, False) == (len(after), ids[3] in after)
    assert all(rows[id] == rowid for id, rowid in database.read.rows("SELECT id, rowid FROM events") if id in rows)


def test_two_calendars_may_have_the_same_event(client: Client, database: Database, feed: str) -> None:
    other = calendar(client, "ics", name="Other")

    sync(database, other, DENTIST)

    assert 5 == len({each["id"] for each in between(client, "2026-11-01", "2026-12-01")})
    assert 1 == len(queries.of_calendar(database.read, other))


def test_reminders_of_the_provider_are_kept(client: Client, database: Database, feed: str) -> None:
    occurrences = [
        Occurrence(
            external_id=str(minutes),
            series_id=None,
            title="X",
            start="2026-11-23",
            end="2026-11-24",
            all_day=True,
            location=None,
            description=None,
            reminders=minutes,
        )
        for minutes in (None, (), (15,))
    ]
    sync(database, feed, *occurrences)

    found = [(each["reminders"], each["reminderSource"]) for each in between(client, "2026-11-23", "2026-11-24")]
    assert [(None, None), ([15], "event"), ([30], "default")] == sorted(found, key=str)


def test_own_fields_cannot_change_and_nothing_is_half_done(
    client: Client, family: Family, ids: list[str], recorded: Changes
) -> None:
    before = client.get(f"/api/events/{ids[1]}").json()
    recorded()
    for body in ({"title": "X"}, {"reminders": [5]}, {}, {"memberIds": [family["Ana"].id], "start": "2026-11-24"}):
        answer = client.patch(f"/api/events/{ids[1]}", body)
        assert (400, "calendar is not writable") == (answer.status_code, answer.json()["error"])
    gone = client.delete(f"/api/events/{ids[1]}")

    assert (400, "calendar is not writable") == (gone.status_code, gone.json()["error"])
    assert (before, []) == (client.get(f"/api/events/{ids[1]}").json(), recorded())


def test_people_category_and_travel_survive_every_sync(
    client: Client, display: Client, database: Database, family: Family, feed: str, ids: list[str], recorded: Changes
) -> None:
    category = client.post("/api/categories", {"name": "Health", "color": "red"}).json()["id"]
    ana, ben = family["Ana"].id, family["Ben"].id
    recorded()

    tagged = display.patch(
        f"/api/events/{ids[1]}", {"memberIds": [ben, ana], "categoryId": category, "travelMinutes": 25}
    ).json()

    assert ([ben, ana], "occurrence", category, "event", 25, "2026-11-24T16:35:00.000Z", False) == tuple(
        tagged[name]
        for name in (
            "memberIds",
            "memberScope",
            "categoryId",
            "categorySource",
            "travelMinutes",
            "leaveAt",
            "remindBeforeLeave",
        )
    )
    assert [("events.changed", {"calendarId": feed})] == recorded()

    sync(database, feed, *CHOIR)
    assert 404 == client.get(f"/api/events/{ids[1]}").status_code
    sync(database, feed, *CHOIR, DENTIST)
    assert tagged == client.get(f"/api/events/{ids[1]}").json()


def test_a_series_is_tagged_as_a_whole_and_an_occurrence_wins(
    client: Client, database: Database, family: Family, feed: str, ids: list[str]
) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    first, _, second, third = ids

    def people(event_id: str) -> tuple[list[str], str]:
        read = client.get(f"/api/events/{event_id}").json()
        return read["memberIds"], read["memberScope"]

    client.patch(f"/api/events/{first}", {"memberIds": [ana]})
    client.patch(f"/api/events/{second}", {"memberIds": [ben], "scope": "series"})
    assert [([ben], "series")] * 3 == [people(each) for each in (first, second, third)]

    client.patch(f"/api/events/{first}", {"memberIds": [ana], "scope": "occurrence"})
    sync(database, feed, *CHOIR, DENTIST, occurrence("choir-30", day="2026-11-30", series="choir"))
    assert [([ana], "occurrence"), ([ben], "series")] == [people(first), people(third)]
    assert "series" == between(client, "2026-11-30", "2026-12-01")[0]["memberScope"]

    client.patch(f"/api/events/{first}", {"memberIds": []})
    client.patch(f"/api/events/{third}", {"memberIds": [], "scope": "series"})
    assert [([], "none")] * 3 == [people(each) for each in (first, second, third)]


def test_category_by_scope_and_back_to_automatic(client: Client, feed: str, ids: list[str]) -> None:
    music, health, choir = (
        client.post("/api/categories", {"name": name, "color": "red", "keywords": words}).json()["id"]
        for name, words in (("Music", []), ("Health", []), ("Choir", ["choir"]))
    )
    first, _, second, third = ids

    def source(event_id: str) -> tuple[str | None, str | None]:
        read = client.get(f"/api/events/{event_id}").json()
        return read["categoryId"], read["categorySource"]

    assert (choir, "keyword") == source(first)
    client.patch(f"/api/events/{first}", {"categoryId": health})
    client.patch(f"/api/events/{second}", {"categoryId": health})
    client.patch(f"/api/events/{second}", {"categoryId": music, "scope": "series"})
    assert [(music, "series")] * 3 == [source(each) for each in (first, second, third)]
    client.patch(f"/api/events/{first}", {"categoryId": health})
    assert (health, "event") == source(first)
    client.patch(f"/api/events/{first}", {"categoryId": None})
    assert (music, "series") == source(first)
    client.delete(f"/api/categories/{music}")
    assert [(choir, "keyword")] * 3 == [source(each) for each in (first, second, third)]
    client.delete(f"/api/categories/{choir}")
    assert (None, None) == source(first)


def test_travel_is_merged_kept_per_occurrence_and_cleared(client: Client, database: Database, ids: list[str]) -> None:
    path, other = f"/api/events/{ids[0]}", f"/api/events/{ids[2]}"

    def travel(answer: dict[str, object]) -> tuple[object, object]:
        return answer["travelMinutes"], answer["remindBeforeLeave"]

    assert (25, False) == travel(client.patch(path, {"travelMinutes": 25, "scope": "series"}).json())
    assert (25, True) == travel(client.patch(path, {"remindBeforeLeave": True}).json())
    assert (40, True) == travel(client.patch(path, {"travelMinutes": 40}).json())
    assert (None, False) == travel(client.get(other).json())
    assert (None, True) == travel(client.patch(path, {"travelMinutes": None}).json())
    assert (None, False) == travel(client.patch(path, {"remindBeforeLeave": False}).json())
    assert 0 == database.read.value("SELECT count(*) FROM annotations")


def test_a_single_event_has_no_series_to_tag(client: Client, family: Family, ids: list[str]) -> None:
    answer = client.patch(f"/api/events/{ids[1]}", {"memberIds": [family["Ana"].id], "scope": "series"})

    assert (400, "event has no series to tag") == (answer.status_code, answer.json()["error"])


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"memberIds": ["nobody"]}, "memberIds.0: is not a member"),
        ({"categoryId": "nobody"}, "categoryId: is not a category"),
        ({"categoryId": None, "scope": "all"}, "scope: "),
        ({"travelMinutes": 601}, "travelMinutes: "),
    ],
)
def test_a_bad_tag_is_rejected_by_field(client: Client, ids: list[str], body: dict[str, object], error: str) -> None:
    answer = client.patch(f"/api/events/{ids[0]}", body)

    assert (400, error) == (answer.status_code, answer.json()["error"][: len(error)])


def test_removed_members_and_calendars_leave_no_tags(
    client: Client, database: Database, family: Family, feed: str, ids: list[str]
) -> None:
    client.patch(f"/api/events/{ids[0]}", {"memberIds": [family["Ana"].id], "scope": "series"})
    client.patch(f"/api/events/{ids[1]}", {"memberIds": [family["Ana"].id], "travelMinutes": 5})

    client.delete(f"/api/members/{family['Ana'].id}")
    assert ["none"] * 4 == [client.get(f"/api/events/{each}").json()["memberScope"] for each in ids]
    client.delete(f"/api/calendars/{feed}")
    assert [0, 0, 0] == [
        database.read.value(f"SELECT count(*) FROM {table}")
        for table in ("events", "annotations", "annotation_members")
    ]
