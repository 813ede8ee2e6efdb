"""Days away: chores are not due, streaks go on, rotations pass over, reminders are silent."""

from typing import Any
from uuid import uuid4

import pytest

from appliance.chores.away import rules
from appliance.kernel.database.database import Database
from appliance.notifications.daily.actions import agenda
from tests.client import Changes, Client

TODAY, TOMORROW = "2026-11-20", "2026-11-21"
Ids = dict[str, str]


def a_chore(client: Client, title: str = "Dishes", **changes: Any) -> dict[str, Any]:
    made = client.post("/api/chores", {"title": title, "rrule": "FREQ=DAILY", "dueDate": "2026-11-16"} | changes)
    assert 201 == made.status_code, made.text
    return dict(made.json())


def go_away(client: Client, first: str, last: str, member: str | None = None, **more: str) -> dict[str, Any]:
    made = client.post("/api/away", {"from": first, "until": last, "memberId": member} | more)
    assert 201 == made.status_code, made.text
    return dict(made.json())


def titles(client: Client, date: str = TODAY) -> list[str]:
    return [each["title"] for each in client.get(f"/api/chores/day?date={date}").json()]


def streaks(client: Client) -> dict[str, int]:
    return {each["name"]: each["streak"] for each in client.get("/api/leaderboard").json() if each["streak"]}


def test_a_range_is_added_changed_and_removed(client: Client, ids: Ids, recorded: Changes) -> None:
    trip = go_away(client, TODAY, "2026-11-27", ids["Cleo"], note=" School trip ")
    expected = {"id": trip["id"], "from": TODAY, "until": "2026-11-27", "memberId": ids["Cleo"], "note": "School trip"}
    assert expected == trip
    everybody = go_away(client, "2026-12-20", "2026-12-31")
    assert [everybody, trip] == client.get("/api/away").json()

    changed = client.patch(f"/api/away/{trip['id']}", {"until": TODAY})
    assert (200, trip | {"until": TODAY}) == (changed.status_code, changed.json())
    assert {"ok": True} == client.delete(f"/api/away/{trip['id']}").json()
    assert [everybody] == client.get("/api/away").json()
    topics = [("away.changed", {"id": each["id"]}) for each in (trip, everybody, trip, trip)]
    assert topics == recorded()


def test_a_repeated_request_adds_one_range(client: Client) -> None:
    body = {"from": TODAY, "until": TODAY, "id": str(uuid4())}
    assert client.post("/api/away", body).json() == client.post("/api/away", body).json()
    assert 1 == len(client.get("/api/away").json())


BAD = {
    "ends before it begins": ({"from": TOMORROW, "until": TODAY}, "until: must not be before from"),
    "no end": ({"from": TODAY}, "until: is required"),
    "no day": ({"from": "2026-02-30", "until": TODAY}, "from: must be YYYY-MM-DD"),
    "somebody unknown": ({"from": TODAY, "until": TODAY, "memberId": "nobody"}, "memberId: unknown member"),
    "a long note": ({"from": TODAY, "until": TODAY, "note": "a" * 201}, "note: "),
}


@pytest.mark.parametrize(("body", "error"), BAD.values(), ids=BAD)
def test_a_bad_range_is_rejected_by_field(client: Client, recorded: Changes, body: dict[str, str], error: str) -> None:
    answer = client.post("/api/away", body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)
    assert [] == client.get("/api/away").json()
    assert [] == recorded()


def test_a_bad_change_is_rejected(client: Client) -> None:
    trip = go_away(client, TODAY, TOMORROW)
    assert 400 == client.patch(f"/api/away/{trip['id']}", {"until": "2026-11-19"}).status_code
    assert 400 == client.patch(f"/api/away/{trip['id']}", {"from": None}).status_code
    assert 404 == client.patch("/api/away/none", {"note": "a"}).status_code
    assert 404 == client.delete("/api/away/none").status_code
    assert [trip] == client.get("/api/away").json()


