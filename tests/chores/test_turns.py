"""Chores that members do in turn."""

from datetime import date, timedelta
from typing import Any

import pytest

from appliance.app import Application
from appliance.chores.jobs import TurnsJob
from appliance.chores.turns import rules
from tests.client import Changes, Client, Loop
from tests.fakes import FakeClock

DAY = timedelta(days=1)
TODAY = date(2026, 11, 20)


def run(order: str, first: str, days: int, away: str = "", by_completion: str | None = None) -> str:
    """Whose turn each day is, a letter for each member; `away` as `B2 C3`, `by_completion` the days that are done."""
    absent = {(each[0], int(each[1:])) for each in away.split()}
    found, _ = rules.run(
        order,
        rules.TurnState(next_member=first),
        [TODAY + each * DAY for each in range(days)],
        lambda member, day: (member, (day - TODAY).days) in absent,
        lambda day: "used" if by_completion is None or str((day - TODAY).days) in by_completion.split() else "kept",
    )
    return "".join(member or "-" for _, member in found)


@pytest.mark.parametrize(
    ("expected", "arguments"),
    {
        "round and round": ("ABCABC", {"order": "ABC", "first": "A", "days": 6}),
        "from the next": ("CABC", {"order": "ABC", "first": "C", "days": 4}),
        "alone": ("AAA", {"order": "A", "first": "A", "days": 3}),
        "who is away is passed over": ("ACABC", {"order": "ABC", "first": "A", "days": 5, "away": "B1"}),
        "with everybody away nobody": ("A-BA", {"order": "AB", "first": "A", "days": 4, "away": "A1 B1"}),
        "by completion it stays": ("AABBB", {"order": "AB", "first": "A", "days": 5, "by_completion": "1"}),
        "an absence gives no turn away": (
            "BAAB",
            {"order": "AB", "first": "A", "days": 4, "away": "A0", "by_completion": "2"},
        ),
        "a first who left": ("ABA", {"order": "AB", "first": "X", "days": 3}),
    }.values(),
)
def test_whose_turn_it_is(expected: str, arguments: dict[str, Any]) -> None:
    assert expected == run(**arguments)


@pytest.mark.parametrize(
    ("was", "order", "following", "expected"),
    [
        ("ABC", "ABC", "B", "B"),
        ("ABC", "CAB", "B", "B"),
        ("ABC", "AC", "B", "C"),
        ("ABC", "AB", "C", "A"),
        ("AB", "CD", "B", "C"),
    ],
)
def test_a_new_order_keeps_who_is_next(was: str, order: str, following: str, expected: str) -> None:
    assert expected == rules.carried_over(was, order, following)


@pytest.fixture
def dog(client: Client, ids: dict[str, str]) -> dict[str, Any]:
    return a_rotation(client, [ids["Ben"], ids["Cleo"], ids["Dan"]])


def a_rotation(client: Client, member_ids: list[str], **changes: Any) -> dict[str, Any]:
    body = {"title": "Dog", "points": 3, "rrule": "FREQ=DAILY", "dueDate": str(TODAY), "share": "turn"}
    made = client.post("/api/chores", body | {"memberIds": member_ids} | changes)
    assert 201 == made.status_code, made.text
    return dict(made.json())


def ahead(client: Client, ids: dict[str, str], first: date = TODAY, days: int = 5) -> str:
    """The first letters of whose turn it is; small after a swap."""
    last = first + (days - 1) * DAY
    answer = client.get(f"/api/chores/turns?from={first}&until={last}")
    assert 200 == answer.status_code, answer.text
    names = {member_id: name[0] for name, member_id in ids.items()} | {None: "-"}
    return "".join(
        names[each["memberId"]].lower() if each["swapped"] else names[each["memberId"]] for each in answer.json()
    )


def entry(client: Client, day: date = TODAY) -> dict[str, Any]:
    (found,) = client.get(f"/api/chores/day?date={day}").json()
    return dict(found)


