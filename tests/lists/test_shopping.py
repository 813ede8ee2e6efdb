"""Shopping: the order of aisles as a table and through the API, barcodes, and who did what."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.lists.shopping import rules
from appliance.lists.shopping.models import Trip
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.lists.fixtures import Changes, a_list, add, on

# The last trips, newest first, one letter for each aisle; and the order of the aisles.
ORDERS = [
    ([], ""),
    (["abc"], "abc"),
    # One detour changes nothing that more trips agree on.
    (["bac", "abc", "abc", "abc"], "abc"),
    # Where as many say one as the other, the newest trip decides.
    (["ba", "ab"], "ba"),
    (["ab", "ba"], "ab"),
    # An aisle of an older trip comes after the one that came before it there.
    (["ac", "abc"], "abc"),
    (["cd", "ab"], "abcd"),
    (["ad", "abcd"], "abcd"),
    # The store was rebuilt: after some trips the new way counts.
    (["cba", "cba", "cba", "abc", "abc"], "cba"),
    # Round in a circle: any order is as good, but it is always the same one.
    (["ab", "bc", "ca"], "abc"),
]


def trips(walks: list[str]) -> list[Trip]:
    return [Trip(store="", started="", last="", aisles=tuple(walk)) for walk in walks]


@pytest.mark.parametrize(("walks", "expected"), ORDERS)
def test_the_order_of_aisles(walks: list[str], expected: str) -> None:
    assert expected == "".join(rules.order(trips(walks)))


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1).map("".join), max_size=8))
def test_every_aisle_has_one_place_and_the_order_is_stable(walks: list[str]) -> None:
    order = rules.order(trips(walks))
    assert sorted(set("".join(walks))) == sorted(order)
    # Who walks as the order says changes nothing.
    assert not walks or order == rules.order(trips(["".join(order)] * len(walks) + walks))


def test_a_trip_ends_with_a_pause_and_an_aisle_counts_once() -> None:
    start = datetime(2026, 11, 20, 15, tzinfo=UTC)
    trip = rules.continued(None, "Aldi", "fruit", start)
    for minutes, aisle in ((5, "dairy"), (9, "fruit"), (120, "bread")):
        trip = rules.continued(trip, "Aldi", aisle, start + timedelta(minutes=minutes))
    assert ("fruit", "dairy", "bread") == trip.aisles
    later = rules.continued(trip, "Aldi", "dairy", start + timedelta(hours=4, minutes=1))
    assert (("dairy",), "2026-11-20T19:01:00.000Z") == (later.aisles, later.started)


def test_the_order_of_a_store_is_learnt_from_ticks(display: Client, clock: FakeClock, recorded: Changes) -> None:
    shop = a_list(display, "shopping")
    items = add(display, shop, "Apples", "Cheese", "Bread")
    aisles = ("Fruit", "Dairy", "Bakery")
    recorded()
    for item, aisle in zip(items, aisles, strict=True):
        patch = {"done": True, "taken": {"store": " Aldi ", "aisle": aisle}}
        assert 200 == display.patch(f"/api/lists/{shop}/items/{item['id']}", patch).status_code
        clock.turn(minutes=1)
    # Ticked again, unticked, or ticked elsewhere: nothing is learnt.
    display.patch(f"/api/lists/{shop}/items/{items[0]['id']}", {"done": True, "taken": {"aisle": "Wine"}})
    display.patch(f"/api/lists/{shop}/items/{items[0]['id']}", {"done": False, "taken": {"aisle": "Wine"}})

    assert [{"store": "Aldi", "aisles": list(aisles)}] == display.get(f"/api/lists/{shop}").json()["aisleOrders"]
    assert ["list.item.changed"] * 5 == [topic for topic, _ in recorded()]
    assert 200 == display.delete("/api/aisles?store=Aldi").status_code
    assert 404 == display.delete("/api/aisles?store=Aldi").status_code
    assert [] == display.get(f"/api/lists/{shop}").json()["aisleOrders"]
    bad = display.patch(f"/api/lists/{shop}/items/{items[1]['id']}", {"done": True, "taken": {"store": "Aldi"}})
    assert (400, "taken.aisle: is required") == (bad.status_code, bad.json()["error"])
    display.patch(f"/api/lists/{shop}/items/{items[1]['id']}", {"done": False})
    blank = display.patch(f"/api/lists/{shop}/items/{items[1]['id']}", {"done": True, "taken": {"aisle": " "}})
    assert (400, "taken.aisle: must not be empty") == (blank.status_code, blank.json()["error"])


def test_few_trips_of_a_store_are_kept(client: Client, clock: FakeClock) -> None:
    shop = a_list(client, "shopping")
    [milk] = add(client, shop, "Milk")
    path = f"/api/lists/{shop}/items/{milk['id']}"
    for trip in range(rules.MAX_TRIPS + 3):
        client.patch(path, {"done": True, "taken": {"aisle": f"aisle {trip}"}})
        client.patch(path, {"done": False})
        clock.turn(hours=3)
    [learnt] = client.get(f"/api/lists/{shop}").json()["aisleOrders"]
    assert {f"aisle {trip}" for trip in range(3, rules.MAX_TRIPS + 3)} == set(learnt["aisles"])


def test_a_barcode_has_the_name_that_the_family_gave(display: Client) -> None:
    code = "/api/barcodes/4006381333931"
    assert [] == display.get("/api/barcodes").json()
    assert {"code": "4006381333931", "title": "Oat milk"} == display.put(code, {"title": " Oat milk "}).json()
    display.put(code, {"title": "Oat drink"})
    assert [{"code": "4006381333931", "title": "Oat drink"}] == display.get("/api/barcodes").json()
    blank = display.put(code, {"title": " "})
    assert (400, "title: must not be empty") == (blank.status_code, blank.json()["error"])
    assert 400 == display.put("/api/barcodes/a'b", {"title": "Oat"}).status_code
    assert 200 == display.delete(code).status_code
    assert 404 == display.delete(code).status_code


def test_who_added_and_who_ticked_is_said(client: Client, display: Client, family: dict[str, Person]) -> None:
    shop = a_list(client, "shopping")
    requests = {"title": "Milk", "addedBy": family["Ana"].id}, {"title": "Tea", "addedBy": "nobody"}
    [milk, tea] = add(client, shop, *requests)
    assert [(family["Ana"].id, "Phone"), (None, "Phone")] == [(it["addedBy"], it["addedWith"]) for it in (milk, tea)]
    path = f"/api/lists/{shop}/items/{milk['id']}"
    ticked = display.patch(path, {"done": True, "doneBy": family["Ben"].id}).json()
    assert (family["Ben"].id, "Wall") == (ticked["doneBy"], ticked["doneWith"])
    display.patch(path, {"title": "Oat milk", "done": False})
    [stored, _] = sorted(on(client, shop), key=lambda it: str(it["title"]))
    assert (family["Ana"].id, "Phone", None, None) == tuple(
        stored[name] for name in ("addedBy", "addedWith", "doneBy", "doneWith")
    )
