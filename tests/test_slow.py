"""The parts in which all slow tests run before a slow."""

import sys

import pytest

from tests import check, slow
from tests.check import ROOT, Step


def test_every_slow_test_is_in_a_part() -> None:
    """A file with the mark `slow` is in one part, and one with journeys in "journeys"."""
    files = {part.name: {*map(str, part.command())} for part in slow.parts()}
    for path in (ROOT / "tests").rglob("test_*.py"):
        name, text = str(path.relative_to(ROOT)), path.read_text("utf-8")
        parts = [part for part in files if name in files[part] and part != "journeys"]
        if name.startswith("tests/journeys/"):
            assert ([], True) == (parts, "tests/journeys" in files["journeys"])
        else:
            assert 1 == len(parts), name
            assert ("pytest.mark." + "journey" in text) <= (name in files["journeys"]), name


def test_a_part_that_takes_too_long_is_stopped_and_fails() -> None:
    limit = [word.replace("80m", "0.2") for word in slow.STOPPED_IN_TIME]
    endless = Step("part", lambda: [*limit, sys.executable, "-c", "import time; time.sleep(600)"])
    assert "failed" == check.perform(endless).verdict
    assert all(slow.STOPPED_IN_TIME == tuple(part.command()[:3]) for part in slow.parts())


def test_an_unknown_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == slow.main(["pictures"])
    assert "The parts are: server, systems, images, card, journeys." in capsys.readouterr().out
