import pytest

from appliance.kernel.database.database import Database
from appliance.people.models import Person
from appliance.points import rules
from tests.client import Client

TODAY = "2026-11-20"


@pytest.fixture
def earned(display: Client, family: dict[str, Person]) -> str:
    """Twenty points of Cleo's, from one chore; its id."""
    request = {"title": "Hoover", "memberId": family["Cleo"].id, "points": 20, "rrule": "FREQ=DAILY"}
    chore: str = display.post("/api/chores", request).json()["id"]
    display.post(f"/api/chores/{chore}/complete", {"date": TODAY})
    return chore


def test_the_leaderboard(display: Client, family: dict[str, Person], earned: str) -> None:
    places = display.get("/api/leaderboard").json()
    cleo = {"memberId": family["Cleo"].id, "name": "Cleo", "color": "#8E5BD6", "avatar": "🦊"}
    assert cleo | {"points": 20, "completed": 1, "streak": 1, "rank": 1} == places[0]
    assert [("Ana", 0, 2), ("Ben", 0, 2), ("Dan", 0, 2)] == [
        (place["name"], place["points"], place["rank"]) for place in places[1:]
    ]
    for period in ("today", "week", "month"):
        assert places == display.get("/api/leaderboard", params={"period": period}).json()


@pytest.mark.parametrize("period", ["year", "", "Week"])
def test_an_unknown_period_is_rejected(display: Client, period: str) -> None:
    answer = display.get("/api/leaderboard", params={"period": period})
    assert 400 == answer.status_code
    assert "period" in answer.json()["error"]


def test_a_members_points(display: Client, family: dict[str, Person], earned: str) -> None:
    cleo = family["Cleo"].id
    before = display.get(f"/api/members/{cleo}/points").json()
    assert {"balance": 20, "earnedTotal": 20, "spentTotal": 0, "entries": []} == before

    display.post("/api/stickers/packs/sweets/buy", {"memberId": cleo})

    after = display.get(f"/api/members/{cleo}/points").json()
    entry = {"memberId": cleo, "amount": -15, "reason": "sticker_pack", "ref": "sweets"}
    assert {"balance": 5, "earnedTotal": 20, "spentTotal": 15} == {
        name: value for name, value in after.items() if name != "entries"
    }
    assert [entry | {"id": after["entries"][0]["id"], "at": "2026-11-20T15:24:00.000Z"}] == after["entries"]


def test_members_carry_their_points(display: Client, family: dict[str, Person], earned: str) -> None:
    shown = {
        each["name"]: (each["pointsToday"], each["pointsWeek"], each["balance"])
        for each in display.get("/api/members").json()
    }
    assert {"Ana": (0, 0, 0), "Ben": (0, 0, 0), "Cleo": (20, 20, 20), "Dan": (0, 0, 0)} == shown


def test_a_chores_points_are_named_before_it_is_deleted(
    display: Client, family: dict[str, Person], earned: str
) -> None:
    ana, cleo = family["Ana"].id, family["Cleo"].id
    display.post(f"/api/chores/{earned}/complete", {"date": "2026-11-19", "memberId": ana})
    display.post(f"/api/chores/{earned}/complete", {"date": "2026-11-18"})
    named = [{"memberId": ana, "points": 10}, {"memberId": cleo, "points": 30}]
    assert {"kept": False, "members": named} == display.get(f"/api/chores/{earned}/points").json()
    display.patch("/api/settings", {"keepPointsOfDeletedChores": True})
    assert {"kept": True, "members": named} == display.get(f"/api/chores/{earned}/points").json()
    assert 404 == display.get("/api/chores/none/points").status_code
    unused = display.post("/api/chores", {"title": "Windows", "points": 5}).json()["id"]
    assert [] == display.get(f"/api/chores/{unused}/points").json()["members"]


@pytest.fixture
def kept(client: Client) -> None:
    """The points of deleted chores stay."""
    client.patch("/api/settings", {"keepPointsOfDeletedChores": True})


@pytest.mark.usefixtures("kept")
def test_the_points_of_a_deleted_chore_stay_by_setting(display: Client, family: dict[str, Person], earned: str) -> None:
    cleo = f"/api/members/{family['Cleo'].id}/points"
    assert {"ok": True} == display.delete(f"/api/chores/{earned}").json()

    after = display.get(cleo).json()
    assert (20, 20, 0) == (after["balance"], after["earnedTotal"], after["spentTotal"])
    (entry,) = after["entries"]
    assert ("chore_deleted", earned, 20) == (entry["reason"], entry["ref"], entry["amount"])


@pytest.mark.usefixtures("kept")
def test_a_deleted_chore_that_an_import_brings_back_counts_once(
    client: Client, display: Client, family: dict[str, Person], earned: str
) -> None:
    cleo = f"/api/members/{family['Cleo'].id}/points"
    with_chore = client.get("/api/export").json()
    display.delete(f"/api/chores/{earned}")
    with_entry = client.get("/api/export").json()

    for file in (with_chore, with_chore, with_entry):
        assert 200 == client.post("/api/import", file).status_code
        assert (20, []) == ((now := client.get(cleo).json())["balance"], now["entries"])


@pytest.mark.usefixtures("kept")
def test_the_entries_of_many_deleted_chores_become_one(
    database: Database, client: Client, family: dict[str, Person]
) -> None:
    cleo = family["Cleo"].id
    for number in range(rules.MAX_DELETED_CHORES + 3):
        made = client.post("/api/chores", {"title": "Dishes", "memberId": cleo, "points": number + 1}).json()["id"]
        client.post(f"/api/chores/{made}/complete", {"date": "2026-11-20"})
        client.delete(f"/api/chores/{made}")

    assert rules.MAX_DELETED_CHORES == database.read.value("SELECT count(*) FROM point_entries")
    assert sum(range(1, rules.MAX_DELETED_CHORES + 4)) == client.get(f"/api/members/{cleo}/points").json()["balance"]


def test_points_of_an_unknown_member_are_404(display: Client) -> None:
    answer = display.get("/api/members/nobody/points")
    assert (404, {"error": "member not found"}) == (answer.status_code, answer.json())
