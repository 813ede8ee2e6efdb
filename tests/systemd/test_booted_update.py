"""`image/install` in a running system: updated as root, by the archive of a release that the server has tried."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.ports import free_port
from tests.systemd.test_booted import KEY, TREE, Machine, write_lines
from tests.systemd.trixie import booted, unpack_root
from tests.updates.release_server import ARCHITECTURE, Release
from tests.waiting import until

pytestmark = pytest.mark.slow
NEXT, BROKEN = "9.0.0", "9.1.0"
RELEASES = "srv/release"
SECONDS = 240


class Updated(Machine):
    """A machine with the program of a release's archive, and a folder with releases."""

    def __init__(self, init: int, port: int, root: Path, release: Release) -> None:
        super().__init__(init, port)
        self.root = root
        self.release = release

    def state(self) -> Any:
        try:
            answer = self.http.get("/api/updates")
            return answer.json() if answer.is_success else None
        except httpx.HTTPError:
            return None

    def publish(self, version: str, *, serve: str | None = None) -> None:
        """The installed program as a release of another version. `serve` replaces its server."""
        tree = self.root.parent / version
        subprocess.run(["tar", "-xf", self.root.parent / "packed.tar.xz", "--one-top-level=" + str(tree)], check=True)
        [info] = tree.glob("packages/mantel-*.dist-info")
        text = (info / "METADATA").read_text("utf-8")
        present = next(line for line in text.splitlines() if line.startswith("Version: "))
        (info / "METADATA").write_text(text.replace(present, f"Version: {version}", 1), "utf-8")
        if serve:
            (tree / "packages/appliance/serve.py").write_text(serve, "utf-8")
        for path in self.release.folder.iterdir():
            path.unlink()
        archive = self.release.folder / f"mantel-{version}-debian13-{ARCHITECTURE}.tar.xz"
        subprocess.run(["tar", "-C", tree, "-I", "xz -0", "-cf", archive, "."], check=True)
        self.release.sign(version)
        shutil.rmtree(tree)

    def install(self, version: str) -> None:
        found = self.http.post("/api/updates/check").json()
        assert (version, "installed") == (found["release"]["version"], found["kind"]), found
        assert self.http.post("/api/updates/install").is_success


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Updated]:
    root, port = unpack_root(tmp_path_factory.mktemp("machine") / "root"), free_port()
    packed = root.parent / "packed.tar.xz"
    subprocess.run([TREE / "image/install", "--pack", packed, ARCHITECTURE], check=True)
    subprocess.run(["tar", "-xf", packed, f"--one-top-level={root.parent / 'packed'}"], check=True)
    subprocess.run([root.parent / "packed/image/install", root, ARCHITECTURE], check=True)
    release = Release(root / RELEASES)
    release.folder.mkdir(parents=True)
    settings = {"HOST": "127.0.0.1", "PORT": port, "HTTPS_PORT": 0, "MDNS": 0, "ADMIN_API_KEY": KEY}
    settings |= {"UPDATE_FOLDER": f"/{RELEASES}", "UPDATE_KEY": release.signer.public, "UPDATE_TRIAL_SECONDS": 5}
    write_lines(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    subprocess.run(["systemctl", f"--root={root}", "enable", "mantel.service", "mantel-update.path"], check=True)
    with booted(root) as init:
        machine = Updated(init, port, root, release)
        until(machine.is_healthy, seconds=SECONDS)
        assert machine.http.post("/api/members", json={"name": "Ana", "color": "#c8553d"}).is_success
        yield machine


def test_a_good_release_is_tried_and_installed_by_root(machine: Updated) -> None:
    machine.publish(NEXT)
    machine.install(NEXT)
    done = until(
        machine.state, lambda found: found and found["version"] == NEXT and found["work"] == "idle", seconds=SECONDS
    )

    assert (NEXT, True) == (done["last"]["version"], done["last"]["kept"]), machine.log()
    assert f"mantel {NEXT}" == machine.as_root("mantel --version").strip()
    assert ["Ana"] == [member["name"] for member in machine.http.get("/api/members").json()]
    left = {path.name for path in (machine.root / "var/lib/mantel/updates").iterdir()}
    assert left <= {"result.json", "lock"}
    # The installation starts it again, for the next one.
    until(lambda: machine.systemctl("is-active", "mantel-update.path") == "active")


def test_one_that_does_not_start_gives_way_to_the_installed_one(machine: Updated) -> None:
    machine.publish(BROKEN, serve="raise SystemExit('this version does not start')\n")
    machine.install(BROKEN)
    back = until(machine.state, lambda found: found and (found["last"] or {}).get("version") == BROKEN, seconds=SECONDS)

    assert (NEXT, False, "not_started") == (back["version"], back["last"]["kept"], back["last"]["problem"])
    assert ["Ana"] == [member["name"] for member in machine.http.get("/api/members").json()]
    assert "active" == machine.systemctl("is-active", "mantel.service")
