"""Versions, the list of a release, and when it is installed by itself."""

import re
from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from appliance.kernel.scheduling.clock import moment
from appliance.updates.models import Choice, Problem, UpdateTrial

VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-(alpha|beta|rc)\.(\d{1,6}))?", re.ASCII)
LINE = re.compile(r"([0-9a-f]{64}) [ *]([A-Za-z0-9][A-Za-z0-9._+-]*)", re.ASCII)
SIGNED = "Mantel "
# A power cut during the trial is not the new program's fault; three of them may be.
MAX_ATTEMPTS = 3


def order(version: str) -> tuple[int, int, int, str, int] | None:
    """What versions are compared by; None for a text that is none. A release comes after its candidates."""
    parts = VERSION.fullmatch(version)
    if not parts:
        return None
    major, minor, patch, stage, number = parts.groups()
    return int(major), int(minor), int(patch), stage or "~", int(number or 0)


def is_newer(version: str, than: str) -> bool:
    """Whether a version comes after another one. One that cannot be read is older than all."""
    this, other = order(version), order(than)
    return this is not None and (other is None or this > other)


def digests(sums: str) -> dict[str, str]:
    """The SHA-256 by file name, of a list as `sha256sum` writes it. Other lines are left out."""
    found = (LINE.fullmatch(line) for line in sums.splitlines())
    return {line[2]: line[1] for line in found if line}


def signed_version(comment: str) -> str | None:
    """The version that a trusted comment names: `Mantel 1.2.3`."""
    version = comment.removeprefix(SIGNED)
    return version if comment.startswith(SIGNED) and order(version) else None


def is_due(choice: Choice, now: datetime, zone: ZoneInfo) -> bool:
    """Whether a release that is known may be installed by itself now."""
    return choice.automatic and not is_postponed(choice, now) and now.astimezone(zone).hour == choice.hour


def is_postponed(choice: Choice, now: datetime) -> bool:
    """Whether a parent said "not now", and that still holds."""
    return choice.postponed_until is not None and now < moment(choice.postponed_until)


def verdict(is_running: bool, ready_for: float, waited: float, silent_for: float, wanted: float) -> Problem | bool:
    """What becomes of a program that is tried: True to keep it, False to go on watching, or why not to keep it.

    In seconds: `ready_for` since it first was healthy, 0 before that; `waited` since its start; `silent_for` since it
    last was healthy; `wanted` is how long it has to be.
    """
    if not is_running:
        return "not_started" if not ready_for else "unhealthy"
    if not ready_for:
        return "not_started" if waited > START_SECONDS else False
    if silent_for > SILENT_SECONDS:
        return "unhealthy"
    return ready_for >= wanted and silent_for == 0


START_SECONDS = 180
SILENT_SECONDS = 30


def next_step(trial: UpdateTrial, running: str, is_staged: bool) -> str:
    """What a program that finds a trial at its start does: try, keep, return, or forget it."""
    if trial.state == "returning":
        return "return"
    if trial.state == "keeping":
        return "kept" if running == trial.version or not is_staged else "keep"
    if running != trial.from_version:
        return "forget"  # somebody replaced the program by hand
    if trial.attempts >= MAX_ATTEMPTS or not is_staged:
        return "return"
    return "try"


def how_command(how: str, places: Mapping[str, str]) -> str | None:
    """The command that updates an installation which cannot do it by itself."""
    commands = {
        "container": "docker compose pull && docker compose up -d",
        "clone": "git pull && ./run",
        "package": "pip install --upgrade {source}/mantel-{version}-py3-none-any.whl",
        "installed": "sudo image/install / {machine}",
    }
    return commands[how].format_map(places) if how in commands else None
