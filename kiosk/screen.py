"""Keeps the wall's screen as it is wanted: its output, rotation, power and brightness, each looked at afterwards."""

import asyncio
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kiosk import labwc, outputs
from kiosk.backlight import Backlight
from kiosk.outputs import Output
from kiosk.rules import Lit

ANSWER_SECONDS = 5


class ScreenError(Exception):
    """What is wrong with the screen, as a sentence."""


class SilentError(ScreenError):
    """The compositor does not answer at all."""


@dataclass(frozen=True)
class Seen:
    """The screen as it was found after it was put right. Brightness is in percent, None when it cannot be set."""

    output: str | None = None
    power: str = "unknown"
    by: str | None = None
    rotation: int = 0
    brightness: int | None = None
    width: int | None = None
    height: int | None = None
    trouble: str | None = None

    def told(self) -> dict[str, Any]:
        return asdict(self)


class Screen:
    """The screen of this machine. `wanted` names an output, `folder` is where labwc reads its settings."""

    def __init__(self, wanted: str | None = None, folder: Path | None = None, light: Backlight | None = None) -> None:
        self.seen = Seen()
        # Whether the compositor has stopped answering: then nothing but a new one will help.
        self.silent = False
        self._wanted = wanted
        self._folder = folder
        self._light = light

    async def put_right(self, wanted: Lit, rotation: int) -> Seen:
        """Make the screen as wanted where it is not, and look what became of it."""
        self.silent = False
        troubles: list[str] = []
        try:
            output = await self._output(rotation)
            seen = Seen(output.name, "on", None, output.rotation, None, output.width, output.height)
            if output.rotation != rotation:
                troubles.append(f"The picture could not be turned by {rotation} degrees.")
            seen = await self._switched(seen, wanted.on, troubles)
        except SilentError as silence:
            self.silent = True
            self.seen = replace(self.seen, power="unknown", trouble=str(silence))
            return self.seen
        except ScreenError as trouble:
            troubles.append(str(trouble))
            seen = Seen()
        self.seen = self._dimmed(seen, wanted, troubles)
        return self.seen

    async def _output(self, rotation: int) -> Output:
        """The wall's output, switched on in the layout and turned. Raises ScreenError."""
        output = await self._chosen()
        asked = [*(() if output.enabled else ("--on",))]
        if output.rotation != rotation:
            asked += ["--transform", outputs.TRANSFORMS[rotation]]
        if asked:
            await ask("wlr-randr", "--output", output.name, *asked)
            output = await self._chosen()
        if self._folder is not None:
            with suppress(OSError):
                if labwc.lay_touch_on(output.name, self._folder):
                    labwc.read_again()
        return output

    async def _chosen(self) -> Output:
        try:
            listed = outputs.parse(await ask("wlr-randr", "--json"))
        except ValueError:
            raise ScreenError("What wlr-randr says cannot be understood.") from None
        if output := outputs.choose(listed, self._wanted):
            return output
        raise ScreenError(f"There is no screen at {self._wanted}." if self._wanted else "No screen is connected.")

    async def _switched(self, seen: Seen, on: bool, troubles: list[str]) -> Seen:
        """The screen after its power was seen to."""
        name = str(seen.output)
        try:
            lit = await self._power(name)
            if lit != on:
                await ask("wlopm", "--on" if on else "--off", name)
                lit = await self._power(name)
        except SilentError:
            raise
        except ScreenError as trouble:
            if not on:
                troubles.append(str(trouble))
            return replace(seen, power="unknown")
        if lit != on:
            troubles.append(f"The screen did not go {'on' if on else 'off'}.")
        return replace(seen, power="on" if lit else "off", by="wlopm")

    async def _power(self, name: str) -> bool:
        try:
            return outputs.powers(await ask("wlopm", "-j"))[name]
        except (ValueError, KeyError, TypeError):
            raise ScreenError("The power of this screen cannot be switched.") from None

    def _dimmed(self, seen: Seen, wanted: Lit, troubles: list[str]) -> Seen:
        """The screen after its brightness was seen to, which stands in where its power cannot be switched."""
        stands_in = not wanted.on and seen.power != "off"
        percent = 0 if stands_in else wanted.brightness
        given = self._light is not None and self._light.give(percent)
        if stands_in and given:
            # Dark is what was asked for; how is told by `by`.
            seen, troubles = replace(seen, power="off", by="brightness"), []
        elif not given and wanted.on and percent < 100:
            troubles.append("The brightness of this screen cannot be set from here.")
        if seen.power == "unknown" and wanted.on and given:
            seen = replace(seen, power="on", by="brightness")
        brightness = self._light.percent() if self._light is not None else None
        return replace(seen, brightness=brightness, trouble=" ".join(troubles) or None)


async def ask(*words: str) -> str:
    """What a program of the compositor's says. Raises ScreenError when it fails or is not there."""
    if "WAYLAND_DISPLAY" not in os.environ:
        raise ScreenError("The screen is not driven by a compositor that can be asked.")
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
    except OSError:
        raise ScreenError(f"{words[0]} is not installed.") from None
    try:
        said, complained = await asyncio.wait_for(process.communicate(), ANSWER_SECONDS)
    except TimeoutError:
        raise SilentError("The compositor does not answer.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        why = complained.decode(errors="replace").strip().splitlines()
        raise ScreenError(f"{words[0]}: {why[-1] if why else f'it ended with {process.returncode}'}")
    return said.decode(errors="replace")
