"""The search over REST: what is found, in which order, and what is left out."""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.people.models import Person
from tests.calendar.fixtures import calendar, event, occurrence, sync
from tests.client import Client

Family = dict[str, Person]
Found = Callable[[str], list[str]]


def search(client: Client, text: str, **more: object) -> dict[str, Any]:
    answer = client.get("/api/search", params={"q": text, **{name: str(value) for name, value in more.items()}})
    assert 200 == answer.status_code, answer.text
    return dict(answer.json())


@pytest.fixture
def titles(client: Client) -> Found:
    """The titles of the events that a search finds."""
    return lambda text: [each["title"] for each in search(client, text)["events"]]


def on(day: str) -> dict[str, Any]:
    return {"start": f"{day}T09:00:00.000Z", "end": f"{day}T10:00:00.000Z"}


def new_list(client: Client, name: str, *titles: str, **more: object) -> tuple[str, list[dict[str, Any]]]:
    list_id = str(client.post("/api/lists", {"name": name, "kind": "todo", **more}).json()["id"])
    items = client.post(f"/api/lists/{list_id}/items", [{"title": title} for title in titles]).json()
    return list_id, items


def test_an_event_is_found_by_the_beginning_of_each_word(client: Client, titles: Found) -> None:
    home = calendar(client)
    event(client, home, "Swimming lesson", location="Stadtbad", description="Bring a towel")
    event(client, home, "Football")

    assert ["Swimming lesson"] == titles("swi")
    assert ["Swimming lesson"] == titles("LES swim")
    assert ["Swimming lesson"] == titles("stadt")
    assert ["Swimming lesson"] == titles("tow les")
    assert [] == titles("wimming")
    assert [] == titles("swim football")


def test_a_result_has_what_is_needed_to_show_it_and_to_go_there(client: Client, family: Family) -> None:
    home, cleo = calendar(client), family["Cleo"].id
    swim = event(client, home, "Swimming", location="Pool", description="Towel\nand goggles", memberIds=[cleo])
    family_list, items = new_list(client, "Errands", "Swimsuit", emoji="📋")
    chore = client.post("/api/chores", {"title": "Swap towels", "emoji": "🧺", "rrule": "FREQ=DAILY"}).json()
    note = client.post("/api/notes", {"target": f"event:{swim['id']}", "body": "Swap with Dan"}).json()

    assert {
        "events": [
            {
                "kind": "event",
                "id": swim["id"],
                "title": "Swimming",
                "start": swim["start"],
                "end": swim["end"],
                "allDay": False,
                "location": "Pool",
                "excerpt": None,
                "calendarId": home,
                "memberIds": [cleo],
                "color": family["Cleo"].color,
                "categoryId": None,
                "rrule": None,
                "occurrenceStart": None,
                "seriesId": None,
                "matched": "title",
            }
        ],
        "items": [
            {
                "kind": "item",
                "id": items[0]["id"],
                "title": "Swimsuit",
                "listId": family_list,
                "listName": "Errands",
                "listEmoji": "📋",
                "memberId": None,
                "dueDate": None,
                "done": False,
                "quantity": None,
                "excerpt": None,
            }
        ],
        "chores": [
            {
                "kind": "chore",
                "id": chore["id"],
                "title": "Swap towels",
                "emoji": "🧺",
                "memberId": None,
                "active": True,
                "repeats": True,
                "nextDue": "2026-11-20",
                "memberIds": [],
            }
        ],
        "notes": [
            {
                "kind": "note",
                "id": note["id"],
                "excerpt": "Swap with Dan",
                "memberId": None,
                "createdAt": note["createdAt"],
                "targetType": "event",
                "targetId": swim["id"],
                "targetTitle": "Swimming",
                "listId": None,
                "listName": None,
                "start": swim["start"],
                "allDay": False,
            }
        ],
        "rewards": [],
        "recipes": [],
        "meals": [],
        "more": {"events": 0, "items": 0, "chores": 0, "notes": 0, "rewards": 0, "recipes": 0, "meals": 0},
    } == search(client, "sw")
    assert "Towel and goggles" == search(client, "goggles")["events"][0]["excerpt"]


