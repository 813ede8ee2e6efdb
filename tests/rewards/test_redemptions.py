"""Redeeming, deciding, giving back, and what happens when the reward or the member is removed."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.people.models import Person
from appliance.rewards.redemptions import queries, rules
from appliance.rewards.redemptions.models import StoredRedemption
from tests.client import Changes, Client
from tests.fakes import FakeClock
from tests.rewards.conftest import Earn, Offer, balance, stock

NOW = "2026-11-20T15:24:00.000Z"
ID = "8a7a6f0c-4b58-4c42-8a65-3f2f7d1f9f11"


def redeem(client: Client, reward: dict[str, Any], member_id: str, **more: Any) -> Any:
    return client.post(f"/api/rewards/{reward['id']}/redeem", {"memberId": member_id} | more)


def redemptions(client: Client, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/rewards/redemptions{query}").json()
    return found


def test_points_are_exchanged_for_a_reward(display: Client, cleo: str, offer: Offer, recorded: Changes) -> None:
    film = offer(photoId="photo-1")
    recorded()

    answer = redeem(display, film, cleo, id=ID)

    redemption = {
        "id": ID,
        "rewardId": film["id"],
        "memberId": cleo,
        "name": "Film night",
        "emoji": "🍿",
        "photoId": "photo-1",
        "price": 20,
        "state": "approved",
        "date": "2026-11-20",
        "at": NOW,
        "decidedAt": NOW,
        "shares": [],
        "note": None,
    }
    assert (200, {"redemption": redemption, "balance": 30}) == (answer.status_code, answer.json())
    assert [redemption] == redemptions(display)
    points = display.get(f"/api/members/{cleo}/points").json()
    assert (30, 50, 20) == (points["balance"], points["earnedTotal"], points["spentTotal"])
    assert [("reward", ID, -20)] == [(each["reason"], each["ref"], each["amount"]) for each in points["entries"]]
    data = {"id": ID, "rewardId": film["id"], "memberId": cleo, "name": "Film night", "price": 20, "state": "approved"}
    assert [("reward.redeemed", data)] == recorded()


def test_a_repeated_request_redeems_once(display: Client, cleo: str, offer: Offer, family: dict[str, Person]) -> None:
    film = offer(stock=2)
    first = redeem(display, film, cleo, id=ID)
    assert (first.status_code, first.json()) == (
        (again := redeem(display, film, cleo, id=ID)).status_code,
        again.json(),
    )
    assert (30, 1) == (balance(display, cleo), stock(display, film["id"]))
    assert 409 == redeem(display, film, family["Dan"].id, id=ID).status_code
    assert 409 == redeem(display, offer(), cleo, id=ID).status_code


def test_two_screens_redeem_the_last_one_once(client: Client, display: Client, cleo: str, offer: Offer) -> None:
    film = offer(stock=1)
    with ThreadPoolExecutor(2) as screens:
        answers = list(screens.map(lambda screen: redeem(screen, film, cleo), (client, display)))

    assert [200, 409] == sorted(each.status_code for each in answers)
    assert (30, 0, 1) == (balance(client, cleo), stock(client, film["id"]), len(redemptions(client)))


def test_exactly_enough_points_are_enough(display: Client, cleo: str, offer: Offer) -> None:
    assert 0 == redeem(display, offer(price=50), cleo).json()["balance"]


def test_too_few_points_are_402_with_balance_and_price(display: Client, cleo: str, offer: Offer) -> None:
    answer = redeem(display, offer(price=51, stock=1), cleo)
    assert (402, {"error": "Not enough points", "code": "not_enough_points", "balance": 50, "price": 51}) == (
        answer.status_code,
        answer.json(),
    )
    assert [] == redemptions(display)


def test_none_left_is_409(display: Client, cleo: str, offer: Offer) -> None:
    answer = redeem(display, offer(stock=0), cleo)
    assert (409, {"error": "None left", "code": "out_of_stock", "stock": 0}) == (answer.status_code, answer.json())


def test_the_limit_of_a_week_is_the_members_and_follows_the_week_start(
    client: Client, cleo: str, offer: Offer, earn: Earn, family: dict[str, Person], clock: FakeClock
) -> None:
    client.patch("/api/settings", {"weekStart": 1})
    earn("Dan", 50)
    ice = offer(name="Ice cream", price=5, weeklyLimit=2)
    assert [200, 200, 409] == [redeem(client, ice, cleo).status_code for _ in range(3)]
    assert {"error": "Not again this week", "code": "weekly_limit_reached", "weeklyLimit": 2} == redeem(
        client, ice, cleo
    ).json()
    assert 200 == redeem(client, ice, family["Dan"].id).status_code
    clock.turn(days=2)  # Sunday: still the same week
    assert 409 == redeem(client, ice, cleo).status_code
    clock.turn(days=1)  # Monday
    assert 200 == redeem(client, ice, cleo).status_code


def test_what_was_given_back_or_declined_does_not_count_for_the_week(
    client: Client, display: Client, cleo: str, offer: Offer
) -> None:
    ice = offer(price=5, weeklyLimit=1, needsApproval=True)
    for decide in ("decline", "approve"):
        made = redeem(display, ice, cleo).json()["redemption"]["id"]
        assert 409 == redeem(display, ice, cleo).status_code
        assert 200 == client.post(f"/api/rewards/redemptions/{made}/{decide}").status_code
    assert 409 == redeem(display, ice, cleo).status_code
    client.post(f"/api/rewards/redemptions/{made}/return")
    assert 200 == redeem(display, ice, cleo).status_code


def test_who_may_not_and_what_is_not_offered(
    display: Client, cleo: str, offer: Offer, family: dict[str, Person]
) -> None:
    assert 403 == redeem(display, offer(memberIds=[family["Dan"].id]), cleo).status_code
    assert 409 == redeem(display, offer(active=False), cleo).status_code
    assert 404 == redeem(display, {"id": "nothing"}, cleo).status_code
    unknown = redeem(display, offer(), "nobody")
    assert (404, {"error": "member not found"}) == (unknown.status_code, unknown.json())
    assert 50 == balance(display, cleo)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "memberId: is required"),
        ({"memberId": 5}, "memberId: "),
        ({"memberId": None}, "memberId: "),
        ({"memberId": "x", "id": "mine"}, "id: must be a UUID"),
        ([], "request: "),
    ],
)
def test_a_bad_request_is_rejected(display: Client, offer: Offer, body: Any, error: str) -> None:
    answer = display.post(f"/api/rewards/{offer()['id']}/redeem", body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)


def test_a_parents_yes_is_awaited_with_the_points_spent(
    client: Client, display: Client, cleo: str, offer: Offer, recorded: Changes
) -> None:
    film = offer(price=30, needsApproval=True, stock=2)
    answer = redeem(display, film, cleo).json()
    made = answer["redemption"]
    assert ("waiting", None, 20) == (made["state"], made["decidedAt"], answer["balance"])
    assert 402 == redeem(display, film, cleo).status_code
    assert [made] == redemptions(display, "?state=waiting")
    assert 403 == display.post(f"/api/rewards/redemptions/{made['id']}/approve").status_code
    recorded()

    approved = client.post(f"/api/rewards/redemptions/{made['id']}/approve").json()

    assert ("approved", 20) == (approved["redemption"]["state"], approved["balance"])
    assert NOW == approved["redemption"]["decidedAt"]
    assert ["reward.approved"] == [topic for topic, _ in recorded()]
    assert ([], 1) == (redemptions(display, "?state=waiting"), stock(display, film["id"]))


def test_a_parents_no_gives_points_and_stock_back(
    client: Client, display: Client, cleo: str, offer: Offer, recorded: Changes
) -> None:
    film = offer(needsApproval=True, stock=1)
    made = redeem(display, film, cleo).json()["redemption"]["id"]
    recorded()

    declined = client.post(f"/api/rewards/redemptions/{made}/decline").json()

    assert ("declined", 50) == (declined["redemption"]["state"], declined["balance"])
    assert (50, 1) == (balance(client, cleo), stock(client, film["id"]))
    assert ["reward.declined"] == [topic for topic, _ in recorded()]
    entries = client.get(f"/api/members/{cleo}/points").json()["entries"]
    assert [("reward_return", made, 20), ("reward", made, -20)] == [
        (each["reason"], each["ref"], each["amount"]) for each in entries
    ]


@pytest.mark.parametrize(("decision", "state"), [("approve", "approved"), ("decline", "declined")])
def test_a_parent_answers_with_a_word(
    client: Client, display: Client, cleo: str, offer: Offer, recorded: Changes, decision: str, state: str
) -> None:
    made = redeem(display, offer(needsApproval=True), cleo).json()["redemption"]["id"]
    recorded()
    long = client.post(f"/api/rewards/redemptions/{made}/{decision}", {"note": "x" * 201})
    assert (400, "note") == (long.status_code, long.json()["error"].partition(":")[0])

    answer = client.post(f"/api/rewards/redemptions/{made}/{decision}", {"note": " On Saturday "})

    assert (200, "On Saturday") == (answer.status_code, answer.json()["redemption"]["note"])
    [(topic, data)] = recorded()
    assert (f"reward.{state}", "On Saturday") == (topic, data["note"])
    assert [(state, "On Saturday")] == [(each["state"], each["note"]) for each in redemptions(display)]


def test_a_parents_own_device_needs_no_yes(client: Client, cleo: str, offer: Offer) -> None:
    assert "approved" == redeem(client, offer(needsApproval=True), cleo).json()["redemption"]["state"]


def test_a_reward_is_given_back_once(
    client: Client, display: Client, cleo: str, offer: Offer, recorded: Changes
) -> None:
    film = offer(stock=1)
    made = redeem(display, film, cleo).json()["redemption"]["id"]
    client.patch(f"/api/rewards/{film['id']}", {"price": 99})
    assert 403 == display.post(f"/api/rewards/redemptions/{made}/return").status_code
    recorded()

    answer = client.post(f"/api/rewards/redemptions/{made}/return").json()

    assert ("returned", 50) == (answer["redemption"]["state"], answer["balance"])
    assert (50, 1) == (balance(client, cleo), stock(client, film["id"]))
    assert ["reward.returned"] == [topic for topic, _ in recorded()]
    assert 409 == client.post(f"/api/rewards/redemptions/{made}/return").status_code
    assert 50 == balance(client, cleo)


def test_what_does_not_wait_is_not_decided(client: Client, display: Client, cleo: str, offer: Offer) -> None:
    made = redeem(display, offer(), cleo).json()["redemption"]["id"]
    for decide in ("approve", "decline"):
        answer = client.post(f"/api/rewards/redemptions/{made}/{decide}")
        assert (409, "approved") == (answer.status_code, answer.json()["state"])
        assert 404 == client.post(f"/api/rewards/redemptions/nothing/{decide}").status_code
    waiting = redeem(display, offer(needsApproval=True), cleo).json()["redemption"]["id"]
    assert 409 == client.post(f"/api/rewards/redemptions/{waiting}/return").status_code


def test_a_stock_that_had_no_limit_is_not_raised_by_a_return(client: Client, cleo: str, offer: Offer) -> None:
    film = offer()
    made = redeem(client, film, cleo).json()["redemption"]["id"]
    client.patch(f"/api/rewards/{film['id']}", {"stock": 3})
    client.post(f"/api/rewards/redemptions/{made}/return")
    assert 3 == stock(client, film["id"])


def test_a_removed_reward_leaves_its_redemptions_to_be_decided(
    client: Client, display: Client, cleo: str, offer: Offer
) -> None:
    film = offer(needsApproval=True, stock=2)
    made = redeem(display, film, cleo).json()["redemption"]["id"]
    client.delete(f"/api/rewards/{film['id']}")
    assert [(None, "Film night", "waiting")] == [
        (each["rewardId"], each["name"], each["state"]) for each in redemptions(client)
    ]
    assert 50 == client.post(f"/api/rewards/redemptions/{made}/decline").json()["balance"]


def test_a_removed_member_leaves_redemptions_and_what_waits_is_declined(
    client: Client, display: Client, cleo: str, offer: Offer
) -> None:
    had, film = offer(price=5, stock=4), offer(needsApproval=True, stock=2)
    redeem(display, had, cleo)
    made = redeem(display, film, cleo).json()["redemption"]["id"]

    client.delete(f"/api/members/{cleo}")

    assert [("declined", None), ("approved", None)] == [
        (each["state"], each["memberId"]) for each in redemptions(client)
    ]
    assert (3, 2) == (stock(client, had["id"]), stock(client, film["id"]))
    assert 409 == client.post(f"/api/rewards/redemptions/{made}/approve").status_code
    eaten = redemptions(client)[1]["id"]
    assert 0 == client.post(f"/api/rewards/redemptions/{eaten}/return").json()["balance"]


def test_a_reward_for_a_removed_member_alone_is_switched_off(
    client: Client, cleo: str, offer: Offer, family: dict[str, Person]
) -> None:
    offer(memberIds=[cleo])
    offer(memberIds=[cleo, family["Dan"].id])
    offer()
    client.delete(f"/api/members/{cleo}")
    assert [(False, []), (True, [family["Dan"].id]), (True, [])] == [
        (each["active"], each["memberIds"]) for each in client.get("/api/rewards").json()
    ]


def test_redemptions_by_member_and_number(
    client: Client, cleo: str, offer: Offer, earn: Earn, family: dict[str, Person], clock: FakeClock
) -> None:
    earn("Dan", 50)
    film = offer()
    for member in (cleo, family["Dan"].id, cleo):
        clock.turn(hours=1)
        redeem(client, film, member)
    assert 2 == len(redemptions(client, f"?memberId={cleo}"))
    assert [cleo] == [each["memberId"] for each in redemptions(client, "?limit=1")]
    assert [] == redemptions(client, f"?memberId={cleo}&state=waiting")
    for query in ("?limit=0", "?limit=201", "?limit=x", "?state=eaten"):
        assert 400 == client.get(f"/api/rewards/redemptions{query}").status_code


def test_those_that_wait_are_bounded(
    database: Database, display: Client, cleo: str, offer: Offer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_WAITING", 2)
    film = offer(price=1, needsApproval=True)
    assert [200, 200, 409] == [redeem(display, film, cleo).status_code for _ in range(3)]
    assert 48 == balance(display, cleo)


def test_the_oldest_decided_ones_are_deleted(
    database: Database, client: Client, display: Client, cleo: str, offer: Offer
) -> None:
    def old(number: int, state: Any) -> StoredRedemption:
        return StoredRedemption(
            id=f"old-{number}",
            reward_id=None,
            member_id=cleo,
            name="Old",
            emoji=None,
            photo_id=None,
            price=1,
            state=state,
            date=database.read.today,
            at=f"2020-01-01T00:00:00.{number:05}Z",
            decided_at=None,
            from_stock=False,
        )

    waiting = old(0, "waiting")
    others = [old(number, "approved") for number in range(1, rules.MAX_KEPT + 2)]
    database.write_now(queries.put_later, [waiting, *others])

    redeem(display, offer(), cleo)

    kept = [each.id for each in queries.every(database.read)]
    assert rules.MAX_KEPT + 1 == len(kept)
    assert ["old-0", "old-3"] == kept[:2]
