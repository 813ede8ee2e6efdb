"""Pictures of a folder: a stick or a share, read only."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client import Client
from tests.photos.pictures import opened, picture
from tests.waiting import until


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder with two pictures, one of them deeper, and what must not be shown."""
    folder = tmp_path / "media" / "stick"
    (folder / "2026" / "summer").mkdir(parents=True)
    (folder / "first.jpg").write_bytes(picture())
    (folder / "2026" / "summer" / "second.PNG").write_bytes(picture("PNG"))
    (folder / "letter.txt").write_text("no picture")
    (folder / ".hidden.jpg").write_bytes(picture())
    (folder / "empty.jpg").touch()
    secret = tmp_path / "secret.jpg"
    secret.write_bytes(picture(color="red"))
    (folder / "link.jpg").symlink_to(secret)
    (folder / "way-out").symlink_to(tmp_path)
    return folder


@pytest.fixture
def shown(client: Client, stick: Path) -> Iterator[list[str]]:
    """The ids of the stick's pictures."""
    answer = client.patch("/api/photos/settings", {"folder": str(stick)})
    assert 200 == answer.status_code, answer.text
    yield wait(client, 2)


def wait(client: Client, count: int) -> list[str]:
    def shown() -> list[str]:
        return [each["id"] for each in client.get("/api/photos/slideshow").json()["photos"]]

    return until(shown, lambda ids: len(ids) == count)


def test_the_folder_is_in_the_slideshow(client: Client, shown: list[str], stick: Path) -> None:
    before = sorted(stick.rglob("*"))
    for photo in shown:
        answer = client.get(f"/api/photos/{photo}/image")
        assert ("WEBP", (640, 480)) == (opened(answer.content).format, opened(answer.content).size)
    state = client.get("/api/photos/settings").json()
    assert (str(stick), "ready", 2) == (state["folder"], state["folderState"], state["folderPhotos"])
    assert before == sorted(stick.rglob("*"))
    assert 0 == client.get("/api/photos").json()["total"]


def test_a_stick_that_is_pulled_out(client: Client, shown: list[str], stick: Path) -> None:
    seen, unseen = shown
    assert 200 == client.get(f"/api/photos/{seen}/image").status_code
    away = stick.rename(stick.with_name("away"))

    assert 404 == client.get(f"/api/photos/{unseen}/image").status_code
    client.patch("/api/photos/settings", {"folder": str(stick)})
    wait(client, 0)
    assert "missing" == client.get("/api/photos/settings").json()["folderState"]

    away.rename(stick)
    client.patch("/api/photos/settings", {"folder": str(stick)})
    wait(client, 2)


def test_a_file_that_became_a_link_leads_nowhere(client: Client, shown: list[str], stick: Path, tmp_path: Path) -> None:
    (stick / "first.jpg").unlink()
    (stick / "first.jpg").symlink_to(tmp_path / "secret.jpg")
    os.rename(stick / "2026", tmp_path / "moved")
    (stick / "2026").symlink_to(tmp_path / "moved")

    assert [404, 404] == [client.get(f"/api/photos/{each}/image").status_code for each in shown]


def test_a_damaged_file_is_left_out(client: Client, stick: Path) -> None:
    (stick / "broken.jpg").write_bytes(picture(size=(2000, 1500))[:5_000])
    client.patch("/api/photos/settings", {"folder": str(stick)})
    statuses = [client.get(f"/api/photos/{each}/image").status_code for each in wait(client, 3)]

    assert [200, 200, 404] == sorted(statuses)
    wait(client, 2)


def test_not_this_one(client: Client, display: Client, shown: list[str]) -> None:
    display.post(f"/api/photos/{shown[0]}/hide")
    assert [shown[1]] == wait(client, 1)

    display.delete(f"/api/photos/{shown[0]}/hide")
    assert shown == wait(client, 2)


@pytest.mark.parametrize(
    "folder", ["/etc", "/", "relative", "{root}", "{root}/../secret", "{root}-other", "{root}/x\0y"]
)
def test_other_folders_of_the_machine_cannot_be_chosen(client: Client, tmp_path: Path, folder: str) -> None:
    root = tmp_path / "media"
    answer = client.patch("/api/photos/settings", {"folder": folder.format(root=root)})

    assert (400, f"folder: must be a folder in {root}") == (answer.status_code, answer.json()["error"])


def test_no_folder_any_more(client: Client, shown: list[str]) -> None:
    client.patch("/api/photos/settings", {"folder": None})

    wait(client, 0)
    assert "none" == client.get("/api/photos/settings").json()["folderState"]
    assert 404 == client.get(f"/api/photos/{shown[0]}/image").status_code
