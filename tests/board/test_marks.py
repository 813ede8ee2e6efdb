"""The marks of chores on the board and in a member's day: whose turn, waiting, and sent back with a word."""

from typing import Any

from appliance.people.models import Person
from tests.client import Client

Family = dict[str, Person]
TODAY = "2026-11-20"


def marks(client: Client, member_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first chore of the board and that of the member's day."""
    return client.get("/api/board").json()["chores"][0], client.get(f"/api/snapshot?member={member_id}").json()[
        "chores"
    ][0]


def test_a_tick_that_was_sent_back_has_the_parents_word(client: Client, display: Client, family: Family) -> None:
    cleo = family["Cleo"].id
    chore = {"title": "Make the bed", "memberId": cleo, "dueDate": TODAY, "needsApproval": True}
    path = f"/api/chores/{client.post('/api/chores', chore).json()['id']}"

    display.post(f"{path}/complete", {"date": TODAY})
    for each in marks(display, cleo):
        assert each["pending"] and not each.get("rejection") and each["needsApproval"]

    client.post(f"{path}/reject", {"date": TODAY, "note": "Pillow"})
    for each in marks(display, cleo):
        assert "Pillow" == each["rejection"]["note"] and not each.get("pending")

    client.post(f"{path}/complete", {"date": TODAY})
    for each in marks(display, cleo):
        assert not each.get("rejection") and not each.get("pending")


def test_a_turn_that_was_taken_over_says_whose_it_was(client: Client, family: Family) -> None:
    cleo, dan = family["Cleo"].id, family["Dan"].id
    dog = {"title": "Dog", "rrule": "FREQ=DAILY", "share": "turn", "memberIds": [cleo, dan], "dueDate": TODAY}
    path = f"/api/chores/{client.post('/api/chores', dog).json()['id']}"
    for each in marks(client, cleo):
        assert {"scheduledId": cleo, "swapped": False} == each["turn"]

    client.post(f"{path}/swap", {"date": TODAY, "memberId": dan})
    for each in marks(client, dan):
        assert {"scheduledId": cleo, "swapped": True} == each["turn"]
    assert [] == client.get(f"/api/snapshot?member={cleo}").json()["chores"]


def test_a_chore_without_any_of_it_is_as_small_as_before(client: Client, family: Family) -> None:
    client.post("/api/chores", {"title": "Dishes", "memberId": family["Cleo"].id, "dueDate": TODAY})
    _, in_day = marks(client, family["Cleo"].id)
    assert {"id", "title", "emoji", "points", "dueTime", "date", "done", "shared"} == set(in_day)
