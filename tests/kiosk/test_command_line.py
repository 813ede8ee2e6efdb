"""What `mantel kiosk` accepts, and how it says that it cannot begin."""

import os
from pathlib import Path

import pytest

from kiosk import chromium, launcher


def test_needs_no_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KIOSK_FLAGS", "KIOSK_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    given = launcher.options([])
    assert ("http://localhost:8080", Path("/state/mantel/kiosk")) == (given.url, given.profile)
    assert given.chromium is None
    assert [] == given.flag


def test_the_address_comes_from_the_environment_or_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_URL", "http://localhost")
    assert "http://localhost" == launcher.options([]).url
    assert "http://wall.local:8080" == launcher.options(["http://wall.local:8080"]).url


def test_flags_come_from_the_environment_and_from_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_FLAGS", "--lang=fr '--user-agent=a b'")
    given = launcher.options(["--flag=--headless=new"])
    assert ["--lang=fr", "--user-agent=a b", "--headless=new"] == given.flag


@pytest.mark.parametrize("url", ["localhost:8080", "file:///etc/passwd", "http://", "http://[::1"])
def test_refuses_what_is_not_an_address(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        launcher.options([url])
    assert "address" in capsys.readouterr().err


def test_says_which_package_brings_chromium(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert 2 == launcher.main(["--profile", str(tmp_path / "profile")])
    assert "Chromium was not found. On Debian: sudo apt install chromium chromium-sandbox" == caplog.messages[-1]
    assert not (tmp_path / "profile").exists()


def test_names_the_program_that_is_missing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    missing = str(tmp_path / "missing")
    assert 2 == launcher.main(["--chromium", missing, "--profile", str(tmp_path)])
    assert caplog.messages[-1].startswith(f"{missing} was not found.")


def test_refuses_a_profile_in_use(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    held = chromium.claim(tmp_path)
    assert held is not None
    assert 2 == launcher.main(["--chromium", "true", "--profile", str(tmp_path)])
    assert f"Another kiosk is using the profile {tmp_path}." == caplog.messages[-1]
    os.close(held)
