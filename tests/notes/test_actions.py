"""Notes on a real file: when they are kept and when they are deleted."""

from msgspec import UNSET

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.series import actions as series_actions
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.notes import actions, queries
from appliance.notes.models import NewNote, Note
from appliance.people import actions as people
from appliance.people.models import Person
from tests.lists.fixtures import PARTY, feed, local_event, remove_event, sync


def write(database: Database, event_id: str, member_id: str | None = None) -> Note:
    return database.write_now(actions.add, NewNote(target=f"event:{event_id}", body="Bring water", member_id=member_id))


def make_writable(tx: Tx, calendar_id: str) -> None:
    tx.run("UPDATE calendars SET kind = 'caldav', writable = 1 WHERE id = ?", calendar_id)


def stored(database: Database) -> list[str]:
    return [note_id for (note_id,) in database.read.rows("SELECT id FROM notes")]


def test_deleting_a_local_event_deletes_its_notes(database: Database) -> None:
    series = database.write_now(local_event)
    write(database, series)
    database.write_now(remove_event, series)
    assert [] == stored(database)


def test_notes_survive_a_synced_event_that_drops_out_of_its_feed(database: Database) -> None:
    school = database.write_now(feed)
    [party] = database.write_now(sync, school, PARTY)
    note = write(database, party)

    database.write_now(sync, school)
    assert [] == actions.notes_on(database.read, f"event:{party}")
    database.write_now(sync, school, PARTY)
    assert [note] == actions.notes_on(database.read, f"event:{party}")


def test_deleting_a_calendar_deletes_the_notes_of_its_events(database: Database) -> None:
    school = database.write_now(feed)
    [party] = database.write_now(sync, school, PARTY)
    write(database, party)
    database.write_now(sync, school)
    series = database.write_now(local_event)
    own = write(database, series)

    database.write_now(calendars.remove, school)
    assert [own.id] == stored(database)


def test_the_notes_of_a_synced_event_that_was_deleted_here_are_forgotten(database: Database) -> None:
    school = database.write_now(feed)
    [party] = database.write_now(sync, school, PARTY)
    series = database.write_now(local_event)
    write(database, party)
    own = write(database, series)
    database.write_now(make_writable, school)
    database.write_now(series_actions.remove, party, UNSET, UNSET, actions.LINKS)
    assert [own.id] == stored(database)
    database.write_now(series_actions.remove, series, UNSET, UNSET, actions.LINKS)
    assert [] == stored(database)


def test_notes_are_counted_by_event(database: Database) -> None:
    school = database.write_now(feed)
    [party] = database.write_now(sync, school, PARTY)
    series = database.write_now(local_event)
    for event_id in (party, series, series):
        write(database, event_id)
    assert {party: 1, series: 2} == queries.counts_by_event(database.read, [party, series, "nowhere"])
    assert {} == queries.counts_by_event(database.read, [])


def test_words_stay_when_who_wrote_them_leaves(database: Database, family: dict[str, Person]) -> None:
    series = database.write_now(local_event)
    note = write(database, series, family["Ben"].id)
    database.write_now(people.remove, family["Ben"].id)
    [left] = actions.notes_on(database.read, f"event:{series}")
    assert (note.id, "Bring water", None) == (left.id, left.body, left.member_id)
