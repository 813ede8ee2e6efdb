"""Installs the version that the server has tried, as root. The server is not trusted: the release is verified anew."""

import hashlib
import os
import shutil
import subprocess
import time
from pathlib import Path

from appliance.kernel.version import version
from appliance.settings import Settings
from appliance.updates import minisign, rules
from appliance.updates.folder import RELEASE, UPDATES
from appliance.updates.programs import Installed, architecture, unpack
from appliance.updates.releases import SIGNATURE, SUMS, UpdateFailed
from appliance.updates.service import origin

# The server removes its request when it has started. Until then there is nothing to do.
PAUSE_SECONDS = 10
# Installed with --log-in-memory.
JOURNAL = "usr/lib/systemd/journald.conf.d/mantel.conf"


def apply_update(settings: Settings, work: Path, root: Path = Path("/")) -> list[str]:
    """Install the release in the data folder; lines to print. `work` is a folder that only root can change.

    Raises UpdateFailed, OSError.
    """
    found, program = settings.data_dir / UPDATES / RELEASE, Installed(work)
    _, key = origin(settings)
    if key is None:
        raise UpdateFailed("not_configured", "UPDATE_KEY is not set")
    for name in (SUMS, SIGNATURE):
        _copy(found / name, work / name)
    sums = (work / SUMS).read_bytes()
    try:
        signed = rules.signed_version(minisign.verify(key, sums, (work / SIGNATURE).read_text("utf-8", "replace")))
    except minisign.BadSignature as problem:
        raise UpdateFailed("signature", f"{found}: {problem}") from None
    if signed is None or not rules.is_newer(signed, version()):
        time.sleep(PAUSE_SECONDS)
        return [f"Mantel {version()} is installed, and {found} has no newer version."]
    name = program.artefact(signed)
    file = work / name
    _copy(found / name, file)
    with file.open("rb") as content:
        if hashlib.file_digest(content, "sha256").hexdigest() != rules.digests(sums.decode()).get(name):
            raise UpdateFailed("damaged", f"{found / name} is not the one of the list")
    unpacked = work / "next"
    unpack(file, unpacked)
    file.unlink()
    in_memory = ["--log-in-memory"] if (root / JOURNAL).exists() else []
    subprocess.run([unpacked / "image/install", root, architecture(), *in_memory], check=True)
    shutil.rmtree(unpacked)
    return [f"Mantel {signed} is installed."]


def _copy(source: Path, target: Path) -> None:
    """Copy a regular file that somebody else could replace meanwhile. Raises OSError."""
    handle = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    target.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(handle, "rb") as content, target.open("wb") as copy:
        shutil.copyfileobj(content, copy)
