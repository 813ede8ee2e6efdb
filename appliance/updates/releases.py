"""Where releases come from: an address, or a folder as on a USB stick. Only what is signed is used."""

import asyncio
import hashlib
import os
import shutil
from pathlib import Path

import msgspec

from appliance.kernel.database import db_backup
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.updates import rules
from appliance.updates.models import Problem

SUMS, SIGNATURE, NOTES = "SHA256SUMS", "SHA256SUMS.minisig", "RELEASE-NOTES.md"
SMALL_BYTES = 200_000
MOST_BYTES = 3_000_000_000
# For everything else that is written meanwhile.
STAYS_FREE_BYTES = 300_000_000
TRIES, HOURS = 5, 3
REDIRECTS = 5


class UpdateFailed(Exception):
    """Why there is no new program; the message is for the log."""

    def __init__(self, problem: Problem, message: str):
        super().__init__(message)
        self.problem = problem


class FoundRelease(msgspec.Struct, frozen=True, kw_only=True):
    """A release whose list was verified. `digests` are by file name; `place` is where its files are."""

    place: str | Path
    version: str
    notes: str
    digests: dict[str, str]
    signed: dict[str, bytes]


class Releases:
    """Finds releases and brings their files. A folder is asked first, when it has one."""

    def __init__(self, net: Net, url: str | None, folder: Path | None, key: str | None, *, allow_private: bool):
        self._net = net
        self._url = url
        self._folder = folder
        self._key = key
        self._allow_private = allow_private

    @property
    def place(self) -> str | Path | None:
        """Where is looked now; None where nothing is configured."""
        if self._folder and (self._folder / SUMS).is_file():
            return self._folder
        return self._url or self._folder

    async def find(self) -> FoundRelease:
        """The release of the place. Raises UpdateFailed."""
        place = self.place
        if place is None or not self._key:
            raise UpdateFailed("not_configured", "UPDATE_URL and UPDATE_KEY are not set")
        from appliance.updates import minisign  # its library takes memory, and a check is made once a day

        sums = await self._read(place, SUMS)
        signature = await self._read(place, SIGNATURE)
        try:
            comment = minisign.verify(self._key, sums, signature.decode("utf-8", "replace"))
        except minisign.BadSignature as problem:
            raise UpdateFailed("signature", f"{place}: {problem}") from None
        version, digests = rules.signed_version(comment), rules.digests(sums.decode("utf-8", "replace"))
        if version is None:
            raise UpdateFailed("signature", f"{place}: the signature names no version")
        notes = b""
        if NOTES in digests:
            notes = await self._read(place, NOTES)
            if hashlib.sha256(notes).hexdigest() != digests[NOTES]:
                raise UpdateFailed("damaged", f"{place}: {NOTES} is not the one of the list")
        signed = {SUMS: sums, SIGNATURE: signature}
        text = notes.decode("utf-8", "replace")
        return FoundRelease(place=place, version=version, notes=text, digests=digests, signed=signed)

    async def fetch(self, release: FoundRelease, name: str, folder: Path) -> Path:
        """Bring a file of a release into a folder, and verify it. Raises UpdateFailed.

        The signed list comes with it. What an interruption left in `NAME.part` is completed.
        """
        digest = release.digests.get(name)
        if digest is None:
            raise UpdateFailed("not_configured", f"{release.place}: the release has no {name}")
        target, part = folder / name, folder / f"{name}.part"
        try:
            await asyncio.to_thread(_only, folder, {name, part.name})
            for each, content in release.signed.items():
                (folder / each).write_bytes(content)
            if not target.exists():
                await self._bring(release.place, name, part)
                await asyncio.to_thread(db_backup.publish, part, target)
            if await asyncio.to_thread(_sha256, target) != digest:
                target.unlink()
                raise UpdateFailed("damaged", f"{release.place}: {name} is not the one of the list")
        except OSError as problem:
            raise UpdateFailed("space", f"{name}: {problem}") from None
        return target

    async def _bring(self, place: str | Path, name: str, part: Path) -> None:
        most = min(MOST_BYTES, shutil.disk_usage(part.parent).free - STAYS_FREE_BYTES)
        if most <= 0:
            raise UpdateFailed("space", f"{part.parent} has too little room")
        if isinstance(place, Path):
            if not (place / name).is_file() or (place / name).stat().st_size > most:
                raise UpdateFailed("unreachable", f"{place / name} is missing or too large")
            await asyncio.to_thread(shutil.copyfile, place / name, part)
            return
        for tries in range(TRIES):
            before = part.stat().st_size if part.exists() else 0
            try:
                await self._download(f"{place}/{name}", part, most)
                return
            except BadGateway as problem:
                # It goes on as long as something arrives.
                if tries == TRIES - 1 or (tries and part.exists() and part.stat().st_size == before):
                    raise UpdateFailed("unreachable", problem.message) from None
                await asyncio.sleep(tries)

    async def _download(self, url: str, part: Path, most: int) -> None:
        part.touch()
        with part.open("r+b") as into:
            answer = await self._net.request(
                "GET",
                url,
                allow_private=self._allow_private,
                redirects=REDIRECTS,
                most_bytes=most,
                seconds=HOURS * 3600,
                into=into,
            )
        # 416: nothing is missing.
        if answer.status not in (200, 206, 416):
            raise BadGateway(f"{url} answered {answer.status}")

    async def _read(self, place: str | Path, name: str) -> bytes:
        if isinstance(place, Path):
            try:
                return await asyncio.to_thread(_small, place / name)
            except OSError as problem:
                raise UpdateFailed("unreachable", f"{place / name}: {problem.strerror}") from None
        try:
            answer = await self._net.request(
                "GET",
                f"{place}/{name}",
                allow_private=self._allow_private,
                redirects=REDIRECTS,
                most_bytes=SMALL_BYTES,
            )
        except BadGateway as problem:
            raise UpdateFailed("unreachable", problem.message) from None
        if answer.status != 200:
            raise UpdateFailed("unreachable", f"{place}/{name} answered {answer.status}")
        return answer.body


def _only(folder: Path, names: set[str]) -> None:
    """Delete the files of other releases. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink()


def _small(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(SMALL_BYTES)


def _sha256(path: Path) -> str:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(handle, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
