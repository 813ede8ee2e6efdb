"""The kiosk's unit under a real systemd, with a headless compositor: ready, killed, hung, and restarted."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port
from tests.systemd.test_booted import KEY, Machine, wait_until, write_lines
from tests.systemd.trixie import booted, unpack_root

TREE = Path(__file__).parents[2]
UNIT = "mantel-kiosk.service"
# A container has no graphics card and no touchscreen. A shorter watchdog timeout makes the test faster.
WITHOUT_HARDWARE = [
    "[Service]",
    "WatchdogSec=20",
    "Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 LIBSEAT_BACKEND=noop",
]

pytestmark = pytest.mark.slow


class Wall(Machine):
    """A booted container with the server and the kiosk."""

    def log(self) -> str:
        command = ["nsenter", "-t", str(self.init), "-a", "journalctl", "--no-pager", "-n", "60"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def run(self, *program: str) -> str:
        """Run a program as the kiosk's user. Returns its output."""
        command = ["nsenter", "-t", str(self.init), "-a", "setpriv", "--reuid=mantel-wall", "--regid=mantel-wall"]
        command += ["--init-groups", "env", "XDG_RUNTIME_DIR=/run/mantel-wall", "WAYLAND_DISPLAY=wayland-0", *program]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def save_screenshot(self, name: str) -> None:
        """Save a screenshot in the folder that PICTURES names, if it is set."""
        if folder := os.environ.get("PICTURES"):
            self.run("grim", "/run/mantel-wall/picture.png")
            # The container's own file system, as the kernel shows it from outside.
            screenshot = Path(f"/proc/{self.init}/root/run/mantel-wall/picture.png")
            Path(folder, name).write_bytes(screenshot.read_bytes())

    def kiosk_property(self, name: str) -> str:
        return self.systemctl("show", UNIT, "--value", f"--property={name}")

    def is_active(self) -> bool:
        return self.kiosk_property("ActiveState") == "active"

    def process(self, *texts: bytes) -> int | None:
        """The outer process id of the unit's first process that has these texts in its command line."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                command, group = (entry / "cmdline").read_bytes(), (entry / "cgroup").read_text()
            except OSError:
                continue
            if UNIT in group and all(text in command for text in texts):
                found.append(int(entry.name))
        return min(found, default=None)

    def shows_page(self) -> bool:
        """Whether the unit is ready and a renderer process runs."""
        return self.is_active() and self.process(b"--type=renderer") is not None


@pytest.fixture(scope="module")
def wall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wall]:
    root, port = unpack_root(tmp_path_factory.mktemp("machine") / "root", screen=True), free_port()
    subprocess.run([TREE / "image" / "install", root, "amd64"], check=True)
    settings = {"HOST": "127.0.0.1", "PORT": port, "HTTPS_PORT": 0, "MDNS": 0, "ADMIN_API_KEY": KEY}
    write_lines(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    write_lines(root / "etc/mantel/kiosk.env", [f"KIOSK_URL=http://127.0.0.1:{port}", "KIOSK_FLAGS=--disable-gpu"])
    write_lines(root / f"etc/systemd/system/{UNIT}.d/without-hardware.conf", WITHOUT_HARDWARE)
    units = ("mantel.service", UNIT)
    subprocess.run(["systemctl", f"--root={root}", "enable", *units], check=True)
    # As on a system without a desktop.
    subprocess.run(["systemctl", f"--root={root}", "set-default", "multi-user.target"], check=True)

    with booted(root) as init:
        machine = Wall(init, port)
        wait_until(machine.is_healthy, machine)
        wait_until(machine.shows_page, machine)
        yield machine


def test_it_is_ready_when_a_page_is_on_the_screen(wall: Wall) -> None:
    assert ("notify", "all", "0") == tuple(wall.kiosk_property(name) for name in ("Type", "NotifyAccess", "NRestarts"))
    wait_until(lambda: wall.kiosk_property("StatusText") == "The page is ok.", wall)


def test_it_connects_to_the_server(wall: Wall) -> None:
    wait_until(lambda: wall.http.get("/api/wall").json()["attached"], wall)
    wait_until(lambda: (wall.http.get("/api/wall").json()["report"] or {}).get("page") == "ok", wall)
    screen = wall.http.get("/api/wall").json()["report"]["screen"]
    assert ("HEADLESS-1", "on", "wlopm") == (screen["output"], screen["power"], screen["by"])
    wall.save_screenshot("wall.png")


def test_the_screen_is_rotated_and_switched_over_the_api(wall: Wall) -> None:
    def screen() -> dict[str, Any]:
        screen: dict[str, Any] = wall.http.get("/api/wall").json()["report"]["screen"]
        return screen

    wall.http.patch("/api/wall", json={"rotation": 90}).raise_for_status()
    wait_until(lambda: (screen()["rotation"], screen()["width"]) == (90, 720), wall)
    wall.save_screenshot("wall-turned.png")
    assert "Transform: 270" in wall.run("wlr-randr")
    wall.http.patch("/api/wall", json={"rotation": 0}).raise_for_status()
    wait_until(lambda: screen()["width"] == 1280, wall)

    wall.http.post("/api/wall/screen", json={"power": "off"}).raise_for_status()
    wait_until(lambda: screen()["power"] == "off", wall)
    assert "HEADLESS-1 off" == wall.run("wlopm")
    wall.http.post("/api/wall/screen", json={"power": "on"}).raise_for_status()
    wait_until(lambda: screen()["power"] == "on", wall)


def test_the_kiosk_user_can_connect_to_seatd(wall: Wall) -> None:
    assert "active" == wall.systemctl("is-active", "seatd.service")
    script = "import socket; socket.socket(socket.AF_UNIX).connect('/run/seatd.sock'); print('open')"
    assert "open" == wall.run("python3", "-c", script)


def test_a_killed_browser_is_restarted_by_the_kiosk(wall: Wall) -> None:
    browser = wall.process(b"--remote-debugging-pipe")
    assert browser is not None
    os.kill(browser, signal.SIGKILL)
    wait_until(lambda: wall.process(b"--remote-debugging-pipe") not in (None, browser) and wall.shows_page(), wall)
    assert "0" == wall.kiosk_property("NRestarts")


@pytest.mark.parametrize(
    ("process_texts", "number"),
    [
        pytest.param((b"python3", b"kiosk"), signal.SIGKILL, id="kiosk killed"),
        pytest.param((b"python3", b"kiosk"), signal.SIGSTOP, id="kiosk hangs"),
        pytest.param((b"labwc\0-C",), signal.SIGKILL, id="compositor killed"),
        pytest.param((b"labwc\0-C",), signal.SIGSTOP, id="compositor hangs"),
    ],
)
def test_systemd_restarts_the_unit(wall: Wall, process_texts: tuple[bytes, ...], number: signal.Signals) -> None:
    restarts, process = int(wall.kiosk_property("NRestarts")), wall.process(*process_texts)
    assert process is not None
    os.kill(process, number)
    wait_until(lambda: int(wall.kiosk_property("NRestarts")) > restarts and wall.shows_page(), wall)
    assert wall.process(*process_texts) not in (None, process)


def test_what_is_missing_is_said_on_the_screen(wall: Wall) -> None:
    # A container has no console of its own.
    wall.as_root("touch /dev/tty1 && mv /usr/bin/labwc /usr/bin/labwc.away")
    try:
        wall.systemctl("restart", UNIT)
        assert ("inactive", "exec-condition") == (wall.kiosk_property("ActiveState"), wall.kiosk_property("Result"))
        said = wall.as_root("cat /dev/tty1")
        assert "Mantel cannot show the wall" in said
        assert "sudo apt install labwc\n" in said
    finally:
        wall.as_root("mv /usr/bin/labwc.away /usr/bin/labwc")
    wall.systemctl("start", UNIT)
    wait_until(wall.shows_page, wall)


def test_a_desktop_keeps_its_screen(wall: Wall) -> None:
    wall.as_root("printf '[Service]\\nExecStart=sleep infinity\\n' >/run/systemd/system/display-manager.service")
    wall.as_root("systemctl daemon-reload && systemctl start display-manager && : >/dev/tty1")
    wall.systemctl("restart", UNIT)
    assert "inactive" == wall.kiosk_property("ActiveState")
    assert "sudo systemctl stop display-manager.service" in wall.as_root("cat /dev/tty1")
    wall.systemctl("stop", "display-manager")
    wall.systemctl("start", UNIT)
    wait_until(wall.shows_page, wall)
