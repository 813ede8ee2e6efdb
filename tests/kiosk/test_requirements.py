"""What the kiosk's unit needs, and what it says on the console when that is missing."""

from pathlib import Path

import pytest

from kiosk import launcher, requirements


@pytest.mark.parametrize(
    ("installed", "sandbox", "packages"),
    [
        ({"labwc", "seatd", "chromium"}, True, None),
        ({"labwc", "seatd", "google-chrome"}, True, None),
        ({"labwc", "seatd", "chromium"}, False, "chromium-sandbox"),
        ({"labwc", "seatd"}, True, "chromium chromium-sandbox"),
        (set(), True, "labwc seatd chromium chromium-sandbox"),
    ],
)
def test_missing_packages_are_named(tmp_path: Path, installed: set[str], sandbox: bool, packages: str | None) -> None:
    if sandbox:
        (tmp_path / "chrome-sandbox").touch()
    found = requirements.missing_packages(lambda name: name if name in installed else None, tmp_path)
    assert found == ([f"It needs programs that are missing: sudo apt install {packages}"] if packages else [])


def test_a_graphics_device_may_appear_and_is_not_needed_without_a_screen(tmp_path: Path) -> None:
    assert "no graphics device" in requirements.graphics(tmp_path, {}, patience=0)[0]
    assert [] == requirements.graphics(tmp_path, {"WLR_BACKENDS": "headless"}, patience=0)
    (tmp_path / "card1").touch()
    assert [] == requirements.graphics(tmp_path, {}, patience=0)


def test_what_is_missing_is_on_the_console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console = tmp_path / "tty1"
    console.touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("WLR_BACKENDS", "headless")

    assert 1 == requirements.check(console)
    assert "sudo apt install labwc seatd chromium chromium-sandbox" in console.read_text()
    assert 1 == requirements.check(tmp_path / "none"), "a machine without a console"
    monkeypatch.setattr(requirements, "show", lambda *words: None)  # not on this machine's console
    assert 1 == launcher.main(["--check"])


@pytest.mark.parametrize(("result", "said"), [("success", False), ("exec-condition", False), ("exit-code", True)])
def test_a_failure_is_on_the_console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, result: str, said: bool) -> None:
    console = tmp_path / "tty1"
    console.touch()
    monkeypatch.setenv("SERVICE_RESULT", result)
    assert 0 == requirements.tell_end(console)
    assert said == ("journalctl -u mantel-kiosk" in console.read_text())
