"""File modes: what belongs to the household is readable by the server's user only."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def set_private_umask() -> None:
    """Create files with mode 0600 and folders with mode 0700 from now on, in the whole process."""
    os.umask(0o077)


def make_private(paths: Iterable[Path]) -> None:
    """Take the rights of other users away from files and folders of this user.

    Links, sockets and what belongs to somebody else stay as they are; so does a file system without modes (FAT).
    """
    for path in paths:
        with suppress(OSError):
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                continue
            status = path.stat()
            if status.st_uid == os.geteuid() and status.st_mode & 0o077:
                path.chmod(status.st_mode & 0o700)
