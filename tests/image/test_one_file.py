"""The one-file build: it runs without any other file, in an empty environment."""

import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.journeys.mantel_server import TIMEOUT_S, wait_for
from tests.ports import free_port

TREE = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built file, alone in a folder."""
    folder = tmp_path_factory.mktemp("one-file")
    subprocess.run([TREE / "run", "freeze", "--distpath", folder], check=True, cwd=TREE)
    return folder / "mantel"


def test_the_build_is_a_single_elf_file(one_file: Path) -> None:
    assert ["mantel"] == [path.name for path in one_file.parent.iterdir()]
    assert one_file.read_bytes()[:4] == b"\x7fELF"


def test_it_serves_in_an_empty_environment_and_stops_on_sigterm(one_file: Path, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    environment = {
        "DATA_DIR": str(tmp_path / "data"),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "ADMIN_API_KEY": "mtl_one",
    }
    with log.open("wb") as output:
        server = subprocess.Popen(
            [one_file, "serve", "--demo"], env=environment, cwd=tmp_path, stdout=output, stderr=output
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, server, log)
        with httpx.Client(base_url=url, headers={"Authorization": "Bearer mtl_one"}) as http:
            assert "<title>" in http.get("/").text
            assert "/api/chores" in http.get("/openapi.json").json()["paths"]
            # The time zones and the schema are part of the file.
            assert http.patch("/api/settings", json={"timezone": "Australia/Lord_Howe"}).is_success
            assert http.get("/api/members").json()
    finally:
        server.send_signal(signal.SIGTERM)
        exit_code = server.wait(TIMEOUT_S)
    assert 0 == exit_code, log.read_text("utf-8", "replace")
