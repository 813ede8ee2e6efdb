"""Finding Chromium, its arguments, its profile and its process."""

import itertools
import json
import os
import signal
import socket
from pathlib import Path

import pytest

from kiosk import chromium


def program(folder: Path, name: str, script: str = "exit 0") -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_finds_the_first_known_name_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find() is None
    last = program(tmp_path, "google-chrome")
    assert str(last) == chromium.find()
    first = program(tmp_path, "chromium")
    assert str(first) == chromium.find()


def test_a_wanted_program_is_the_only_one_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program(tmp_path, "chromium")
    assert chromium.find("brave") is None
    assert chromium.find(str(tmp_path / "missing")) is None
    own = program(tmp_path, "brave")
    assert str(own) == chromium.find(str(own)) == chromium.find("brave")


def test_the_profile_lies_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path / ".local/state/mantel/kiosk" == chromium.home({})
    assert Path("/state/mantel/kiosk") == chromium.home({"XDG_STATE_HOME": "/state"})


@pytest.mark.parametrize(
    ("root", "wayland", "expected"),
    [
        (False, False, set()),
        (True, False, {"--no-sandbox"}),
        (False, True, {"--ozone-platform=wayland"}),
    ],
)
def test_arguments_follow_the_machine(root: bool, wayland: bool, expected: set[str]) -> None:
    given = set(chromium.arguments(Path("/profile"), root=root, wayland=wayland))
    always = {*chromium.FLAGS, "--user-data-dir=/profile", "about:blank"}
    assert always | expected == given


def test_extra_flags_come_after_our_own() -> None:
    given = chromium.arguments(Path("/profile"), root=True, wayland=True, extra=("--headless=new", "--lang=fr"))
    assert ["--headless=new", "--lang=fr", "about:blank"] == given[-3:]


def test_the_profile_outlives_chromium() -> None:
    assert "--incognito" not in chromium.FLAGS


def test_pauses_double_up_to_half_a_minute() -> None:
    assert [1, 2, 4, 8, 16, 30, 30] == list(itertools.islice(chromium.pauses(), 7))


def test_a_profile_is_held_by_one(tmp_path: Path) -> None:
    profile = tmp_path / "deep" / "profile"
    held = chromium.claim(profile)
    assert held is not None
    assert chromium.claim(profile) is None
    os.close(held)
    again = chromium.claim(profile)
    assert again is not None
    os.close(again)


def test_tidy_forgets_a_crash_and_nothing_else(tmp_path: Path) -> None:
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text('{"profile": {"exit_type": "Crashed", "name": "Küche"}, "zoom": 2}')
    chromium.tidy(tmp_path)
    expected = {"profile": {"exit_type": "Normal", "exited_cleanly": True, "name": "Küche"}, "zoom": 2}
    assert expected == json.loads(preferences.read_text())


@pytest.mark.parametrize("stored", [b'{"profile": {"exi', b"[]", b'{"profile": 1}', b"\xff\xfe", b""])
def test_tidy_leaves_a_broken_file_to_chromium(tmp_path: Path, stored: bytes) -> None:
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_bytes(stored)
    chromium.tidy(tmp_path)
    assert stored == preferences.read_bytes()


def test_tidy_of_a_new_profile_does_nothing(tmp_path: Path) -> None:
    chromium.tidy(tmp_path)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(("host", "kept"), [(socket.gethostname(), True), ("its-former-name", False)])
def test_only_a_lock_of_another_host_name_is_cleared(tmp_path: Path, host: str, kept: bool) -> None:
    lock = tmp_path / "SingletonLock"
    lock.symlink_to(f"{host}-4242")
    chromium.tidy(tmp_path)
    assert kept == lock.is_symlink()


def test_a_started_program_finds_its_pipe_and_its_own_group(tmp_path: Path) -> None:
    echo = program(tmp_path, "echo", 'read -r word <&3; echo "$word $1 $(cut -d" " -f5 /proc/$$/stat)" >&4; exit 7')
    process = chromium.start(str(echo), ["given"], os.environ)
    os.write(process.write, b"hello\n")
    assert 7 == process.wait()
    assert ["hello", "given", str(process.pid)] == os.read(process.read, 100).decode().split()
    os.close(process.read)
    os.close(process.write)


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    parent = program(tmp_path, "parent", "sleep 600 & echo $! >&4; wait")
    process = chromium.start(str(parent), [], os.environ)
    child = int(os.read(process.read, 100))
    process.ask_to_end()
    assert -signal.SIGTERM == process.wait()
    # The child's end of the pipe closes when it is gone.
    assert b"" == os.read(process.read, 100)
    assert child != process.pid
    os.close(process.read)
    os.close(process.write)


def test_a_program_that_cannot_run_leaves_no_descriptor_behind(tmp_path: Path) -> None:
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        chromium.start(str(tmp_path / "missing"), [], os.environ)
    assert before == set(os.listdir("/proc/self/fd"))
