"""Commands that root runs: they act as the owner of the data folder, also on files that only root may use."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PHOTOS = "photos/*.webp"
KEY = "encryption.key"


def key_beside(backup: Path) -> Path | None:
    """The key beside a backup, or beside the folder that it is in; None without one."""
    places = (backup.parent / KEY, backup.parent.parent / KEY)
    return next((path for path in places if path.is_file() and path != backup), None)


def become_owner(folder: Path) -> None:
    """As root, become the owner of the folder: the server could not use files that belong to root."""
    if os.geteuid() == 0 and folder.exists() and (owner := folder.stat()).st_uid:
        os.setgroups([])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)


def become_owner_to_write(target: Path, folder: Path) -> None:
    """Become the owner of a data folder, unless root writes to a folder of somebody else, such as a stick's."""
    there = next(parent for parent in (target, *target.absolute().parents) if parent.exists())
    if folder.exists() and there.stat().st_uid == folder.stat().st_uid:
        become_owner(folder)


@contextmanager
def become_owner_to_read(source: Path, folder: Path) -> Iterator[Callable[[], Path]]:
    """Become the owner of a data folder. The function that it yields returns where the owner can read a backup.

    A backup elsewhere may be in a place that only root can enter. Then a process that is still root reads it, with its
    log, photos and key, and the owner writes what it needs of that into the data folder until the block ends.
    """
    # Only commands need these; they would slow the server's start down.
    from subprocess import PIPE, Popen
    from tempfile import TemporaryDirectory

    if os.geteuid() or source.resolve().is_relative_to(folder.resolve()):
        become_owner(folder)
        yield lambda: source
        return
    logs = [path for suffix in ("-wal", "-journal") if (path := Path(f"{source}{suffix}")).exists()]
    photos = [path for path in source.parent.glob(PHOTOS) if path.is_file() and not path.is_symlink()]
    names = [str(path.relative_to(source.parent)) for path in (source, *logs, *photos)]
    command = ["tar", "-C", str(source.parent), "-cf", "-", "--dereference", *names]
    if key := key_beside(source):
        command += ["-C", str(key.parent), KEY]
    reader = Popen(command, stdout=PIPE)
    archive = reader.stdout
    assert archive
    try:
        folder.mkdir(parents=True, exist_ok=True)
        become_owner(folder)
        with TemporaryDirectory(dir=folder, prefix=".restore-") as copies:
            yield lambda: _unpack(archive, Path(copies)) / source.name
    finally:
        archive.close()
        reader.wait()


def _unpack(content: IO[bytes], target: Path) -> Path:
    """Write the files of an archive, with the rights of this process. Raises OSError."""
    import tarfile

    with tarfile.open(fileobj=content, mode="r|") as archive:
        for member in archive:
            if (file := archive.extractfile(member)) and member.isfile():
                path = target / member.name
                path.parent.mkdir(exist_ok=True)
                with path.open("xb") as copy:
                    shutil.copyfileobj(file, copy)
    return target
