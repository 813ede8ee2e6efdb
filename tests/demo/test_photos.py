"""The photos and the weather of the demo household."""

from datetime import date
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.demo import meals, photos
from appliance.demo.busy import create_busy_demo
from appliance.demo.family import create_demo
from appliance.demo.pictures import worker
from appliance.demo.pictures.dishes import DISHES
from appliance.demo.pictures.portraits import FACES
from appliance.demo.pictures.scenes import SCENES
from tests.client import Loop
from tests.demo.test_family import owner

FRIDAY = date(2026, 11, 20)


def test_every_scene_is_drawn_and_has_its_day() -> None:
    assert set(photos.SCENES) == set(SCENES) == set(worker.TAKEN)
    assert set(photos.OF_HOLIDAYS) < set(photos.SCENES)


def test_every_recipe_has_a_dish() -> None:
    assert [recipe[0] for recipe in meals.RECIPES] == list(meals.DISHES)
    assert set(meals.DISHES.values()) == set(DISHES)


def test_a_picture_is_the_same_each_time_and_was_taken_before_today(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contents = []
    for _ in range(2):
        worker.main(str(tmp_path), FRIDAY.isoformat(), "father")
        contents.append((tmp_path / "father.jpg").read_bytes())
    assert "father\nfather\n" == capsys.readouterr().out
    assert contents[0] == contents[1]
    days = [worker.taken(name, FRIDAY) for name in (*SCENES, *FACES)]
    assert all(day is None or day < FRIDAY for day in days)
    assert (date(2026, 1, 6), date(2026, 10, 18), None) == tuple(
        worker.taken(name, FRIDAY) for name in ("winter", "autumn", "father")
    )


def test_the_family_has_photos_and_faces(application: Application, loop: Loop) -> None:
    assert create_demo(application)
    client = owner(application, loop)
    members = client.get("/api/members").json()
    assert [] == client.get("/api/photos").json()["photos"]

    faces = {members[0]["id"]: "mother"}
    soup = next(each for each in client.get("/api/recipes").json() if each["title"] == "Red lentil soup")
    loop.run(photos.add_photos(application, faces, ["kite", "beach"], {soup["id"]: "soup"}))
    assert client.get(f"/api/recipes/{soup['id']}").json()["photoId"]

    added = {each["takenAt"]: each for each in client.get("/api/photos").json()["photos"]}
    beach, kite = (added[at] for at in ("2026-08-05T15:30:00", "2026-08-03T15:30:00"))
    assert (True, False) == (kite["height"] > kite["width"], beach["height"] > beach["width"])
    [holidays] = client.get("/api/albums").json()
    assert ("Summer holidays", 2) == (holidays["name"], holidays["photos"])
    assert [True, False, False, False] == [bool(each["photoId"]) for each in client.get("/api/members").json()]
    # Faces and dishes are no pictures for the wall.
    assert {beach["id"], kite["id"]} == {each["id"] for each in client.get("/api/photos/slideshow").json()["photos"]}
    settings = client.get("/api/settings").json()
    assert (True, "Berlin") == (settings["slideshow"], settings["location"]["name"])


def test_without_a_worker_the_household_is_whole(
    application: Application, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "own_program", lambda: ["/nowhere/mantel"])
    later = create_busy_demo(application)
    assert later
    loop.run(later())
    client = owner(application, loop)
    assert (0, 7) == (client.get("/api/photos").json()["total"], len(client.get("/api/members").json()))


def test_the_weather_is_a_sample_at_first(application: Application, loop: Loop) -> None:
    create_busy_demo(application)
    weather = owner(application, loop).get("/api/board").json()["weather"]
    assert (True, "Berlin") == (weather["sample"], weather["location"])
