"""Rejected files: nothing of them is imported, and the error names the place in the file."""

from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from appliance.app import Application
from tests.client import Client
from tests.transfer import files

File = dict[str, Any]
NASTY: list[Any] = [
    None,
    True,
    0,
    -1,
    2.5,
    1e308,
    10**30,
    "",
    " ",
    "x" * 5000,
    "\u0000",
    "🦖" * 40,
    "../../etc/passwd",
    "'; DROP TABLE events; --",
    "2026-02-30",
    "2026-11-20",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "FREQ=DAILY",
    "FREQ=DAILY;COUNT=999999999",
    "FREQ=SECONDLY",
    "RRULE:" * 300,
    "http://127.0.0.1/",
    [],
    [None],
    [[]],
    ["x"] * 300,
    {},
    {"a": {"b": []}},
    "Etc/../UTC",
    "e_0123456789abcdef01234567",
]


def put(file: File, path: str, value: Any) -> File:
    """The file with a value at a dotted path."""
    *way, last = path.split(".")
    place: Any = file
    for step in way:
        place = place[int(step)] if step.isdecimal() else place[step]
    place[int(last) if last.isdecimal() else last] = value
    return file


REJECTED: dict[str, tuple[Any, str]] = {
    "version": (2, "version: Invalid enum value 2"),
    "members": (None, "members: Expected `array`, got `null`"),
    "settings": ([], "settings: Expected `object`, got `array`"),
    "settings.darkFrom": ("8:00", "settings.darkFrom: must be HH:MM"),
    "settings.weekStart": ("1", "settings.weekStart: Expected `int`, got `str`"),
    "settings.afternoonFrom": ("17:00", "settings.eveningFrom: must be later than afternoonFrom"),
    "settings.quietFrom": ("22:00", "settings.quietTo: quietFrom and quietTo are both set or both cleared"),
    "settings.timezone": ("Mars/Base", "settings.timezone: must be a time zone name like Europe/Berlin"),
    "members.1.name": ("", "members.1.name: must not be empty"),
    "members.1.avatar": ("Ben", "members.1.avatar: must be a single emoji or a 1-2 letter initial"),
    "members.0.birthday": ("14.3.1986", "members.0.birthday: must be YYYY-MM-DD or --MM-DD (year unknown)"),
    "members.0.id": ("../keys", "members.0.id: "),
    "categories.0.emoji": ("ball", "categories.0.emoji: must be a single emoji"),
    "calendars.2.kind": ("yahoo", "calendars.2.kind: Invalid enum value 'yahoo'"),
    "events.1.start": ("21 November", "events.1.start: must be YYYY-MM-DD for an all-day event"),
    "events.0.end": ("2026-02-30T10:00:00Z", "events.0.end: is not a day or time there is"),
    "events.1.rrule": ("every year", "events.1.rrule: invalid rrule"),
    "events.0.travelMinutes": (601, "events.0.travelMinutes: Expected `int` <= 600"),
    "eventMemberOverrides.0.memberIds": ("Ana", "eventMemberOverrides.0.memberIds: Expected `array`, got `str`"),
    "chores.0.points": (10**12, "chores.0.points: Expected `float` <= 1000000000"),
    "chores.1.dueDate": ("soon", "chores.1.dueDate: must be YYYY-MM-DD"),
    "chores.0.afterDays": (3, "chores.0.afterDays: a chore has either rrule or afterDays"),
    "choreCompletions.2.date": ("2026-11-31", "choreCompletions.2.date: must be YYYY-MM-DD"),
    "lists.0.items.0.steps.0.done": ("yes", "lists.0.items.0.steps.0.done: Expected `bool`, got `str`"),
    "lists.1.groups.0.kind": (1, "lists.1.groups.0.kind: Expected `str`, got `int`"),
    "lists.0.groupBy": (None, "lists.0.groupBy: Expected `str`, got `null`"),
    "notes.1.createdAt": ("yesterday", "notes.1.createdAt: must be an instant like 2026-09-24T14:00:00.000Z"),
    "scrapbook.0.x": (1.5, "scrapbook.0.x: Expected `float` <= 1.0"),
}


