"""What an export contains, and what it leaves out. (contract §30)"""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from appliance.app import Application
from appliance.kernel.database.database import Database
from tests.client import Client
from tests.transfer import files

KEYS = [
    "version",
    "exportedAt",
    "settings",
    "members",
    "categories",
    "calendars",
    "events",
    "eventMemberOverrides",
    "eventCategoryOverrides",
    "eventTravelOverrides",
    "eventSeriesMemberOverrides",
    "eventSeriesCategoryOverrides",
    "chores",
    "choreCompletions",
    "lists",
    "notes",
    "pointEntries",
    "stickerPacks",
    "scrapbook",
    "passkeys",
    "webhooks",
]


def test_an_empty_household_exports_only_its_settings(client: Client) -> None:
    answer = client.get("/api/export")

    assert (200, 'attachment; filename="mantel-export-2026-11-20.json"', "no-store") == (
        answer.status_code,
        answer.headers["content-disposition"],
        answer.headers["cache-control"],
    )
    file = answer.json()
    assert KEYS == list(file)
    assert (1, "2026-11-20T15:24:00.000Z") == (file["version"], file["exportedAt"])
    assert client.get("/api/settings").json() == file["settings"]
    assert {"[]"} == {str(file[name]) for name in KEYS[3:]}


def test_it_is_for_administrators(anybody: Client, display: Client) -> None:
    assert (401, 403) == (anybody.get("/api/export").status_code, display.get("/api/export").status_code)


def test_a_second_export_is_never_a_304(client: Client) -> None:
    assert "etag" not in client.get("/api/export").headers


def test_an_event_is_exported_with_its_own_values(client: Client) -> None:
    client.post("/api/import", files.full())
    client.patch("/api/settings", {"defaultReminderMinutes": [60]})

    assert files.FULL["events"] == client.get("/api/export").json()["events"]


def test_an_export_does_not_wait_for_writes(database: Database, client: Client) -> None:
    gate = threading.Event()
    with ThreadPoolExecutor() as pool:
        write = pool.submit(database.write_now, lambda tx: gate.wait(60))
        answer = client.get("/api/export")
        assert (200, False) == (answer.status_code, write.done())
        gate.set()


def test_no_secret_leaves(application: Application, client: Client) -> None:
    made = client.post(
        "/api/webhooks", {"url": "https://example.com/", "events": [], "secret": "S3cretOfTheHook"}
    ).json()
    key = client.post("/api/keys", {"name": "Tablet", "scope": "admin"}).json()["key"]
    codes = client.post("/api/recovery-codes").json()["codes"]

    answer = client.get("/api/export")

    assert [_without(made, "secret")] == answer.json()["webhooks"]
    for secret in ["S3cretOfTheHook", key, *codes]:
        assert secret not in answer.text


def test_a_feed_leaves_with_its_address_and_an_unreadable_one_without(application: Application, client: Client) -> None:
    url = "https://school.example/term.ics"
    calendar = client.post("/api/calendars", {"kind": "ics", "name": "School", "url": url}).json()["id"]
    assert [url] == [each["url"] for each in client.get("/api/export").json()["calendars"]]

    application.database.write_now(
        lambda tx: tx.run("UPDATE calendars SET config = 'v1:AA==:AA==' WHERE id = ?", calendar)
    )
    assert [False] == ["url" in each for each in client.get("/api/export").json()["calendars"]]


def _without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}
