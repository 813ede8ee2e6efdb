"""The ways in which this program is installed, and how each of them gets another version."""

import os
import platform
import shutil
import sys
from pathlib import Path
from typing import Protocol

import appliance
from appliance.kernel.database import db_backup
from appliance.updates.models import How, Kind

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
INSTALLED, PYTHON = Path("/opt/mantel"), "/usr/bin/python3"
SLOTS = Path("/etc/rauc/system.conf")
HELPER = Path("/usr/lib/systemd/system/mantel-update.path")
# The file that asks the helper of systemd to install what was tried.
KEEP = "keep"
CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


class Program(Protocol):
    """An installation that can be updated. The new program lies beside the present one until it is kept."""

    kind: Kind

    def artefact(self, version: str) -> str:
        """The name of the file of a release."""

    def stage(self, file: Path) -> None:
        """Make a verified file a program beside the present one, whole or not at all. Raises OSError."""

    def is_staged(self) -> bool:
        """Whether there is one."""

    def staged(self) -> list[str]:
        """The command that starts it."""

    def keep(self) -> list[str]:
        """Put it in the place of the present one, in one step; the command that goes on. Raises OSError."""

    def discard(self) -> None:
        """Delete it. Raises OSError."""


class OneFile:
    """The single file. The file of the version before stays beside it."""

    kind: Kind = "file"

    def __init__(self, path: Path):
        self._path = path
        self._next = path.with_name(f".{path.name}.next")

    def artefact(self, version: str) -> str:
        """The name of the file of a release."""
        return f"mantel-{version}-linux-{architecture()}"

    def stage(self, file: Path) -> None:
        """Make a verified file a program beside the present one. Raises OSError."""
        with db_backup.unfinished_file(self._next) as unfinished:
            shutil.copyfile(file, unfinished)
            unfinished.chmod(self._path.stat().st_mode & 0o777)
            db_backup.publish(unfinished, self._next)

    def is_staged(self) -> bool:
        """Whether there is one."""
        return self._next.exists()

    def staged(self) -> list[str]:
        """The command that starts it."""
        return [str(self._next)]

    def keep(self) -> list[str]:
        """Put it in the place of the present one, in one step. Raises OSError."""
        previous = self._path.with_name(f"{self._path.name}.previous")
        previous.unlink(missing_ok=True)
        os.link(self._path, previous)
        db_backup.publish(self._next, self._path)
        return [str(self._path)]

    def discard(self) -> None:
        """Delete it. Raises OSError."""
        self._next.unlink(missing_ok=True)


class Installed:
    """What `image/install` has installed. The server may not change it: mantel-update.service does, as root."""

    kind: Kind = "installed"

    def __init__(self, folder: Path):
        """`folder` is the one of the update."""
        self._next = folder / "next"
        self._keep = folder / KEEP

    def artefact(self, version: str) -> str:
        """The name of the file of a release."""
        return f"mantel-{version}-debian13-{architecture()}.tar.xz"

    def stage(self, file: Path) -> None:
        """Unpack a verified file. Raises OSError."""
        self.discard()
        unfinished = db_backup.unfinished_path(self._next)
        unpack(file, unfinished)
        unfinished.rename(self._next)
        db_backup.fsync(self._next.parent)

    def is_staged(self) -> bool:
        """Whether there is one."""
        return self._next.exists()

    def staged(self) -> list[str]:
        """The command that starts it."""
        return ["/usr/bin/env", f"PYTHONPATH={self._next.resolve() / 'packages'}", PYTHON, "-P", "-m", "appliance"]

    def keep(self) -> list[str]:
        """Ask for its installation. It serves until the unit is started again by that. Raises OSError."""
        self._keep.touch()
        db_backup.fsync(self._keep.parent)
        return self.staged()

    def discard(self) -> None:
        """Delete it. Raises OSError."""
        self._keep.unlink(missing_ok=True)
        shutil.rmtree(self._next, ignore_errors=True)


class CardSlots:
    """The two slots of a card. mantel-update.service writes the other one, as root, and boots it to try it."""

    kind: Kind = "card"

    def __init__(self, folder: Path):
        """`folder` is the one of the update."""
        self._keep = folder / KEEP

    def artefact(self, version: str) -> str:
        """The name of the file of a release."""
        return f"mantel-{version}-{architecture()}.raucb"

    def stage(self, file: Path) -> None:
        """A bundle is written to its slot from where it is."""

    def is_staged(self) -> bool:
        """Whether its installation was asked for."""
        return self._keep.exists()

    def staged(self) -> list[str]:
        """It is started by the firmware."""
        return []

    def keep(self) -> list[str]:
        """Ask for its installation, which ends with a restart of the machine. Raises OSError."""
        self._keep.parent.mkdir(parents=True, exist_ok=True)
        self._keep.touch()
        db_backup.fsync(self._keep.parent)
        return []

    def discard(self) -> None:
        """Ask no more. Raises OSError."""
        self._keep.unlink(missing_ok=True)


def unpack(file: Path, target: Path) -> None:
    """Unpack an archive into a new folder, onto the disk. Raises OSError."""
    import tarfile

    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    try:
        with tarfile.open(file) as archive:
            archive.extractall(target, filter="data")
    except tarfile.TarError as problem:
        raise OSError(f"{file}: {problem}") from None
    os.sync()


def own_installation(folder: Path) -> tuple[Program | None, How | None]:
    """What can be updated by itself; without that, how else it is done. `folder` is the one of the update."""
    package = Path(appliance.__path__[0])
    if getattr(sys, "frozen", False):
        path = Path(sys.executable)
        return (OneFile(path), None) if os.access(path.parent, os.W_OK) else (None, "file")
    if (package.parent / ".git").exists():
        return None, "clone"
    if "SUPERVISOR_TOKEN" in os.environ:
        return None, "home_assistant"
    if any(Path(mark).exists() for mark in CONTAINER_MARKS) or "container" in os.environ:
        return None, "container"
    if package.parent == INSTALLED and SLOTS.exists():
        return CardSlots(folder), None
    if package.parent == INSTALLED:
        return (Installed(folder), None) if HELPER.exists() else (None, "installed")
    return None, "package"


def architecture() -> str:
    """As releases name it."""
    return ARCHITECTURES.get(platform.machine(), platform.machine())
