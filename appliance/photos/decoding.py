"""Runs the worker process that decodes pictures: one at a time, started for each, killed when it takes too long."""

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

import msgspec

from appliance.kernel import child_process
from appliance.kernel.errors import ApiError, PayloadTooLarge, UnprocessableContent, UnsupportedMediaType
from appliance.photos.models import Prepared, Rejected

log = logging.getLogger(__name__)

COMMAND = "prepare-photo"
TIMEOUT_SECONDS = 120.0
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
            printed, problem, status = await child_process.run(
                [COMMAND, str(source), str(image), str(thumbnail)], self._timeout
            )
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
