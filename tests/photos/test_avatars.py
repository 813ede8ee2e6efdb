"""A photo as a member's avatar."""

from appliance.people.models import Person
from tests.client import Changes, Client
from tests.photos.conftest import Add
from tests.photos.pictures import opened


def test_a_photo_is_the_avatar_wherever_a_member_is_answered(
    client: Client, display: Client, family: dict[str, Person], add: Add, recorded: Changes
) -> None:
    ana, photo = family["Ana"].id, add().json()["id"]

    changed = client.patch(f"/api/members/{ana}", {"photoId": photo}).json()

    assert (photo, family["Ana"].avatar) == (changed["photoId"], changed["avatar"])
    assert [("member.changed", {"id": ana})] == recorded()
    assert photo == display.get("/api/members").json()[0]["photoId"]
    assert photo == display.get("/api/board").json()["members"][0]["photoId"]
    assert photo == display.get(f"/api/snapshot?member={ana}&range=day").json()["member"]["photoId"]
    small = display.get(f"/api/photos/{photo}/thumbnail")
    assert (200, "WEBP") == (small.status_code, opened(small.content).format)
    assert 403 == display.patch(f"/api/members/{ana}", {"photoId": None}).status_code


def test_a_new_member_may_have_a_photo(client: Client, add: Add) -> None:
    photo = add().json()["id"]
    made = client.post("/api/members", {"name": "Eva", "color": "teal", "photoId": photo}).json()
    assert photo == made["photoId"]
    assert None is client.patch(f"/api/members/{made['id']}", {"photoId": None}).json()["photoId"]


def test_deleting_the_photo_leaves_the_emoji(
    client: Client, family: dict[str, Person], add: Add, recorded: Changes
) -> None:
    ana, ben, photo, other = family["Ana"].id, family["Ben"].id, add().json()["id"], add().json()["id"]
    client.patch(f"/api/members/{ana}", {"photoId": photo})
    client.patch(f"/api/members/{ben}", {"photoId": other})

    client.delete(f"/api/photos/{photo}")

    photos = {each["id"]: each["photoId"] for each in client.get("/api/members").json()}
    assert (None, other) == (photos[ana], photos[ben])
    assert [("member.changed", {"id": each}) for each in (ana, ben, ana)] == recorded()


def test_an_export_names_the_photo(client: Client, family: dict[str, Person], add: Add) -> None:
    ana, photo = family["Ana"].id, add().json()["id"]
    client.patch(f"/api/members/{ana}", {"photoId": photo})
    file = client.get("/api/export").json()
    client.patch(f"/api/members/{ana}", {"photoId": None})

    assert 200 == client.post("/api/import?mode=replace", file).status_code

    assert photo == client.get("/api/members").json()[0]["photoId"]
    file["members"][0]["photoId"] = ""
    rejected = client.post("/api/import?mode=replace", file)
    assert (400, "members.0.photoId: must not be empty") == (rejected.status_code, rejected.json()["error"])
