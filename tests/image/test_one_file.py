"""The one-file build: it runs without any other file, in an empty environment."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from appliance.kernel.version import version
from tests.image import packaged
from tests.journeys.mantel_server import wait_for
from tests.ports import free_port
from tests.served import ALONE
from tests.waiting import until

TREE = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built file, alone in a folder."""
    folder = tmp_path_factory.mktemp("one-file")
    subprocess.run([TREE / "run", "freeze", "--distpath", folder], check=True, cwd=TREE)
    return folder / "mantel"


@contextmanager
def serving(one_file: Path, folder: Path, *options: str) -> Iterator[httpx.Client]:
    """Run `mantel serve` in an empty folder and environment. Yields its API for an admin."""
    port, log = free_port(), folder / "log"
    environment = {**settings(folder, port), "ADMIN_API_KEY": "mtl_one", **packaged.SETTINGS}
    with log.open("ab") as output:
        server = subprocess.Popen(
            [one_file, "serve", *options], env=environment, cwd=folder, stdout=output, stderr=output
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, lambda: server.poll() is None, log)
        headers = {"Authorization": "Bearer mtl_one"}
        with httpx.Client(base_url=url, headers=headers, timeout=packaged.TIMEOUT_SECONDS) as http:
            yield http
    finally:
        server.send_signal(signal.SIGTERM)
        exit_code = server.wait(packaged.TIMEOUT_SECONDS)
    assert 0 == exit_code, log.read_text("utf-8", "replace")


@contextmanager
def started(one_file: Path, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run `mantel serve` without waiting for it. It has ended afterwards."""
    server = subprocess.Popen([one_file, "serve"], env=settings(folder, free_port()), cwd=folder)
    try:
        yield server
        server.wait(packaged.TIMEOUT_SECONDS)
    finally:
        server.kill()
        server.wait()


def run(one_file: Path, folder: Path, *arguments: str, port: int = 8080) -> str:
    """Run another command on the same data. Returns its output."""
    done = subprocess.run(
        [one_file, *arguments],
        env=settings(folder, port),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=packaged.TIMEOUT_SECONDS,
        check=False,
    )
    assert 0 == done.returncode, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def unpacked(folder: Path) -> list[Path]:
    """What starts of the file have unpacked."""
    return list(folder.glob("_MEI*"))


def settings(folder: Path, port: int) -> dict[str, str]:
    return {"DATA_DIR": str(folder / "data"), **ALONE, "PORT": str(port), "TMPDIR": str(folder)}


def test_the_build_is_a_single_elf_file(one_file: Path) -> None:
    assert ["mantel"] == [path.name for path in one_file.parent.iterdir()]
    assert one_file.read_bytes()[:4] == b"\x7fELF"


@pytest.mark.parametrize("language", ["de", "pl"])
def test_it_serves_in_an_empty_environment_and_stops_on_sigterm(one_file: Path, tmp_path: Path, language: str) -> None:
    with serving(one_file, tmp_path, "--demo", "--lang", language) as http:
        packaged.check_demo(http, language)
        packaged.check(http)


def test_it_says_its_version_and_the_licences_of_what_it_contains(one_file: Path, tmp_path: Path) -> None:
    assert f"mantel {version()}\n" == run(one_file, tmp_path, "--version")
    notices = run(one_file, tmp_path, "notices")
    for part in ("- Mantel (MIT)", "- pi-heif ", "- pyinstaller ", "- Python: libpython", "- User interface: licenses"):
        assert part in notices


def test_nothing_under_the_gpl_is_unpacked(one_file: Path, tmp_path: Path) -> None:
    with started(one_file, tmp_path) as server:
        until(lambda: (tmp_path / "data/mantel.db").exists())
        [folder] = unpacked(tmp_path)
        names = [path.name for path in folder.rglob("*")]
        server.terminate()
    assert any(name.startswith("libheif") for name in names)
    assert [] == [name for name in names if re.match(r"lib(x26[45]|readline|gdbm)|readline", name)]


def test_a_killed_start_takes_its_child_along_and_the_next_one_cleans_up(one_file: Path, tmp_path: Path) -> None:
    with started(one_file, tmp_path) as server:
        until(lambda: (tmp_path / "data/mantel.db").exists())
        [child] = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("utf-8").split()
        server.kill()
    until(lambda: not Path(f"/proc/{child}/maps").exists() or not Path(f"/proc/{child}/maps").read_text("utf-8"))
    [left] = unpacked(tmp_path)
    with started(one_file, tmp_path) as server:
        # It is interrupted while it unpacks.
        until(lambda: [folder for folder in unpacked(tmp_path) if folder != left and any(folder.iterdir())])
        server.kill()
    assert 2 == len(unpacked(tmp_path))

    run(one_file, tmp_path, "--version")
    assert [] == unpacked(tmp_path)


def test_its_other_commands(one_file: Path, tmp_path: Path) -> None:
    with serving(one_file, tmp_path) as http:
        http.post("/api/members", json={"name": "Ana", "color": "#c8553d"}).raise_for_status()
        assert '"ok":true' in run(one_file, tmp_path, "health", port=http.base_url.port or 80)
        assert "every page read" in run(one_file, tmp_path, "doctor")
        assert "code" in run(one_file, tmp_path, "claim-code")
        run(one_file, tmp_path, "backup")
        http.post("/api/members", json={"name": "Ben", "color": "#c8553d"}).raise_for_status()
        backup = http.get("/api/backups").json()["backups"][0]["name"]

    run(one_file, tmp_path, "restore", backup)
    with serving(one_file, tmp_path) as http:
        assert ["Ana"] == [each["name"] for each in http.get("/api/members").json()]


def test_the_browser_is_started_without_the_libraries_of_the_file(one_file: Path, tmp_path: Path) -> None:
    """The file unpacks libraries of its own for itself, which a browser must not load."""
    browser, found = tmp_path / "browser", tmp_path / "found"
    browser.write_text("#!/bin/sh\n[ -e found ] || { /usr/bin/env >half; /bin/mv half found; }\n", "utf-8")
    browser.chmod(0o755)
    with serving(one_file, tmp_path) as http:
        command = [
            str(one_file),
            "kiosk",
            str(http.base_url),
            f"--chromium={browser}",
            f"--profile={tmp_path / 'profile'}",
        ]
        environment = {"HOME": str(tmp_path), "LD_LIBRARY_PATH": "/opt/own"}
        kiosk = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        try:
            assert kiosk.stdout
            for line in kiosk.stdout:
                if line.startswith("Chromium ended"):
                    break
        finally:
            kiosk.terminate()
            kiosk.communicate(timeout=packaged.TIMEOUT_SECONDS)
    variables = dict(line.split("=", 1) for line in found.read_text("utf-8").splitlines())
    assert "/opt/own" == variables["LD_LIBRARY_PATH"]
    assert [] == [name for name in variables if name.startswith(("_PYI", "_MEI"))]
