"""The servers of the journeys, which are forked from a process that has imported the server."""

from pathlib import Path

import pytest

from tests.journeys.mantel_server import serving


def test_a_folder_is_served_again_as_soon_as_its_server_has_stopped(tmp_path: Path) -> None:
    names = []
    for name in ("Ana", "Ben"):
        with serving(tmp_path / "data") as mantel:
            mantel.call("POST", "/api/members", {"name": name, "color": "#c8553d"})
            names.append([each["name"] for each in mantel.call("GET", "/api/members")])
    assert [["Ana"], ["Ana", "Ben"]] == names


def test_servers_have_their_own_environment_and_terminal(tmp_path: Path) -> None:
    for folder, language in (("berlin", "Europe/Berlin"), ("lima", "America/Lima")):
        with serving(tmp_path / folder, "--demo", TZ=language) as mantel:
            assert language == mantel.call("GET", "/api/settings")["timezone"]
            assert mantel.url.rpartition(":")[2] in (tmp_path / f"{folder}.log").read_text("utf-8")


def test_a_server_that_cannot_start_fails_at_once_with_its_words(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "data"),
        pytest.raises(AssertionError, match=r"(?s)did not start.*is already in use by another"),
        serving(tmp_path / "data"),
    ):
        pass