def test_titles_come_first_and_then_the_nearest(client: Client, titles: Found) -> None:
    home = calendar(client)
    event(client, home, "Far swim", **on("2027-06-01"))
    event(client, home, "Trip", description="swim", **on("2026-11-21"))
    event(client, home, "Next swim", **on("2026-12-01"))
    event(client, home, "Last swim", **on("2026-11-17"))

    assert ["Last swim", "Next swim", "Far swim", "Trip"] == titles("swim")


def test_events_are_searched_two_years_back_and_ahead(client: Client, titles: Found) -> None:
    home = calendar(client)
    for day in ("2024-11-10", "2024-11-30", "2028-11-10", "2028-11-30"):
        event(client, home, f"Fair {day}", **on(day))
    event(client, home, "Fair over", rrule="FREQ=WEEKLY;COUNT=3", **on("2019-01-07"))

    assert {"Fair 2024-11-30", "Fair 2028-11-10"} == set(titles("fair"))


def test_a_series_is_found_by_its_next_occurrence_or_else_its_last(client: Client) -> None:
    home = calendar(client)
    event(client, home, "Choir", rrule="FREQ=WEEKLY", **on("2026-01-05"))
    event(client, home, "Choir camp", rrule="FREQ=DAILY;COUNT=3", **on("2026-10-05"))
    event(client, home, "Choir birthday", rrule="FREQ=YEARLY", **on("2020-05-05"))

    assert [
        ("Choir", "2026-11-23T09:00:00.000Z"),
        ("Choir camp", "2026-10-07T09:00:00.000Z"),
        ("Choir birthday", "2027-05-05T09:00:00.000Z"),
    ] == [(each["title"], each["start"]) for each in search(client, "choir")["events"]]


def test_a_synced_series_is_found_once(client: Client, database: Database) -> None:
    feed = calendar(client, "ics")
    days = [f"2026-11-{day:02}" for day in range(2, 31, 7)]
    sync(database, feed, *(occurrence(f"c{day}", "Choir", day, "choir") for day in days))

    found = search(client, "cho")
    assert [("Choir", "2026-11-23T17:00:00.000Z")] == [(each["title"], each["start"]) for each in found["events"]]
    assert 0 == found["more"]["events"]

    sync(database, feed, *(occurrence(f"c{day}", "Band", day, "choir") for day in days[:2]))
    assert [] == search(client, "cho")["events"]
    assert ["2026-11-09T17:00:00.000Z"] == [each["start"] for each in search(client, "ban")["events"]]

    sync(database, feed)
    assert [] == search(client, "ban")["events"]


def test_every_series_of_a_name_is_found(client: Client) -> None:
    home = calendar(client)
    for number in range(20):
        event(client, home, f"Training {number}", rrule="FREQ=WEEKLY", **on(f"2026-11-{number + 1:02}"))

    found = search(client, "training", limit=8)
    assert (8, 4) == (len(found["events"]), found["more"]["events"])
    assert {f"Training {number}" for number in range(20)} == {
        each["title"] for each in search(client, "training", limit=50)["events"]
    }


def test_many_local_series_do_not_hide_a_synced_one(client: Client, database: Database, titles: Found) -> None:
    feed, home = calendar(client, "ics"), calendar(client)
    sync(database, feed, occurrence("c", "Training camp", "2026-11-23", "camp"))
    stored = event(client, home, "Training", rrule="FREQ=WEEKLY;COUNT=3", **on("2020-11-02"))["id"]
    copies = (
        "INSERT INTO events (id, calendar_id, title, starts, ends, all_day, rrule, span_start, span_end, series_end,"
        " created_at) WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)"
        " SELECT id || n, calendar_id, title, starts, ends, all_day, rrule, span_start, span_end, series_end,"
        " created_at FROM events, n WHERE id = ?"
    )
    database.write_now(Tx.run, copies, stored)
    assert ["Training camp"] == titles("train")


