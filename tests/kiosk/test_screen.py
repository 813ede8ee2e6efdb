"""The screen, with the compositor's programs played by small ones that keep its state in files."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from kiosk.backlight import Backlight
from kiosk.rules import Lit
from kiosk.screen import Screen, Seen

ON, OFF = Lit(True, 100), Lit(False, 100)
RC = '<?xml version="1.0"?><labwc_config><touch deviceName="" mouseEmulation="no"/></labwc_config>'
RANDR = """#!/bin/sh
cd {folder}
if [ "$1" != --json ]; then
  echo "$@" >>asked
  [ "$3" = --on ] && echo true >enabled
  [ "$3" = --transform ] && echo $4 >turned
  exit 0
fi
[ -e gone ] && echo '[]' && exit 0
echo '[{{"name": "DSI-1", "enabled": '$(cat enabled)', "transform": "'$(cat turned)'",
  "modes": [{{"width": 800, "height": 480, "current": true}}]}}]'
"""
WLOPM = """#!/bin/sh
cd {folder}
case "$1" in
  -j) echo '[{{"output": "DSI-1", "power-mode": "'$(cat power)'"}}]' ;;
  *) echo "$@" >>asked; [ -e stuck ] || echo "${{1#--}}" >power ;;
esac
"""


class Machine:
    """A folder with the state of a compositor, of labwc and of a panel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in {"enabled": "true", "turned": "normal", "power": "on", "asked": ""}.items():
            self.writes(name, text)
        for name, script in {"wlr-randr": RANDR, "wlopm": WLOPM}.items():
            program = folder / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(script.format(folder=folder))
            program.chmod(0o755)
        (folder / "labwc").mkdir()
        (folder / "labwc" / "rc.xml").write_text(RC)

    def writes(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text + "\n")

    def reads(self, name: str) -> str:
        return (self.folder / name).read_text().strip()

    def panel(self) -> Backlight:
        panel = self.folder / "backlight" / "panel"
        panel.mkdir(parents=True)
        (panel / "max_brightness").write_text("31\n")
        (panel / "brightness").write_text("31\n")
        found = Backlight.find(self.folder / "backlight")
        assert found is not None
        return found

    def brightness(self) -> int:
        return int(self.reads("backlight/panel/brightness"))


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("LABWC_PID", raising=False)
    return machine


def put_right(screen: Screen, wanted: Lit, rotation: int = 0) -> Seen:
    return asyncio.run(screen.put_right(wanted, rotation))


def test_what_is_right_is_left_alone(machine: Machine) -> None:
    assert Seen("DSI-1", "on", "wlopm", 0, None, 800, 480) == put_right(Screen(), ON)
    assert "" == machine.reads("asked")


def test_it_is_switched_and_looked_at_again(machine: Machine) -> None:
    screen = Screen()
    assert ("off", "wlopm", None) == ((seen := put_right(screen, OFF)).power, seen.by, seen.trouble)
    assert "off" == machine.reads("power")
    assert "on" == put_right(screen, ON).power


def test_it_is_turned_and_the_touch_with_it(machine: Machine) -> None:
    seen = put_right(Screen(None, machine.folder / "labwc"), ON, 90)
    assert (90, 480, 800, None) == (seen.rotation, seen.width, seen.height, seen.trouble)
    assert 'mapToOutput="DSI-1"' in machine.reads("labwc/rc.xml")
    assert 'mouseEmulation="no"' in machine.reads("labwc/rc.xml")


def test_one_that_was_switched_off_elsewhere_is_put_right(machine: Machine) -> None:
    machine.writes("enabled", "false")
    assert "on" == put_right(Screen(), ON).power
    assert "--output DSI-1 --on" == machine.reads("asked")


def test_one_that_does_not_go_off_is_made_dark(machine: Machine) -> None:
    machine.writes("stuck", "")
    light = machine.panel()
    screen = Screen(None, None, light)
    seen = put_right(screen, OFF)
    assert ("off", "brightness", 0, None) == (seen.power, seen.by, seen.brightness, seen.trouble)
    assert 0 == machine.brightness()
    assert ("on", 100) == ((seen := put_right(screen, ON)).power, seen.brightness)


def test_without_any_way_to_make_it_dark_it_says_so(machine: Machine) -> None:
    machine.writes("stuck", "")
    seen = put_right(Screen(), OFF)
    assert ("on", "The screen did not go off.") == (seen.power, seen.trouble)


def test_brightness_is_a_share_of_what_the_panel_can(machine: Machine) -> None:
    screen = Screen(None, None, machine.panel())
    put_right(screen, Lit(True, 50))
    assert 16 == machine.brightness()
    put_right(screen, Lit(True, 1))
    assert 1 == machine.brightness()


def test_a_brightness_that_cannot_be_set_is_a_trouble(machine: Machine) -> None:
    seen = put_right(Screen(), Lit(True, 40))
    assert (None, "The brightness of this screen cannot be set from here.") == (seen.brightness, seen.trouble)


def test_a_screen_that_is_not_there_is_a_trouble_until_it_is_back(machine: Machine) -> None:
    machine.writes("gone", "")
    screen = Screen()
    assert Seen(trouble="No screen is connected.") == put_right(screen, ON)
    assert "There is no screen at HDMI-A-1." == put_right(Screen("HDMI-A-1"), ON).trouble
    (machine.folder / "gone").unlink()
    assert ("DSI-1", None) == ((seen := put_right(screen, ON)).output, seen.trouble)


def test_programs_that_are_not_installed_are_named(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    (machine.folder / "bin/wlopm").unlink()
    monkeypatch.setenv("PATH", str(machine.folder / "bin") + ":/bin")
    assert "wlopm is not installed." == put_right(Screen(), OFF).trouble
    (machine.folder / "bin/wlr-randr").unlink()
    assert "wlr-randr is not installed." == put_right(Screen(), ON).trouble


def test_a_compositor_that_is_stuck_is_told_apart(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.screen.ANSWER_SECONDS", 0.2)
    screen = Screen()
    (machine.folder / "bin/wlr-randr").write_text("#!/bin/sh\nexec sleep 60\n")
    assert ("unknown", "The compositor does not answer.") == ((seen := put_right(screen, ON)).power, seen.trouble)
    assert screen.silent


def test_without_a_compositor_nothing_is_asked(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY")
    seen = put_right(Screen(), ON)
    assert ("unknown", None) == (seen.power, seen.output)
    assert seen.trouble
    json.dumps(seen.told())
