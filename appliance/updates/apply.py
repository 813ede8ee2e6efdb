"""Installs the version that the server has tried, as root. The server is not trusted: the release is verified anew."""

import hashlib
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from appliance.kernel.version import version
from appliance.maintenance import SCHEMA
from appliance.settings import Settings
from appliance.updates import minisign, rules
from appliance.updates.card import Card
from appliance.updates.folder import RELEASE, UPDATES
from appliance.updates.programs import KEEP, SLOTS, CardSlots, Installed, Program, architecture, unpack
from appliance.updates.releases import SIGNATURE, SUMS, UpdateFailed
from appliance.updates.service import origin
from appliance.updates.trial import Household

# What goes back together with the program, besides the database: the browser's profile, and the networks.
KEPT = (Path("/var/lib/mantel-wall"), Path("/var/lib/NetworkManager"))
# Installed with --log-in-memory.
JOURNAL = "usr/lib/systemd/journald.conf.d/mantel.conf"


def apply_update(settings: Settings, work: Path, root: Path = Path("/"), card: Card | None = None) -> list[str]:
    """Install the release in the data folder; lines to print. `work` is a folder that only root can change.

    On a card, the other slot is written, and the machine starts again. The request ends, also when this fails.
    Raises UpdateFailed, OSError, CalledProcessError.
    """
    try:
        program: Program = CardSlots(work) if card else Installed(work)
        version, file = _verified(settings, work, program)
        if card:
            _end_request(settings)  # the machine starts again before this ends
            card.install(file, version)
        else:
            _install(file, work / "next", root)
    finally:
        _end_request(settings)
    return [f"Mantel {version} is installed."]


def _verified(settings: Settings, work: Path, program: Program) -> tuple[str, Path]:
    """The version of the release, and a copy of its file that only root can change. Raises UpdateFailed, OSError."""
    found = settings.data_dir / UPDATES / RELEASE
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
        raise UpdateFailed("signature", f"{found} has no version that is newer than {version()}")
    name = program.artefact(signed)
    file = work / name
    _copy(found / name, file)
    with file.open("rb") as content:
        if hashlib.file_digest(content, "sha256").hexdigest() != rules.digests(sums.decode()).get(name):
            raise UpdateFailed("damaged", f"{found / name} is not the one of the list")
    return signed, file


def _install(file: Path, unpacked: Path, root: Path) -> None:
    unpack(file, unpacked)
    file.unlink()
    in_memory = ["--log-in-memory"] if (root / JOURNAL).exists() else []
    subprocess.run([unpacked / "image/install", root, architecture(), *in_memory], check=True)
    shutil.rmtree(unpacked)


def _end_request(settings: Settings) -> None:
    """Delete the request of the server. Its folder is not followed elsewhere."""
    with suppress(OSError):
        folder = os.open(settings.data_dir / UPDATES, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            os.unlink(KEEP, dir_fd=folder)
        finally:
            os.close(folder)


def card_of(settings: Settings, work: Path) -> Card | None:
    """The slots of this machine; None where it has none."""
    if not SLOTS.exists():
        return None
    household = Household(
        file=settings.data_dir / "mantel.db",
        schema=SCHEMA,
        host="127.0.0.1",
        port=settings.port,
        seconds=settings.update_trial_seconds,
    )
    return Card(work, household, KEPT)


def _copy(source: Path, target: Path) -> None:
    """Copy a regular file that somebody else could replace meanwhile. Raises OSError."""
    handle = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    target.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(handle, "rb") as content, target.open("wb") as copy:
        shutil.copyfileobj(content, copy)
