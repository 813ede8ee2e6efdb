"""Points given and taken beside chores."""

from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.people.models import Person
from appliance.points.awards.actions import ENTRIES
from tests.client import Changes, Client

TODAY = "2026-11-20"
NOW = "2026-11-20T15:24:00.000Z"


def points_of(client: Client, member_id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/members/{member_id}/points").json()
    return found


def test_a_bonus_is_in_the_ledger_and_in_the_totals(
    client: Client, display: Client, family: dict[str, Person], recorded: Changes
) -> None:
    cleo = family["Cleo"].id
    recorded()
    request = {"memberId": cleo, "points": 10, "note": " Helped with the shopping "}
    answer = client.post("/api/points/awards", request)

    award = answer.json()["award"]
    expected = {"memberId": cleo, "points": 10, "note": "Helped with the shopping", "date": TODAY}
    assert (201, expected | {"id": award["id"], "at": NOW}) == (answer.status_code, award)
    assert (10, [award]) == (answer.json()["balance"], answer.json()["awards"])
    assert [("points.awarded", expected | {"id": award["id"]})] == recorded()

    entry = {"id": award["id"], "memberId": cleo, "amount": 10, "reason": "bonus", "ref": TODAY, "at": NOW}
    entries = [entry | {"note": "Helped with the shopping"}]
    shown = {"balance": 10, "earnedTotal": 10, "spentTotal": 0, "entries": entries}
    assert shown == points_of(display, cleo)
    assert [award] == client.get("/api/points/awards").json()


def test_points_are_taken_from_several(client: Client, family: dict[str, Person]) -> None:
    cleo, dan = family["Cleo"].id, family["Dan"].id
    request = {"memberId": cleo, "memberIds": [dan, cleo], "points": -4, "date": "2026-11-18"}
    answer = client.post("/api/points/awards", request).json()

    assert [(cleo, -4), (dan, -4)] == [(each["memberId"], each["points"]) for each in answer["awards"]]
    assert {("2026-11-18", None)} == {(each["date"], each["note"]) for each in answer["awards"]}
    for member in (cleo, dan):
        points = points_of(client, member)
        assert (-4, 0, 4) == (points["balance"], points["earnedTotal"], points["spentTotal"])
        assert "note" not in points["entries"][0]
    assert [dan] == [each["memberId"] for each in client.get("/api/points/awards", params={"memberId": dan}).json()]


def test_a_bonus_moves_neither_rank_nor_streak_nor_the_points_of_the_week(
    client: Client, family: dict[str, Person]
) -> None:
    before = client.get("/api/leaderboard").json()
    client.post("/api/points/awards", {"memberId": family["Dan"].id, "points": 50})
    assert before == client.get("/api/leaderboard").json()
    dan = next(each for each in client.get("/api/members").json() if each["name"] == "Dan")
    assert (0, 0, 50) == (dan["pointsToday"], dan["pointsWeek"], dan["balance"])


def test_removing_an_award_undoes_it(client: Client, family: dict[str, Person], recorded: Changes) -> None:
    cleo = family["Cleo"].id
    award = client.post("/api/points/awards", {"memberId": cleo, "points": 10}).json()["award"]["id"]
    recorded()

    answer = client.delete(f"/api/points/awards/{award}")

    assert (200, {"ok": True, "balance": 0}) == (answer.status_code, answer.json())
    assert [("points.removed", {"id": award, "memberId": cleo, "points": 10})] == recorded()
    assert [] == points_of(client, cleo)["entries"]
    assert 404 == client.delete(f"/api/points/awards/{award}").status_code


def test_another_entry_of_the_ledger_is_no_award(client: Client, family: dict[str, Person]) -> None:
    cleo = family["Cleo"].id
    client.post("/api/points/awards", {"memberId": cleo, "points": 30})
    client.post("/api/stickers/packs/sweets/buy", {"memberId": cleo})
    bought = next(each for each in points_of(client, cleo)["entries"] if each["reason"] == "sticker_pack")

    assert 404 == client.delete(f"/api/points/awards/{bought['id']}").status_code
    assert 15 == points_of(client, cleo)["balance"]


@pytest.mark.parametrize(
    ("patch", "status", "error"),
    [
        ({"points": 0}, 400, "points: must not be 0"),
        ({"points": 1_000_001}, 400, "points"),
        ({"points": -1_000_001}, 400, "points"),
        ({"points": 1.5}, 400, "points"),
        ({"points": "5"}, 400, "points"),
        ({"points": None}, 400, "points"),
        ({"memberId": "nobody"}, 404, "member not found"),
        ({"memberIds": ["nobody"]}, 404, "member not found"),
        ({"memberIds": None}, 400, "memberIds"),
        ({"memberIds": ["x"] * 201}, 400, "memberIds"),
        ({"note": "x" * 201}, 400, "note"),
        ({"date": "2026-11-21"}, 400, "date: must be today or an earlier day"),
        ({"date": "yesterday"}, 400, "date"),
    ],
)
def test_a_bad_award_is_rejected(
    client: Client, family: dict[str, Person], patch: dict[str, Any], status: int, error: str
) -> None:
    cleo = family["Cleo"].id
    answer = client.post("/api/points/awards", {"memberId": cleo, "points": 5} | patch)
    assert status == answer.status_code
    assert error in answer.json()["error"]
    assert [] == points_of(client, cleo)["entries"]


def test_an_award_without_a_member_is_rejected(client: Client, family: dict[str, Person]) -> None:
    answer = client.post("/api/points/awards", {"points": 5})
    assert (400, "memberIds: must name a member") == (answer.status_code, answer.json()["error"])


def test_the_ledger_has_a_bound(client: Client, database: Database, family: dict[str, Person]) -> None:
    def fill(tx: Tx) -> None:
        tx.run("UPDATE table_sizes SET entries = ? WHERE name = 'point_entries'", ENTRIES.entries)

    database.write_now(fill)
    answer = client.post("/api/points/awards", {"memberId": family["Cleo"].id, "points": 5})
    assert 409 == answer.status_code
    assert "100,000 entries of points" in answer.json()["error"]


def test_the_largest_balance_is_exact(client: Client, family: dict[str, Person]) -> None:
    cleo = family["Cleo"].id
    for _ in range(3):
        client.post("/api/points/awards", {"memberId": cleo, "points": 1_000_000})
    assert 3_000_000 == points_of(client, cleo)["balance"]
    assert ENTRIES.entries * 1_000_000 < 2**53


@pytest.mark.parametrize("ref", [None, "no day", "2026-02-31", ""])
def test_an_imported_award_without_a_day_is_for_the_day_it_was_given(
    client: Client, family: dict[str, Person], ref: str | None
) -> None:
    client.post("/api/points/awards", {"memberId": family["Cleo"].id, "points": 7})
    file = client.get("/api/export").json()
    file["pointEntries"][0] |= {"ref": ref, "at": "2026-11-03T10:00:00.000Z"}

    assert 200 == client.post("/api/import", file).status_code
    assert ["2026-11-03"] == [each["date"] for each in client.get("/api/points/awards").json()]
