"""The folders that starts of the single file leave when they are killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from appliance.kernel.one_file import delete_leftovers

PARTS = ("PIL/_imaging.so", "_cffi_backend.so", "appliance/schema/0001_kernel.sql", "libz.so.1")
USES = """
import mmap, sys
with open(sys.argv[1], "rb") as file:
    mapped = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
print("mapped", flush=True)
sys.stdin.read()
"""


def unpacked(folder: Path, name: str, parts: tuple[str, ...] = PARTS, written: float = 1_000) -> Path:
    """A folder as the bootloader makes it; `written`: when, in seconds."""
    for part in parts:
        path = folder / name / part
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * 100)
    for path in (folder / name, *(folder / name).rglob("*")):
        os.utime(path, (written, written))
    return folder / name


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return unpacked(tmp_path, "_MEIown", written=2_000)


def test_what_interrupted_starts_left_is_deleted(own: Path, tmp_path: Path) -> None:
    unpacked(tmp_path, "_MEIkilled")
    unpacked(tmp_path, "_MEIunfinished", PARTS[:1])
    # Another version of Mantel, which has parts that ours does not have.
    unpacked(tmp_path, "_MEIolder", (*PARTS, "libold.so.1"))

    delete_leftovers(own)

    assert [own] == list(tmp_path.iterdir())
    assert len(PARTS) == len([path for path in own.rglob("*") if path.is_file()])


def test_what_belongs_to_others_stays(own: Path, tmp_path: Path) -> None:
    other = unpacked(tmp_path, "_MEIother", ("libother.so.1", "PIL/_imaging.so"))
    unfinished = unpacked(tmp_path, "_MEIbegins", PARTS[:1], written=3_000)
    (tmp_path / "_MEIlink").symlink_to(other)
    (tmp_path / "_MEIempty").mkdir()
    unpacked(tmp_path, "kept")

    delete_leftovers(own)

    assert {"_MEIown", "_MEIother", "_MEIbegins", "_MEIlink", "_MEIempty", "kept"} == {
        path.name for path in tmp_path.iterdir()
    }
    assert (unfinished / PARTS[0]).is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which files are mapped")
def test_a_folder_in_use_stays(own: Path, tmp_path: Path) -> None:
    running = unpacked(tmp_path, "_MEIrunning")
    process = subprocess.Popen(
        [sys.executable, "-c", USES, running / "libz.so.1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout and process.stdout.readline()
    try:
        delete_leftovers(own)
        assert running.is_dir()
    finally:
        process.communicate()

    delete_leftovers(own)
    assert not running.exists()
