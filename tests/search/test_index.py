"""The full-text indexes follow every way of writing."""

import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from appliance.calendar.events import queries as events
from appliance.calendar.sync import queries as synced
from appliance.kernel.database import full_text
from appliance.kernel.database.connections import connect
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from tests.calendar.fixtures import calendar, event, occurrence, sync
from tests.client import Client

INDEXES = {
    "event_search": "SELECT document, d.title, place, d.description FROM event_documents AS d JOIN events AS e"
    " ON e.rowid = d.number WHERE e.rrule IS NULL AND (e.series_id IS NULL OR e.external_id IS NULL)",
    "series_search": "SELECT document, title, place, description FROM series_documents UNION ALL"
    " SELECT -number, d.title, place, d.description FROM event_documents AS d JOIN events AS e"
    " ON e.rowid = d.number WHERE e.rrule IS NOT NULL",
    "item_search": "SELECT document, title, notes FROM item_documents",
    "chore_search": "SELECT document, title FROM chore_documents",
    "note_search": "SELECT document, body FROM note_documents",
    "recipe_search": "SELECT document, title, tags, ingredients FROM recipe_documents",
    "meal_search": "SELECT document, title, note FROM meal_documents",
}


@pytest.fixture
def connection(database: Database) -> Iterator[apsw.Connection]:
    connection = connect(database.path)
    yield connection
    connection.close()


def check(connection: apsw.Connection) -> None:
    """Every index has the words of the texts it follows, and nothing else."""
    for index, documents in INDEXES.items():
        assert texts_words(connection, documents) == indexed_words(connection, index), index
    expected = connection.execute(
        "SELECT calendar_id, series_id, title, coalesce(text_id, 0), count(*) FROM events WHERE rrule IS NULL"
        " AND series_id IS NOT NULL AND external_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
    ).fetchall()
    kept = "SELECT calendar_id, series_id, title, text_id, occurrences FROM synced_series ORDER BY 1, 2, 3, 4"
    assert expected == connection.execute(kept).fetchall()


def texts_words(connection: apsw.Connection, documents: str) -> set[tuple[int, int, str]]:
    return {
        (number, column, word)
        for number, *columns in connection.execute(documents)
        for column, text in enumerate(columns)
        for word in full_text.words(connection, text or "")
    }


def indexed_words(connection: apsw.Connection, index: str) -> set[tuple[int, int, str]]:
    connection.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', '{index}', 'instance')")
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({index})")]
    found = {(doc, names.index(col), term) for term, doc, col, _ in connection.execute("SELECT * FROM temp.words")}
    connection.execute("DROP TABLE temp.words")
    return found


def test_events_added_changed_and_removed(client: Client, connection: apsw.Connection) -> None:
    home, other = calendar(client), calendar(client)
    one = event(client, home, "Straße one", location="Łódź", description="word " * 600)["id"]
    two = event(client, home, "Series two", rrule="FREQ=WEEKLY")["id"]
    check(connection)

    for change in (
        {"title": "Another"},
        {"location": "", "description": "short"},
        {"start": "2027-01-01T09:00:00.000Z", "end": "2027-01-01T10:00:00.000Z"},
        {"rrule": "FREQ=DAILY"},
        {"rrule": None},
    ):
        for event_id in (one, two):
            assert 200 == client.patch(f"/api/events/{event_id}", change).status_code
            check(connection)

    event(client, other, "Goes with its calendar")
    client.delete(f"/api/calendars/{other}")
    client.delete(f"/api/events/{one}")
    check(connection)


def test_items_chores_and_notes(client: Client, connection: apsw.Connection) -> None:
    list_id = client.post("/api/lists", {"name": "Shop", "kind": "shopping"}).json()["id"]
    items = client.post(f"/api/lists/{list_id}/items", [{"title": "Milk", "notes": "oat"}, {"title": "Bread"}]).json()
    chore = client.post("/api/chores", {"title": "Dishes"}).json()["id"]
    notes = [client.post("/api/notes", {"target": f"list_item:{each['id']}", "body": "x y"}).json() for each in items]
    check(connection)

    client.patch(f"/api/lists/{list_id}/items/{items[0]['id']}", {"title": "Cream", "notes": None})
    client.patch(f"/api/chores/{chore}", {"title": "Laundry"})
    client.patch(f"/api/chores/{chore}", {"steps": [{"title": "Sort socks"}, {"title": "Größe"}]})
    client.patch(f"/api/notes/{notes[0]['id']}", {"body": "z"})
    check(connection)

    client.delete(f"/api/lists/{list_id}/items/{items[1]['id']}")
    client.delete(f"/api/chores/{chore}")
    check(connection)
    client.delete(f"/api/lists/{list_id}")
    check(connection)


