"""What the screen shows while there is no server."""

from pathlib import Path

import pytest

from kiosk import splash


def shown(waited: float | None, ground: str = splash.LIGHT) -> str:
    return splash.page(ground, waited, "http://localhost:8080", "Connection <refused>")


def test_it_says_what_is_waited_for_since_when_and_what_to_do() -> None:
    assert "Opening the wall" in shown(None)
    assert "localhost" not in shown(None)
    assert "This usually takes less than a minute." in shown(59)
    assert "It has been 1 minute." in shown(60)
    assert "unplug" not in shown(119)
    assert "It has been 2 minutes." in shown(120)
    assert "unplug" in shown(120)
    assert "http://localhost:8080: Connection &lt;refused&gt;" in shown(60)


def test_it_asks_nobody_for_anything() -> None:
    for word in ("<script", "src=", "href=", "url("):
        assert word not in shown(300)


@pytest.mark.parametrize(
    ("ground", "scheme"),
    [("#fbf6ef", "light"), ("#1d1714", "dark"), ("rgb(29, 23, 20)", "dark"), ("rgb(251, 246, 239)", "light")],
)
def test_it_is_dark_where_the_wall_was(tmp_path: Path, ground: str, scheme: str) -> None:
    splash.keep_ground(tmp_path, ground)
    assert ground == splash.ground(tmp_path)
    assert f"color-scheme: {scheme}; background: {ground};" in shown(None, splash.ground(tmp_path))


@pytest.mark.parametrize("ground", [None, 7, "", "red", "#fff", "#fbf6ef; content: url(http://x)", "}</style>"])
def test_what_is_no_plain_colour_is_not_kept(tmp_path: Path, ground: object) -> None:
    splash.keep_ground(tmp_path, ground)
    assert [] == list(tmp_path.iterdir())
    (tmp_path / "ground").write_bytes(b"\xff}")
    assert splash.LIGHT == splash.ground(tmp_path)
