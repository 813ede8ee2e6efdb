"""The kiosk in Debian 13's labwc with a headless output: picture, rotation, power and touches."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dbus_fast
import pytest

from kiosk.rules import NIGHT_SECONDS, UNATTENDED_SECONDS
from kiosk.supervisor import POLL_SECONDS
from tests.kiosk.fake_server import FakeServer
from tests.kiosk.harness import PageServer
from tests.systemd.trixie import unpack_root
from tests.waiting import until

TREE = Path(__file__).parents[2]
# The only package that the kiosk needs. Its pure Python part runs in any version.
DBUS_FAST = Path(dbus_fast.__file__).parent
USER = 1234
TIMEOUT_SECONDS = 60
OUTPUT = "HEADLESS-1"
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
ZONE = "Europe/Berlin"
# A red and a green corner on blue. It reports its size and its clicks, and says that it is awake as the real page does
# after loading.
PAGE = """<!doctype html><title>Wall</title><style>
  html { background: rgb(0 0 255); height: 100% } div { position: fixed; width: 25%; height: 25% }
</style><div style="background: rgb(255 0 0); top: 0; left: 0"></div>
<div style="background: rgb(0 255 0); bottom: 0; left: 0"></div><script>
  const size = () => fetch(`/visit/size/${innerWidth}/${innerHeight}`)
  addEventListener('resize', size)
  addEventListener('click', (event) => fetch(`/visit/click/${event.clientX}/${event.clientY}`))
  size()
  mantelKiosk(JSON.stringify({ id: 1, do: 'light', light: 'awake' }))
</script>"""
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/srv/wall",
    "XDG_RUNTIME_DIR": "/srv/wall",
    "XDG_STATE_HOME": "/srv/wall/state",
    "WLR_BACKENDS": "headless",
    "WLR_RENDERER": "pixman",
    "WLR_LIBINPUT_NO_DEVICES": "1",
    "LIBSEAT_BACKEND": "noop",
    "PYTHONPATH": "/mantel:/needed",
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "KIOSK_FLAGS": "--disable-gpu",
    "KIOSK_SOCKET": "/srv/wall/wall.sock",
    "KIOSK_LABWC": "/srv/wall/labwc",
}
SETTINGS = {"type": "settings", "rotation": 0, "brightness": 100, "nightBrightness": 30, "recycleAt": "03:30"}

pytestmark = pytest.mark.slow


class Wall:
    """A compositor with a kiosk and its page. `server` is the server's socket, `page_server` serves the page."""

    def __init__(self, root: Path, init: int, page_server: PageServer, server: FakeServer) -> None:
        self.page_server = page_server
        self.server = server
        self._root = root
        self._init = init

    def run(self, *program: str) -> str:
        """Run a program in the container as the wall's user. Returns its output."""
        environment = {**ENVIRONMENT, "WAYLAND_DISPLAY": "wayland-0"}
        command = ["nsenter", "-t", str(self._init), "-a", "setpriv", f"--reuid={USER}", f"--regid={USER}"]
        command += [
            "--clear-groups",
            "env",
            "-i",
            *(f"{name}={value}" for name, value in environment.items()),
            *program,
        ]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT_SECONDS).stdout

    def press(self, x: float, y: float) -> None:
        self.run("python3", "/mantel/tests/kiosk/press_output.py", OUTPUT, str(x), str(y))

    def screenshot(self) -> "Picture":
        self.run("grim", "-t", "ppm", "/srv/wall/picture.ppm")
        return Picture((self._root / "srv/wall/picture.ppm").read_bytes())

    def save_screenshot(self, name: str) -> None:
        """Save a screenshot in the folder that PICTURES names, if it is set."""
        if folder := os.environ.get("PICTURES"):
            self.run("grim", "/srv/wall/picture.png")
            shutil.copy(self._root / "srv/wall/picture.png", Path(folder, name))

    def next_visit(self, prefix: str) -> str:
        while not (visit := self.page_server.next_visit()).startswith(prefix):
            pass
        return visit


class Picture:
    """A picture in PPM format."""

    def __init__(self, raw: bytes) -> None:
        _, width, height, rest = raw.split(maxsplit=3)
        self.width, self.height = int(width), int(height)
        self._pixels = rest.split(maxsplit=1)[1] if rest[:3] == b"255" and rest[3:4].isspace() else rest

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        """The color at a position; `x` and `y` are from 0 to 1."""
        start = (int(y * self.height) * self.width + int(x * self.width)) * 3
        return tuple(self._pixels[start : start + 3])  # type: ignore[return-value]


@pytest.fixture(scope="module")
def wall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wall]:
    folder = tmp_path_factory.mktemp("screen")
    root = unpack_root(folder / "root", screen=True)
    home = root / "srv/wall"
    (home / "labwc").mkdir(parents=True)
    shutil.copy(TREE / "systemd/labwc/rc.xml", home / "labwc")
    server = FakeServer(home / "wall.sock")
    for path in (home, *home.rglob("*")):
        os.chown(path, USER, USER)
    home.chmod(0o700)

    environment = [f"--setenv={name}={value}" for name, value in ENVIRONMENT.items()]
    command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--console=pipe", "--as-pid2", "-D", str(root)]
    command += [f"--bind-ro={TREE}:/mantel", f"--bind-ro={DBUS_FAST}:/needed/{DBUS_FAST.name}", *environment]
    command += ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    with PageServer(PAGE).running() as page_server, server.running():
        session = f"python3 -m kiosk {page_server.url}"
        command += ["labwc", "-C", "/srv/wall/labwc", "-S", session]
        log = (folder / "log").open("wb")
        container = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            server.accept()
            server.send({"type": "household", "claimed": True, "claim": None, "timezone": ZONE}, SETTINGS)
            children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
            until(lambda: children.read_text().split())
            yield Wall(root, int(children.read_text().split()[0]), page_server, server)
        finally:
            container.terminate()
            container.wait(TIMEOUT_SECONDS)
            print((folder / "log").read_text("utf-8", "replace")[-6000:])  # noqa: T201  picture when a test failed


