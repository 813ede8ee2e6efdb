"""Control of the screen, with shell scripts in place of wlr-randr and wlopm that keep the state in files."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from kiosk.backlight import Backlight
from kiosk.config import KioskConfig
from kiosk.rules import WantedScreen
from kiosk.screen import Screen, ScreenState
from kiosk.supervisor import Supervisor

ON, OFF = WantedScreen(on=True, brightness=100), WantedScreen(on=False, brightness=100)
RC = '<?xml version="1.0"?><labwc_config><touch deviceName="" mouseEmulation="no"/></labwc_config>'
RANDR = """#!/bin/sh
cd {folder}
if [ "$1" != --json ]; then
  echo "$@" >>calls
  [ "$3" = --on ] && echo true >enabled
  [ "$3" = --transform ] && echo $4 >transform
  exit 0
fi
[ -e disconnected ] && echo '[]' && exit 0
echo '[{{"name": "DSI-1", "enabled": '$(cat enabled)', "transform": "'$(cat transform)'",
  "physical_size": {{"width": 154, "height": 86}},
  "modes": [{{"width": 800, "height": 480, "current": true}}]}}]'
"""
WLOPM = """#!/bin/sh
cd {folder}
case "$1" in
  -j) echo '[{{"output": "DSI-1", "power-mode": "'$(cat power)'"}}]' ;;
  *) echo "$@" >>calls; [ -e stuck ] || echo "${{1#--}}" >power ;;
esac
"""


class Machine:
    """A folder with the state of a compositor, labwc's configuration and a backlight."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in {"enabled": "true", "transform": "normal", "power": "on", "calls": ""}.items():
            self.write(name, text)
        for name, script in {"wlr-randr": RANDR, "wlopm": WLOPM}.items():
            program = folder / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(script.format(folder=folder))
            program.chmod(0o755)
        (folder / "labwc").mkdir()
        (folder / "labwc" / "rc.xml").write_text(RC)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text + "\n")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text().strip()

    def add_backlight(self) -> Backlight:
        panel = self.folder / "backlight" / "panel"
        panel.mkdir(parents=True)
        (panel / "max_brightness").write_text("31\n")
        (panel / "brightness").write_text("31\n")
        found = Backlight.find(self.folder / "backlight")
        assert found is not None
        return found

    def brightness(self) -> int:
        return int(self.read("backlight/panel/brightness"))


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("LABWC_PID", raising=False)
    # A loaded machine may take long to start a script.
    monkeypatch.setattr("kiosk.screen.TOOL_TIMEOUT_SECONDS", 60)
    return machine


def apply(screen: Screen, wanted: WantedScreen, rotation: int = 0) -> ScreenState:
    return asyncio.run(screen.apply(wanted, rotation))


def test_a_screen_in_the_wanted_state_is_not_changed(machine: Machine) -> None:
    assert ScreenState(output="DSI-1", power="on", by="wlopm", width=800, height=480) == apply(Screen(), ON)
    assert "" == machine.read("calls")


def test_the_size_of_a_panel_without_an_edid_is_that_of_its_driver(machine: Machine) -> None:
    screen = Screen()
    assert screen.size_mm is None
    apply(screen, ON, 90)
    assert (154, 86) == screen.size_mm


def test_the_power_is_switched_and_read_back(machine: Machine) -> None:
    screen = Screen()
    assert ("off", "wlopm", None) == ((state := apply(screen, OFF)).power, state.by, state.trouble)
    assert "off" == machine.read("power")
    assert "on" == apply(screen, ON).power


def test_picture_and_touchscreen_are_rotated(machine: Machine) -> None:
    state = apply(Screen(labwc_dir=machine.folder / "labwc"), ON, 90)
    assert (90, 480, 800, None) == (state.rotation, state.width, state.height, state.trouble)
    assert 'mapToOutput="DSI-1"' in machine.read("labwc/rc.xml")
    assert 'mouseEmulation="no"' in machine.read("labwc/rc.xml")


def test_a_disabled_output_is_enabled(machine: Machine) -> None:
    machine.write("enabled", "false")
    assert "on" == apply(Screen(), ON).power
    assert "--output DSI-1 --on" == machine.read("calls")


def test_the_backlight_replaces_a_power_switch_that_fails(machine: Machine) -> None:
    machine.write("stuck", "")
    backlight = machine.add_backlight()
    screen = Screen(backlight=backlight)
    state = apply(screen, OFF)
    assert ("off", "brightness", 0, None) == (state.power, state.by, state.brightness, state.trouble)
    assert 0 == machine.brightness()
    assert ("on", 100) == ((state := apply(screen, ON)).power, state.brightness)


def test_a_screen_that_cannot_be_switched_off_is_reported(machine: Machine) -> None:
    machine.write("stuck", "")
    state = apply(Screen(), OFF)
    assert ("on", "The screen did not go off.") == (state.power, state.trouble)


def test_brightness_is_a_percentage_of_the_maximum(machine: Machine) -> None:
    screen = Screen(backlight=machine.add_backlight())
    apply(screen, WantedScreen(on=True, brightness=50))
    assert 16 == machine.brightness()
    apply(screen, WantedScreen(on=True, brightness=1))
    assert 1 == machine.brightness()


def test_a_brightness_that_cannot_be_set_is_reported(machine: Machine) -> None:
    state = apply(Screen(), WantedScreen(on=True, brightness=40))
    assert (None, "The brightness of this screen cannot be set by software.") == (state.brightness, state.trouble)


def test_a_disconnected_screen_is_reported_until_it_is_back(machine: Machine) -> None:
    machine.write("disconnected", "")
    screen = Screen()
    assert ScreenState(trouble="No screen is connected.") == apply(screen, ON)
    assert "There is no screen at HDMI-A-1." == apply(Screen(output_name="HDMI-A-1"), ON).trouble
    (machine.folder / "disconnected").unlink()
    assert ("DSI-1", None) == ((state := apply(screen, ON)).output, state.trouble)


def test_missing_tools_are_named(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    (machine.folder / "bin/wlopm").unlink()
    monkeypatch.setenv("PATH", str(machine.folder / "bin") + ":/bin")
    assert "wlopm is not installed." == apply(Screen(), OFF).trouble
    (machine.folder / "bin/wlr-randr").unlink()
    assert "wlr-randr is not installed." == apply(Screen(), ON).trouble


def test_a_compositor_that_does_not_answer_is_detected(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.screen.TOOL_TIMEOUT_SECONDS", 0.2)
    screen = Screen()
    (machine.folder / "bin/wlr-randr").write_text("#!/bin/sh\nexec sleep 60\n")
    assert ("unknown", "The compositor does not answer.") == ((state := apply(screen, ON)).power, state.trouble)
    assert screen.compositor_hangs


def test_without_a_compositor_no_tool_is_called(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY")
    state = apply(Screen(), ON)
    assert ("unknown", None) == (state.power, state.output)
    assert state.trouble
    json.dumps(state.as_report())


def test_the_page_learns_the_size_of_the_screen(tmp_path: Path) -> None:
    async def ask(screen: Screen) -> object:
        config = KioskConfig(url="http://127.0.0.1", profile_dir=tmp_path, chromium="chromium")
        return await Supervisor(config, screen).handlers["screen"]({"id": 1, "do": "screen"})

    screen = Screen()
    assert {"widthMm": None, "heightMm": None} == asyncio.run(ask(screen))
    screen.size_mm = (527, 296)
    assert {"widthMm": 527, "heightMm": 296} == asyncio.run(ask(screen))
