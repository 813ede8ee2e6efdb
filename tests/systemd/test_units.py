"""The units: systemd accepts every line, and rates their sandbox as strict."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from appliance.photos.providers.pillow import MEMORY_BYTES

ROOT = Path(__file__).parents[2]
UNITS = {
    path.name: path
    for folder in (ROOT / "systemd", ROOT / "deploy/systemd")
    for path in sorted(folder.iterdir())
    if path.suffix in (".service", ".timer", ".path")
}
# The exposure level of `systemd-analyze security`, from 0 (best) to 10.
MAX_EXPOSURE = {
    "mantel.service": 2.0,
    "mantel-backup.service": 1.0,
    "mantel-kiosk.service": 5.0,
    "mantel-update.service": 6.5,
    # It is root, for the users of its households.
    "mantel-host.service": 3.5,
}

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd-analyze")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A file system with the units and a stand-in for every program that they start."""
    unit_dir = tmp_path / "etc/systemd/system"
    unit_dir.mkdir(parents=True)
    for name, path in UNITS.items():
        text = path.read_text("utf-8")
        (unit_dir / name).write_text(text, "utf-8")
        for program in re.findall(r"^Exec\w+=[-+!:]*(/\S+)", text, re.MULTILINE):
            stand_in = tmp_path / program.lstrip("/")
            stand_in.parent.mkdir(parents=True, exist_ok=True)
            stand_in.write_text("#!/bin/sh\n", "utf-8")
            stand_in.chmod(0o755)
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_every_line(root: Path, name: str) -> None:
    result = verify(root, root / "etc/systemd/system" / name)

    assert ("", 0) == (messages_about(result.stderr, name), result.returncode)


@needs_systemd
def test_an_unknown_setting_is_detected(root: Path) -> None:
    unit = root / "etc/systemd/system" / "mantel.service"
    unit.write_text(unit.read_text("utf-8").replace("WatchdogSec=", "WatchDogSeconds="), "utf-8")

    assert "WatchDogSeconds" in messages_about(verify(root, unit).stderr, unit.name)


@needs_systemd
@pytest.mark.parametrize("name", MAX_EXPOSURE)
def test_the_exposure_of_each_unit_is_below_its_limit(name: str) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--json=short", str(UNITS[name])]
    findings = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    text = subprocess.run([*command[:-2], "--no-pager", str(UNITS[name])], capture_output=True, text=True, check=True)
    exposure = float(re.findall(r"exposure level for \S+: ([\d.]+)", text.stdout)[0])

    assert exposure < MAX_EXPOSURE[name], [one["name"] for one in findings if float(one["exposure"] or 0) > 0.1]


def verify(root: Path, unit: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SYSTEMD_LOG_LEVEL": "warning"}
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    if unit.is_relative_to(root):
        command[2:2] = [f"--root={root}"]
        command[-1] = unit.name
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def messages_about(output: str, name: str) -> str:
    """The messages of systemd-analyze about this unit."""
    return "\n".join(line for line in output.splitlines() if f"{name}:" in line)


def test_a_large_photo_neither_slows_the_server_down_nor_ends_it() -> None:
    settings = dict(re.findall(r"^(\w+)=(\S+)$", UNITS["mantel.service"].read_text("utf-8"), re.M))
    assert int(settings["MemoryHigh"].removesuffix("M")) * 2**20 > MEMORY_BYTES
    assert "continue" == settings["OOMPolicy"]
