"""Every table has a bound, and docs/reliability.md names it."""

import importlib
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from appliance.app import Application
from appliance.calendar.accounts import actions as accounts
from appliance.calendar.accounts.rules import MAX_ACCOUNTS
from appliance.calendar.calendars.rules import MAX_CALENDARS
from appliance.calendar.event_limits import rules as limits
from appliance.calendar.event_limits.actions import prune_annotations
from appliance.calendar.oauth_client import actions as consents
from appliance.calendar.oauth_client.rules import MAX_PENDING
from appliance.calendar.providers.models import Pulled, SyncState
from appliance.calendar.sync import actions as syncs
from appliance.calendar.sync import queries as sync_queries
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.notifications import sent_log
from appliance.notifications.feed import actions as messages
from appliance.notifications.feed import rules as feed
from appliance.notifications.feed.models import NewMessage
from appliance.notifications.push.rules import MAX_WAITING as MAX_PUSHES
from appliance.webhooks import rules as webhooks
from tests.calendar.fixtures import between, calendar, occurrence, sync
from tests.client import Client, Loop
from tests.fakes import FakeClock

DOCUMENT = (Path(__file__).parent.parent / "docs" / "reliability.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", re.M)
LIMIT = re.compile(r"`([a-z_]+(?:\.[a-z_]+)*)\.([A-Z][A-Z_]+)`")
# How a bound is said that no constant states.
IN_WORDS = ("one row", "one for each", "two kinds", "one, and a second", "×", "the server adds none")
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


def table_of_growth() -> dict[str, tuple[str, str]]:
    """By table: who adds rows, and what bounds them."""
    chapter = DOCUMENT.partition("## What may grow\n")[2].partition("\n## ")[0]
    return {name: (who.strip(), bound.strip()) for name, who, bound in ROW.findall(chapter)}


def rows(database: Database, table: str) -> int:
    return int(database.read.value(f"SELECT count(*) FROM {table}"))


def test_every_table_is_named_with_its_bound(database: Database) -> None:
    # A full-text index is one table, whatever tables SQLite makes for it.
    found = database.read.rows(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')"
        " AND name NOT LIKE 'sqlite_%'"
    )
    assert sorted(str(name) for (name,) in found) == sorted(table_of_growth())


@pytest.mark.parametrize(("module", "name"), sorted(set(LIMIT.findall(DOCUMENT))))
def test_every_limit_exists(module: str, name: str) -> None:
    assert hasattr(importlib.import_module(f"appliance.{module}"), name)


def test_every_bound_is_a_limit_of_the_code_or_follows_from_other_tables() -> None:
    unbounded = [
        table
        for table, (_, bound) in table_of_growth().items()
        if not LIMIT.search(bound) and not any(words in bound for words in IN_WORDS)
    ]
    assert [] == unbounded


