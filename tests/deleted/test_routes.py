"""What was deleted is listed and restored for thirty days."""

from datetime import timedelta
from typing import Any

import pytest

from appliance.app import Application
from appliance.deleted import rules
from appliance.kernel.database.database import Database
from tests.calendar.fixtures import Changes, calendar, event
from tests.client import Client, Loop
from tests.fakes import FakeClock


@pytest.fixture
def shopping(client: Client) -> str:
    return str(client.post("/api/lists", {"name": "Shopping", "kind": "shopping"}).json()["id"])


def deleted(client: Client) -> list[tuple[str, str]]:
    return [(each["kind"], each["title"]) for each in client.get("/api/deleted").json()["deleted"]]


def restore(client: Client, title: str) -> dict[str, Any]:
    """Restore the newest thing with this title; the status and the answer."""
    [found, *_] = [each for each in client.get("/api/deleted").json()["deleted"] if each["title"] == title]
    answer = client.post(f"/api/deleted/{found['id']}/restore")
    return {"status": answer.status_code, **answer.json()}


def test_a_list_with_what_is_on_it(client: Client, recorded: Changes, shopping: str, ids: dict[str, str]) -> None:
    milk = client.post(f"/api/lists/{shopping}/items", {"title": "Milk", "steps": ["Oats"]}).json()[0]["id"]
    client.patch(f"/api/lists/{shopping}/items/{milk}", {"memberId": ids["Ana"]})
    client.post("/api/notes", {"target": f"list_item:{milk}", "body": "The blue one"})
    before = client.get(f"/api/lists/{shopping}").json()
    client.delete(f"/api/lists/{shopping}")
    [found] = client.get("/api/deleted").json()["deleted"]
    assert ("list", "Shopping", shopping, False) == tuple(
        found[name] for name in ("kind", "title", "originalId", "recreatedAtProvider")
    )
    recorded()

    assert {"status": 200, "kind": "list", "id": shopping} == restore(client, "Shopping")

    assert before == client.get(f"/api/lists/{shopping}").json()
    assert [("list.changed", {"id": shopping})] == recorded()
    assert [] == deleted(client)


def test_what_it_belongs_to_is_restored_first(client: Client, shopping: str) -> None:
    milk = client.post(f"/api/lists/{shopping}/items", {"title": "Milk"}).json()[0]["id"]
    client.delete(f"/api/lists/{shopping}/items/{milk}")
    client.delete(f"/api/lists/{shopping}")

    refused = restore(client, "Milk")

    assert (409, "restore_first", "list", "Shopping") == tuple(
        refused[name] for name in ("status", "code", "kind", "title")
    )
    assert 200 == client.post(f"/api/deleted/{refused['deletedId']}/restore").status_code
    assert 200 == restore(client, "Milk")["status"]


def test_items_that_were_cleared_together(client: Client, shopping: str) -> None:
    items = client.post(f"/api/lists/{shopping}/items", [{"title": "Milk"}, {"title": "Eggs"}]).json()
    for item in items:
        client.patch(f"/api/lists/{shopping}/items/{item['id']}", {"done": True})
    before = client.get(f"/api/lists/{shopping}").json()
    client.post(f"/api/lists/{shopping}/clear-completed")
    assert [2] == [each["count"] for each in client.get("/api/deleted").json()["deleted"]]

    restore(client, "Milk, Eggs")

    assert before == client.get(f"/api/lists/{shopping}").json()


def test_dates_of_a_series_come_back_one_by_one(client: Client) -> None:
    home = calendar(client, name="Home")
    series = event(client, home, rrule="FREQ=WEEKLY;BYDAY=MO", title="Swimming")["id"]
    for day in ("2026-11-30", "2026-12-07"):
        client.delete(f"/api/events/{series}", params={"occurrence": f"{day}T09:00:00.000Z", "apply": "this"})
    dates = {each["date"]: each["id"] for each in client.get("/api/deleted").json()["deleted"]}
    assert {"2026-11-30", "2026-12-07"} == set(dates)

    assert 200 == client.post(f"/api/deleted/{dates['2026-11-30']}/restore").status_code

    shown = client.get("/api/events", params={"from": "2026-11-22", "to": "2026-12-15"}).json()
    assert ["2026-11-23", "2026-11-30", "2026-12-14"] == [each["start"][:10] for each in shown]
    client.delete(f"/api/events/{series}")
    assert "restore_first" == client.post(f"/api/deleted/{dates['2026-12-07']}/restore").json()["code"]


def test_the_points_of_a_chore_come_back(client: Client, ids: dict[str, str]) -> None:
    chore = client.post("/api/chores", {"title": "Bins", "points": 5, "memberId": ids["Ana"]}).json()["id"]
    client.post(f"/api/chores/{chore}/complete", {"date": "2026-11-20", "memberId": ids["Ana"]})
    balance = f"/api/members/{ids['Ana']}/points"
    assert 5 == client.get(balance).json()["balance"]
    client.delete(f"/api/chores/{chore}")
    assert 0 == client.get(balance).json()["balance"]

    restore(client, "Bins")

    assert 5 == client.get(balance).json()["balance"]


def test_a_display_needs_the_pin(client: Client, display: Client, shopping: str) -> None:
    client.delete(f"/api/lists/{shopping}")
    assert 200 == display.get("/api/deleted").status_code
    client.put("/api/settings/pin", {"pin": "2468"})

    assert "pin_required" == display.get("/api/deleted").json()["code"]
    assert "pin_required" == display.post("/api/deleted/any/restore").json()["code"]


def test_pages(client: Client, shopping: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PAGE", 2)
    for title in "abcde":
        item = client.post(f"/api/lists/{shopping}/items", {"title": title}).json()[0]["id"]
        client.delete(f"/api/lists/{shopping}/items/{item}")
    found, before = [], None
    while page := client.get("/api/deleted", params={"before": before} if before else {}).json():
        found += [each["title"] for each in page["deleted"]]
        if (before := page["next"]) is None:
            break

    assert sorted("abcde") == sorted(found)


def test_thirty_days(
    client: Client, application: Application, database: Database, clock: FakeClock, loop: Loop, shopping: str
) -> None:
    client.delete(f"/api/lists/{shopping}")
    [found] = client.get("/api/deleted").json()["deleted"]
    clock.turn(days=30, minutes=1)
    assert [] == deleted(client)
    failed = client.post(f"/api/deleted/{found['id']}/restore")
    assert (404, "restore_too_late") == (failed.status_code, failed.json()["code"])

    loop.run(application.scheduler.tick())

    assert 0 == database.read.value("SELECT count(*) FROM deletions")


def test_the_table_is_bounded(
    client: Client, database: Database, shopping: str, monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    monkeypatch.setattr(rules, "MAX_DELETIONS", 3)
    for title in "abcde":
        item = client.post(f"/api/lists/{shopping}/items", {"title": title}).json()[0]["id"]
        client.delete(f"/api/lists/{shopping}/items/{item}")
        clock.at += timedelta(seconds=1)

    assert ["e", "d", "c"] == [title for _, title in deleted(client)]
