import pytest

from appliance.people.models import Person
from tests.client import Changes, Client

TODAY = "2026-11-20"
PACK = ("id", "name", "cover", "stickers", "basePrice", "price", "unlocked")


@pytest.fixture
def cleo(display: Client, family: dict[str, Person], recorded: Changes) -> str:
    """Cleo's id, with exactly fifteen points."""
    request = {"title": "Hoover", "memberId": family["Cleo"].id, "points": 15, "dueDate": TODAY}
    chore = display.post("/api/chores", request).json()
    display.post(f"/api/chores/{chore['id']}/complete", {"date": TODAY})
    recorded()
    return family["Cleo"].id


def unlocked(client: Client, **params: str) -> list[str]:
    packs = client.get("/api/stickers/packs", params=params).json()
    return [pack["id"] for pack in packs if pack["unlocked"]]


def test_the_shop(display: Client, cleo: str) -> None:
    packs = display.get("/api/stickers/packs", params={"memberId": cleo}).json()
    assert [set(PACK)] * 8 == [set(pack) for pack in packs]
    space = next(pack for pack in packs if pack["id"] == "space")
    assert ("Space", "🚀", 25, 25, False) == tuple(space[name] for name in PACK if name not in ("id", "stickers"))
    assert "👩\u200d🚀" in space["stickers"]
    assert ["animals"] == unlocked(display)
    assert ["animals"] == unlocked(display, memberId="nobody")


def test_prices_follow_the_scale(display: Client, cleo: str) -> None:
    display.patch("/api/settings", {"stickerPriceScale": 50})
    packs = display.get("/api/stickers/packs").json()
    assert [0, 8, 8, 10, 10, 13, 13, 15] == [pack["price"] for pack in packs]
    assert [0, 15, 15, 20, 20, 25, 25, 30] == [pack["basePrice"] for pack in packs]
    assert 400 == display.patch("/api/settings", {"stickerPriceScale": 201}).status_code


def test_exactly_enough_points_buy_a_pack_once(
    display: Client, cleo: str, family: dict[str, Person], recorded: Changes
) -> None:
    bought = display.post("/api/stickers/packs/sweets/buy", {"memberId": cleo})

    pack = next(pack for pack in display.get("/api/stickers/packs").json() if pack["id"] == "sweets")
    assert (200, {"pack": pack | {"unlocked": True}, "balance": 0}) == (bought.status_code, bought.json())
    assert ["animals", "sweets"] == unlocked(display, memberId=cleo)
    assert ["animals"] == unlocked(display, memberId=family["Dan"].id)
    assert [("sticker.changed", {"memberId": cleo, "packId": "sweets"})] == recorded()

    again = display.post("/api/stickers/packs/sweets/buy", {"memberId": cleo})
    assert (409, {"error": "Already unlocked", "code": "already_unlocked"}) == (again.status_code, again.json())
    assert [] == recorded()


def test_too_few_points(display: Client, cleo: str, recorded: Changes) -> None:
    rejected = display.post("/api/stickers/packs/dinosaurs/buy", {"memberId": cleo})
    assert (402, {"error": "Not enough points", "code": "not_enough_points", "balance": 15, "price": 20}) == (
        rejected.status_code,
        rejected.json(),
    )
    assert ["animals"] == unlocked(display, memberId=cleo)
    assert [] == recorded()


def test_a_pack_scaled_to_nothing_is_bought_without_an_entry_and_stays(
    display: Client, cleo: str, recorded: Changes
) -> None:
    display.patch("/api/settings", {"stickerPriceScale": 0})
    recorded()
    bought = display.post("/api/stickers/packs/unicorns/buy", {"memberId": cleo}).json()
    assert (0, True, 15) == (bought["pack"]["price"], bought["pack"]["unlocked"], bought["balance"])
    assert [] == display.get(f"/api/members/{cleo}/points").json()["entries"]
    assert [("sticker.changed", {"memberId": cleo, "packId": "unicorns"})] == recorded()
    display.patch("/api/settings", {"stickerPriceScale": 200})
    assert ["animals", "unicorns"] == unlocked(display, memberId=cleo)


def test_the_checks_of_a_purchase_come_in_order(display: Client, cleo: str, recorded: Changes) -> None:
    display.patch("/api/settings", {"stickersEnabled": False})
    recorded()
    unknown_pack = display.post("/api/stickers/packs/dragons/buy", {"memberId": "nobody"})
    assert (404, {"error": "pack not found"}) == (unknown_pack.status_code, unknown_pack.json())
    closed = display.post("/api/stickers/packs/animals/buy", {"memberId": "nobody"})
    assert (403, "shop_closed") == (closed.status_code, closed.json()["code"])
    display.patch("/api/settings", {"stickersEnabled": True})
    recorded()
    nobody = display.post("/api/stickers/packs/animals/buy", {"memberId": "nobody"})
    assert (404, {"error": "member not found"}) == (nobody.status_code, nobody.json())
    free = display.post("/api/stickers/packs/animals/buy", {"memberId": cleo})
    assert (409, {"error": "Already unlocked", "code": "already_unlocked"}) == (free.status_code, free.json())
    assert 400 == display.post("/api/stickers/packs/sweets/buy", {}).status_code
    assert [] == recorded()


