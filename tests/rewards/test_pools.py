"""Pools: members give to one reward together, take back, and redeem it when it is full."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from appliance.people.models import Person
from appliance.rewards.catalogue.models import Share
from appliance.rewards.pools import rules
from tests.client import Call, Changes, Client
from tests.rewards.conftest import Earn, Offer, balance, stock

KEY = {"Idempotency-Key": "3f0d6c0e-0000-4000-8000-000000000002"}
Family = dict[str, Person]


def shares(text: str) -> tuple[Share, ...]:
    """`a3 b4`: a gave three points, b four."""
    return tuple(Share(member_id=part[0], points=int(part[1:])) for part in text.split())


# The shares, the member, the points it gives, and the shares after it.
GIFTS = [("", "a", 3, "a3"), ("a3", "b", 4, "a3 b4"), ("a3 b4", "a", 2, "a5 b4")]
# The shares, the new price, and what goes back, to whom first.
SURPLUS = [
    ("a3 b4", 7, ""),
    ("a3 b4", 8, ""),
    ("a3 b4", 6, "b1"),
    ("a3 b4", 2, "b4 a1"),
    ("a3 b4 c5", 1, "c5 b4 a2"),
]


@pytest.mark.parametrize(("before", "member", "points", "after"), GIFTS)
def test_a_gift_joins_the_share_of_its_member(before: str, member: str, points: int, after: str) -> None:
    assert shares(after) == rules.with_gift(shares(before), member, points)
    assert shares(before) == tuple(
        share for share in rules.without(shares(after), member, points) if share in shares(before)
    )


@pytest.mark.parametrize(("before", "price", "back"), SURPLUS)
def test_a_lower_price_gives_back_to_who_gave_last(before: str, price: int, back: str) -> None:
    assert shares(back) == rules.beyond(shares(before), price)


def give(client: Client, reward: dict[str, Any], member_id: str, points: int, **more: Any) -> Any:
    return client.post(f"/api/rewards/{reward['id']}/give", {"memberId": member_id, "points": points}, **more)


def take_back(client: Client, reward: dict[str, Any], member_id: str, **more: Any) -> Any:
    return client.post(f"/api/rewards/{reward['id']}/take-back", {"memberId": member_id} | more)


@pytest.fixture
def dan(family: Family, earn: Earn) -> str:
    """Dan's id; he has thirty points."""
    earn("Dan", 30)
    return family["Dan"].id


def test_two_give_and_the_reward_is_redeemed(
    display: Client, cleo: str, dan: str, offer: Offer, recorded: Changes
) -> None:
    zoo = offer(name="Zoo", price=60, stock=2)
    display.put(f"/api/members/{dan}/goal", {"rewardId": zoo["id"]})
    recorded()

    first = give(display, zoo, cleo, 40).json()
    second = give(display, zoo, dan, 25).json()

    assert (40, 10, None) == (first["points"], first["balance"], first["redemption"])
    assert [{"memberId": cleo, "points": 40}] == first["reward"]["shares"]
    # No more is taken than is missing.
    assert (20, 10, []) == (second["points"], second["balance"], second["reward"]["shares"])
    paid = [{"memberId": cleo, "points": 40}, {"memberId": dan, "points": 20}]
    redemption = second["redemption"]
    assert (None, paid, 60, "approved") == tuple(redemption[name] for name in ("memberId", "shares", "price", "state"))
    for member in (cleo, dan):
        assert [redemption] == display.get(f"/api/rewards/redemptions?memberId={member}").json()
    assert 1 == stock(display, zoo["id"])
    assert [] == display.get("/api/goals").json()["members"]
    given = {"rewardId": zoo["id"], "name": "Zoo", "price": 60}
    redeemed = {"id": redemption["id"], "memberId": None, "state": "approved", "shares": paid}
    assert [
        ("reward.pooled", given | {"memberId": cleo, "points": 40, "total": 40}),
        ("reward.pooled", given | {"memberId": dan, "points": 20, "total": 60}),
        ("reward.redeemed", given | redeemed),
    ] == recorded()
    entries = display.get(f"/api/members/{cleo}/points").json()["entries"]
    assert [("pool", zoo["id"], -40)] == [(each["reason"], each["ref"], each["amount"]) for each in entries]


