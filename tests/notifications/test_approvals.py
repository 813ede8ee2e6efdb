"""Parents are asked about waiting ticks, at most once a minute for each child; children learn what was sent back."""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Sent, Subscribe, Tick

TODAY = "2026-11-20"
Ticked = Callable[..., str]


@pytest.fixture
def ticked(client: Client, display: Client, family: dict[str, Person]) -> Ticked:
    """Ticks a new chore of somebody on the wall; answers its id."""

    def tick(title: str, name: str = "Cleo", points: int = 5) -> str:
        request = {"title": title, "memberId": family[name].id, "points": points, "dueDate": TODAY}
        chore = str(client.post("/api/chores", request | {"needsApproval": True}).json()["id"])
        assert True is display.post(f"/api/chores/{chore}/complete", {"date": TODAY}).json()["pending"]
        return chore

    return tick


def waiting(client: Client) -> dict[str, str]:
    return {each["title"]: each["id"] for each in client.get("/api/chores/pending").json()}


def test_a_parents_device_is_asked(
    client: Client, display: Client, family: dict[str, Person], subscribe: Subscribe, sent: Sent, ticked: Ticked
) -> None:
    _, phone = subscribe()
    _, wall = subscribe(display)
    _, of_ben = subscribe(memberIds=[family["Ben"].id])
    _, without = subscribe(prefs={"approvals": False})
    ticked("Hoover")
    sent()
    question = {
        "title": "Cleo: Hoover",
        "body": "Waits for your yes · 5 points",
        "url": "/chores?show=pending",
        "tag": f"approval:{family['Cleo'].id}",
        "approve": [waiting(client)["Hoover"]],
    }
    assert ([question], [], [], []) == (phone.seen, wall.seen, of_ben.seen, without.seen)


def test_a_second_tick_is_asked_about_after_a_minute(
    client: Client, subscribe: Subscribe, sent: Sent, tick: Tick, ticked: Ticked, clock: FakeClock
) -> None:
    _, phone = subscribe()
    ticked("Hoover")
    sent()
    clock.turn(seconds=10)
    ticked("Dishes")
    ticked("Bed", "Dan")
    sent()
    assert ["Cleo: Hoover", "Dan: Bed"] == [each["title"] for each in phone.seen]

    clock.turn(seconds=60)
    tick()
    tick()
    known = waiting(client)
    last = phone.seen[-1]
    assert 3 == len(phone.seen)
    assert ("Cleo: 2 chores", "Hoover, Dishes · Waits for your yes · 10 points") == (last["title"], last["body"])
    assert [known["Hoover"], known["Dishes"]] == last["approve"]


def test_nothing_is_asked_about_what_was_answered(
    client: Client, subscribe: Subscribe, sent: Sent, tick: Tick, ticked: Ticked, clock: FakeClock
) -> None:
    _, phone = subscribe()
    ticked("Hoover")
    sent()
    clock.turn(seconds=10)
    ticked("Dishes")
    client.post("/api/chores/pending/approve", {})
    clock.turn(minutes=2)
    tick()
    assert 1 == len(phone.seen)


def test_a_childs_device_learns_what_was_sent_back(
    client: Client, display: Client, family: dict[str, Person], subscribe: Subscribe, sent: Sent, ticked: Ticked
) -> None:
    _, tablet = subscribe(display, memberIds=[family["Cleo"].id])
    _, wall = subscribe(display)
    chore = ticked("Hoover")
    sent()
    client.post(f"/api/chores/{chore}/reject", {"date": TODAY, "note": "Under the sofa too"})
    sent()
    expected = [{"title": "Please do it again: Hoover", "body": "Under the sofa too", "url": "/chores"}]
    assert (expected, []) == (tablet.seen, wall.seen)