def test_recipes_and_meals(client: Client, connection: apsw.Connection) -> None:
    recipe = client.post("/api/recipes", {"title": "Crêpes", "tags": ["Sweet"], "ingredients": ["2 eggs"]}).json()["id"]
    meal = {"date": "2026-11-20", "slot": "dinner", "title": "Crêpes", "note": "with Granny"}
    meals = [each["id"] for each in client.post("/api/meals", [meal, meal | {"recipeId": recipe}]).json()]
    check(connection)

    client.patch(f"/api/recipes/{recipe}", {"title": "Waffles", "tags": []})
    client.patch(f"/api/meals/{meals[0]}", {"title": "Größe", "note": None})
    check(connection)
    client.post("/api/meals/swap", {"first": "2026-11-20", "second": "2026-11-21"})
    client.delete(f"/api/meals/{meals[0]}")
    client.delete(f"/api/recipes/{recipe}")
    check(connection)
    [deleted] = client.get("/api/deleted").json()["deleted"]
    client.post(f"/api/deleted/{deleted['id']}/restore")
    check(connection)


def test_syncs_of_random_feeds(client: Client, database: Database, connection: apsw.Connection) -> None:
    feed, chance = calendar(client, "ics"), random.Random(7)
    for _ in range(25):
        found = []
        for number in range(12):
            if chance.random() < 0.7:
                series = chance.choice([None, "s1", "s2"])
                title = chance.choice(["Choir", "Band", "Größe"])
                day = f"2026-11-{chance.randrange(1, 29):02}"
                found.append(occurrence(f"x{number}", title, day, series))
        sync(database, feed, *found)
        check(connection)

    database.write_now(forget_half, feed)
    check(connection)
    client.delete(f"/api/calendars/{feed}")
    check(connection)


def forget_half(tx: Tx, calendar_id: str) -> None:
    stored = events.of_calendar(tx, calendar_id)
    synced.replace_synced(tx, calendar_id, [], sources=[each.external_id or "" for each in stored[::2]])


def test_an_import_and_a_rejected_write(client: Client, database: Database, connection: apsw.Connection) -> None:
    home = calendar(client)
    event(client, home, "Swim", description="towel")
    exported = client.get("/api/export").json()
    event(client, home, "Later")
    assert 200 == client.post("/api/import", exported).status_code
    check(connection)

    with pytest.raises(ZeroDivisionError):
        database.write_now(fail_after_writing, home)
    check(connection)


def fail_after_writing(tx: Tx, calendar_id: str) -> None:
    for stored in events.of_calendar(tx, calendar_id):
        events.remove(tx, stored.id)
    raise ZeroDivisionError


def test_row_numbers_survive_a_vacuum(client: Client, database: Database, tmp_path: Path) -> None:
    """The indexes name rows by their numbers; a backup is written by VACUUM INTO."""
    home = calendar(client)
    for number in range(20):
        gone = event(client, home, f"Event {number}")["id"]
        if number % 3:
            client.delete(f"/api/events/{gone}")
    connection = connect(database.path)
    connection.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
    connection.close()

    copy = connect(tmp_path / "copy.db")
    check(copy)
    copy.execute("VACUUM")
    check(copy)
    copy.close()


def test_every_word_of_a_text_is_one_word_of_a_query(connection: apsw.Connection) -> None:
    """A word that the tokenizer divided again would be a phrase, which the indexes cannot answer."""
    chance = random.Random(3)
    for _ in range(3_000):
        text = "".join(chr(chance.choice((chance.randrange(0x300), chance.randrange(0x11_0000)))) for _ in range(6))
        for word in full_text.words(connection, text):
            assert [word] == full_text.words(connection, word), ascii(text)