@pytest.mark.parametrize("decision", ["decline", "return"])
def test_everybody_gets_their_share_back(
    client: Client, display: Client, cleo: str, dan: str, offer: Offer, decision: str
) -> None:
    zoo = offer(price=60, needsApproval=True, stock=1)
    give(display, zoo, cleo, 40)
    redemption = give(display, zoo, dan, 20).json()["redemption"]
    assert ("waiting", 10, 10) == (redemption["state"], balance(client, cleo), balance(client, dan))
    path = f"/api/rewards/redemptions/{redemption['id']}"
    if decision == "return":
        client.post(f"{path}/approve")

    assert 200 == client.post(f"{path}/{decision}").status_code
    assert (50, 30, 1) == (balance(client, cleo), balance(client, dan), stock(client, zoo["id"]))
    assert 409 == client.post(f"{path}/{decision}").status_code


def test_points_are_taken_back_until_it_is_redeemed(
    display: Client, cleo: str, dan: str, offer: Offer, recorded: Changes
) -> None:
    zoo = offer(price=60)
    give(display, zoo, cleo, 40)
    recorded()
    some = take_back(display, zoo, cleo, points=15).json()
    assert (15, 25, [{"memberId": cleo, "points": 25}]) == (some["points"], some["balance"], some["reward"]["shares"])
    # No more comes back than was given.
    assert (25, 50) == ((rest := take_back(display, zoo, cleo, points=99).json())["points"], rest["balance"])
    assert ["reward.unpooled"] * 2 == [topic for topic, _ in recorded()]
    for member in (cleo, dan):
        nothing = take_back(display, zoo, member)
        assert (409, "nothing_waits") == (nothing.status_code, nothing.json()["code"])
    assert [] == recorded()


def test_who_cannot_redeem_it_cannot_give(
    client: Client, display: Client, cleo: str, dan: str, offer: Offer, family: Family
) -> None:
    only, off, none = offer(memberIds=[cleo]), offer(active=False), offer(stock=0)
    weekly, dear = offer(weeklyLimit=1, price=10), offer(price=500)
    give(display, weekly, cleo, 4)
    give(display, weekly, dan, 6)
    answers = [
        (give(display, only, dan, 5), 403, "not_for_member"),
        (give(display, off, cleo, 5), 409, "not_offered"),
        (give(display, none, cleo, 5), 409, "out_of_stock"),
        # A share of a redemption counts for the week.
        (give(display, weekly, cleo, 5), 409, "weekly_limit_reached"),
        (give(display, dear, dan, 25), 402, "not_enough_points"),
        (give(display, dear, family["Ana"].id, 1), 402, "not_enough_points"),
    ]
    assert [(status, code) for _, status, code in answers] == [
        (answer.status_code, answer.json()["code"]) for answer, _, _ in answers
    ]
    assert 404 == give(display, {"id": "none"}, cleo, 1).status_code
    assert 404 == give(display, dear, "nobody", 1).status_code
    for points in (0, -1, 1.5, "3", None):
        bad = display.post(f"/api/rewards/{dear['id']}/give", {"memberId": cleo, "points": points})
        assert (400, "points") == (bad.status_code, bad.json()["error"].partition(":")[0])
    assert (46, 24) == (balance(client, cleo), balance(client, dan))


def test_a_repeated_gift_is_taken_once(display: Client, cleo: str, offer: Offer) -> None:
    zoo = offer(price=60)
    first, again = (give(display, zoo, cleo, 5, headers=KEY) for _ in range(2))
    assert (200, first.json()) == (again.status_code, again.json())
    assert 45 == balance(display, cleo)


def test_a_price_that_the_pool_has_reached_redeems_it(client: Client, cleo: str, dan: str, offer: Offer) -> None:
    zoo, gone = offer(price=60), offer(price=60, active=True)
    for reward in (zoo, gone):
        give(client, reward, cleo, 20)
        give(client, reward, dan, 10)
    client.patch(f"/api/rewards/{zoo['id']}", {"price": 25})
    [redeemed] = client.get("/api/rewards/redemptions").json()
    assert [{"memberId": cleo, "points": 20}, {"memberId": dan, "points": 5}] == redeemed["shares"]
    # One that cannot be redeemed gives everything back.
    client.patch(f"/api/rewards/{gone['id']}", {"price": 25, "active": False})
    assert (30, 25) == (balance(client, cleo), balance(client, dan))
    assert 1 == len(client.get("/api/rewards/redemptions").json())


