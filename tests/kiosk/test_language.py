"""The language of Chromium: the household's, from its next start on."""

from pathlib import Path

import pytest

from kiosk import language
from kiosk.server_messages import HouseholdStatus
from tests.kiosk.fake_server import FakeServer
from tests.kiosk.harness import PageServer, running_kiosk

HOUSEHOLD = {"type": "household", "claimed": True, "claim": None, "timezone": "Europe/Berlin"}
PAGE = "<!doctype html><title>Wall</title><script>fetch(`/visit/${navigator.languages}`)</script>"


def test_a_language_is_kept_for_the_next_start(tmp_path: Path) -> None:
    assert language.stored(tmp_path) is None
    language.store(tmp_path, "de-AT")
    assert "de-AT" == language.stored(tmp_path)
    language.store(tmp_path, "auto")
    assert language.stored(tmp_path) is None
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("tag", [None, "auto", "", "--no-sandbox", "de --proxy-server=x", "de\n", "d"])
def test_what_is_no_language_is_not_kept(tmp_path: Path, tag: str | None) -> None:
    language.store(tmp_path, tag)
    assert language.stored(tmp_path) is None


@pytest.mark.parametrize("content", [b"", b"\xff", b"--no-sandbox", b"de\n"])
def test_a_damaged_file_names_no_language(tmp_path: Path, content: bytes) -> None:
    (tmp_path / language.FILE).write_bytes(content)
    assert language.stored(tmp_path) is None


def test_an_unwritable_profile_is_no_error(tmp_path: Path) -> None:
    language.store(tmp_path / "missing", "de")
    assert language.stored(tmp_path / "missing") is None


def test_chromium_gets_the_language_as_arguments_and_environment() -> None:
    assert ("--lang=pt-BR", "--accept-lang=pt-BR") == language.arguments("pt-BR")
    assert {"LANG": "pt_BR.UTF-8", "LANGUAGE": "pt_BR", "LC_CTYPE": "C.UTF-8"} == language.environment("pt-BR")
    assert ((), {}) == (language.arguments(None), language.environment(None))


@pytest.mark.parametrize(("sent", "expected"), [("de", "de"), ("auto", "auto"), (None, None), (7, None)])
def test_the_servers_message_names_the_language(sent: object, expected: str | None) -> None:
    assert expected == HouseholdStatus.parse({**HOUSEHOLD, "language": sent}).language


@pytest.mark.journey
def test_chromium_starts_again_in_the_households_language(tmp_path: Path) -> None:
    server = FakeServer(tmp_path / "wall.sock")
    profile = tmp_path / "profile"
    with (
        PageServer(PAGE).running() as page_server,
        server.running(),
        running_kiosk(page_server.url, profile, socket=server.path),
    ):
        server.accept()
        assert "de" not in page_server.next_visit()
        server.send({**HOUSEHOLD, "language": "de"}, {"type": "command", "name": "restart"})
        assert "de" == page_server.next_visit()
