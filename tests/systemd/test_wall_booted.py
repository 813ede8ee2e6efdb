"""The wall's own unit under a real systemd, with a compositor that has no screen: ready, killed, hung, and back."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.stage import free_port
from tests.systemd.test_booted import KEY, PATIENCE_S, Machine, until, written
from tests.systemd.trixie import unpacked

TREE = Path(__file__).parents[2]
UNIT = "mantel-kiosk.service"
# What a container has not: a graphics card and what is touched. The watch is shortened, not to sit through it.
WITHOUT_HARDWARE = [
    "[Service]",
    "WatchdogSec=20",
    "Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 LIBSEAT_BACKEND=noop",
]

pytestmark = pytest.mark.slow


class Wall(Machine):
    """A booted machine that shows its own wall."""

    def log(self) -> str:
        command = ["nsenter", "-t", str(self.init), "-a", "journalctl", "--no-pager", "-n", "60"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def runs(self, *words: str) -> str:
        """What a program says that the wall's user runs."""
        command = ["nsenter", "-t", str(self.init), "-a", "setpriv", "--reuid=mantel-wall", "--regid=mantel-wall"]
        command += ["--init-groups", "env", "XDG_RUNTIME_DIR=/run/mantel-wall", "WAYLAND_DISPLAY=wayland-0", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def keeps(self, name: str) -> None:
        """Leave a picture of the screen for whoever wants to look at it, in the folder that PICTURES names."""
        if folder := os.environ.get("PICTURES"):
            self.runs("grim", "/run/mantel-wall/picture.png")
            inside = Path(f"/proc/{self.init}/root/run/mantel-wall/picture.png")
            Path(folder, name).write_bytes(inside.read_bytes())

    def of_unit(self, name: str) -> str:
        return self.systemctl("show", UNIT, "--value", f"--property={name}")

    def active(self) -> bool:
        return self.of_unit("ActiveState") == "active"

    def process(self, *words: bytes) -> int | None:
        """The number, as this machine counts, of the oldest process of the unit with these words."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                command, group = (entry / "cmdline").read_bytes(), (entry / "cgroup").read_text()
            except OSError:
                continue
            if UNIT in group and all(word in command for word in words):
                found.append(int(entry.name))
        return min(found, default=None)

    def shows(self) -> bool:
        """Whether there is a page: systemd was told, and a process draws it."""
        return self.active() and self.process(b"--type=renderer") is not None


@pytest.fixture(scope="module")
def wall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wall]:
    root, port = unpacked(tmp_path_factory.mktemp("machine") / "root", screen=True), free_port()
    subprocess.run([TREE / "image" / "install", root, "amd64"], check=True)
    settings = {"HOST": "127.0.0.1", "PORT": port, "HTTPS_PORT": 0, "MDNS": 0, "ADMIN_API_KEY": KEY}
    written(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    written(root / "etc/mantel/kiosk.env", [f"KIOSK_URL=http://127.0.0.1:{port}", "KIOSK_FLAGS=--disable-gpu"])
    written(root / f"etc/systemd/system/{UNIT}.d/without-hardware.conf", WITHOUT_HARDWARE)
    units = ("mantel.service", UNIT)
    subprocess.run(["systemctl", f"--root={root}", "enable", *units], check=True)
    subprocess.run(["systemctl", f"--root={root}", "set-default", "graphical.target"], check=True)

    command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--console=pipe", "-D", str(root), "--boot"]
    container = subprocess.Popen(command, env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})
    try:
        children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
        until(lambda: children.read_text().split())
        machine = Wall(int(children.read_text().split()[0]), port)
        until(machine.healthy, machine)
        until(machine.shows, machine)
        yield machine
    finally:
        container.terminate()
        container.wait(PATIENCE_S)


def test_it_is_ready_when_a_page_is_on_the_screen(wall: Wall) -> None:
    assert ("notify", "all", "0") == tuple(wall.of_unit(name) for name in ("Type", "NotifyAccess", "NRestarts"))
    until(lambda: wall.of_unit("StatusText") == "The page is ok.", wall)


def test_it_talks_with_the_server_of_its_machine(wall: Wall) -> None:
    until(lambda: wall.http.get("/api/wall").json()["attached"], wall)
    until(lambda: (wall.http.get("/api/wall").json()["report"] or {}).get("page") == "ok", wall)
    screen = wall.http.get("/api/wall").json()["report"]["screen"]
    assert ("HEADLESS-1", "on", "wlopm") == (screen["output"], screen["power"], screen["by"])
    wall.keeps("wall.png")


def test_a_parent_turns_and_switches_the_screen_from_a_phone(wall: Wall) -> None:
    def screen() -> dict[str, Any]:
        told: dict[str, Any] = wall.http.get("/api/wall").json()["report"]["screen"]
        return told

    wall.http.patch("/api/wall", json={"rotation": 90}).raise_for_status()
    until(lambda: (screen()["rotation"], screen()["width"]) == (90, 720), wall)
    wall.keeps("wall-turned.png")
    assert "Transform: 270" in wall.runs("wlr-randr")
    wall.http.patch("/api/wall", json={"rotation": 0}).raise_for_status()
    until(lambda: screen()["width"] == 1280, wall)

    wall.http.post("/api/wall/screen", json={"power": "off"}).raise_for_status()
    until(lambda: screen()["power"] == "off", wall)
    assert "HEADLESS-1 off" == wall.runs("wlopm")
    wall.http.post("/api/wall/screen", json={"power": "on"}).raise_for_status()
    until(lambda: screen()["power"] == "on", wall)


def test_the_seat_is_the_walls_to_take(wall: Wall) -> None:
    assert "active" == wall.systemctl("is-active", "seatd.service")
    asked = "import socket; socket.socket(socket.AF_UNIX).connect('/run/seatd.sock'); print('open')"
    assert "open" == wall.runs("python3", "-c", asked)


def test_a_killed_browser_is_back_without_systemd(wall: Wall) -> None:
    browser = wall.process(b"--remote-debugging-pipe")
    assert browser is not None
    os.kill(browser, signal.SIGKILL)
    until(lambda: wall.process(b"--remote-debugging-pipe") not in (None, browser) and wall.shows(), wall)
    assert "0" == wall.of_unit("NRestarts")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        pytest.param((b"python3", b"kiosk"), signal.SIGKILL, id="launcher killed"),
        pytest.param((b"python3", b"kiosk"), signal.SIGSTOP, id="launcher hangs"),
        pytest.param((b"labwc\0-C",), signal.SIGKILL, id="compositor killed"),
        pytest.param((b"labwc\0-C",), signal.SIGSTOP, id="compositor hangs"),
    ],
)
def test_systemd_starts_it_anew(wall: Wall, words: tuple[bytes, ...], number: signal.Signals) -> None:
    restarts, process = int(wall.of_unit("NRestarts")), wall.process(*words)
    assert process is not None
    os.kill(process, number)
    until(lambda: int(wall.of_unit("NRestarts")) > restarts and wall.shows(), wall)
    assert wall.process(*words) not in (None, process)