def test_the_page_fills_the_screen(wall: Wall) -> None:
    assert "size/1280/720" == wall.next_visit("size/1280")
    wall.server.receive_report(lambda report: report["page"] == "ok")
    screen = wall.server.receive_report(lambda report: report["screen"]["power"] == "on")["screen"]
    expected = {"output": OUTPUT, "power": "on", "by": "wlopm", "rotation": 0, "brightness": None}
    assert expected | {"width": 1280, "height": 720, "trouble": None} == screen
    until(lambda: wall.screenshot().at(0.1, 0.1) == RED)
    picture = wall.screenshot()
    assert (1280, 720, BLUE, GREEN) == (picture.width, picture.height, picture.at(0.6, 0.6), picture.at(0.1, 0.9))

    wall.press(0.25, 0.75)
    assert "click/320/540" == wall.next_visit("click")


def test_rotation_turns_the_picture_and_the_touch(wall: Wall) -> None:
    wall.server.send({**SETTINGS, "rotation": 90})
    assert "size/720/1280" == wall.next_visit("size/720")
    screen = wall.server.receive_report(lambda report: report["screen"]["rotation"] == 90)["screen"]
    assert (720, 1280, None) == (screen["width"], screen["height"], screen["trouble"])
    until(lambda: wall.screenshot().at(0.1, 0.1) == RED)
    picture = wall.screenshot()
    assert (720, 1280, BLUE, GREEN) == (picture.width, picture.height, picture.at(0.6, 0.6), picture.at(0.1, 0.9))

    # The pointer uses the coordinates of the panel, which are not rotated. The top of the picture is at the panel's
    # right: 25 % from the panel's left is 25 % from the picture's bottom, and 10 % from its top is 10 % from the
    # picture's left.
    wall.press(0.25, 0.1)
    assert "click/72/960" == wall.next_visit("click")
    assert f'mapToOutput="{OUTPUT}"' in wall.run("cat", "/srv/wall/labwc/rc.xml")

    wall.server.send(SETTINGS)
    assert "size/1280/720" == wall.next_visit("size/1280")


def test_the_touch_that_lights_a_dark_screen_presses_nothing(wall: Wall) -> None:
    wall.server.send({"type": "command", "name": "screen-off"})
    wall.server.receive_report(lambda report: (report["screen"]["power"], report["screen"]["by"]) == ("off", "wlopm"))
    assert f"{OUTPUT} off" == wall.run("wlopm").strip()

    wall.press(0.5, 0.5)
    wall.server.receive_report(lambda report: report["screen"]["power"] == "on")
    assert f"{OUTPUT} on" == wall.run("wlopm").strip()
    # Events within 300 ms still belong to the touch that lit the screen.
    time.sleep(0.5)
    wall.press(0.75, 0.25)
    assert "click/960/180" == wall.next_visit("click")


def test_a_disabled_output_is_enabled_again(wall: Wall) -> None:
    wall.run("wlr-randr", "--output", OUTPUT, "--off")
    until(lambda: "Enabled: yes" in wall.run("wlr-randr"))
    wall.server.receive_report(lambda report: report["screen"]["power"] == "on")


def test_one_night_in_real_time(wall: Wall) -> None:
    """Off when nobody is there, a browser restart while it is off, on after one touch, on in the morning."""

    def clock(minutes: int) -> str:
        return (datetime.now(ZoneInfo(ZONE)) + timedelta(minutes=minutes)).strftime("%H:%M")

    def is_dark() -> bool:
        return wall.run("wlopm").strip() == f"{OUTPUT} off"

    started = time.monotonic()
    sleep = {"sleepFrom": clock(-1), "sleepUntil": clock(30)}
    wall.press(0.5, 0.5)
    wall.server.send({**SETTINGS, **sleep, "recycleAt": clock(2)})
    until(is_dark, seconds=NIGHT_SECONDS + TIMEOUT_SECONDS)
    assert time.monotonic() - started >= NIGHT_SECONDS
    wall.save_screenshot("asleep.png")

    last: dict[str, Any] = {}
    while last.get("why") != "recycle":
        last = wall.server.receive_report()["restarts"]["last"] or {}
        assert time.monotonic() - started < UNATTENDED_SECONDS + 4 * TIMEOUT_SECONDS
    wall.server.receive_report(lambda report: report["page"] == "ok")
    # Longer than the screen loop's interval: the page that was just loaded must not light the screen.
    time.sleep(2 * POLL_SECONDS)
    assert is_dark()

    wall.press(0.5, 0.5)
    until(lambda: not is_dark())
    until(is_dark, seconds=NIGHT_SECONDS + TIMEOUT_SECONDS)
    wall.server.send({**SETTINGS, "sleepFrom": clock(-30), "sleepUntil": clock(0)})
    until(lambda: not is_dark())