def test_a_childs_device_learns_a_parents_word_and_nothing_without_one(
    client: Client, display: Client, family: dict[str, Person], subscribe: Subscribe, sent: Sent, ticked: Ticked
) -> None:
    cleo = family["Cleo"].id
    _, tablet = subscribe(display, memberIds=[cleo])
    client.post("/api/points/awards", {"memberId": cleo, "points": 50})
    film = client.post("/api/rewards", {"name": "Film night", "price": 1, "needsApproval": True}).json()["id"]
    for decision in ("approve", "decline"):
        for words in ({}, {"note": "On Saturday"}):
            made = display.post(f"/api/rewards/{film}/redeem", {"memberId": cleo}).json()["redemption"]["id"]
            client.post(f"/api/rewards/redemptions/{made}/{decision}", words)
            sent()
    for chore, words in ((ticked("Hoover"), {}), (ticked("Dishes"), {"note": "So clean!"})):
        client.post(f"/api/chores/{chore}/approve", {"date": TODAY} | words)
        sent()
    assert [
        {"title": "Yes: Film night", "body": "On Saturday", "url": f"/rewards/{cleo}"},
        {"title": "No: Film night", "body": "On Saturday", "url": f"/rewards/{cleo}"},
        {"title": "Yes: Dishes", "body": "So clean!", "url": "/chores"},
    ] == tablet.seen


def test_many_ticks_fit_into_one_message(
    client: Client, subscribe: Subscribe, sent: Sent, tick: Tick, ticked: Ticked, clock: FakeClock
) -> None:
    _, phone = subscribe()
    ticked("First")
    sent()
    for number in range(24):
        clock.turn(seconds=1)
        ticked(f"Chore {number} " + "x" * 200, points=1)
    clock.turn(minutes=1)
    tick()
    last: dict[str, Any] = phone.seen[-1]
    assert ("Cleo: 25 chores", 20) == (last["title"], len(last["approve"]))


def test_a_parents_device_is_asked_about_rewards(
    client: Client,
    display: Client,
    family: dict[str, Person],
    subscribe: Subscribe,
    sent: Sent,
    tick: Tick,
    clock: FakeClock,
) -> None:
    cleo, ben = family["Cleo"].id, family["Ben"].id
    client.post("/api/points/awards", {"memberId": cleo, "points": 100})
    rewards = {
        name: client.post("/api/rewards", {"name": name, "price": 20, "needsApproval": needs}).json()["id"]
        for name, needs in (("Pizza", True), ("Film", True), ("Ice cream", False))
    }

    def redeemed(name: str, by: Client = display) -> str:
        answer = by.post(f"/api/rewards/{rewards[name]}/redeem", {"memberId": cleo}).json()
        return str(answer["redemption"]["id"])

    _, phone = subscribe()
    _, wall = subscribe(display)
    _, of_ben = subscribe(memberIds=[ben])
    _, without = subscribe(prefs={"approvals": False})

    redeemed("Ice cream")
    redeemed("Film", client)
    sent()
    assert [] == phone.seen, "nobody is asked about what needs no yes"

    pizza = redeemed("Pizza")
    sent()
    question = {
        "title": "Cleo: Pizza",
        "body": "Waits for your yes · 20 points",
        "url": f"/rewards/{cleo}",
        "tag": f"reward:{cleo}",
        "rewards": [pizza],
        "words": {"decline": "No"},
    }
    assert ([question], [], [], []) == (phone.seen, wall.seen, of_ben.seen, without.seen)

    clock.turn(seconds=20)
    film = redeemed("Film")
    sent()
    clock.turn(seconds=60)
    tick()
    tick()
    assert ["Cleo: Pizza", "Cleo: 2 rewards"] == [each["title"] for each in phone.seen]
    assert [pizza, film] == phone.seen[-1]["rewards"]

    for answered, verb in ((pizza, "approve"), (film, "decline")):
        assert 200 == client.post(f"/api/rewards/redemptions/{answered}/{verb}").status_code
        assert 409 == client.post(f"/api/rewards/redemptions/{answered}/{verb}").status_code
        assert 403 == display.post(f"/api/rewards/redemptions/{answered}/{verb}").status_code
    clock.turn(minutes=2)
    tick()
    assert 2 == len(phone.seen)