def test_a_removed_reward_gives_everything_back(client: Client, cleo: str, dan: str, offer: Offer) -> None:
    zoo = offer(price=60)
    give(client, zoo, cleo, 20)
    give(client, zoo, dan, 10)
    client.delete(f"/api/rewards/{zoo['id']}")
    assert (50, 30) == (balance(client, cleo), balance(client, dan))


def test_the_share_of_a_removed_member_goes_with_it(client: Client, cleo: str, dan: str, offer: Offer) -> None:
    zoo = offer(price=60)
    give(client, zoo, cleo, 20)
    give(client, zoo, dan, 10)
    client.delete(f"/api/members/{dan}")
    [reward] = client.get("/api/rewards").json()
    assert [{"memberId": cleo, "points": 20}] == reward["shares"]


def test_an_agent_gives_and_takes_back(call: Call, client: Client, cleo: str, offer: Offer) -> None:
    offer(name="Zoo", price=60)
    given = call("give_to_reward", reward="zoo", member="cleo", points=8)
    assert (8, 42, [{"memberId": cleo, "points": 8}]) == (given["points"], given["balance"], given["reward"]["shares"])
    assert 50 == call("take_back_from_reward", reward="Zoo", member="Cleo")["balance"]


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["give", "give", "take back", "redeem", "approve", "decline", "return", "price", "remove"]),
        st.integers(0, 2),
        st.integers(0, 1),
        st.integers(1, 30),
    ),
    max_size=25,
)


@given(ACTIONS)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_no_sequence_makes_or_loses_a_point(
    client: Client, display: Client, family: Family, actions: list[tuple[str, int, int, int]]
) -> None:
    """Every balance is what was earned, less the shares in pools and what was redeemed, recomputed from nothing."""
    members = [family[name].id for name in ("Ana", "Cleo", "Dan")]
    before = {member: balance(client, member) for member in members}
    for member in members:
        client.post("/api/points/awards", {"memberId": member, "points": 40})
    waits, free = (
        client.post("/api/rewards", {"name": "Zoo", "price": 50, "needsApproval": needs}).json()["id"]
        for needs in (True, False)
    )
    known = {each["id"] for each in client.get("/api/rewards/redemptions?limit=200").json()}
    for action, who, which, points in actions:
        reward, member = (waits, free)[which], members[who]
        decided = [each for each in client.get("/api/rewards/redemptions?limit=200").json() if each["id"] not in known]
        state = {"approve": "waiting", "decline": "waiting", "return": "approved"}.get(action)
        fitting = [each["id"] for each in decided if each["state"] == state]
        body = {"memberId": member, "points": points}
        answer: Any = None
        if action in ("give", "take back"):
            answer = display.post(f"/api/rewards/{reward}/{action.replace(' ', '-')}", body)
        elif action == "redeem":
            answer = display.post(f"/api/rewards/{reward}/redeem", {"memberId": member})
        elif action == "price":
            answer = client.patch(f"/api/rewards/{reward}", {"price": points})
        elif action == "remove":
            answer = client.delete(f"/api/rewards/{reward}")
        elif fitting:
            answer = client.post(f"/api/rewards/redemptions/{fitting[-1]}/{action}")
        assert answer is None or answer.status_code in (200, 402, 404, 409), answer.text

        pools = [each for each in client.get("/api/rewards").json() if each["id"] in (waits, free)]
        standing = [
            each
            for each in client.get("/api/rewards/redemptions?limit=200").json()
            if each["id"] not in known and each["state"] in ("waiting", "approved")
        ]
        for member in members:
            paid = sum(each["price"] for each in standing if each["memberId"] == member)
            paid += sum(
                share["points"] for each in pools + standing for share in each["shares"] if share["memberId"] == member
            )
            assert before[member] + 40 - paid == balance(client, member) >= 0
        assert all(sum(share["points"] for share in each["shares"]) < each["price"] for each in pools)
        assert all(
            each["price"] == sum(share["points"] for share in each["shares"])
            for each in standing
            if each["memberId"] is None
        )
    for reward in (waits, free):
        client.delete(f"/api/rewards/{reward}")