def test_the_turn_goes_round(client: Client, ids: dict[str, str], dog: dict[str, Any], clock: FakeClock) -> None:
    assert "BCDBC" == ahead(client, ids)
    assert (ids["Cleo"], {"scheduledId": ids["Cleo"], "swapped": False}) == (
        entry(client, TODAY + DAY)["memberId"],
        entry(client, TODAY + DAY)["turn"],
    )
    assert 200 == client.post(f"/api/chores/{dog['id']}/complete", {"date": str(TODAY)}).status_code
    assert ids["Ben"] == entry(client)["completedBy"]
    clock.turn(days=2)
    assert "BCDBC" == ahead(client, ids)
    assert "DB" == ahead(client, ids, TODAY + 2 * DAY, 2)


def test_by_completion_a_turn_waits_until_it_is_done(client: Client, ids: dict[str, str], clock: FakeClock) -> None:
    dog = a_rotation(client, [ids["Ben"], ids["Cleo"]], turnBy="completion")
    clock.turn(days=2)
    today = TODAY + 2 * DAY
    assert "BBBCB" == ahead(client, ids)
    client.post(f"/api/chores/{dog['id']}/complete", {"date": str(TODAY)})
    assert "BBCBC" == ahead(client, ids)
    client.delete(f"/api/chores/{dog['id']}/complete?date={TODAY}")
    assert "BBBCB" == ahead(client, ids)
    client.post(f"/api/chores/{dog['id']}/complete", {"date": str(today)})
    clock.turn(days=1)
    assert "BBBCB" == ahead(client, ids)
    client.delete(f"/api/chores/{dog['id']}/complete?date={today}")
    assert "BBBBC" == ahead(client, ids)


def test_an_edited_order_leaves_the_past(
    client: Client, ids: dict[str, str], dog: dict[str, Any], clock: FakeClock
) -> None:
    clock.turn(days=2)
    path = f"/api/chores/{dog['id']}"
    assert 200 == client.patch(path, {"memberIds": [ids["Dan"], ids["Cleo"], ids["Ana"]]}).status_code
    assert "BCDCADC" == ahead(client, ids, days=7)
    assert 200 == client.patch(path, {"rrule": "FREQ=WEEKLY;BYDAY=SU"}).status_code
    assert "BC" == ahead(client, ids, days=2)[:2]


def test_what_was_done_today_keeps_its_turn(client: Client, ids: dict[str, str], dog: dict[str, Any]) -> None:
    client.post(f"/api/chores/{dog['id']}/complete", {"date": str(TODAY)})
    client.patch(f"/api/chores/{dog['id']}", {"memberIds": [ids["Dan"], ids["Ana"]]})
    assert "BDADA" == ahead(client, ids)


def test_a_swap_is_for_one_date(
    display: Client, client: Client, ids: dict[str, str], recorded: Changes, clock: FakeClock
) -> None:
    dog = a_rotation(client, [ids["Ben"], ids["Cleo"], ids["Dan"]])
    recorded()
    path = f"/api/chores/{dog['id']}/swap"
    answer = display.post(path, {"date": str(TODAY + DAY), "memberId": ids["Dan"]})
    assert (200, ids["Dan"], ids["Cleo"], True) == (
        answer.status_code,
        answer.json()["memberId"],
        answer.json()["scheduledId"],
        answer.json()["swapped"],
    )
    assert [("chore.changed", {"id": dog["id"]})] == recorded()
    assert "BdDBC" == ahead(client, ids)
    clock.turn(days=2)
    assert "BdDBC" == ahead(client, ids)
    clock.turn(days=-1)
    assert 200 == display.delete(path, params={"date": str(TODAY + DAY)}).status_code
    assert "BCDBC" == ahead(client, ids)


BAD_SWAPS = {
    "no date": ({"memberId": "{Dan}"}, "date: is required"),
    "a past date": ({"date": "2026-11-19", "memberId": "{Dan}"}, "date: must be from today"),
    "a far date": ({"date": "2028-11-19", "memberId": "{Dan}"}, "date: must be from today"),
    "not in the order": ({"date": "2026-11-21", "memberId": "{Ana}"}, "memberId: is not one of"),
    "unknown": ({"date": "2026-11-21", "memberId": "nobody"}, "memberId: is not one of"),
    "away": ({"date": "2026-11-22", "memberId": "{Cleo}"}, "memberId: is away"),
}


