import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A data folder with nothing in it, no server yet, and webhooks that may use private addresses."""
    here = Machine(tmp_path / "data", tmp_path / "log", ALLOW_PRIVATE_WEBHOOK_URLS="1")
    yield here
    here.kill()


class Card:
    """A small disk of its own that can be filled, emptied and read_only."""

    def __init__(self, folder: Path):
        self.folder = folder

    def fill(self) -> None:
        """Use up every free byte."""
        with (self.folder / "holiday.mp4").open("wb", buffering=0) as out:
            for size in (65536, 4096, 1):
                try:
                    while out.write(b"x" * size):
                        pass
                except OSError:
                    continue

    def empty(self) -> None:
        """Free the space again."""
        (self.folder / "holiday.mp4").unlink()

    def set_read_only(self, read_only: bool = True) -> None:
        """Remount it read-only, as Linux does with a failing card (or read-write)."""
        mount("-o", f"remount,{'ro' if read_only else 'rw'}", str(self.folder))


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


class WornCard:
    """An ext4 file system on a device of its own, which Linux makes read-only at the first error, as on a Pi."""

    def __init__(self, folder: Path, image: Path):
        self.folder = folder
        self._image = image
        self._device = ""

    def insert(self) -> None:
        """Attach, repair and mount it, as at a boot."""
        self._device = run_command("losetup", "--find", "--show", str(self._image)).strip()
        subprocess.run(["e2fsck", "-p", self._device], check=False, capture_output=True)
        mount("-o", "errors=remount-ro", self._device, str(self.folder))

    def fail(self) -> None:
        """Cause a file system error."""
        Path("/sys/fs/ext4", Path(self._device).name, "trigger_fs_error").write_text("1")

    def take_out(self) -> None:
        """Unmount and detach it."""
        if self._device:
            subprocess.run(["umount", str(self.folder)], check=False, capture_output=True)
            run_command("losetup", "--detach", self._device)
            self._device = ""


@pytest.fixture
def worn_card(tmp_path: Path) -> Iterator[WornCard]:
    """A card of 32 MB, inserted."""
    if os.geteuid() != 0 or not shutil.which("mkfs.ext4") or not shutil.which("losetup"):
        pytest.skip("only root may mount an ext4 file system to let it fail")
    card, image = WornCard(tmp_path / "card", tmp_path / "card.img"), tmp_path / "card.img"
    card.folder.mkdir()
    with image.open("wb") as out:
        out.truncate(32 * 2**20)
    try:
        run_command("mkfs.ext4", "-q", "-F", str(image))
        card.insert()
    except subprocess.CalledProcessError as problem:
        card.take_out()
        pytest.skip(f"this machine does not let root mount an image: {problem.stderr.decode().strip()}")
    yield card
    card.take_out()


def run_command(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True).stdout.decode()


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)
