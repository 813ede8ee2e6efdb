"""The page that the screen shows while the server does not answer."""

from pathlib import Path

import pytest

from kiosk import splash


def render(waited: float | None, background: str = splash.DEFAULT_BACKGROUND) -> str:
    return splash.render(background, waited, "http://localhost:8080", "Connection <refused>")


def test_it_shows_the_reason_the_waiting_time_and_later_some_advice() -> None:
    assert "Opening the wall" in render(None)
    assert "localhost" not in render(None)
    assert "This usually takes less than a minute." in render(59)
    assert "It has been 1 minute." in render(60)
    assert "unplug" not in render(119)
    assert "It has been 2 minutes." in render(120)
    assert "unplug" in render(120)
    assert "http://localhost:8080: Connection &lt;refused&gt;" in render(60)


def test_it_loads_nothing_from_the_network() -> None:
    for code in ("<script", "src=", "href=", "url("):
        assert code not in render(300)


@pytest.mark.parametrize(
    ("background", "scheme"),
    [("#fbf6ef", "light"), ("#1d1714", "dark"), ("rgb(29, 23, 20)", "dark"), ("rgb(251, 246, 239)", "light")],
)
def test_it_uses_the_background_of_the_wall(tmp_path: Path, background: str, scheme: str) -> None:
    splash.save_background(tmp_path, background)
    assert background == splash.load_background(tmp_path)
    assert f"color-scheme: {scheme}; background: {background};" in render(None, splash.load_background(tmp_path))


@pytest.mark.parametrize("background", [None, 7, "", "red", "#fff", "#fbf6ef; content: url(http://x)", "}</style>"])
def test_only_a_plain_color_is_stored(tmp_path: Path, background: object) -> None:
    splash.save_background(tmp_path, background)
    assert [] == list(tmp_path.iterdir())
    (tmp_path / "background").write_bytes(b"\xff}")
    assert splash.DEFAULT_BACKGROUND == splash.load_background(tmp_path)
