"""A real host: its households live apart, and the registry outlives every crash."""

import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.hosting.host import Cell, cells
from tests.hosting.users import RIGHTS_OF_UNIT, as_units, needs_users
from tests.waiting import until

MEMORY_MB, FILES = 512, 700


@pytest.fixture(scope="module")
def cell() -> Iterator[Cell]:
    with cells("main", HOSTING_MEMORY_MB=str(MEMORY_MB), HOSTING_FILES=str(FILES)) as (only,):
        only.start()
        yield only


def limit(pid: int, name: str) -> list[int]:
    """The soft and the hard limit of a process."""
    found = re.search(rf"^{name} +(\d+) +(\d+)", Path(f"/proc/{pid}/limits").read_text(), re.M)
    assert found, name
    return [int(found[1]), int(found[2])]


def member(cell: Cell, name: str, key: str, member_name: str) -> None:
    status, answer = cell.request(name, "POST", "/api/members", {"name": member_name, "color": "#aa3344"}, key)
    assert status == 201, answer


def members(cell: Cell, name: str, key: str) -> list[str]:
    return [each["name"] for each in cell.request(name, "GET", "/api/members", key=key)[1]]


def test_a_killed_household_comes_back_and_the_others_never_stopped(cell: Cell) -> None:
    first, second = cell.add("berg"), cell.add("tal")
    member(cell, "berg", first, "Ida")
    pids = cell.pid("berg"), cell.pid("tal")
    os.kill(pids[0], signal.SIGKILL)
    until(lambda: cell.pid("berg") != pids[0])

    assert ["Ida"] == members(cell, "berg", first)
    assert [] == members(cell, "tal", second)
    assert 401 == cell.request("tal", "GET", "/api/members", key=first)[0], "a key is of one household"
    assert pids[1] == cell.pid("tal")
    assert "failed 1x: killed by signal 9" in cell.do("list")


def test_a_suspended_household_answers_nothing_until_it_is_resumed(cell: Cell) -> None:
    cell.add("see")
    cell.add("wald")
    cell.do("suspend", "see")

    with pytest.raises(OSError):
        cell.request("see", "GET", "/api/health")
    assert cell.answers("wald")
    cell.do("resume", "see")
    assert cell.answers("see")


def test_limits_hold_for_each_process(cell: Cell) -> None:
    cell.add("enge")
    pid = cell.pid("enge")

    assert [MEMORY_MB * 2**20] * 2 == limit(pid, "Max data size")
    assert [FILES] * 2 == limit(pid, "Max open files")
    assert [0, 0] == limit(pid, "Max core file size")


def test_devices_behind_the_proxy_are_counted_apart(cell: Cell) -> None:
    cell.add("viele")

    def pairings(address: str) -> list[int]:
        return [cell.request("viele", "POST", "/api/pair", {}, address=address)[0] for _ in range(6)]

    assert [*[201] * 5, 429] == pairings("198.51.100.7") == pairings("198.51.100.8")


@pytest.mark.slow
def test_a_stopped_process_is_killed_and_replaced_when_it_is_suspended(cell: Cell) -> None:
    """SIGTERM reaches no process that hangs."""
    cell.add("still")
    os.kill(cell.pid("still"), signal.SIGSTOP)
    cell.do("suspend", "still")
    assert cell.household("still")["process"] is None


def test_a_host_name_that_changes_is_the_only_one_that_is_answered(cell: Cell) -> None:
    cell.add("alt")
    before = cell.pid("alt")
    assert 200 == cell.ask("PATCH", "/households/alt", {"hostName": "neu.example.org"})[0]
    until(lambda: cell.pid("alt") != before)
    assert 421 == cell.request("alt", "GET", "/api/health")[0]


def test_a_deleted_household_is_set_aside_and_its_name_is_free(cell: Cell) -> None:
    key = cell.add("weg")
    member(cell, "weg", key, "Ida")
    cell.do("delete", "weg")

    assert 404 == cell.ask("GET", "/households/weg")[0]
    [aside] = (cell.folder / "deleted").glob("weg-*")
    assert (aside / "mantel.db").exists()
    assert [] == members(cell, "weg", cell.add("weg"))


WRONG = [
    ("POST", "/households", {"name": "Berg", "hostName": "a.example.org"}, 400, "name: "),
    ("POST", "/households", {"name": "../x", "hostName": "a.example.org"}, 400, "name: "),
    ("POST", "/households", {"name": "neuer", "hostName": "no dots"}, 400, "hostName: "),
    ("POST", "/households", {"name": "neuer"}, 400, "hostName"),
    ("POST", "/households", {"name": "neuer", "hostName": "a.example.org", "cell": "mars"}, 400, "cell: "),
    ("POST", "/households", {"name": "da", "hostName": "a.example.org"}, 409, "name: "),
    ("POST", "/households", {"name": "neuer", "hostName": "da.example.org"}, 409, "hostName: "),
    ("POST", "/households", [], 400, "request"),
    ("PATCH", "/households/da", {"state": "deleted"}, 400, "state: "),
    ("PATCH", "/households/da", {"cell": "mars"}, 400, "cell: "),
    ("PATCH", "/households/nobody", {}, 404, "nobody"),
    ("DELETE", "/households/nobody", None, 404, "nobody"),
    ("GET", "/elsewhere", None, 404, "not found"),
]


