"""Photos over REST: pages, albums, hiding, deleting, the slideshow, caching and rights."""

from collections.abc import Callable

from appliance.app import Application
from appliance.deleted import rules as deleted
from appliance.kernel.database.database import Database
from appliance.photos import rules
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.photos.conftest import Add


def test_photos_come_newest_first_in_pages(client: Client, database: Database, add: Add, clock: FakeClock) -> None:
    fill(database, rules.PAGE + 20)
    newest = add().json()["id"]

    first = client.get("/api/photos").json()
    second = client.get(f"/api/photos?before={first['next']}").json()

    assert (rules.PAGE, 21, None) == (len(first["photos"]), len(second["photos"]), second["next"])
    found = [each["id"] for each in first["photos"] + second["photos"]]
    assert (newest, rules.PAGE + 21) == (found[0], len(set(found)))
    assert rules.PAGE + 21 == first["total"] == second["total"]


def test_two_thousand_photos_are_the_limit(client: Client, database: Database, add: Add) -> None:
    fill(database, rules.MAX_PHOTOS)

    answer = add()

    assert 409 == answer.status_code
    assert "photo: there are 2,000 photos, which is the limit; delete some first" == answer.json()["error"]
    client.delete("/api/photos/made-7")
    assert 201 == add().status_code
    assert 409 == client.post("/api/photos/made-7/restore").status_code


def test_four_gigabytes_are_the_limit(client: Client, database: Database, add: Add) -> None:
    fill(database, 1, size=rules.MAX_BYTES - 10)

    answer = add()

    assert (409, "photo: all photos take 4 GB, which is the limit; delete some first") == (
        answer.status_code,
        answer.json()["error"],
    )


def test_albums(client: Client, add: Add) -> None:
    made = client.post("/api/albums", {"name": "  Summer "})
    album = made.json()
    assert (201, "Summer", 0, None) == (made.status_code, album["name"], album["photos"], album["coverId"])
    inside, outside = add(album=album["id"]).json(), add().json()

    assert [inside["id"]] == [each["id"] for each in client.get(f"/api/photos?albumId={album['id']}").json()["photos"]]
    moved = client.patch(f"/api/photos/{outside['id']}", {"albumId": album["id"]}).json()
    assert album["id"] == moved["albumId"]
    [found] = client.get("/api/albums").json()
    assert (2, True) == (found["photos"], found["coverId"] in (inside["id"], outside["id"]))
    assert "Alps" == client.patch(f"/api/albums/{album['id']}", {"name": "Alps"}).json()["name"]

    assert 200 == client.delete(f"/api/albums/{album['id']}").status_code
    assert [None, None] == [each["albumId"] for each in client.get("/api/photos").json()["photos"]]
    assert [] == client.get("/api/albums").json()


def test_albums_are_checked(client: Client, add: Add) -> None:
    assert (400, "name: must not be empty") == status_and_error(client.post("/api/albums", {"name": "  "}))
    assert (400, "albumId: album not found") == status_and_error(add(album="none"))
    photo = add().json()["id"]
    assert (400, "albumId: album not found") == status_and_error(client.patch(f"/api/photos/{photo}", {"albumId": "x"}))
    assert 404 == client.patch("/api/albums/none", {"name": "x"}).status_code
    statuses = [client.post("/api/albums", {"name": str(n)}).status_code for n in range(rules.MAX_ALBUMS + 1)]
    assert [201] * rules.MAX_ALBUMS + [400] == statuses


def test_deleting_can_be_undone_for_thirty_days(
    application: Application,
    client: Client,
    add: Add,
    clock: FakeClock,
    loop: Loop,
    files: Callable[[], list[str]],
) -> None:
    undone, gone = add().json()["id"], add().json()["id"]
    for photo in (undone, gone):
        assert 200 == client.delete(f"/api/photos/{photo}").status_code
    assert [] == client.get("/api/photos").json()["photos"] == client.get("/api/photos/slideshow").json()["photos"]
    assert 404 == client.delete(f"/api/photos/{gone}").status_code

    assert undone == client.post(f"/api/photos/{undone}/restore").json()["id"]
    clock.turn(days=deleted.KEPT.days, minutes=1)
    loop.run(application.scheduler.tick())

    assert [undone] == [each["id"] for each in client.get("/api/photos").json()["photos"]]
    assert 404 == client.post(f"/api/photos/{gone}/restore").status_code
    assert [f"{undone}.small.webp", f"{undone}.webp"] == files()


def test_only_the_newest_deleted_photos_are_kept(client: Client, database: Database) -> None:
    fill(database, deleted.MAX_PHOTOS + 3)
    for number in range(deleted.MAX_PHOTOS + 3):
        client.delete(f"/api/photos/made-{number}")

    assert deleted.MAX_PHOTOS == database.read.value("SELECT count(*) FROM photos")


