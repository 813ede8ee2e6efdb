"""The single file: its bootloader unpacks it into a folder, starts this process, and deletes the folder at the end."""

import ctypes
import os
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

# prctl(2).
PR_SET_PDEATHSIG = 1
NAMES = "_MEI*"
# In every complete folder that Mantel unpacked.
MARK = "appliance/schema"


def begin(own: Path) -> None:
    """End when the bootloader is killed, and delete what earlier ones left. `own` is the folder that it unpacked."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    with suppress(OSError):
        if Path(f"/proc/{os.getppid()}/exe").resolve() != Path("/proc/self/exe").resolve():
            sys.exit("mantel: the program that started this one was ended")
    delete_leftovers(own)


def delete_leftovers(own: Path) -> None:
    """Delete the folders beside ours that killed or interrupted starts of Mantel left.

    A folder that a process uses stays, and so does one into which somebody wrote since our own was begun.
    """
    folders = [folder for folder in own.parent.glob(NAMES) if folder != own and _is_ours(folder, own)]
    if not folders:
        return
    began = min(path.lstat().st_mtime for path in own.rglob("*"))
    used = _mapped_files()
    for folder in folders:
        with suppress(OSError):
            newest = max(path.lstat().st_mtime for path in (folder, *folder.rglob("*")))
            if newest < began and f"{folder.resolve()}/" not in used:
                shutil.rmtree(folder)


def _is_ours(folder: Path, own: Path) -> bool:
    """Whether Mantel unpacked it. An unfinished folder has a part of what is in ours."""
    with suppress(OSError):
        names = set(os.listdir(folder))
        mine = not folder.is_symlink() and folder.stat().st_uid == os.getuid()
        return mine and ((folder / MARK).is_dir() or (bool(names) and names <= set(os.listdir(own))))
    return False


def _mapped_files() -> str:
    """The maps of all processes that this user may see: they name the libraries that are in use."""
    texts = []
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with suppress(OSError):
            texts.append(maps.read_text("utf-8", "replace"))
    return "".join(texts)
