"""The real kiosk in Debian 13's labwc, without a screen: the picture, turned, switched off and on, and pressed."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dbus_fast
import pytest

from kiosk.keeper import LOOK_SECONDS
from kiosk.rules import ALONE_SECONDS, NIGHT_SECONDS
from tests.kiosk.home import Home
from tests.kiosk.stage import Server
from tests.systemd.trixie import unpacked

TREE = Path(__file__).parents[2]
# The one package that the kiosk needs; its plain Python runs in any version.
NEEDED = Path(dbus_fast.__file__).parent
USER = 1234
PATIENCE_SECONDS = 60
OUTPUT = "HEADLESS-1"
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
ZONE = "Europe/Berlin"
# A red corner, a green one and a blue ground; says its size, where it is pressed and, as a page does that was just
# opened, that it is awake.
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
SETTINGS = {"tell": "settings", "rotation": 0, "brightness": 100, "nightBrightness": 30, "recycleAt": "03:30"}

pytestmark = pytest.mark.slow


class Wall:
    """A compositor, a kiosk and its page. `home` is its server's end of the channel, `server` serves the page."""

    def __init__(self, root: Path, init: int, server: Server, home: Home) -> None:
        self.server = server
        self.home = home
        self._root = root
        self._init = init

    def runs(self, *words: str) -> str:
        """What a program says inside, asked as the wall's user."""
        given = {**ENVIRONMENT, "WAYLAND_DISPLAY": "wayland-0"}
        command = ["nsenter", "-t", str(self._init), "-a", "setpriv", f"--reuid={USER}", f"--regid={USER}"]
        command += ["--clear-groups", "env", "-i", *(f"{name}={value}" for name, value in given.items()), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_SECONDS).stdout

    def presses(self, x: float, y: float) -> None:
        self.runs("python3", "/mantel/tests/kiosk/pointer.py", OUTPUT, str(x), str(y))

    def picture(self) -> "Picture":
        self.runs("grim", "-t", "ppm", "/srv/wall/picture.ppm")
        return Picture((self._root / "srv/wall/picture.ppm").read_bytes())

    def keeps(self, name: str) -> None:
        """Leave a picture for whoever wants to look at it, in the folder that PICTURES names."""
        if folder := os.environ.get("PICTURES"):
            self.runs("grim", "/srv/wall/picture.png")
            shutil.copy(self._root / "srv/wall/picture.png", Path(folder, name))

    def visited(self, wanted: str) -> str:
        while not (visit := self.server.next_visit()).startswith(wanted):
            pass
        return visit


class Picture:
    """A picture in the simplest of formats."""

    def __init__(self, raw: bytes) -> None:
        _, width, height, rest = raw.split(maxsplit=3)
        self.width, self.height = int(width), int(height)
        self._pixels = rest.split(maxsplit=1)[1] if rest[:3] == b"255" and rest[3:4].isspace() else rest

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        """The colour at a place, from 0 to 1."""
        start = (int(y * self.height) * self.width + int(x * self.width)) * 3
        return tuple(self._pixels[start : start + 3])  # type: ignore[return-value]


@pytest.fixture(scope="module")
def wall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wall]:
    folder = tmp_path_factory.mktemp("screen")
    root = unpacked(folder / "root", screen=True)
    own = root / "srv/wall"
    (own / "labwc").mkdir(parents=True)
    shutil.copy(TREE / "systemd/labwc/rc.xml", own / "labwc")
    home = Home(own / "wall.sock")
    for path in (own, *own.rglob("*")):
        os.chown(path, USER, USER)
    own.chmod(0o700)

    given = [f"--setenv={name}={value}" for name, value in ENVIRONMENT.items()]
    command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--console=pipe", "--as-pid2", "-D", str(root)]
    command += [f"--bind-ro={TREE}:/mantel", f"--bind-ro={NEEDED}:/needed/{NEEDED.name}", *given]
    command += ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    with Server(PAGE).running() as server, home.running():
        session = f"python3 -m kiosk {server.url}"
        command += ["labwc", "-C", "/srv/wall/labwc", "-S", session]
        log = (folder / "log").open("wb")
        container = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            home.connection()
            home.says({"tell": "house", "claimed": True, "claim": None, "timezone": ZONE}, SETTINGS)
            children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
            until(lambda: children.read_text().split())
            yield Wall(root, int(children.read_text().split()[0]), server, home)
        finally:
            container.terminate()
            container.wait(PATIENCE_SECONDS)
            print((folder / "log").read_text("utf-8", "replace")[-6000:])  # noqa: T201  for a test that failed


