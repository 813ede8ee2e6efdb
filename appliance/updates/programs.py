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

    def keep(self) -> None:
        """Put it in the place of the present one, in one step. Raises OSError."""

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

    def keep(self) -> None:
        """Put it in the place of the present one, in one step. Raises OSError."""
        previous = self._path.with_name(f"{self._path.name}.previous")
        previous.unlink(missing_ok=True)
        os.link(self._path, previous)
        db_backup.publish(self._next, self._path)

    def discard(self) -> None:
        """Delete it. Raises OSError."""
        self._next.unlink(missing_ok=True)


def own_installation() -> tuple[Program | None, How | None]:
    """What can be updated by itself; without that, how else it is done."""
    folder = Path(appliance.__path__[0])
    if getattr(sys, "frozen", False):
        path = Path(sys.executable)
        return (OneFile(path), None) if os.access(path.parent, os.W_OK) else (None, "file")
    if (folder.parent / ".git").exists():
        return None, "clone"
    if "SUPERVISOR_TOKEN" in os.environ:
        return None, "home_assistant"
    if any(Path(mark).exists() for mark in CONTAINER_MARKS) or "container" in os.environ:
        return None, "container"
    return None, "installed" if folder.parent == Path("/opt/mantel") else "package"


def architecture() -> str:
    """As releases name it."""
    return ARCHITECTURES.get(platform.machine(), platform.machine())
