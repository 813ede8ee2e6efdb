import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A data folder with nothing in it, no server yet, and webhooks that may stay in the house."""
    here = Machine(tmp_path / "data", tmp_path / "log", ALLOW_PRIVATE_WEBHOOK_URLS="1")
    yield here
    here.cut()


class Card:
    """A small disk of its own that can be filled, emptied and locked."""

    def __init__(self, folder: Path):
        self.folder = folder

    def fill(self) -> None:
        """Leave not one byte."""
        with (self.folder / "holiday.mp4").open("wb", buffering=0) as out:
            for size in (65536, 4096, 1):
                try:
                    while out.write(b"x" * size):
                        pass
                except OSError:
                    continue

    def empty(self) -> None:
        """Make room again."""
        (self.folder / "holiday.mp4").unlink()

    def lock(self, locked: bool = True) -> None:
        """Let nobody write, as Linux does with a card that fails."""
        mount("-o", f"remount,{'ro' if locked else 'rw'}", str(self.folder))


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    """A tmpfs of 8 MB."""
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root may mount a small disk to fill")
    folder = tmp_path / "card"
    folder.mkdir()
    try:
        mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder))
    except subprocess.CalledProcessError as problem:
        pytest.skip(f"this machine does not let root mount: {problem.stderr.decode().strip()}")
    yield Card(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)
