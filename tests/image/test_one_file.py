"""Mantel as one file: built with one command, it serves where there is nothing else."""

import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.journeys.stage import PATIENCE_S, free_port, wait_for

TREE = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built file, in a folder where nothing else lies."""
    folder = tmp_path_factory.mktemp("one-file")
    subprocess.run([TREE / "run", "freeze", "--distpath", folder], check=True, cwd=TREE)
    return folder / "mantel"


def test_it_is_one_program_and_nothing_beside_it(one_file: Path) -> None:
    assert ["mantel"] == [path.name for path in one_file.parent.iterdir()]
    assert one_file.read_bytes()[:4] == b"\x7fELF"


def test_it_serves_in_an_empty_environment_and_stops_when_told(one_file: Path, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    given = {"DATA_DIR": str(tmp_path / "data"), "HOST": "127.0.0.1", "PORT": str(port), "ADMIN_API_KEY": "mtl_one"}
    with log.open("wb") as said:
        server = subprocess.Popen([one_file, "serve", "--demo"], env=given, cwd=tmp_path, stdout=said, stderr=said)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, server, log)
        with httpx.Client(base_url=url, headers={"Authorization": "Bearer mtl_one"}) as http:
            assert "<title>" in http.get("/").text
            assert "/api/chores" in http.get("/openapi.json").json()["paths"]
            # The zones and the schema lie inside it.
            assert http.patch("/api/settings", json={"timezone": "Australia/Lord_Howe"}).is_success
            assert http.get("/api/members").json()
    finally:
        server.send_signal(signal.SIGTERM)
        ended = server.wait(PATIENCE_S)
    assert 0 == ended, log.read_text("utf-8", "replace")
