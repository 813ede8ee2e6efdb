"""Finding Chromium, its arguments, its profile and its process."""

import itertools
import json
import os
import signal
import socket
from pathlib import Path

import pytest

from kiosk import chromium


def write_program(folder: Path, name: str, script: str = "exit 0") -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_finds_the_first_known_name_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find() is None
    last = write_program(tmp_path, "google-chrome")
    assert str(last) == chromium.find()
    first = write_program(tmp_path, "chromium")
    assert str(first) == chromium.find()


def test_only_the_given_program_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    write_program(tmp_path, "chromium")
    assert chromium.find("brave") is None
    assert chromium.find(str(tmp_path / "missing")) is None
    own = write_program(tmp_path, "brave")
    assert str(own) == chromium.find(str(own)) == chromium.find("brave")


def test_the_profile_is_in_the_state_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path / ".local/state/mantel/kiosk" == chromium.default_profile_dir({})
    assert Path("/state/mantel/kiosk") == chromium.default_profile_dir({"XDG_STATE_HOME": "/state"})


@pytest.mark.parametrize(
    ("root", "wayland", "expected"),
    [
        (False, False, set()),
        (True, False, {"--no-sandbox"}),
        (False, True, {"--ozone-platform=wayland"}),
    ],
)
def test_arguments_depend_on_root_and_wayland(root: bool, wayland: bool, expected: set[str]) -> None:
    arguments = set(chromium.build_arguments(Path("/profile"), root=root, wayland=wayland))
    always = {*chromium.FLAGS, "--user-data-dir=/profile", "about:blank"}
    assert always | expected == arguments


def test_extra_flags_come_last() -> None:
    arguments = chromium.build_arguments(
        Path("/profile"), root=True, wayland=True, extra=("--headless=new", "--lang=fr")
    )
    assert ["--headless=new", "--lang=fr", "about:blank"] == arguments[-3:]


def test_the_profile_is_persistent() -> None:
    assert "--incognito" not in chromium.FLAGS


def test_restart_delays_double_up_to_half_a_minute() -> None:
    assert [1, 2, 4, 8, 16, 30, 30] == list(itertools.islice(chromium.restart_delays(), 7))


def test_a_profile_is_locked_by_one_kiosk(tmp_path: Path) -> None:
    profile = tmp_path / "deep" / "profile"
    lock = chromium.lock_profile(profile)
    assert lock is not None
    assert chromium.lock_profile(profile) is None
    os.close(lock)
    again = chromium.lock_profile(profile)
    assert again is not None
    os.close(again)


def test_the_crash_state_is_cleared_and_nothing_else(tmp_path: Path) -> None:
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text('{"profile": {"exit_type": "Crashed", "name": "Küche"}, "zoom": 2}')
    chromium.clear_crash_state(tmp_path)
    expected = {"profile": {"exit_type": "Normal", "exited_cleanly": True, "name": "Küche"}, "zoom": 2}
    assert expected == json.loads(preferences.read_text())


@pytest.mark.parametrize("stored", [b'{"profile": {"exi', b"[]", b'{"profile": 1}', b"\xff\xfe", b""])
def test_a_damaged_preferences_file_is_left_unchanged(tmp_path: Path, stored: bytes) -> None:
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_bytes(stored)
    chromium.clear_crash_state(tmp_path)
    assert stored == preferences.read_bytes()


def test_a_new_profile_is_left_unchanged(tmp_path: Path) -> None:
    chromium.clear_crash_state(tmp_path)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(("host", "kept"), [(socket.gethostname(), True), ("its-former-name", False)])
def test_only_a_lock_with_another_host_name_is_removed(tmp_path: Path, host: str, kept: bool) -> None:
    lock = tmp_path / "SingletonLock"
    lock.symlink_to(f"{host}-4242")
    chromium.clear_crash_state(tmp_path)
    assert kept == lock.is_symlink()


def test_a_started_program_gets_its_pipe_and_its_own_process_group(tmp_path: Path) -> None:
    echo = write_program(
        tmp_path, "echo", 'read -r word <&3; echo "$word $1 $(cut -d" " -f5 /proc/$$/stat)" >&4; exit 7'
    )
    process = chromium.start(str(echo), ["given"], os.environ)
    os.write(process.write, b"hello\n")
    assert 7 == process.wait()
    assert ["hello", "given", str(process.pid)] == os.read(process.read, 100).decode().split()
    os.close(process.read)
    os.close(process.write)


def test_child_processes_end_with_it(tmp_path: Path) -> None:
    parent = write_program(tmp_path, "parent", "sleep 600 & echo $! >&4; wait")
    process = chromium.start(str(parent), [], os.environ)
    child = int(os.read(process.read, 100))
    process.terminate()
    assert -signal.SIGTERM == process.wait()
    # The pipe is closed when the child has ended.
    assert b"" == os.read(process.read, 100)
    assert child != process.pid
    os.close(process.read)
    os.close(process.write)


def test_a_program_that_cannot_start_leaves_no_open_descriptor(tmp_path: Path) -> None:
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        chromium.start(str(tmp_path / "missing"), [], os.environ)
    assert before == set(os.listdir("/proc/self/fd"))