def test_a_page_is_filled_turned_and_cleared(display: Client, cleo: str, recorded: Changes) -> None:
    path = f"/api/stickers/scrapbook/{cleo}"
    assert [] == display.get(path).json()

    made = display.post(path, {"sticker": "🐶"})
    dog = made.json()
    fresh = {"memberId": cleo, "sticker": "🐶", "x": 0.5, "y": 0.5, "scale": 1, "rotation": 0, "z": 1}
    assert 201 == made.status_code
    assert fresh | {"id": dog["id"], "placedAt": "2026-11-20T15:24:00.000Z"} == dog
    cat = display.post(path, {"sticker": "🐱", "x": 0, "y": 1, "scale": 0.3, "rotation": -360}).json()
    assert (0, 1, 0.3, -360, 2) == tuple(cat[name] for name in ("x", "y", "scale", "rotation", "z"))
    mouse = display.post(path, {"sticker": "🐭", "z": -5}).json()
    assert [mouse, dog, cat] == display.get(path).json()

    moved = display.patch(f"{path}/{dog['id']}", {"x": 0.25, "rotation": 12.5, "z": 9, "sticker": "🐱"})
    assert (200, dog | {"x": 0.25, "rotation": 12.5, "z": 9}) == (moved.status_code, moved.json())
    assert [mouse, cat, moved.json()] == display.get(path).json()
    assert 10 == display.post(path, {"sticker": "🐶"}).json()["z"]

    assert {"ok": True} == display.delete(f"{path}/{cat['id']}").json()
    gone = display.delete(f"{path}/{cat['id']}")
    assert (404, {"error": "not found"}) == (gone.status_code, gone.json())
    ids = [data["id"] for topic, data in recorded() if topic == "sticker.changed" and data["memberId"] == cleo]
    assert [dog["id"], cat["id"], mouse["id"], dog["id"]] == ids[:4]
    assert (6, cat["id"]) == (len(ids), ids[-1])


def test_only_unlocked_stickers_can_be_placed(display: Client, cleo: str, recorded: Changes) -> None:
    path = f"/api/stickers/scrapbook/{cleo}"
    rejected = display.post(path, {"sticker": "🍩"})
    assert (403, "not_unlocked") == (rejected.status_code, rejected.json()["code"])
    display.post("/api/stickers/packs/sweets/buy", {"memberId": cleo})
    display.patch("/api/settings", {"stickersEnabled": False})
    assert 201 == display.post(path, {"sticker": "🍩"}).status_code
    recorded()
    assert 403 == display.post(path, {"sticker": "not a sticker"}).status_code
    assert [] == recorded()


BAD_PLACES = [
    ({}, "sticker: is required"),
    ({"sticker": ""}, "sticker: must not be empty"),
    ({"sticker": "🐶" * 33}, "sticker: "),
    ({"sticker": "🐶", "x": 1.5}, "x: "),
    ({"sticker": "🐶", "y": -0.01}, "y: "),
    ({"sticker": "🐶", "scale": 10}, "scale: "),
    ({"sticker": "🐶", "scale": 0.29}, "scale: "),
    ({"sticker": "🐶", "rotation": 361}, "rotation: "),
    ({"sticker": "🐶", "z": 1.5}, "z: "),
    ({"sticker": "🐶", "z": 10**30}, "z: "),
    ({"sticker": "🐶", "x": None}, "x: "),
    ({"sticker": "🐶", "x": "0.5"}, "x: "),
]


@pytest.mark.parametrize(("body", "error"), BAD_PLACES)
def test_a_bad_place_is_rejected(
    display: Client, cleo: str, recorded: Changes, body: dict[str, object], error: str
) -> None:
    path = f"/api/stickers/scrapbook/{cleo}"
    answer = display.post(path, body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)
    if "sticker" in body and not error.startswith("sticker"):
        placed = display.post(path, {"sticker": "🐶"}).json()
        recorded()
        change = {name: value for name, value in body.items() if name != "sticker"}
        assert 400 == display.patch(f"{path}/{placed['id']}", change).status_code
        assert [placed] == display.get(path).json()
    assert [] == recorded()


def test_a_page_holds_300_stickers(display: Client, cleo: str) -> None:
    path = f"/api/stickers/scrapbook/{cleo}"
    for _ in range(300):
        last = display.post(path, {"sticker": "🐔"})
    assert (201, 300) == (last.status_code, last.json()["z"])
    rev = display.get("/api/rev").json()
    full = display.post(path, {"sticker": "🐔"})
    assert (409, "page_full") == (full.status_code, full.json()["code"])
    assert rev == display.get("/api/rev").json()
    display.delete(f"{path}/{last.json()['id']}")
    assert 201 == display.post(path, {"sticker": "🐔"}).status_code


def test_a_page_is_one_members(display: Client, cleo: str, family: dict[str, Person], recorded: Changes) -> None:
    placed = display.post(f"/api/stickers/scrapbook/{cleo}", {"sticker": "🐶"}).json()
    recorded()
    others = f"/api/stickers/scrapbook/{family['Dan'].id}/{placed['id']}"
    for answer in (display.patch(others, {"x": 0}), display.delete(others)):
        assert (404, {"error": "not found"}) == (answer.status_code, answer.json())
    nobodys = "/api/stickers/scrapbook/nobody"
    for answer in (display.get(nobodys), display.post(nobodys, {"sticker": "🐶"})):
        assert (404, {"error": "member not found"}) == (answer.status_code, answer.json())
    assert [placed] == display.get(f"/api/stickers/scrapbook/{cleo}").json()
    assert [] == recorded()