def test_a_wrong_request_is_answered_with_the_field(cell: Cell) -> None:
    cell.ask("POST", "/households", {"name": "da", "hostName": "da.example.org"})
    before = cell.ask("GET", "/households")[1]
    for method, path, body, status, words in WRONG:
        answer = cell.ask(method, path, body)
        assert (status, True) == (answer[0], words in answer[1]["error"]), (path, body, answer)
    assert [each["name"] for each in before] == [each["name"] for each in cell.ask("GET", "/households")[1]]
    assert "mantel: there is no household nobody" == cell.command("suspend", "nobody").stderr.strip()


def test_a_household_moves_to_another_cell_and_the_registry_outlives_a_crash() -> None:
    with cells("one", "two") as (one, two):
        one.start()
        assert 1 == two.command("list").returncode
        key, other = one.add("berg"), one.add("tal")
        assert "no cell two" in one.command("move", "berg", "two").stderr
        two.start()
        stayed = one.pid("tal")
        member(one, "berg", key, "Ida")
        one.do("move", "berg", "two")

        member(two, "berg", key, "Ole")
        assert ["Ida", "Ole"] == members(two, "berg", key)
        one.kill()
        until(lambda: not one.answers("tal"))
        assert two.answers("berg"), "the other cell goes on"
        assert "berg" in two.do("list")
        one.start()
        assert ["two", "one"] == [one.household(name)["cell"] for name in ("berg", "tal")]
        assert stayed != one.pid("tal")
        assert [] == members(one, "tal", other)
        assert [0, 0] == [one.stop(), two.stop()]
        assert not two.answers("berg")


def test_a_household_comes_by_a_backup_and_leaves_by_one(cell: Cell, tmp_path: Path) -> None:
    key = cell.add("umzug")
    member(cell, "umzug", key, "Ida")
    out = tmp_path / "stick"
    assert "encryption.key" in cell.do("backup", "umzug", str(out))
    (made,) = out.glob("*.db")
    assert "there is a folder" in cell.command("add", "umzug", "x.example.org", "--from", str(made)).stderr
    assert "belongs to umzug" in cell.command("add", "einzug", "umzug.example.org", "--from", str(made)).stderr
    assert not (cell.folder / "households/einzug").exists()
    not_one = cell.command("add", "einzug", "einzug.example.org", "--from", str(out / "encryption.key"))
    assert "not a database" in not_one.stderr
    said = cell.do("add", "einzug", "einzug.example.org", "--from", str(made))
    assert "code=" not in said
    assert ["Ida"] == members(cell, "einzug", key)
    keys = [(cell.folder / "households" / name / "encryption.key").read_bytes() for name in ("umzug", "einzug")]
    assert keys[0] == keys[1]


def test_a_move_under_load_loses_no_answered_write() -> None:
    with cells("one", "two") as (one, two):
        one.start()
        two.start()
        key = one.add("berg")
        where = one.request("berg", "POST", "/api/lists", {"name": "Shopping", "kind": "todo"}, key)[1]["id"]
        answered: list[str] = []
        at_move = Event()
        enough = Event()

        def write() -> None:
            while not enough.is_set():
                title = f"item {len(answered)}"
                # It answers nothing for a moment, as a phone finds its server while that restarts.
                with suppress(OSError, HTTPException):
                    status, answer = one.request("berg", "POST", f"/api/lists/{where}/items", {"title": title}, key)
                    assert status == 201, answer
                    answered.append(title)
                    at_move.set()

        writer = Thread(target=write)
        writer.start()
        try:
            assert at_move.wait(60)
            before = len(answered)
            one.do("move", "berg", "two")
            until(lambda: len(answered), lambda count: count > before + 20)
        finally:
            enough.set()
            writer.join()
        stored = two.request("berg", "GET", f"/api/lists/{where}", key=key)[1]
        assert set(answered) <= {each["title"] for each in stored["items"]}
        assert "two" == one.household("berg")["cell"]


@needs_users
def test_each_household_has_a_user_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    variables = {**as_units(monkeypatch), "HOSTING_FIRST_UID": "210000", "HOSTING_PROCESSES": "99"}
    with cells("main", **variables) as (cell,):
        cell.start(*RIGHTS_OF_UNIT)
        cell.add("berg")
        cell.add("tal")
        for number, name in enumerate(("berg", "tal"), 210_001):
            status = Path(f"/proc/{cell.pid(name)}/status").read_text()
            assert f"Uid:\t{number}\t{number}\t{number}\t{number}" in status
            assert re.search(r"^Groups:\s*$", status, re.M)
            assert "NoNewPrivs:\t1" in status
            assert [99, 99] == limit(cell.pid(name), "Max processes")
            folder = cell.folder / "households" / name
            assert (number, 0o700) == (folder.stat().st_uid, folder.stat().st_mode & 0o777)
        cell.do("delete", "tal")
        socket = cell.folder / "sockets/berg/web.sock"
        assert (210_001, "nogroup", 0o660) == (socket.stat().st_uid, socket.group(), socket.stat().st_mode & 0o777)
        # Data from elsewhere, such as a copied household, is given to its user.
        cell.do("suspend", "berg")
        for path in (folder.parent / "berg").iterdir():
            shutil.chown(path, 0, 0)
        shutil.chown(folder.parent / "berg", 0, 0)
        cell.do("resume", "berg")
        assert cell.answers("berg")
