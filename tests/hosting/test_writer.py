"""One host writes a cell: two machines with folders of their own, and a real bucket, Litestream and rclone."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from tests.hosting.bucket import (
    LEASE_SECONDS,
    SECRET_KEY,
    SYNC_SECONDS,
    TAKEOVER_SECONDS,
    Store,
    needs_bucket,
    running,
    seaweedfs,
)
from tests.hosting.host import Cell
from tests.hosting.users import RIGHTS_OF_UNIT, as_units, needs_users
from tests.hosting.writes import Writes, add_member, add_photo, names
from tests.waiting import until

pytestmark = [needs_bucket, pytest.mark.slow, pytest.mark.waits]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with seaweedfs() as made:
        yield made


def workers(host: Cell) -> list[int]:
    """Every process of a host."""
    assert host.process
    found, left = [], [host.process.pid]
    while left:
        pid = left.pop()
        found.append(pid)
        with suppress(OSError):
            left += [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return found


def test_an_orderly_handover_loses_nothing_and_comes_at_once(store: Store) -> None:
    first, second = store.host("ordered", "a"), store.host("ordered", "b")
    with running(first, second):
        first.start()
        key = first.add("berg")
        second.start_waiting()
        key_file = (first.folder / "households/berg/encryption.key").read_text()
        with Writes([first, second], key) as writes:
            until(lambda: len(writes.answered), lambda count: count > 20)
            assert 0 == first.stop(), first.log.read_text()
            before = len(writes.answered)
            until(lambda: len(writes.answered), lambda count: count > before + 20, seconds=TAKEOVER_SECONDS)
        assert set(writes.answered) <= set(writes.stored(second))
        assert key_file == (second.folder / "households/berg/encryption.key").read_text()
        assert {503} >= {status for status, _ in writes.refused}
        # Back again: it fetches what the other one has written.
        first.start_waiting()
        assert 0 == second.stop()
        until(lambda: first.answers("berg"), seconds=TAKEOVER_SECONDS)
        assert set(writes.answered) <= set(writes.stored(first))


def test_a_killed_host_is_replaced_without_what_was_synced_being_lost(store: Store) -> None:
    first, second = store.host("killed", "a"), store.host("killed", "b")
    with running(first, second):
        first.start()
        key = first.add("berg")
        second.start_waiting()
        photo = add_photo(first, key)
        name = f"cells/killed/files/berg/photos/{photo}.webp"
        until(lambda: store.bucket.get(name))
        with Writes([first], key) as writes:
            until(lambda: len(writes.answered), lambda count: count > 20)
            synced = list(writes.answered)
            in_bucket = until(lambda: first.request("berg", "GET", "/api/ready")[1]["lastReplica"])
            until(lambda: first.request("berg", "GET", "/api/ready")[1]["lastReplica"], lambda at: at > in_bucket)
            # What is answered now is more than a sync older than what follows.
            until_older_than(SYNC_SECONDS)
            first.kill()
        until(lambda: second.answers("berg"), seconds=TAKEOVER_SECONDS)
        assert set(synced) <= set(writes.stored(second))
        folders = [host.folder / "households/berg" for host in (first, second)]
        for file in (f"photos/{photo}.webp", f"photos/{photo}.small.webp", "encryption.key"):
            assert (folders[0] / file).read_bytes() == (folders[1] / file).read_bytes()
        key_there = store.bucket.get("cells/killed/files/berg/encryption.key")
        assert key_there
        assert (folders[0] / "encryption.key").read_bytes().strip() not in key_there.content
        assert 201 == add_member(second, key, "Ida")


def test_a_paused_host_that_comes_back_answers_no_write_and_ends(store: Store) -> None:
    first, second = store.host("paused", "a"), store.host("paused", "b")
    with running(first, second):
        first.start()
        key = first.add("berg")
        assert 201 == add_member(first, key, "Ida")
        until_older_than(SYNC_SECONDS)
        second.start_waiting()
        stopped = workers(first)
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        until(lambda: second.answers("berg"), seconds=TAKEOVER_SECONDS)
        assert ["Ida"] == names(second, key)
        assert 201 == add_member(second, key, "Ole")
        with Writes([second], key):
            # The household first: it has to refuse by itself.
            pid = first_household(stopped, first)
            os.kill(pid, signal.SIGCONT)
            assert 503 == add_member(first, key, "Eva")
            for each in stopped:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGCONT)
            assert first.process
            assert 1 == first.process.wait(TAKEOVER_SECONDS)
            assert "another host" in first.log.read_text()
        assert ["Ida", "Ole"] == names(second, key)
        # It starts again as one that waits, and is not served from its old state.
        first.start_waiting()
        assert not first.answers("berg")
        assert 0 == second.stop()
        until(lambda: first.answers("berg"), seconds=TAKEOVER_SECONDS)
        assert ["Ida", "Ole"] == names(first, key)


def test_a_host_that_was_killed_goes_on_with_its_own_state_at_once(store: Store) -> None:
    host = store.host("again", "a")
    with running(host):
        host.start()
        key = host.add("berg")
        assert 201 == add_member(host, key, "Ida")
        host.kill()
        host.start()
        until(lambda: host.answers("berg"), seconds=TAKEOVER_SECONDS)
        assert ["Ida"] == names(host, key)
        assert not (host.folder / "deleted").exists()
        assert "epoch 1" in host.log.read_text()
        assert "epoch 2" not in host.log.read_text()


@needs_users
def test_households_keep_users_of_their_own_on_another_machine(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = str(Path(sys.executable).parent)
    path = f"{beside}:{os.environ['PATH']}"
    variables = {**as_units(monkeypatch), "HOSTING_FIRST_UID": "220000", "PATH": path}
    first, second = store.host("users", "a", **variables), store.host("users", "b", **variables)
    with running(first, second):
        first.start(*RIGHTS_OF_UNIT)
        key = first.add("berg")
        assert 201 == add_member(first, key, "Ida")
        photo = add_photo(first, key)
        second.start_waiting(*RIGHTS_OF_UNIT)
        assert 0 == first.stop(), first.log.read_text()
        until(lambda: second.answers("berg"), seconds=TAKEOVER_SECONDS)
        assert ["Ida"] == names(second, key)
        folder = second.folder / "households/berg"
        for file in ("", "mantel.db", "encryption.key", "photos", f"photos/{photo}.webp"):
            state = (folder / file).stat()
            assert (220_001, 0) == (state.st_uid, state.st_mode & 0o077), file
        assert 201 == add_member(second, key, "Ole")
        # Litestream writes as root, and not where the user could lead it elsewhere by a link.
        until(lambda: list((second.folder / "cells/users/litestream/households/berg").rglob("*.ltx")))
        assert {220_001} == {path.lstat().st_uid for path in folder.rglob("*")}
        # Nobody but root has what opens the bucket, not even in memory.
        pid = next(pid for pid in workers(second) if Path(f"/proc/{pid}").stat().st_uid == 220_001)
        assert second.process
        for each in (pid, second.process.pid):
            assert remembers(each, "HOSTING_SECRETS")
            assert not remembers(each, SECRET_KEY)


def remembers(pid: int, text: str) -> bool:
    """Whether a process has a text in the memory that it has used. It stands still meanwhile: nothing is given back."""
    os.kill(pid, signal.SIGSTOP)
    try:
        until(lambda: "State:\tT" in Path(f"/proc/{pid}/status").read_text())
        return is_in_memory(pid, text)
    finally:
        os.kill(pid, signal.SIGCONT)


def is_in_memory(pid: int, text: str) -> bool:
    """Whether a text is in the memory of a process that stands still."""
    with open(f"/proc/{pid}/mem", "rb") as file, open(f"/proc/{pid}/smaps") as maps:
        first = last = 0
        for line in maps:
            if found := re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", line):
                first, last = int(found[1], 16), int(found[2], 16)
            elif re.match(r"[0-9a-f]+-", line):
                first = last = 0
            elif line.startswith("Rss:") and line.split()[1] != "0" and last:
                file.seek(first)
                if text.encode() in file.read(last - first):
                    return True
    return False


def first_household(pids: list[int], host: Cell) -> int:
    """The process of these that serves the household."""
    return next(pid for pid in pids if f"{host.folder}/households/berg/mantel.lock" in open_files(pid))


def open_files(pid: int) -> set[str]:
    return {os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()}


def until_older_than(seconds: float) -> None:
    """Let as much time pass as a promise is about."""
    ended = Event()
    ended.wait(seconds)


assert LEASE_SECONDS > SYNC_SECONDS