def test_the_wall_fills_the_screen(wall: Wall) -> None:
    assert "size/1280/720" == wall.visited("size/1280")
    wall.home.report(lambda report: report["page"] == "ok")
    screen = wall.home.report(lambda report: report["screen"]["power"] == "on")["screen"]
    expected = {"output": OUTPUT, "power": "on", "by": "wlopm", "rotation": 0, "brightness": None}
    assert expected | {"width": 1280, "height": 720, "trouble": None} == screen
    until(lambda: wall.picture().at(0.1, 0.1) == RED)
    shown = wall.picture()
    assert (1280, 720, BLUE, GREEN) == (shown.width, shown.height, shown.at(0.6, 0.6), shown.at(0.1, 0.9))

    wall.presses(0.25, 0.75)
    assert "click/320/540" == wall.visited("click")


def test_a_turned_screen_turns_the_picture_and_the_touch(wall: Wall) -> None:
    wall.home.says({**SETTINGS, "rotation": 90})
    assert "size/720/1280" == wall.visited("size/720")
    screen = wall.home.report(lambda report: report["screen"]["rotation"] == 90)["screen"]
    assert (720, 1280, None) == (screen["width"], screen["height"], screen["trouble"])
    until(lambda: wall.picture().at(0.1, 0.1) == RED)
    shown = wall.picture()
    assert (720, 1280, BLUE, GREEN) == (shown.width, shown.height, shown.at(0.6, 0.6), shown.at(0.1, 0.9))

    # The panel itself has not turned. The picture's top is at its right now, so what is a quarter from the panel's left
    # is a quarter from the picture's bottom, and a tenth from its top is a tenth from the picture's left.
    wall.presses(0.25, 0.1)
    assert "click/72/960" == wall.visited("click")
    assert f'mapToOutput="{OUTPUT}"' in wall.runs("cat", "/srv/wall/labwc/rc.xml")

    wall.home.says(SETTINGS)
    assert "size/1280/720" == wall.visited("size/1280")


def test_a_screen_goes_dark_and_the_touch_that_lights_it_presses_nothing(wall: Wall) -> None:
    wall.home.says({"tell": "do", "what": "screen-off"})
    wall.home.report(lambda report: (report["screen"]["power"], report["screen"]["by"]) == ("off", "wlopm"))
    assert f"{OUTPUT} off" == wall.runs("wlopm").strip()

    wall.presses(0.5, 0.5)
    wall.home.report(lambda report: report["screen"]["power"] == "on")
    assert f"{OUTPUT} on" == wall.runs("wlopm").strip()
    # What follows within a third of a second still belongs to the touch that woke it.
    time.sleep(0.5)
    wall.presses(0.75, 0.25)
    assert "click/960/180" == wall.visited("click")


def test_a_screen_that_went_away_is_put_right(wall: Wall) -> None:
    wall.runs("wlr-randr", "--output", OUTPUT, "--off")
    until(lambda: "Enabled: yes" in wall.runs("wlr-randr"))
    wall.home.report(lambda report: report["screen"]["power"] == "on")


def test_a_night(wall: Wall) -> None:
    """In real time: dark when nobody is there, a browser started anew in the dark, one touch, light in the morning."""

    def clock(minutes: int) -> str:
        return (datetime.now(ZoneInfo(ZONE)) + timedelta(minutes=minutes)).strftime("%H:%M")

    def dark() -> bool:
        return wall.runs("wlopm").strip() == f"{OUTPUT} off"

    began = time.monotonic()
    sleep = {"sleepFrom": clock(-1), "sleepUntil": clock(30)}
    wall.presses(0.5, 0.5)
    wall.home.says({**SETTINGS, **sleep, "recycleAt": clock(2)})
    until(dark, NIGHT_SECONDS + PATIENCE_SECONDS)
    assert time.monotonic() - began >= NIGHT_SECONDS
    wall.keeps("asleep.png")

    last: dict[str, Any] = {}
    while last.get("why") != "recycle":
        last = wall.home.report()["restarts"]["last"] or {}
        assert time.monotonic() - began < ALONE_SECONDS + 4 * PATIENCE_SECONDS
    wall.home.report(lambda report: report["page"] == "ok")
    # Longer than the screen takes to follow: the page that was just opened wakes nobody.
    time.sleep(2 * LOOK_SECONDS)
    assert dark()

    wall.presses(0.5, 0.5)
    until(lambda: not dark())
    until(dark, NIGHT_SECONDS + PATIENCE_SECONDS)
    wall.home.says({**SETTINGS, "sleepFrom": clock(-30), "sleepUntil": clock(0)})
    until(lambda: not dark())


def until(seen: Callable[[], Any], patience: float = PATIENCE_SECONDS) -> None:
    deadline = time.monotonic() + patience
    while not seen():
        assert time.monotonic() < deadline
        time.sleep(0.2)