def test_a_household_has_a_number_of_ranges(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_RANGES", 1)
    go_away(client, TODAY, TODAY)
    assert 409 == client.post("/api/away", {"from": TODAY, "until": TODAY}).status_code


def test_chores_of_who_is_away_are_not_due(client: Client, ids: Ids) -> None:
    cleo, dan = ids["Cleo"], ids["Dan"]
    a_chore(client, "Cleo's", memberId=cleo)
    a_chore(client, "Each", memberIds=[cleo, dan], share="each")
    a_chore(client, "Either", memberIds=[cleo, dan], share="anyone")
    a_chore(client, "Anyone's")
    go_away(client, TODAY, TOMORROW, cleo)
    assert ["Each", "Either", "Anyone's"] == titles(client)
    go_away(client, TODAY, TODAY, dan)
    assert ["Anyone's"] == titles(client)
    assert ["Each", "Either", "Anyone's"] == titles(client, TOMORROW)
    go_away(client, TODAY, TODAY)
    assert [] == titles(client)
    assert ["Cleo's", "Each", "Each", "Either", "Anyone's"] == titles(client, "2026-11-22")


def test_what_was_done_while_away_stays(client: Client, ids: Ids) -> None:
    chore = a_chore(client, memberId=ids["Cleo"], points=3)
    client.post(f"/api/chores/{chore['id']}/complete", {"date": TODAY})
    go_away(client, TODAY, TODAY, ids["Cleo"])
    assert ["Dishes"] == titles(client)
    assert {"Cleo": 1} == streaks(client)
    client.delete(f"/api/chores/{chore['id']}/complete?date={TODAY}")
    assert [] == titles(client)


def test_a_streak_goes_on_over_days_away(client: Client, ids: Ids) -> None:
    client.patch("/api/settings", {"streakGraceDays": 0})
    chore = a_chore(client, memberId=ids["Cleo"])
    for day in (16, 17, 20):
        client.post(f"/api/chores/{chore['id']}/complete", {"date": f"2026-11-{day}"})
    assert {"Cleo": 1} == streaks(client)
    trip = go_away(client, "2026-11-18", "2026-11-19", ids["Cleo"])
    assert {"Cleo": 3} == streaks(client)
    client.delete(f"/api/away/{trip['id']}")
    assert {"Cleo": 1} == streaks(client)


def test_reminders_and_boards_leave_out_who_is_away(client: Client, database: Database, ids: Ids) -> None:
    a_chore(client, memberId=ids["Cleo"])
    a_chore(client, "Bins", memberId=ids["Dan"])
    go_away(client, TODAY, TODAY, ids["Cleo"])
    assert ["Bins"] == [chore.title for chore in agenda(database.read, database.read.today).chores]
    progress = {each["name"]: each["chores"] for each in client.get("/api/board").json()["members"]}
    assert {"done": 0, "total": 0} == progress["Cleo"]
    assert ["Bins"] == [each["title"] for each in client.get("/api/board").json()["chores"]]
    assert [] == client.get(f"/api/snapshot?member={ids['Cleo']}").json()["chores"]


def test_a_range_that_ends_before_it_begins_is_not_imported(client: Client) -> None:
    go_away(client, TODAY, TOMORROW)
    file = client.get("/api/export").json()
    file["away"][0]["until"] = "2020-01-01"
    answer = client.post("/api/import", file)
    assert (200, {"away": 1}) == (answer.status_code, answer.json()["notRead"])


def test_a_deleted_member_takes_the_ranges_along(client: Client, ids: Ids) -> None:
    go_away(client, TODAY, TODAY, ids["Cleo"])
    client.delete(f"/api/members/{ids['Cleo']}")
    assert [] == client.get("/api/away").json()


def test_a_chore_is_copied_to_another_member(display: Client, ids: Ids, recorded: Changes) -> None:
    chore = display.post("/api/chores", {"title": "Room", "points": 4, "rrule": "FREQ=WEEKLY", "memberId": ids["Cleo"]})
    recorded()
    body = {"memberId": ids["Dan"], "id": str(uuid4())}
    copies = [display.post(f"/api/chores/{chore.json()['id']}/copy", body) for _ in range(2)]
    assert [201, 201] == [each.status_code for each in copies]
    expected = chore.json() | {"id": body["id"], "memberId": ids["Dan"], "dueDate": TODAY}
    assert expected == copies[0].json() == copies[1].json()
    assert [("chore.changed", {"id": body["id"]})] == recorded()
    assert ["Room", "Room"] == titles(display)
    path = f"/api/chores/{chore.json()['id']}/copy"
    assert [400, 400, 404] == [
        display.post(path, {"memberId": "nobody"}).status_code,
        display.post(path, {}).status_code,
        display.post("/api/chores/none/copy", {"memberId": ids["Dan"]}).status_code,
    ]