@pytest.mark.parametrize("path", REJECTED)
def test_a_fault_is_named_by_its_place_and_nothing_is_taken(
    application: Application, client: Client, path: str
) -> None:
    value, error = REJECTED[path]
    before = files.rows(application)

    answer = client.post("/api/import", put(files.full(), path, value))

    assert (400, error) == (answer.status_code, answer.json()["error"][: len(error)])
    assert before == files.rows(application)


@pytest.mark.parametrize("name", files.empty())
def test_what_every_file_has_is_required(client: Client, name: str) -> None:
    file = {key: value for key, value in files.empty().items() if key != name}

    answer = client.post("/api/import", file)

    assert (400, {"error": f"{name}: is required", "code": "required"}) == (answer.status_code, answer.json())


def test_the_least_file_changes_nothing(application: Application, client: Client) -> None:
    before = files.rows(application)

    answer = client.post("/api/import", files.empty())

    assert (200, {0}) == (answer.status_code, set(answer.json()["imported"].values()))
    assert before == files.rows(application)


def test_a_dry_run_changes_nothing_and_reports_what_an_import_would_do(
    application: Application, client: Client
) -> None:
    put(file := files.full(), "members.0.name", "Anna")
    client.post("/api/import", files.full())
    before, rev = files.rows(application), client.get("/api/rev").json()
    file["members"].append({"id": "new", "name": "Oma", "color": "#333"})
    file["settings"]["familyName"] = "The Oaks"

    dry_run = client.post("/api/import?dryRun=true", file).json()

    assert (before, rev) == (files.rows(application), client.get("/api/rev").json())
    assert (3, 1) == (dry_run["imported"]["members"], dry_run["added"]["members"])
    assert {"members": 1} == {name: number for name, number in dry_run["added"].items() if number}
    assert ["familyName"] == dry_run["settings"]
    common = {name: value for name, value in dry_run.items() if name not in ("added", "leftOut", "settings")}
    assert client.post("/api/import", file).json() == common


@pytest.mark.parametrize("value", ["", "1", "True", "yes"])
def test_a_dry_run_is_asked_for_in_one_way(client: Client, value: str) -> None:
    assert 400 == client.post(f"/api/import?dryRun={value}", files.empty()).status_code


def test_it_is_for_administrators(anybody: Client, display: Client) -> None:
    assert (401, 403) == (
        anybody.post("/api/import", files.empty()).status_code,
        display.post("/api/import", files.empty()).status_code,
    )


TEXTS = {
    "not JSON": b"{",
    "nothing": b"",
    "a lone surrogate": b'{"version": 1, "x": "\\ud800"}',
    "not UTF-8": b'{"version": 1, "x": "\xff"}',
    "deep arrays": b'{"version": 1, "x": ' + b"[" * 200_000,
    "deep objects": b'{"webhooks": ' + b'{"a":' * 200_000,
    "an endless number": b'{"version": ' + b"9" * 100_000 + b"}",
    "too large a number": b'{"version": 1, "members": [{"id": "a", "name": "b", "color": "c", "sort": 1e999}]}',
    "another file": b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_that_is_no_file_is_rejected(application: Application, client: Client, text: bytes) -> None:
    before = files.rows(application)

    answer = client.post("/api/import", content=text)

    assert 400 == answer.status_code
    assert isinstance(answer.json()["error"], str)
    assert before == files.rows(application)


def test_ten_megabytes_and_no_more(client: Client) -> None:
    def sized(length: int) -> bytes:
        return b'{"version": 2, "x": "' + b"x" * (length - 23) + b'"}'

    assert (400, 413) == (
        client.post("/api/import", content=sized(10 * 1024 * 1024)).status_code,
        client.post("/api/import", content=sized(10 * 1024 * 1024 + 1)).status_code,
    )


def test_ids_that_come_twice_end_as_one(application: Application, client: Client) -> None:
    file = files.full()
    for value in file.values():
        if isinstance(value, list):
            value += [dict(row) for row in value]
    file["calendars"].append({**file["calendars"][0], "kind": "ics", "url": "https://example.com/a.ics"})
    file["lists"][0]["items"] = file["lists"][0]["items"] * 2

    assert 200 == client.post("/api/import", file).status_code

    now = client.get("/api/export").json()
    for kind in ("members", "categories", "calendars", "events", "chores", "lists", "notes", "scrapbook"):
        assert len(files.FULL[kind]) == len(now[kind]), kind
    assert "local" in [each["kind"] for each in now["calendars"] if each["id"] == files.FAMILY]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a file that something can be put in."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([path] if path else []), *(leaf for key, each in inner for leaf in leaves(each, (*path, key)))]


PLACES = leaves(files.FULL)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
CHANGES = st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(NASTY) | JSON), min_size=1, max_size=6)
FEW = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@FEW
@given(changes=CHANGES)
def test_a_changed_file_is_imported_completely_or_not_at_all(
    application: Application, client: Client, changes: list[tuple[tuple[Any, ...], Any]]
) -> None:
    file = files.full()
    for path, value in changes:
        place: Any = file
        try:
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
        except (TypeError, KeyError, IndexError):
            continue  # an earlier change took the way there
    before = files.rows(application)

    dry_run = client.post("/api/import?dryRun=true", file)
    assert before == files.rows(application)
    answer = client.post("/api/import", file)

    assert dry_run.status_code == answer.status_code
    if answer.status_code == 200:
        assert dry_run.json()["imported"] == answer.json()["imported"]
        assert_it_can_be_lived_in(client)
    else:
        assert (400, True) == (answer.status_code, ":" in answer.json()["error"]), answer.text
        assert before == files.rows(application)


