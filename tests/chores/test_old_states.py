"""A chore that is ticked from an old state stays theirs who did it; changing who did it on purpose moves the points."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Client

TODAY = "2026-11-20"


@pytest.fixture
def bins(display: Client) -> str:
    """A chore for anyone."""
    return str(display.post("/api/chores", {"title": "Bins", "points": 10, "dueDate": TODAY}).json()["id"])


def tick(client: Client, chore: str, member: str | None, *, only_if_open: bool) -> tuple[int, dict[str, Any]]:
    body = {"date": TODAY, "onlyIfOpen": only_if_open} | ({"memberId": member} if member else {})
    answer = client.post(f"/api/chores/{chore}/complete", body)
    return answer.status_code, answer.json()


def done_by(client: Client) -> str | None:
    [chore] = client.get(f"/api/chores/day?date={TODAY}").json()
    return chore["completedBy"]  # type: ignore[no-any-return]


def test_a_tick_from_an_old_state_says_who_did_it(display: Client, family: dict[str, Person], bins: str) -> None:
    cleo, dan = family["Cleo"].id, family["Dan"].id
    assert (200, {"ok": True}) == tick(display, bins, cleo, only_if_open=True)
    named = {"error": "already done by Cleo", "code": "already_done", "memberId": cleo, "name": "Cleo"}
    assert (409, named) == tick(display, bins, dan, only_if_open=True)
    assert cleo == done_by(display)
    assert (200, {"ok": True}) == tick(display, bins, cleo, only_if_open=True)
    assert (200, {"ok": True}) == tick(display, bins, dan, only_if_open=False)
    assert dan == done_by(display)


def test_what_nobody_is_credited_for_is_done_already(display: Client, family: dict[str, Person], bins: str) -> None:
    assert 200 == tick(display, bins, None, only_if_open=True)[0]
    assert (409, {"error": "already done", "code": "done_already"}) == tick(
        display, bins, family["Dan"].id, only_if_open=True
    )


def test_a_waiting_tick_is_kept_too(client: Client, display: Client, family: dict[str, Person], bins: str) -> None:
    client.patch(f"/api/members/{family['Cleo'].id}", {"needsApproval": True})
    assert (200, {"ok": True, "pending": True}) == tick(display, bins, family["Cleo"].id, only_if_open=True)
    assert (409, "already_done") == ((it := tick(display, bins, family["Dan"].id, only_if_open=True))[0], it[1]["code"])
