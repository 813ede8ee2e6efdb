"""What a household that uses everything keeps through an export and an import: every table, and every answer."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from appliance.app import Application
from appliance.chores.turns.actions import settle_all
from tests.client import Client
from tests.fakes import FakeClock
from tests.transfer import files
from tests.transfer.files import ANA, BEN
from tests.transfer.household import CLEO, live

Tables = dict[str, list[dict[str, Any]]]
# The tables that no file carries, and why.
NOT_CARRIED = {
    "follow from other tables": {
        "calendar_usage",
        "chore_earnings",
        "ledger_sums",
        "list_counts",
        "occurrence_horizon",
        "holidays",
        "table_sizes",
    },
    "belong to this server and its network": {
        "attempts",
        "authorities",
        "challenges",
        "changes",
        "claimed",
        "consents",
        "cooking_timers",
        "cursors",
        "deliveries",
        "forecasts",
        "host_events",
        "idempotent_requests",
        "jobs",
        "provider_apps",
        "public_url",
        "setup_code",
        "vapid_keys",
        "wall_key",
        "wall_settings",
        "webhooks",
    },
    "give access": {
        "household_pin",
        "keys",
        "navigation_keys",
        "oauth_clients",
        "oauth_grants",
        "pairings",
        "passkeys",
        "pin_attempts",
        "recovery_codes",
        "refresh_tokens",
        "register_tokens",
        "unlocked_keys",
    },
    "belong to one device": {
        "backup_place",
        "board_layouts",
        "device_connections",
        "notifications",
        "pushes",
        "sent_log",
        "subscription_members",
        "subscriptions",
    },
    "come from a provider again": {"accounts", "event_texts", "feed_parts", "remote_objects", "synced_series"},
    "can be restored where they were deleted": {"deletions"},
    "are published again": {"published_feed_calendars", "published_feeds"},
    "are files beside the database": {"albums", "hidden_folder_photos", "photo_settings", "photos"},
}
# What rows are made again with: a creation time where nothing is answered from it, and what syncs and feeds keep.
NOT_COMPARED = {
    "away": {"created_at"},
    "calendars": {"created_at", "config"},
    "events": {"created_at", "changed_at", "sequence"},
    "members": {"created_at"},
    "rewards": {"created_at"},
}
WEEK = timedelta(days=7)


@pytest.fixture
def both(
    application: Application, client: Client, display: Client, clock: FakeClock, other: tuple[Application, Client]
) -> tuple[Client, Client]:
    """The household, and another one that imported it."""
    live(client, display, clock)
    _, there = other
    answer = there.post("/api/import", client.get("/api/export").json())
    assert 200 == answer.status_code, answer.text
    return client, there


def tables(application: Application) -> Tables:
    """Every row of every table that is no index, by column and in no order."""
    db = application.database.read
    ordinary = "schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
    names = [str(name) for (name,) in db.rows(f"SELECT name FROM pragma_table_list WHERE {ordinary}")]
    found = {}
    for name in names:
        columns = [str(column) for (column,) in db.rows("SELECT name FROM pragma_table_info(?)", name)]
        kept = [column for column in columns if column not in NOT_COMPARED.get(name, ())]
        found[name] = [dict(zip(kept, row, strict=True)) for row in db.rows(f"SELECT {', '.join(kept)} FROM {name}")]
    return {name: sorted(rows, key=str) for name, rows in found.items()}


def paths(today: date) -> Iterator[str]:
    """The answers that show the household, of the weeks around a day."""
    yield from ("members", "settings", "categories", "chores", "chores/pending", "away", "board", "goals")
    yield from (
        "rewards",
        "rewards/redemptions",
        "points/awards",
        "countdowns",
        "lists?archived=true",
        "stickers/packs",
        "recipes",
        "recipes/export",
        "pantry",
    )
    yield from (f"leaderboard?period={period}" for period in ("today", "week", "month"))
    yield from (f"search?q={words}" for words in ("hoover", "teeth", "bicycle", "gala", "milk", "leek"))
    yield from (f"weekly-summary?week={today - weeks * WEEK}" for weeks in range(3))
    yield from (f"members/{member}/points" for member in (ANA, BEN, CLEO))
    yield from (f"chores/day?date={today + timedelta(days=day)}" for day in range(-14, 40))
    yield from (f"snapshot?member={member}&range=week" for member in (ANA, BEN, CLEO))
    yield f"chores/turns?from={today - WEEK}&until={today + 5 * WEEK}"
    yield f"meals?start={today - WEEK}&end={today + 5 * WEEK}"
    yield f"events?from={today - WEEK}&to={today + 5 * WEEK}"


def test_every_table_comes_back(
    application: Application, both: tuple[Client, Client], other: tuple[Application, Client]
) -> None:
    application.database.write_now(settle_all)
    here, there = tables(application), tables(other[0])
    not_carried = {name for names in NOT_CARRIED.values() for name in names}

    assert not_carried <= here.keys()
    carried = sorted(here.keys() - not_carried)
    assert [] == [name for name in carried if not here[name]], "the household of this test has no row of these"
    # A setting that was never changed is stored with its default.
    there["settings"] = [
        each for each in there["settings"] if each["name"] in {row["name"] for row in here["settings"]}
    ]
    for name in carried:
        assert here[name] == there[name], name


def test_every_answer_comes_back(both: tuple[Client, Client], clock: FakeClock) -> None:
    here, there = both
    for days in (0, 30):
        clock.turn(days=days)
        for path in paths(clock.at.date()):
            expected, actual = here.get(f"/api/{path}"), there.get(f"/api/{path}")
            assert (200, expected.json()) == (actual.status_code, actual.json()), path


def test_it_is_exported_again_as_it_came(application: Application, both: tuple[Client, Client]) -> None:
    here, there = both
    application.database.write_now(settle_all)
    assert here.get("/api/export").json() == there.get("/api/export").json()


def test_importing_it_into_itself_changes_nothing(
    application: Application, both: tuple[Client, Client], clock: FakeClock
) -> None:
    client, _ = both
    application.database.write_now(settle_all, True)
    file, before = client.get("/api/export").json(), tables(application)
    clock.turn(hours=1)

    assert 200 == client.post("/api/import", file).status_code

    after = tables(application)
    not_compared = ("changes", "settings", "keys", "device_connections")
    assert [] == [name for name in before if name not in not_compared and before[name] != after[name]]


def test_a_file_without_any_of_it_leaves_nothing_behind(application: Application, both: tuple[Client, Client]) -> None:
    """An older product's file: its chores are theirs alone again, and what the file does not know stays."""
    client, _ = both
    full = client.get("/api/export").json()
    older = files.older() | {"members": [{name: each[name] for name in OLD_MEMBER} for each in full["members"]]}
    older["chores"] = [{name: each[name] for name in OLD_CHORE} for each in full["chores"]]
    older["choreCompletions"] = []
    balances = {each["name"]: each["balance"] for each in client.get("/api/members").json()}

    assert 200 == client.post("/api/import", older).status_code

    now = client.get("/api/export").json()
    assert {None} == {each["share"] for each in now["chores"]}
    assert balances == {each["name"]: each["balance"] for each in client.get("/api/members").json()}
    for kept in ("away", "rewards", "redemptions", "rewardGoals", "familyGoal", "pointEntries"):
        assert full[kept] == now[kept], kept
    assert not now.keys() & {"choreRotations", "choreTurns", "choreStepTicks"}
    db = application.database.read
    assert [] == list(db.rows("SELECT * FROM pragma_foreign_key_check"))
    assert [("",)] == list(db.rows("SELECT DISTINCT slot FROM waiting_ticks UNION SELECT slot FROM rejections"))


OLD_MEMBER = ("id", "name", "color", "avatar", "birthday", "sort")
OLD_CHORE = ("id", "title", "emoji", "memberId", "points", "rrule", "dueDate", "dueTime", "active", "sort")
