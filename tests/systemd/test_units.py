"""The units: systemd understands every line, and thinks them as locked up as they can be."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "systemd"
EVERY = sorted(path.name for path in UNITS.iterdir() if path.suffix in (".service", ".timer"))
# systemd's own measure of what a unit could still do if it were taken over, from 0 (nothing) to 10.
EXPOSURE = {"mantel.service": 2.0, "mantel-backup.service": 1.0, "mantel-kiosk.service": 5.0}

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd-analyze")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A file system in which every program that the units start exists, and systemd's own units."""
    own = tmp_path / "etc/systemd/system"
    own.mkdir(parents=True)
    for name in EVERY:
        text = (UNITS / name).read_text("utf-8")
        (own / name).write_text(text, "utf-8")
        for program in re.findall(r"^Exec\w+=[-+!:]*(/\S+)", text, re.MULTILINE):
            stand_in = tmp_path / program.lstrip("/")
            stand_in.parent.mkdir(parents=True, exist_ok=True)
            stand_in.write_text("#!/bin/sh\n", "utf-8")
            stand_in.chmod(0o755)
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("name", EVERY)
def test_systemd_understands_every_line(root: Path, name: str) -> None:
    checked = verify(root, root / "etc/systemd/system" / name)

    assert ("", 0) == (complaints(checked.stderr, name), checked.returncode)


@needs_systemd
def test_a_line_that_systemd_does_not_know_is_found(root: Path) -> None:
    unit = root / "etc/systemd/system" / "mantel.service"
    unit.write_text(unit.read_text("utf-8").replace("WatchdogSec=", "WatchDogSeconds="), "utf-8")

    assert "WatchDogSeconds" in complaints(verify(root, unit).stderr, unit.name)


@needs_systemd
@pytest.mark.parametrize("name", EXPOSURE)
def test_what_a_taken_over_unit_could_do_is_little(name: str) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--json=short", str(UNITS / name)]
    findings = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    told = subprocess.run([*command[:-2], "--no-pager", str(UNITS / name)], capture_output=True, text=True, check=True)
    exposure = float(re.findall(r"exposure level for \S+: ([\d.]+)", told.stdout)[0])

    assert exposure < EXPOSURE[name], [one["name"] for one in findings if float(one["exposure"] or 0) > 0.1]


def verify(root: Path, unit: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SYSTEMD_LOG_LEVEL": "warning"}
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    if unit.is_relative_to(root):
        command[2:2] = [f"--root={root}"]
        command[-1] = unit.name
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def complaints(said: str, name: str) -> str:
    """What was said about this unit."""
    return "\n".join(line for line in said.splitlines() if f"{name}:" in line)
