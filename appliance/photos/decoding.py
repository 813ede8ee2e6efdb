"""Runs the worker process that decodes pictures: one at a time, started for each, killed when it takes too long."""

import asyncio
import logging
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from appliance.kernel.errors import ApiError, PayloadTooLarge, UnprocessableContent, UnsupportedMediaType
from appliance.kernel.own_program import own_program
from appliance.photos.models import Prepared, Rejected

log = logging.getLogger(__name__)

COMMAND = "prepare-photo"
TIMEOUT_SECONDS = 120.0
# What a program needs to start, also the one-file program. Settings of the server may be secrets and are not passed on.
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "SYSTEMROOT")
PASSED_ON_BEGINNINGS = ("PYTHON", "_PYI", "_MEI", "VIRTUAL_ENV", "COVERAGE")
# Kept for the log when a worker fails.
LAST_WORDS = 400
STATUSES: dict[int, type[ApiError]] = {413: PayloadTooLarge, 415: UnsupportedMediaType, 422: UnprocessableContent}
CODES = {413: "picture_too_large", 415: "not_a_picture", 422: "picture_damaged"}
TOO_MUCH = "photo: needs too much memory or time to read"


class Result(msgspec.Struct, kw_only=True):
    """What the worker prints: one of the two."""

    prepared: Prepared | None = None
    rejected: Rejected | None = None


class Decoder:
    """Decodes one picture at a time."""

    def __init__(self, timeout: float = TIMEOUT_SECONDS):
        """`timeout` in seconds, for one picture."""
        self._timeout = timeout
        self._turn = asyncio.Lock()

    async def prepare(self, source: Path, image: Path, thumbnail: Path) -> Prepared:
        """Write a picture in both sizes.

        Raises PayloadTooLarge, UnsupportedMediaType, UnprocessableContent, OSError.
        """
        async with self._turn:
            printed, problem, status = await self._run([str(source), str(image), str(thumbnail)])
        with suppress(msgspec.DecodeError):
            result = msgspec.json.decode(printed, type=Result)
            if result.prepared:
                return result.prepared
            if result.rejected:
                raise STATUSES[result.rejected.status](result.rejected.error, code=CODES[result.rejected.status])
        reason = problem.strip()[-LAST_WORDS:]
        log.warning("a photo could not be decoded", extra={"status": status, "reason": reason})
        if "No space left" in reason:
            raise OSError(28, "No space left on device")
        raise UnprocessableContent(TOO_MUCH, code="picture_too_large")

    async def _run(self, arguments: list[str]) -> tuple[bytes, str, int | None]:
        """What the worker printed, its errors, and its exit status; None when it was killed for taking too long."""
        process = await asyncio.create_subprocess_exec(
            *own_program(),
            COMMAND,
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(),
        )
        try:
            async with asyncio.timeout(self._timeout):
                printed, errors = await process.communicate()
            return printed, errors.decode(errors="replace"), process.returncode
        except TimeoutError:
            return b"", f"it took longer than {self._timeout:g} seconds", None
        finally:
            # Also when the request was cancelled.
            if process.returncode is None:
                process.kill()
                await process.wait()


def environment() -> dict[str, str]:
    """The worker's environment."""
    kept = {
        name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_BEGINNINGS)
    }
    # Each thread's own heap would take 64 MB of the address space, which is limited.
    return {**kept, "MALLOC_ARENA_MAX": "1"}
