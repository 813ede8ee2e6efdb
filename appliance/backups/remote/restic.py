"""Calls restic, which encrypts, stores and finds backups; rclone brings them to places that restic does not know.

Both are programs of the system. Source: restic's manual, chapters "Scripting" and "Preparing a new repository".
"""

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from appliance.backups.remote.host_keys import has_other_keys, known_hosts_file
from appliance.backups.remote.models import Access, BackupSnapshot, Failed
from appliance.backups.remote.rules import CHANGED_KEY, KEEP, NO_REPOSITORY, RCLONE_KINDS, call, problem
from appliance.kernel.scheduling.clock import instant, moment

HOST = "mantel"
# A first backup of many photos over a slow line takes hours.
LONG_SECONDS = 12 * 3600
SHORT_SECONDS = 300
# Somebody waits for whether a place answers.
OPEN_SECONDS = 15
# The programs that are called, and Debian's packages of them.
PACKAGES = {"restic": "restic", "rclone": "rclone", "ssh-keyscan": "openssh-client"}
MAX_ERRORS_BYTES = 64_000
MAX_LINE_BYTES = 1_000_000


class _Listed(msgspec.Struct):
    id: str
    time: str


class _Status(msgspec.Struct):
    message_type: str = ""
    percent_done: float = 0


def missing_programs(kind: str) -> list[str]:
    """Debian's packages of the programs that a place of this kind needs and this machine lacks."""
    needed = ["restic", *(["rclone"] if kind in RCLONE_KINDS else []), *(["ssh-keyscan"] if kind == "sftp" else [])]
    return [PACKAGES[name] for name in needed if shutil.which(name) is None]


class Restic:
    """The repository of one place."""

    def __init__(self, access: Access, trusted: str | None = None):
        """`trusted` are the keys of an SFTP server. Raises BadRequest for an address that does not fit the kind."""
        self._access = access
        self._call = call(access)
        self._trusted = trusted

    async def open(self, *, create: bool) -> None:
        """Check that the passphrase opens the repository. `create`: make one where there is none. Raises Failed."""
        if self._access.kind == "folder" and not await asyncio.to_thread(os.path.isdir, self._access.address):
            # Not made: where a stick is missing, it would be on this device's own disk.
            raise Failed(f"{self._access.address} is not there; is the stick plugged in, or the share mounted?")
        try:
            await self._run("cat", "config", seconds=OPEN_SECONDS)
        except Failed as failure:
            if not (create and failure.missing):
                raise
            await self._run("init")

    async def back_up(self, folder: Path, on_percent: Callable[[int], None]) -> None:
        """Store what is in a folder, then remove what the policy no longer keeps. Raises Failed."""

        def read(line: bytes) -> None:
            status = msgspec.json.decode(line, type=_Status)
            if status.message_type == "status":
                on_percent(int(status.percent_done * 100))

        # What a killed run left locked. Locks of a run that goes on stay.
        await self._run("unlock")
        # A photo that was linked into the folder has a new time of change, and the same content.
        arguments = ("backup", ".", "--json", "--host", HOST, "--tag", HOST, "--ignore-ctime")
        await self._run(*arguments, folder=folder, seconds=LONG_SECONDS, read=read)
        await self._run("forget", "--host", HOST, "--group-by", "host", *KEEP, "--prune", seconds=LONG_SECONDS)

    async def snapshots(self) -> list[BackupSnapshot]:
        """The backups, newest first. Raises Failed."""
        listed = msgspec.json.decode(await self._run("snapshots", "--json", "--host", HOST), type=list[_Listed] | None)
        found = [BackupSnapshot(id=each.id[:16], at=instant(moment(_seconds(each.time)))) for each in listed or []]
        return sorted(found, key=lambda snapshot: snapshot.at, reverse=True)

    async def restore(self, snapshot: str, target: Path, only: Iterable[str] = ()) -> None:
        """Write a backup, or its files of these names, below a folder. Raises Failed."""
        names = [part for name in only for part in ("--include", name)]
        await self._run("restore", snapshot, "--target", str(target), *names, seconds=LONG_SECONDS)

    async def _run(
        self,
        *arguments: str,
        folder: Path | None = None,
        seconds: float = SHORT_SECONDS,
        read: Callable[[bytes], None] | None = None,
    ) -> bytes:
        environment = await self._environment()
        try:
            with known_hosts_file(self._trusted) as more:
                return await self._started(arguments, environment | more, folder, seconds, read)
        except Failed:
            # Asked for, because restic often ends before it has passed on what rclone says of a key.
            if await has_other_keys(self._access, self._trusted):
                raise Failed(CHANGED_KEY) from None
            raise

    async def _started(
        self,
        arguments: Iterable[str],
        environment: dict[str, str],
        folder: Path | None,
        seconds: float,
        read: Callable[[bytes], None] | None,
    ) -> bytes:
        process = await asyncio.create_subprocess_exec(
            "restic",
            "--no-cache",
            *arguments,
            cwd=folder,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # rclone is a child of restic and ends with it.
            start_new_session=True,
            limit=MAX_LINE_BYTES,
        )
        try:
            async with asyncio.timeout(seconds):
                output, errors = await asyncio.gather(_output(process, read), _errors(process))
                await process.wait()
        except TimeoutError:
            raise Failed("the place did not answer in time") from None
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        if process.returncode:
            words = problem(process.returncode, errors)
            raise Failed(words, missing=process.returncode == 10 or bool(NO_REPOSITORY.search(errors)))
        return output

    async def _environment(self) -> dict[str, str]:
        """What the programs need and no more. Secrets are not arguments, which every user of the machine can read."""
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": "/nonexistent",
            "GOMAXPROCS": "1",
            "RCLONE_CONFIG": "/nonexistent",
            "RESTIC_REPOSITORY": self._call.repository,
            "RESTIC_PASSWORD": self._access.passphrase,
            **self._call.environment,
        }
        if self._call.obscured:
            name, password = self._call.obscured
            environment[name] = await _obscured(password)
        return environment


async def _obscured(password: str) -> str:
    process = await asyncio.create_subprocess_exec(
        "rclone", "obscure", "-", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate(password.encode())
    return output.decode().strip()


async def _output(process: asyncio.subprocess.Process, read: Callable[[bytes], None] | None) -> bytes:
    assert process.stdout
    if read is None:
        return await process.stdout.read()
    async for line in process.stdout:
        read(line)
    return b""


async def _errors(process: asyncio.subprocess.Process) -> str:
    """The last messages. The rest is read too, so that the program does not wait for a reader."""
    assert process.stderr
    kept = b""
    while piece := await process.stderr.read(8192):
        kept = (kept + piece)[-MAX_ERRORS_BYTES:]
    return kept.decode("utf-8", "replace")


def _seconds(time: str) -> str:
    """restic writes nanoseconds, and the zone of the machine."""
    head, dot, rest = time.partition(".")
    return head + rest.lstrip("0123456789") if dot else time