def test_events_are_found_by_the_names_of_their_members(client: Client, family: Family, titles: Found) -> None:
    cleo, dan = family["Cleo"].id, family["Dan"].id
    home, club = calendar(client), calendar(client, memberIds=[cleo])
    event(client, home, "Swimming", memberIds=[cleo])
    event(client, home, "Judo", memberIds=[dan])
    event(client, home, "Piano", memberIds=[cleo], rrule="FREQ=WEEKLY")
    event(client, club, "Match")
    event(client, club, "Match of Dan", memberIds=[dan])

    assert {"Swimming", "Piano", "Match"} == set(titles("cle"))
    assert ["Swimming"] == titles("cleo swim")
    assert ["Match of Dan", "Judo"] == titles("dan")

    client.patch(f"/api/members/{cleo}", {"name": "Zoë 🦊"})
    assert [] == titles("cleo")
    assert {"Swimming", "Piano", "Match"} == set(titles("zoe"))


def test_calendars_that_are_switched_off_are_left_out(client: Client, titles: Found) -> None:
    home, other = calendar(client), calendar(client)
    event(client, home, "Swim one")
    hidden = event(client, other, "Swim two")
    event(client, other, "Swim three", rrule="FREQ=WEEKLY")
    client.post("/api/notes", {"target": f"event:{hidden['id']}", "body": "swim"})

    client.patch(f"/api/calendars/{other}", {"enabled": False})

    assert ["Swim one"] == titles("swim")
    assert [] == search(client, "swim")["notes"]


def test_archived_lists_are_left_out(client: Client) -> None:
    kept, _ = new_list(client, "Kept", "Milk")
    archived, items = new_list(client, "Old", "Milk of old")
    client.post("/api/notes", {"target": f"list_item:{items[0]['id']}", "body": "milk"})
    client.patch(f"/api/lists/{archived}", {"archived": True})

    found = search(client, "milk")
    assert [("Milk", kept)] == [(each["title"], each["listId"]) for each in found["items"]]
    assert [] == found["notes"]


def test_open_items_come_first(client: Client) -> None:
    shop, items = new_list(client, "Shop", "Milk", "Milk rice")
    client.patch(f"/api/lists/{shop}/items/{items[1]['id']}", {"done": True, "notes": "x"})
    client.patch(f"/api/lists/{shop}/items/{items[0]['id']}", {"notes": "oat drink"})

    assert [("Milk", False), ("Milk rice", True)] == [
        (each["title"], each["done"]) for each in search(client, "mil")["items"]
    ]
    assert [("Milk", "oat drink")] == [(each["title"], each["excerpt"]) for each in search(client, "oat")["items"]]


def test_what_is_left_out_is_counted(client: Client) -> None:
    home = calendar(client)
    for day in range(1, 29):
        event(client, home, "Shift", **on(f"2026-12-{day:02}"))
    new_list(client, "Shop", *(f"Shirt {number}" for number in range(15)))

    found = search(client, "sh", limit=5)
    # Of many the nearest twelve in each direction are counted.
    assert (5, 7) == (len(found["events"]), found["more"]["events"])
    assert (5, 10) == (len(found["items"]), found["more"]["items"])
    assert 28 == len(search(client, "sh", limit=50)["events"])


@pytest.mark.parametrize("text", ["", " ", "s", " s ", "'", '"', "*", "--", "()", ":"])
def test_nothing_is_found_for_too_little(client: Client, text: str) -> None:
    event(client, calendar(client), "s swim")

    assert {
        "events": [],
        "items": [],
        "chores": [],
        "notes": [],
        "rewards": [],
        "recipes": [],
        "meals": [],
        "more": {"events": 0, "items": 0, "chores": 0, "notes": 0, "rewards": 0, "recipes": 0, "meals": 0},
    } == search(client, text)