def test_the_slideshow(client: Client, display: Client, database: Database, clock: FakeClock) -> None:
    fill(database, 300)
    first = client.get("/api/photos/slideshow").json()["photos"]
    assert first == display.get("/api/photos/slideshow").json()["photos"]
    assert rules.MAX_SLIDES == len({each["id"] for each in first})

    clock.turn(hours=1)
    assert first != client.get("/api/photos/slideshow").json()["photos"]


def test_not_this_one(client: Client, display: Client, add: Add) -> None:
    shown, hidden = add().json()["id"], add().json()["id"]

    assert 200 == display.post(f"/api/photos/{hidden}/hide").status_code
    assert [shown] == [each["id"] for each in client.get("/api/photos/slideshow").json()["photos"]]
    assert {shown: False, hidden: True} == {
        each["id"]: each["hidden"] for each in client.get("/api/photos").json()["photos"]
    }

    assert 200 == display.delete(f"/api/photos/{hidden}/hide").status_code
    assert 2 == len(client.get("/api/photos/slideshow").json()["photos"])


def test_the_slideshow_of_one_album(client: Client, add: Add) -> None:
    album = client.post("/api/albums", {"name": "Summer"}).json()["id"]
    inside = add(album=album).json()["id"]
    add()
    client.patch("/api/settings", {"slideshowAlbumId": album})

    assert [inside] == [each["id"] for each in client.get("/api/photos/slideshow").json()["photos"]]

    client.delete(f"/api/albums/{album}")
    assert 2 == len(client.get("/api/photos/slideshow").json()["photos"])


def test_a_picture_may_be_kept_by_browsers(client: Client, add: Add) -> None:
    path = f"/api/photos/{add().json()['id']}/image"
    answer = client.get(path)
    assert "private, max-age=31536000, immutable" == answer.headers["cache-control"]

    again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})

    assert (304, b"") == (again.status_code, again.content)
    assert 404 == client.get("/api/photos/none/image").status_code


def test_displays_add_photos_only_when_the_household_allows_it(client: Client, display: Client, add: Add) -> None:
    assert (403, "this screen may not add photos; a parent can allow it in the settings") == status_and_error(
        add(by=display)
    )
    assert False is display.get("/api/photos").json()["canAdd"]

    client.patch("/api/photos/settings", {"displaysMayAdd": True})

    assert 201 == add(by=display).status_code
    page = display.get("/api/photos").json()
    assert (True, "Wall") == (page["canAdd"], page["photos"][0]["addedBy"])


def test_what_a_display_may_not_do(client: Client, display: Client, add: Add) -> None:
    client.patch("/api/photos/settings", {"displaysMayAdd": True})
    photo = add().json()["id"]
    denied = [
        display.delete(f"/api/photos/{photo}"),
        display.patch(f"/api/photos/{photo}", {"hidden": True}),
        display.post(f"/api/photos/{photo}/restore"),
        display.post("/api/albums", {"name": "Mine"}),
        display.get("/api/photos/settings"),
        display.patch("/api/photos/settings", {"displaysMayAdd": False}),
    ]
    assert [403] * len(denied) == [each.status_code for each in denied]


def test_settings_of_the_slideshow(client: Client) -> None:
    body = {"slideshow": True, "slideshowFrom": "08:00", "slideshowTo": "21:00", "slideshowSeconds": 20}
    assert body.items() <= client.patch("/api/settings", body).json().items()
    wrong = {
        "slideshowTo": {"slideshowFrom": "08:00"},
        "slideshowSeconds": {"slideshowSeconds": 1},
        "slideshowMotion": {"slideshowMotion": "wild"},
        "slideshowFrom": {"slideshowFrom": "8", "slideshowTo": "21:00"},
    }
    for field, patch in wrong.items():
        status, error = status_and_error(client.patch("/api/settings", patch))
        assert (400, field) == (status, error.partition(":")[0])


def fill(database: Database, count: int, size: int = 1_000) -> None:
    """Photos without files: made-0, made-1, …"""
    database.write_now(
        lambda tx: tx.run_many(
            "INSERT INTO photos (id, digest, width, height, bytes, added_at, added_by) VALUES (?, ?, 4, 3, ?, ?, 'x')",
            [(f"made-{n}", f"digest-{n}", size, f"2026-01-01T00:00:00.{n:04}Z") for n in range(count)],
        )
    )


def status_and_error(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]
    return answer.status_code, answer.json()["error"]


def test_albums_are_sorted_by_letter_and_then_by_accent(client: Client) -> None:
    for name in ("Zoo", "Ägypten", "apfel", "Łódź", "Lodz"):
        client.post("/api/albums", {"name": name})
    assert ["Ägypten", "apfel", "Lodz", "Łódź", "Zoo"] == [each["name"] for each in client.get("/api/albums").json()]
