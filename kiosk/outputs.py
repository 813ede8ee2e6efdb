"""What the compositor says of its outputs, and which of them is the wall."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# A panel that is part of the machine goes before whatever is plugged in.
BUILT_IN = ("DSI", "eDP", "LVDS", "DPI")
# We turn the picture clockwise; Wayland counts the other way round.
TRANSFORMS = {0: "normal", 90: "270", 180: "180", 270: "90"}


@dataclass(frozen=True)
class Output:
    """`width` and `height` are pixels as the page sees them, `rotation` degrees clockwise."""

    name: str
    enabled: bool
    rotation: int = 0
    width: int | None = None
    height: int | None = None


def parse(told: str) -> list[Output]:
    """What `wlr-randr --json` says. Raises ValueError."""
    listed = json.loads(told)
    if not isinstance(listed, list):
        raise ValueError("not a list of outputs")
    return [_output(one) for one in listed if isinstance(one, dict) and isinstance(one.get("name"), str)]


def powers(told: str) -> dict[str, bool]:
    """Which outputs are lit, from what `wlopm -j` says. Raises ValueError."""
    listed = json.loads(told)
    if not isinstance(listed, list):
        raise ValueError("not a list of outputs")
    return {one["output"]: one["power-mode"] == "on" for one in listed if {"output", "power-mode"} <= set(one)}


def choose(outputs: Sequence[Output], wanted: str | None = None) -> Output | None:
    """The output that is the wall: the one asked for, else a built-in panel, else the first by name."""
    if wanted:
        return next((one for one in outputs if one.name == wanted), None)
    return min(outputs, key=lambda one: (not one.name.startswith(BUILT_IN), _natural(one.name)), default=None)


def _output(one: dict[str, Any]) -> Output:
    modes = one.get("modes") or []
    shown = next((mode for mode in modes if mode.get("current")), None) or {}
    turned = next((degrees for degrees, word in TRANSFORMS.items() if word == one.get("transform")), 0)
    size = (shown.get("width"), shown.get("height"))
    width, height = size[::-1] if turned in (90, 270) else size
    return Output(one["name"], bool(one.get("enabled")), turned, width, height)


def _natural(name: str) -> list[tuple[int, str]]:
    """So that HDMI-A-2 comes before HDMI-A-10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]