@pytest.mark.parametrize(
    "text",
    [
        '"swim',
        'swim"',
        "swim*",
        "swim -lesson",
        "swim + lesson",
        "^swim",
        "title:swim",
        "(swim lesson",
        "{swim} : lesson",
        "swim') --",
        "swim\x00lesson",
        "swim;lesson",
        "%swim_",
    ],
)
def test_nothing_that_is_typed_is_an_operator(client: Client, titles: Found, text: str) -> None:
    event(client, calendar(client), "Swim lesson with title")

    assert ["Swim lesson with title"] == titles(text)


@pytest.mark.parametrize("text", ["swim OR judo", "swim NOT judo", "NEAR(swim judo)", "swim AND judo"])
def test_words_of_the_query_language_are_words(client: Client, titles: Found, text: str) -> None:
    home = calendar(client)
    event(client, home, "Swim")
    event(client, home, "Judo")
    assert [] == titles(text)

    event(client, home, text)
    assert [text] == titles(text)


def test_bad_queries(client: Client) -> None:
    long = client.get("/api/search", params={"q": "x" * 201}).json()
    assert {"error": "q: must be at most 200 characters", "code": "too_long", "limit": 200} == long
    assert 200 == client.get("/api/search", params={"q": "x " * 100}).status_code
    for path in ("/api/search", "/api/search?q=sw&limit=0", "/api/search?q=sw&limit=51", "/api/search?q=sw&limit=x"):
        assert 400 == client.get(path).status_code, path


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Café crème", "cafe creme"),
        ("Cafe creme", "café crème"),
        ("Cafe\u0301", "café"),
        ("Straßenfest", "strassen"),
        ("Strassenfest", "straße"),
        ("GROẞ", "groß"),
        ("Łódź", "lodz"),
        ("Lodz", "łódź"),
        ("Øresund", "ore"),
        ("Ærø", "aero"),
        ("İstanbul", "istanbul"),
        ("ışık", "isik"),
        ("Isparta", "ısparta"),
        ("ΖΩΉ", "ζωή"),
        ("Ёлка", "ёлка"),
        ("Ёлка", "елка"),
        ("ζωή", "ΖΩΗ"),
        ("مُحَمَّد", "محمد"),
        ("יום הולדת", "הולד"),
        ("عيد ميلاد", "ميلاد"),
        ("हिन्दी कक्षा", "हिन"),
        ("東京旅行", "東京"),
        ("東京旅行", "旅行"),
        ("ว่ายน้ำกับไอดา", "ไอดา"),
        ("한국어 수업", "수업"),
        ("🏊", "🏊"),
        ("🏊Swim", "swim"),
        ("✈️Flight", "flight"),
        ("✈️ Flight", "✈️ fli"),
        ("✈ Flight", "✈️"),
        ("👩‍⚕️ check", "👩‍⚕️"),
        ("1️⃣ first", "first"),
    ],
)
def test_letters_of_many_scripts(client: Client, titles: Found, title: str, text: str) -> None:
    home = calendar(client)
    event(client, home, title)
    event(client, home, "Other")
    new_list(client, "Shop", title, "Other")
    client.post("/api/chores", {"title": title})

    assert [title] == titles(text)
    found = search(client, text)
    assert [title] == [each["title"] for each in found["items"]]
    assert [title] == [each["title"] for each in found["chores"]]


def test_a_routine_is_found_by_a_step(client: Client) -> None:
    steps = [{"title": "Brush teeth"}, {"title": "靴をはく"}]
    routine = client.post("/api/chores", {"title": "Morning", "rrule": "FREQ=DAILY", "steps": steps}).json()
    for words in ("teeth", "morn brush", "靴を"):
        assert [routine["id"]] == [each["id"] for each in search(client, words)["chores"]], words
    client.patch(f"/api/chores/{routine['id']}", {"steps": steps[1:]})
    assert [] == search(client, "teeth")["chores"]
