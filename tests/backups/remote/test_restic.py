"""Backups on another device with the real restic, and a fresh machine that begins from one."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.machine import ADMIN_KEY, Machine
from tests.photos.pictures import picture
from tests.waiting import until

pytestmark = [
    pytest.mark.skipif(shutil.which("restic") is None, reason="restic is not installed: apt install restic"),
    pytest.mark.waits,
]
PASSPHRASE = "six words that nobody guesses"


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[list[Machine]]:
    """The old and the fresh machine; only the first one runs."""
    both = [Machine(tmp_path / name / "data", tmp_path / f"{name}.log") for name in ("old", "fresh")]
    both[0].start()
    yield both
    for machine in both:
        machine.kill()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def place(stick: Path, **more: object) -> dict[str, object]:
    return {"kind": "folder", "address": str(stick), "passphrase": PASSPHRASE, **more}


def ask(machine: Machine, method: str, path: str, body: object = None, status: int = 200) -> Any:
    got, answer = machine.request(method, path, body)
    assert got == status, answer
    return answer


def finished(machine: Machine) -> Any:
    state = lambda: ask(machine, "GET", "/api/backups/remote")  # noqa: E731
    return until(state, lambda found: found["running"] is None, seconds=240)


def back_up(machine: Machine, stick: Path) -> None:
    ask(machine, "PUT", "/api/backups/remote", place(stick))
    ask(machine, "POST", "/api/backups/remote/run")
    done = finished(machine)
    assert done["error"] is None
    assert done["lastAt"]


def furnish(machine: Machine) -> str:
    """A household with people, a chore and a photo; the id of the photo."""
    for name in ("Ana", "🦄"):
        ask(machine, "POST", "/api/members", {"name": name, "color": "#ee5577"}, 201)
    ask(machine, "POST", "/api/chores", {"title": "Bins", "recurrence": {"type": "daily"}}, 201)
    with machine.connect() as connection:
        key = {"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "image/jpeg"}
        connection.request("POST", "/api/photos", picture(), key)
        return str(json.loads(connection.getresponse().read())["id"])


def test_a_fresh_machine_begins_from_a_backup(machines: list[Machine], stick: Path) -> None:
    old, fresh = machines
    photo = furnish(old)
    back_up(old, stick)
    assert not (old.folder / "outgoing").exists()
    assert not [path for path in stick.rglob("*") if b"Ana" in path.name.encode()]
    old.stop()

    fresh.start()
    code = re.search(r"is (\d{3} \d{3})\.", fresh.run("claim-code").stdout)
    assert code
    request = place(stick, code=code[1])
    wrong = {**request, "code": "000 000" if code[1] != "000 000" else "111 111"}
    assert ask(fresh, "POST", "/api/setup/restore/preview", wrong, 401)["code"] == "wrong_setup_code"
    seen = ask(fresh, "POST", "/api/setup/restore/preview", request)
    assert seen["contents"]["members"] == ["Ana", "🦄"]
    assert (seen["contents"]["chores"], seen["contents"]["photos"]) == (1, 1)
    assert not (fresh.folder / "incoming").exists()

    ask(fresh, "POST", "/api/setup/restore", {**request, "snapshot": seen["snapshot"]["id"]})
    until(lambda: names(fresh), lambda found: found == ["Ana", "🦄"], seconds=240)
    assert (fresh.folder / "encryption.key").read_text() == (old.folder / "encryption.key").read_text()
    assert [chore["title"] for chore in ask(fresh, "GET", "/api/chores")] == ["Bins"]
    with fresh.connect() as connection:
        key = {"Authorization": f"Bearer {ADMIN_KEY}"}
        connection.request("GET", f"/api/photos/{photo}/thumbnail", headers=key)
        assert connection.getresponse().status == 200
    # The code that the restore was started with makes the first key of the new device.
    claimed = ask(fresh, "POST", "/api/setup/claim", {"code": code[1], "deviceName": "Phone", "deviceRole": "admin"})
    assert claimed["adminKey"]
    # The secrets came along, so that the next backup needs nothing.
    ask(fresh, "POST", "/api/backups/remote/run")
    assert finished(fresh)["error"] is None
    ask(fresh, "POST", "/api/setup/restore/preview", request, 409)


def names(machine: Machine) -> list[str] | None:
    try:
        return [member["name"] for member in machine.request("GET", "/api/members")[1]]
    except (OSError, ValueError, TypeError):
        return None  # it is starting again


def test_a_place_is_tried_before_it_is_stored(machines: list[Machine], stick: Path, tmp_path: Path) -> None:
    old = machines[0]
    away = ask(old, "PUT", "/api/backups/remote", place(tmp_path / "no stick"), 502)
    assert "is the stick plugged in" in away["error"]
    assert not (tmp_path / "no stick").exists()
    assert ask(old, "GET", "/api/backups/remote")["place"] is None

    ask(old, "PUT", "/api/backups/remote", place(stick))
    other = ask(old, "PUT", "/api/backups/remote", place(stick, passphrase="not the passphrase"), 502)
    assert other["reason"] == "the passphrase does not open the backups that are there"
    # What is stored stays, and its secrets need not be entered again.
    ask(old, "PUT", "/api/backups/remote", {"kind": "folder", "address": str(stick)})
    assert PASSPHRASE not in str(ask(old, "GET", "/api/backups/remote"))
    assert PASSPHRASE.encode() not in (old.folder / "mantel.db").read_bytes() + old.logged().encode()
    ask(old, "DELETE", "/api/backups/remote")
    ask(old, "POST", "/api/backups/remote/run", status=404)


def test_parents_hear_of_three_failures_and_of_a_damaged_backup(machines: list[Machine], stick: Path) -> None:
    old = machines[0]
    back_up(old, stick)
    ask(old, "POST", "/api/backups/remote/check")
    assert finished(old)["checkError"] is None
    for pack in (stick / "data").rglob("*"):
        if pack.is_file():
            pack.chmod(0o600)
            pack.write_bytes(b"damaged" * 100)
    ask(old, "POST", "/api/backups/remote/check")
    assert finished(old)["checkError"]
    messages = lambda: [each["title"] for each in ask(old, "GET", "/api/notifications")]  # noqa: E731
    assert until(messages) == ["Backups fail"]

    stick.rename(stick.with_name("away"))
    for count in (1, 2, 3):
        ask(old, "POST", "/api/backups/remote/run")
        assert finished(old)["failures"] == count
    assert until(messages, lambda found: len(found) == 2)
    assert "is the stick plugged in" in finished(old)["error"]