FREE = {
    "name",
    "title",
    "color",
    "notes",
    "quantity",
    "store",
    "category",
    "body",
    "reason",
    "ref",
    "location",
    "dueTime",
    "description",
    "packId",
    "externalId",
    "seriesId",
    "remoteId",
    "url",
}
NAMING = {"targetId", "calendarId", "memberId", "categoryId", "listId", "eventId", "doneBy", "choreId"}
NUMBERS = {"sort": 1e300, "points": -(10**9), "pointsAwarded": 0.49999, "amount": 10**9, "z": -(10**9)}
WORDS = st.text(min_size=1, max_size=30) | st.sampled_from(["\u0000", "x" * 20_000, "\u202e", "%s{}", "'\";--"])
IDS = st.sampled_from(["nobody", files.ANA, files.WORK, files.FAMILY, files.SPORT, "ev-trip", "it-milk", "li-bag"])
OF_ROWS = [place for place in PLACES if len(place) > 2 and place[0] != "settings"]
ODD = st.lists(
    st.tuples(st.sampled_from([place for place in OF_ROWS if place[-1] in FREE]), WORDS)
    | st.tuples(st.sampled_from([place for place in OF_ROWS if place[-1] in NAMING]), IDS)
    | st.sampled_from(
        [(place, NUMBERS[place[-1]]) for place in OF_ROWS if place[-1] in NUMBERS and "groups" not in place]
    ),
    min_size=5,
    max_size=30,
)


@FEW
@given(changes=ODD)
def test_an_unusual_household_works_and_is_exported_unchanged(
    application: Application, client: Client, changes: list[tuple[tuple[Any, ...], Any]]
) -> None:
    file = files.full()
    for path, value in changes:
        place: Any = file
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    answer = client.post("/api/import", file)

    assert 200 == answer.status_code, answer.text
    assert_it_can_be_lived_in(client)
    leaving = client.get("/api/export").json()
    assert 200 == client.post("/api/import", leaving).status_code
    assert {**leaving, "exportedAt": ""} == {**client.get("/api/export").json(), "exportedAt": ""}


def assert_it_can_be_lived_in(client: Client) -> None:
    """Whatever was imported, every page can be shown and it can leave again."""
    pages = [
        "settings",
        "members",
        "categories",
        "calendars",
        "chores",
        "chores/day?date=2026-11-20",
        "leaderboard",
        "lists",
        "events?from=2026-11-01&to=2026-12-01",
        "stickers/packs",
        "export",
    ]

    def get(page: str) -> httpx.Response:
        return client.get(f"/api/{page}")

    assert [(page, 200) for page in pages] == [(page, get(page).status_code) for page in pages]
    for each in get("lists?archived=true").json():
        assert 200 == get(f"lists/{each['id']}").status_code
    for each in get("members").json():
        assert 200 == get(f"members/{each['id']}/points").status_code
        assert 200 == get(f"stickers/scrapbook/{each['id']}").status_code
        assert 200 == get(f"snapshot?member={each['id']}").status_code
