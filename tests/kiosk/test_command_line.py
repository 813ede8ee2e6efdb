"""The arguments of `mantel kiosk`, and its error messages."""

import os
from pathlib import Path

import pytest

from kiosk import chromium, launcher, one_file


def test_no_argument_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KIOSK_FLAGS", "KIOSK_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    options = launcher.parse_arguments([])
    assert ("http://localhost:8080", Path("/state/mantel/kiosk")) == (options.url, options.profile)
    assert options.chromium is None
    assert [] == options.flag


def test_the_url_comes_from_the_environment_or_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_URL", "http://localhost")
    assert "http://localhost" == launcher.parse_arguments([]).url
    assert "http://wall.local:8080" == launcher.parse_arguments(["http://wall.local:8080"]).url


def test_flags_of_environment_and_command_line_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_FLAGS", "--lang=fr '--user-agent=a b'")
    options = launcher.parse_arguments(["--flag=--headless=new"])
    assert ["--lang=fr", "--user-agent=a b", "--headless=new"] == options.flag


@pytest.mark.parametrize("url", ["localhost:8080", "file:///etc/passwd", "http://", "http://[::1"])
def test_an_invalid_url_is_rejected(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        launcher.parse_arguments([url])
    assert "address" in capsys.readouterr().err


def test_a_missing_chromium_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert 2 == launcher.main(["--profile", str(tmp_path / "profile")])
    assert "Chromium was not found. On Debian: sudo apt install chromium chromium-sandbox" == caplog.messages[-1]
    assert not (tmp_path / "profile").exists()


def test_a_missing_program_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    missing = str(tmp_path / "missing")
    assert 2 == launcher.main(["--chromium", missing, "--profile", str(tmp_path)])
    assert caplog.messages[-1].startswith(f"{missing} was not found.")


def test_a_locked_profile_is_rejected(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    lock = chromium.lock_profile(tmp_path)
    assert lock is not None
    assert 2 == launcher.main(["--chromium", "true", "--profile", str(tmp_path)])
    assert f"Another kiosk is using the profile {tmp_path}." == caplog.messages[-1]
    os.close(lock)


@pytest.mark.parametrize("original", [{}, {"LD_LIBRARY_PATH": "/opt/own"}])
def test_the_browser_of_the_one_file_program_loads_the_libraries_of_the_system(original: dict[str, str]) -> None:
    own = {"LD_LIBRARY_PATH": "/tmp/_MEI1:/opt/own", "_PYI_APPLICATION_HOME_DIR": "/tmp/_MEI1"}
    kept = {f"{name}_ORIG": value for name, value in original.items()}
    environment = {"PATH": "/usr/bin", **own, **kept}
    one_file.restore(environment)
    assert {"PATH": "/usr/bin", **original} == environment
