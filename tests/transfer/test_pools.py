"""Points that several give to one reward, through an export and an import."""

from appliance.app import Application
from appliance.people.models import Person
from tests.client import Client
from tests.rewards.conftest import Earn, Offer, balance, cleo, earn, offer
from tests.rewards.test_pools import give, take_back

__all__ = ["cleo", "earn", "offer"]


def test_an_older_file_gives_nothing_twice(
    client: Client, cleo: str, earn: Earn, family: dict[str, Person], offer: Offer, other: tuple[Application, Client]
) -> None:
    earn("Dan", 30)
    dan = family["Dan"].id
    zoo, sea = offer(price=60), offer(price=10)
    give(client, zoo, cleo, 20)
    give(client, sea, cleo, 6)
    give(client, sea, dan, 4)
    file = client.get("/api/export").json()
    _, there = other
    assert 200 == there.post("/api/import", file).status_code
    assert client.get("/api/rewards").json() == there.get("/api/rewards").json()
    assert client.get("/api/rewards/redemptions").json() == there.get("/api/rewards/redemptions").json()
    assert (24, 26) == (balance(there, cleo), balance(there, dan))

    take_back(client, zoo, cleo)
    assert 200 == client.post("/api/import", file).status_code
    assert (44, [[], []]) == (balance(client, cleo), [each["shares"] for each in client.get("/api/rewards").json()])
