"""Parses the output lists of wlr-randr and wlopm, and chooses the wall's output."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.edid import Size, plausible

# A panel that is part of the machine is preferred to an external screen.
BUILT_IN_PREFIXES = ("DSI", "eDP", "LVDS", "DPI")
# Mantel's rotation is clockwise; a Wayland transform is counter-clockwise.
TRANSFORMS = {0: "normal", 90: "270", 180: "180", 270: "90"}


@dataclass(frozen=True, kw_only=True)
class Output:
    """`width` and `height` are pixels after rotation, as the page sees them; `rotation` is degrees clockwise.

    `size_mm` is the size of the picture before rotation, as the compositor says.
    """

    name: str
    enabled: bool
    rotation: int = 0
    width: int | None = None
    height: int | None = None
    size_mm: Size | None = None


def parse_outputs(text: str) -> list[Output]:
    """Parse the output of `wlr-randr --json`. Raises ValueError."""
    entries = json.loads(text)
    if not isinstance(entries, list):
        raise ValueError("not a list of outputs")
    return [_output(entry) for entry in entries if isinstance(entry, dict) and isinstance(entry.get("name"), str)]


def parse_power(text: str) -> dict[str, bool]:
    """Parse the output of `wlopm -j`: whether each output is on, by name. Raises ValueError."""
    entries = json.loads(text)
    if not isinstance(entries, list):
        raise ValueError("not a list of outputs")
    return {entry["output"]: entry["power-mode"] == "on" for entry in entries if {"output", "power-mode"} <= set(entry)}


def choose_output(outputs: Sequence[Output], name: str | None = None) -> Output | None:
    """The output with this name; without a name a built-in panel, else the first by name."""
    if name:
        return next((output for output in outputs if output.name == name), None)
    return min(
        outputs,
        key=lambda output: (not output.name.startswith(BUILT_IN_PREFIXES), _natural_key(output.name)),
        default=None,
    )


def _output(entry: dict[str, Any]) -> Output:
    modes = entry.get("modes") or []
    mode = next((mode for mode in modes if mode.get("current")), None) or {}
    transform = entry.get("transform")
    rotation = next((degrees for degrees, name in TRANSFORMS.items() if name == transform), 0)
    size = (mode.get("width"), mode.get("height"))
    width, height = size[::-1] if rotation in (90, 270) else size
    return Output(
        name=entry["name"],
        enabled=bool(entry.get("enabled")),
        rotation=rotation,
        width=width,
        height=height,
        size_mm=_size_mm(entry.get("physical_size")),
    )


def _size_mm(size: Any) -> Size | None:
    match size:
        case {"width": int(width), "height": int(height)}:
            return plausible((width, height))
    return None


def _natural_key(name: str) -> list[tuple[int, str]]:
    """Sorts HDMI-A-2 before HDMI-A-10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]
