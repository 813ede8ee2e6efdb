"""The parts in which all slow tests run before a release."""

import re
import sys

import pytest

from tests import release
from tests.check import ROOT


def test_every_slow_test_is_in_a_part() -> None:
    """A file with the mark `slow` is in one part, and one with journeys in "journeys"."""
    parts = {name: {str(word) for word in command} for name, command in release.parts().items()}
    for path in (ROOT / "tests").rglob("test_*.py"):
        name, text = str(path.relative_to(ROOT)), path.read_text("utf-8")
        found = [part for part, words in parts.items() if name in words and part != "journeys"]
        if name.startswith("tests/journeys/"):
            assert ([], True) == (found, "tests/journeys" in parts["journeys"])
        else:
            assert 1 == len(found), name
            assert ("pytest.mark." + "journey" in text) <= (name in parts["journeys"]), name


def test_a_part_that_takes_too_long_is_stopped_and_fails(capfd: pytest.CaptureFixture[str]) -> None:
    outcome = release.perform("part", [sys.executable, "-c", "import time; time.sleep(600)"], most=0.2)
    assert "failed" == outcome.verdict
    assert re.search(r"part +failed .* It took more than 0 minutes", capfd.readouterr().out)


@pytest.mark.parametrize(("code", "verdict"), [(0, "passed"), (3, "failed")])
def test_a_part_has_the_verdict_of_its_tests(code: int, verdict: str) -> None:
    assert verdict == release.perform("part", [sys.executable, "-c", f"raise SystemExit({code})"]).verdict


def test_an_unknown_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == release.main(["pictures"])
    assert "The parts are: server, systems, images, card, journeys." in capsys.readouterr().out
