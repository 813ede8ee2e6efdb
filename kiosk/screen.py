"""Controls the wall's screen: output, rotation, power and brightness. Each change is read back."""

import asyncio
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kiosk import edid, labwc, outputs
from kiosk.backlight import Backlight
from kiosk.edid import Size
from kiosk.outputs import Output
from kiosk.rules import WantedScreen

TOOL_TIMEOUT_SECONDS = 5


class ScreenError(Exception):
    """Something is wrong with the screen. The message is a sentence for people."""


class CompositorTimeoutError(ScreenError):
    """The compositor does not answer."""


@dataclass(frozen=True, kw_only=True)
class ScreenState:
    """The screen as it was read back. `by` is how it was switched; brightness is in percent, None without backlight."""

    output: str | None = None
    power: str = "unknown"
    by: str | None = None
    rotation: int = 0
    brightness: int | None = None
    width: int | None = None
    height: int | None = None
    trouble: str | None = None

    def as_report(self) -> dict[str, Any]:
        """The fields of the status report."""
        return asdict(self)


class Screen:
    """The screen of this machine. `output_name` selects one of several outputs; `labwc_dir` holds labwc's rc.xml."""

    def __init__(
        self,
        *,
        output_name: str | None = None,
        labwc_dir: Path | None = None,
        backlight: Backlight | None = None,
    ) -> None:
        self.state = ScreenState()
        # Whether the compositor has stopped answering. Only a restart of the compositor helps then.
        self.compositor_hangs = False
        # Width and height of the picture in millimetres, before rotation; None while it is not known.
        self.size_mm: Size | None = None
        self._output_name = output_name
        self._labwc_dir = labwc_dir
        self._backlight = backlight

    async def apply(self, wanted: WantedScreen, rotation: int) -> ScreenState:
        """Change what differs from the wanted state, and return the state that was read back."""
        self.compositor_hangs = False
        problems: list[str] = []
        try:
            output = await self._apply_rotation(rotation)
            # A panel without an EDID is described by its driver, which the compositor asks.
            self.size_mm = edid.read_size(output.name) or output.size_mm
            state = ScreenState(
                output=output.name, power="on", rotation=output.rotation, width=output.width, height=output.height
            )
            if output.rotation != rotation:
                problems.append(f"The picture could not be turned by {rotation} degrees.")
            state = await self._apply_power(state, wanted.on, problems)
        except CompositorTimeoutError as error:
            self.compositor_hangs = True
            self.state = replace(self.state, power="unknown", trouble=str(error))
            return self.state
        except ScreenError as error:
            problems.append(str(error))
            state = ScreenState()
        self.state = self._apply_brightness(state, wanted, problems)
        return self.state

    async def _apply_rotation(self, rotation: int) -> Output:
        """Enable and rotate the wall's output, and map the touchscreen to it. Raises ScreenError."""
        output = await self._find_output()
        options = [*(() if output.enabled else ("--on",))]
        if output.rotation != rotation:
            options += ["--transform", outputs.TRANSFORMS[rotation]]
        if options:
            await run_tool("wlr-randr", "--output", output.name, *options)
            output = await self._find_output()
        if self._labwc_dir is not None:
            with suppress(OSError):
                if labwc.map_touch_to_output(output.name, self._labwc_dir):
                    labwc.reload_config()
        return output

    async def _find_output(self) -> Output:
        try:
            connected = outputs.parse_outputs(await run_tool("wlr-randr", "--json"))
        except ValueError:
            raise ScreenError("The output of wlr-randr cannot be parsed.") from None
        if output := outputs.choose_output(connected, self._output_name):
            return output
        raise ScreenError(
            f"There is no screen at {self._output_name}." if self._output_name else "No screen is connected."
        )

    async def _apply_power(self, state: ScreenState, on: bool, problems: list[str]) -> ScreenState:
        name = str(state.output)
        try:
            is_on = await self._read_power(name)
            if is_on != on:
                await run_tool("wlopm", "--on" if on else "--off", name)
                is_on = await self._read_power(name)
        except CompositorTimeoutError:
            raise
        except ScreenError as error:
            if not on:
                problems.append(str(error))
            return replace(state, power="unknown")
        if is_on != on:
            problems.append(f"The screen did not go {'on' if on else 'off'}.")
        return replace(state, power="on" if is_on else "off", by="wlopm")

    async def _read_power(self, name: str) -> bool:
        try:
            return outputs.parse_power(await run_tool("wlopm", "-j"))[name]
        except (ValueError, KeyError, TypeError):
            raise ScreenError("The power of this screen cannot be switched.") from None

    def _apply_brightness(self, state: ScreenState, wanted: WantedScreen, problems: list[str]) -> ScreenState:
        """Set the backlight. Where the power cannot be switched off, the backlight goes to 0 instead."""
        replaces_power = not wanted.on and state.power != "off"
        percent = 0 if replaces_power else wanted.brightness
        was_set = self._backlight is not None and self._backlight.set_percent(percent)
        if replaces_power and was_set:
            # The screen is dark, so the failure of wlopm is not a problem. `by` reports the method.
            state, problems = replace(state, power="off", by="brightness"), []
        elif not was_set and wanted.on and percent < 100:
            problems.append("The brightness of this screen cannot be set by software.")
        if state.power == "unknown" and wanted.on and was_set:
            state = replace(state, power="on", by="brightness")
        brightness = self._backlight.percent() if self._backlight is not None else None
        return replace(state, brightness=brightness, trouble=" ".join(problems) or None)


async def run_tool(*command: str) -> str:
    """Run a command-line tool of the compositor and return its output. Raises ScreenError."""
    if "WAYLAND_DISPLAY" not in os.environ:
        raise ScreenError("No Wayland compositor runs this screen, so it cannot be controlled.")
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
    except OSError:
        raise ScreenError(f"{command[0]} is not installed.") from None
    try:
        output, errors = await asyncio.wait_for(process.communicate(), TOOL_TIMEOUT_SECONDS)
    except TimeoutError:
        raise CompositorTimeoutError("The compositor does not answer.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        lines = errors.decode(errors="replace").strip().splitlines()
        raise ScreenError(f"{command[0]}: {lines[-1] if lines else f'exit code {process.returncode}'}")
    return output.decode(errors="replace")
