"""Which changes of a chore only a parent's device may make, so that ticks still wait for a yes."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.chores.approval.test_routes import a_chore, tick
from tests.client import Client


@pytest.fixture
def guarded(client: Client, family: dict[str, Person]) -> str:
    """Cleo, whose ticks need a yes."""
    cleo = family["Cleo"].id
    client.patch(f"/api/members/{cleo}", {"needsApproval": True})
    return cleo


@pytest.mark.parametrize(
    "patch",
    {
        "another member": {"memberId": "Cleo"},
        "anyone": {"memberId": None},
        "one of several": {"memberIds": ["Dan", "Cleo"], "share": "each"},
        "in turn": {"memberIds": ["Dan", "Cleo"], "share": "turn"},
        "any of several": {"memberIds": ["Dan", "Cleo"], "share": "anyone"},
        "only a single one": {"memberIds": ["Cleo"]},
        "with the same choice": {"memberId": "Cleo", "needsApproval": False},
    }.items(),
    ids=lambda each: each[0],
)
def test_a_display_gives_no_chore_without_a_yes_to_who_needs_one(
    client: Client, display: Client, family: dict[str, Person], guarded: str, patch: tuple[str, dict[str, Any]]
) -> None:
    def ids(value: Any) -> Any:
        return [ids(each) for each in value] if isinstance(value, list) else getattr(family.get(value), "id", value)

    hoover = a_chore(client, family["Dan"].id, needsApproval=False)
    body = {name: ids(value) for name, value in patch[1].items()}
    answer = display.patch(f"/api/chores/{hoover}", body)
    assert (403, "parents_only") == (answer.status_code, answer.json()["code"])
    assert family["Dan"].id == next(each["memberId"] for each in client.get("/api/chores").json())
    assert 200 == display.patch(f"/api/chores/{hoover}", body | {"needsApproval": None}).status_code
    assert 200 == client.patch(f"/api/chores/{hoover}", body | {"needsApproval": False}).status_code


def test_a_display_copies_no_chore_without_a_yes_for_who_needs_one(
    client: Client, display: Client, family: dict[str, Person], guarded: str
) -> None:
    hoover = a_chore(client, family["Dan"].id, needsApproval=False)
    own = a_chore(client, guarded, needsApproval=False)
    for chore in (hoover, own):
        answer = display.post(f"/api/chores/{chore}/copy", {"memberId": guarded})
        assert (403, "parents_only") == (answer.status_code, answer.json()["code"])
    assert 2 == len(client.get("/api/chores").json())
    assert 201 == display.post(f"/api/chores/{hoover}/copy", {"memberId": family["Ana"].id}).status_code
    assert 201 == client.post(f"/api/chores/{hoover}/copy", {"memberId": guarded}).status_code
    asking = a_chore(client, family["Dan"].id, needsApproval=None)
    made = display.post(f"/api/chores/{asking}/copy", {"memberId": guarded}).json()["id"]
    assert {"ok": True, "pending": True} == tick(display, made)


def test_who_may_do_a_chore_without_a_yes_can_still_change(
    client: Client, display: Client, family: dict[str, Person], guarded: str
) -> None:
    """Between those for whom a parent decided it, to who needs no yes, and to a stricter choice."""
    both = [guarded, family["Dan"].id]
    hoover = a_chore(client, None, memberIds=both, share="turn", needsApproval=False)
    for patch in (
        {"title": "Hoovering"},
        {"share": "each"},
        {"memberId": guarded},
        {"memberId": family["Ana"].id},
        {"needsApproval": None},
    ):
        assert 200 == display.patch(f"/api/chores/{hoover}", patch).status_code, patch


def test_a_chore_without_a_yes_needs_one_from_who_is_none_of_its_members(
    client: Client, display: Client, family: dict[str, Person], guarded: str
) -> None:
    hoover = a_chore(client, family["Dan"].id, needsApproval=False)
    anyone = a_chore(client, None, needsApproval=False)
    assert {"ok": True} == tick(display, hoover)
    assert {"ok": True, "pending": True} == tick(display, hoover, guarded)
    assert {"ok": True} == tick(display, anyone, guarded)
    assert {"ok": True} == tick(client, hoover, guarded)
