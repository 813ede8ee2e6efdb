from appliance.access import actions as access
from appliance.app import Application
from appliance.demo.family import create_demo
from appliance.people.models import Person
from tests.client import Client, Loop
from tests.fakes import FakeClock


def owner(application: Application, loop: Loop) -> Client:
    anybody = Client(application.app, loop)
    code = application.database.write_now(access.new_setup_code)
    claim = {"code": code, "deviceRole": "admin", "deviceName": "Phone"}
    return Client(application.app, loop, anybody.post("/api/setup/claim", claim).json()["adminKey"])


def test_an_empty_household_is_filled_around_today_and_can_be_claimed(application: Application, loop: Loop) -> None:
    create_demo(application)
    client = owner(application, loop)

    assert ["Mara", "Jonas", "Ida", "Theo"] == [each["name"] for each in client.get("/api/members").json()]
    week = client.get("/api/events?from=2026-11-16&to=2026-11-30").json()
    assert 15 <= len(week) <= 60
    assert {"keyword"} <= {event["categorySource"] for event in week}
    today = client.get("/api/chores/day?date=2026-11-20").json()
    assert {True, False} == {chore["completed"] for chore in today}
    assert any(chore["checklist"] for chore in today)
    standings = client.get("/api/leaderboard?period=month").json()
    assert all(each["points"] > 0 for each in standings)
    assert any(each["streak"] >= 2 for each in standings)
    assert {"shopping", "todo", "reusable"} == {each["kind"] for each in client.get("/api/lists").json()}
    for member in client.get("/api/members").json():
        assert member["balance"] >= 0
    theo = client.get("/api/members").json()[3]["id"]
    assert 6 == len(client.get(f"/api/stickers/scrapbook/{theo}").json())


def test_the_clock_is_the_real_one_again(application: Application, clock: FakeClock) -> None:
    create_demo(application)
    assert application.database.clock is clock
    assert not application.database.clock_is_wrong


def test_a_household_with_data_is_not_changed(application: Application, family: dict[str, Person]) -> None:
    before = application.database.rev
    create_demo(application)
    assert before == application.database.rev


def test_a_second_start_adds_nothing(application: Application) -> None:
    create_demo(application)
    before = application.database.rev
    create_demo(application)
    assert before == application.database.rev


def test_the_demo_shows_what_families_do_together(application: Application, loop: Loop) -> None:
    create_demo(application)
    client = owner(application, loop)

    members = {each["name"]: each for each in client.get("/api/members").json()}
    today = {each["title"]: each for each in client.get("/api/chores/day?date=2026-11-20").json()}
    turns = client.get("/api/chores/turns?from=2026-11-20&until=2026-12-05").json()
    assert 16 == len(turns) and 3 == len({each["memberId"] for each in turns})
    [away] = client.get("/api/away").json()
    assert away["memberId"] == members["Jonas"]["id"] and away["from"] > "2026-11-22"
    assert all(each["memberId"] != away["memberId"] for each in turns if away["from"] <= each["date"] <= away["until"])
    [waiting] = client.get("/api/chores/pending").json()
    assert members["Ida"]["id"] == waiting["memberId"] and today[waiting["title"]]["pending"]
    assert ["Mara"] == [each["rejection"]["by"] for each in today.values() if each["rejection"]]
    assert [10] == [each["points"] for each in client.get("/api/points/awards").json()]
    assert 1 == len(client.get("/api/rewards/redemptions?state=waiting").json())
    goals = client.get("/api/goals").json()
    assert 2 == len(goals["members"]) and 0 < goals["family"]["points"] < goals["family"]["target"]
    for goal in goals["members"]:
        assert 0.4 * goal["price"] < goal["balance"] < 0.8 * goal["price"]
    assert any(each["steps"] and each["memberId"] == members["Theo"]["id"] for each in today.values())
    assert all(each["balance"] >= 0 for each in members.values())