@pytest.mark.parametrize(("body", "error"), BAD_SWAPS.values(), ids=BAD_SWAPS)
def test_a_bad_swap_is_rejected_by_field(
    client: Client, ids: dict[str, str], dog: dict[str, Any], body: dict[str, str], error: str
) -> None:
    client.post("/api/away", {"from": "2026-11-22", "until": "2026-11-22", "memberId": ids["Cleo"]})
    answer = client.post(f"/api/chores/{dog['id']}/swap", {name: value.format(**ids) for name, value in body.items()})
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)


def test_other_chores_have_no_turns_to_swap(client: Client, ids: dict[str, str]) -> None:
    weekly = a_rotation(client, [ids["Ben"]], rrule="FREQ=WEEKLY")
    own = client.post("/api/chores", {"title": "Own", "memberId": ids["Ben"]}).json()
    for chore, expected in ((weekly, 400), (own, 400), ({"id": "none"}, 404)):
        body = {"date": str(TODAY + DAY), "memberId": ids["Ben"]}
        assert expected == client.post(f"/api/chores/{chore['id']}/swap", body).status_code
        assert expected == client.delete(f"/api/chores/{chore['id']}/swap?date={TODAY + DAY}").status_code


@pytest.mark.parametrize(
    "days", ["from=2026-11-20", "from=2026-11-20&until=2026-11-19", "from=2026-01-01&until=2026-12-31"]
)
def test_a_range_of_turns_is_bounded(client: Client, days: str) -> None:
    assert 400 == client.get(f"/api/chores/turns?{days}").status_code


def test_turns_are_known_a_year_ahead(client: Client, ids: dict[str, str], dog: dict[str, Any]) -> None:
    far = entry(client, date(2036, 1, 1))
    assert (None, None) == (far["memberId"], far["turn"])
    assert entry(client, TODAY + rules.AHEAD)["turn"]


def test_a_deleted_member_gives_the_turn_to_the_next(
    client: Client, ids: dict[str, str], dog: dict[str, Any], clock: FakeClock
) -> None:
    clock.turn(days=1)
    client.get("/api/rev")
    client.patch(f"/api/chores/{dog['id']}", {"title": "Walk"})
    assert 200 == client.delete(f"/api/members/{ids['Cleo']}").status_code
    assert "BDBDB" == ahead(client, ids)
    client.delete(f"/api/members/{ids['Ben']}")
    assert "DDDD" == ahead(client, ids, TODAY + DAY, 4)
    client.delete(f"/api/members/{ids['Dan']}")
    assert "" == ahead(client, ids)
    assert (None, [], None) == (entry(client)["memberId"], entry(client)["memberIds"], entry(client)["share"])


def test_the_job_decides_the_past(
    application: Application, client: Client, ids: dict[str, str], dog: dict[str, Any], clock: FakeClock, loop: Loop
) -> None:
    clock.turn(days=30)
    database = application.database
    before = ahead(client, ids, days=31)
    loop.run(TurnsJob().run(database, clock.now()))
    assert 30 == database.read.value("SELECT count(*) FROM chore_turns")
    assert before == ahead(client, ids, days=31)
    clock.turn(days=800)
    loop.run(TurnsJob().run(database, clock.now()))
    assert rules.KEPT.days == database.read.value("SELECT count(*) FROM chore_turns")


def test_an_import_without_turns_begins_with_the_first(
    client: Client, ids: dict[str, str], dog: dict[str, Any], clock: FakeClock
) -> None:
    clock.turn(days=2)
    client.patch(f"/api/chores/{dog['id']}", {"memberIds": [ids["Dan"], ids["Cleo"]]})
    file = client.get("/api/export").json()
    for name in ("choreTurns", "choreRotations"):
        del file[name]
    client.delete(f"/api/chores/{dog['id']}")
    assert 200 == client.post("/api/import", file).status_code
    assert "DCDC" == ahead(client, ids, TODAY + 2 * DAY, 4)