def test_a_table_of_one_row_can_hold_no_second(database: Database) -> None:
    schema = dict(database.read.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
    single = [table for table, (_, bound) in table_of_growth().items() if bound == "one row"]
    assert single
    assert [] == [table for table in single if not re.search(r"CHECK \(id = 1\)", schema[table])]


def test_accounts(database: Database) -> None:
    for number in range(MAX_ACCOUNTS):
        database.write_now(accounts.connect, "caldav", f"Server {number}", "{}")

    with pytest.raises(BadRequest, match="there are 50 accounts, which is the limit"):
        database.write_now(accounts.connect, "caldav", "One more", "{}")


def test_calendars(client: Client, database: Database) -> None:
    body = {"kind": "local", "name": "Family"}
    statuses = [client.post("/api/calendars", body).status_code for _ in range(MAX_CALENDARS + 1)]

    assert [201] * MAX_CALENDARS + [400] == statuses
    more = {"calendars": [{"id": "one-more", "kind": "local", "name": "One more"}]}
    answer = client.post("/api/import", {"app": "mantel", "version": 1, **more})
    assert (400, MAX_CALENDARS) == (answer.status_code, rows(database, "calendars"))


def test_webhooks(client: Client) -> None:
    body = {"url": "https://example.com/hook", "events": []}
    answers = [client.post("/api/webhooks", body) for _ in range(webhooks.MAX_WEBHOOKS + 1)]

    assert [201] * webhooks.MAX_WEBHOOKS + [400] == [each.status_code for each in answers]
    assert "there are 50 webhooks, which is the limit; delete one first" == answers[-1].json()["error"]


def test_waiting_deliveries(application: Application, client: Client, loop: Loop) -> None:
    def many(tx: Tx) -> None:
        for number in range(webhooks.MAX_WAITING + 1_000):
            tx.record("list.changed", {"id": str(number)})

    made = client.post("/api/webhooks", {"url": "https://example.com/hook", "events": []}).json()["id"]
    application.database.write_now(many)
    application.consumer_loop._after = ()  # nothing is sent
    loop.run(application.consumer_loop.drain())

    states = dict(application.database.read.rows("SELECT state, count(*) FROM deliveries GROUP BY state"))
    assert webhooks.MAX_WAITING <= states["waiting"] < webhooks.MAX_WAITING + webhooks.CHECKED_EVERY
    assert webhooks.KEPT == states["skipped"]
    newest = application.database.read.value("SELECT data FROM deliveries ORDER BY id DESC LIMIT 1")
    assert str(webhooks.MAX_WAITING + 999) in newest
    skipped = [each for each in client.get(f"/api/webhooks/{made}/deliveries").json() if each["state"] == "skipped"]
    assert {webhooks.TOO_MANY} >= {each["error"] for each in skipped}


def test_notifications(client: Client, database: Database, clock: FakeClock) -> None:
    def fill(tx: Tx) -> None:
        tx.run(
            "INSERT INTO notifications (id, at, kind, title, member_ids) WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL"
            " SELECT n + 1 FROM n WHERE n < ?) SELECT n, printf('2026-11-19T00:00:00.%05dZ', n), 'message', 'x', '[]'"
            " FROM n",
            feed.MAX_ENTRIES,
        )

    database.write_now(fill)

    assert 200 == client.post("/api/notify", {"title": "Newest", "body": "x"}).status_code

    assert feed.MAX_ENTRIES == rows(database, "notifications")
    assert "Newest" == client.get("/api/notifications").json()[0]["title"]
    assert "2" == database.read.value("SELECT id FROM notifications ORDER BY at LIMIT 1")


def test_pushes_of_one_device(application: Application, client: Client) -> None:
    browser = {"endpoint": "https://push.example/1", "keys": {"p256dh": P256DH, "auth": "AAAAAAAAAAAAAAAAAAAAAA"}}
    client.post("/api/push/subscriptions", {"subscription": browser, "deviceName": "Phone"})
    for number in range(MAX_PUSHES + 20):
        application.database.write_now(messages.send, NewMessage(title=str(number), body="x"), "api")

    assert MAX_PUSHES == rows(application.database, "pushes")
    newest = application.database.read.value("SELECT notice FROM pushes ORDER BY id DESC LIMIT 1")
    assert f'"title":"{MAX_PUSHES + 19}"' in newest


def test_the_sent_log(application: Application, loop: Loop, clock: FakeClock) -> None:
    def fill(tx: Tx) -> None:
        tx.run(
            "INSERT INTO sent_log (recipient, key, at) WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n"
            " WHERE n < ?) SELECT 'household', 'old ' || n, printf('2026-11-20T10:00:00.%07dZ', n) FROM n",
            sent_log.MAX_ENTRIES + 5,
        )

    application.database.write_now(fill)

    loop.run(application.reminders.tick())

    assert sent_log.MAX_ENTRIES == rows(application.database, "sent_log")
    assert application.database.read.value("SELECT 1 FROM sent_log WHERE key = 'old 5'") is None
    assert application.database.read.value("SELECT 1 FROM sent_log WHERE key = 'old 6'") == 1


def test_annotations_whose_event_is_gone(client: Client, database: Database, clock: FakeClock) -> None:
    feed_id = calendar(client, "ics", name="School")
    sync(database, feed_id, occurrence("gone"), occurrence("back"), occurrence("stays"))
    database.write_now(lambda tx: tx.run("UPDATE calendars SET last_synced_at = ?", tx.now))
    for each in between(client, "2026-11-01", "2026-12-01"):
        assert 200 == client.patch(f"/api/events/{each['id']}", {"travelMinutes": 20}).status_code
    sync(database, feed_id, occurrence("stays"))
    database.write_now(prune_annotations)
    clock.turn(days=limits.MISSING_KEPT / timedelta(days=1) - 1)
    sync(database, feed_id, occurrence("stays"), occurrence("back"))
    database.write_now(prune_annotations)
    assert 3 == rows(database, "annotations")

    clock.turn(days=2)
    database.write_now(prune_annotations)

    keys = [key for (key,) in database.read.rows("SELECT key FROM annotations ORDER BY key")]
    assert ["back", "stays"] == keys


def test_annotations_of_a_calendar_that_waits_for_its_account_are_kept(
    client: Client, database: Database, clock: FakeClock
) -> None:
    def imported(tx: Tx) -> None:
        tx.run("UPDATE calendars SET needs_reconnect = 1, last_synced_at = ?", tx.now)
        tx.run(
            "INSERT INTO annotations (calendar_id, scope, key, travel_minutes) VALUES (?, 'occurrence', 'x', 5)", made
        )

    made = calendar(client, "ics")
    database.write_now(imported)
    for _ in range(2):
        database.write_now(prune_annotations)
        clock.turn(days=200)

    assert 1 == rows(database, "annotations")


def test_objects_of_a_calendar_at_a_provider(client: Client, database: Database) -> None:
    made = calendar(client, "ics")
    source = sync_queries.source(database.read, made)
    objects = {f"/{number}.ics": "1" for number in range(limits.MAX_OBJECTS + 1)}
    pulled: dict[str, Any] = {"occurrences": [], "sync_state": SyncState(), "objects": objects}

    with pytest.raises(BadGateway, match="more than 50,000 objects"):
        database.write_now(syncs.apply_sync, source, Pulled(**pulled))

    assert 0 == rows(database, "remote_objects")


def test_consents(database: Database) -> None:
    for _ in range(MAX_PENDING + 10):
        database.write_now(consents.begin, "google", "http://localhost/callback", "http://localhost")

    assert MAX_PENDING == rows(database, "consents")
