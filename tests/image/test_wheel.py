"""The wheel: it holds the program and the built user interface, and nothing else, and works without the sources."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.image import packaged
from tests.journeys.mantel_server import wait_for
from tests.ports import free_port
from tests.served import ALONE

TREE = Path(__file__).parents[2]
DIST = "appliance/ui/dist/"
KEY = "mtl_wheel"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    assert 0 == built.returncode, built.stderr
    return next(folder.glob("*.whl"))


def test_it_holds_the_sources_and_the_built_pages_only(wheel: Path) -> None:
    if not shutil.which("git") or not (TREE / ".git").exists():
        pytest.skip("these sources have no git history that says which files belong to them")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "appliance", "kiosk"], cwd=TREE, capture_output=True, text=True, check=True
    )
    sources = {name for name in listed.stdout.split("\0") if name and not name.startswith("appliance/ui/")}
    built = {str(path.relative_to(TREE)) for path in (TREE / DIST).rglob("*") if path.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not re.match(r"mantel-[\w.]+\.dist-info/", name)}
    assert (set(), set()) == ((sources | built) - names, names - sources - built)


def test_it_works_without_the_sources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    port, log = free_port(), tmp_path / "log"
    environment = {
        "PATH": os.environ["PATH"],
        # Before the editable installation of the tests.
        "PYTHONPATH": str(tmp_path / "installed"),
        "DATA_DIR": str(tmp_path / "data"),
        **ALONE,
        "PORT": str(port),
        "ADMIN_API_KEY": KEY,
        **packaged.SETTINGS,
    }
    command = [sys.executable, "-P", "-m", "appliance", "serve", "--demo", "--lang", "de"]
    with log.open("wb") as output:
        server = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=output, stderr=output)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, lambda: server.poll() is None, log)
        with httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {KEY}"}, timeout=packaged.TIMEOUT_SECONDS
        ) as http:
            packaged.check_demo(http, "de")
            packaged.check(http)
    finally:
        server.terminate()
        server.wait(packaged.TIMEOUT_SECONDS)
