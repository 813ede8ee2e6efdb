"""The wall's door inside the machine: the kiosk comes in by a Unix socket, reports, and is told what to do."""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec

from appliance.access import actions as access
from appliance.access import queries as keys
from appliance.access.models import SetupCode
from appliance.kernel.database.database import Database
from appliance.kernel.encryption import digest
from appliance.kernel.errors import ApiError, BadRequest, Conflict
from appliance.kernel.local_socket import LINE_BYTES, JsonLines, listen
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import convert
from appliance.wall import actions, queries, rules
from appliance.wall.models import Attachment, Clock, Handed, House, Report, Rotation, Trial, WallSettings

log = logging.getLogger(__name__)

# So long a screen that was turned waits for somebody who can read it.
TRIAL_SECONDS = 15.0
# So long the screen stays dark when somebody only wants to see whether it can.
DARK_SECONDS = 10.0
# A page that asks twice within it gets the same key again.
SAME_KEY_SECONDS = 5.0
GREETING_SECONDS = 10.0
VERSION_LENGTH = 40


class Channel:
    """What is known of the kiosk, and the way to it. For the event loop's thread.

    `address` is where a phone finds this home; `mode` says who may open the socket, and so may be the wall.
    """

    def __init__(
        self, database: Database, path: Path, mode: int, setup_code: SetupCode, address: Callable[[], str],
        trial_seconds: float = TRIAL_SECONDS, dark_seconds: float = DARK_SECONDS,
    ):  # fmt: skip
        self._database = database
        self._path = path
        self._mode = mode
        self._setup_code = setup_code
        self._address = address
        self._trial_seconds = trial_seconds
        self._dark_seconds = dark_seconds
        self._trial: Trial | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._kiosk: JsonLines | None = None
        self._told: dict[str, Any] = {}
        self._handed: tuple[float, str | None, Handed] | None = None
        self._state = Attachment(attached=False, since=None, version=None, reported_at=None, report=None)

    @property
    def state(self) -> Attachment:
        """Whether a kiosk is attached, and what it said last."""
        return self._state

    @property
    def trial(self) -> Trial | None:
        """The rotation that is being tried."""
        return self._trial

    @property
    def clock(self) -> Clock:
        """Whether the machine's clock can be believed."""
        return rules.clock(self._database.clock_is_wrong, self._database.clock.is_right())

    async def run(self) -> None:
        """Listen until cancelled. Where no socket can be made the house goes on without a kiosk."""
        try:
            listener = listen(self._path, self._mode)
        except OSError as problem:
            log.warning("a kiosk cannot reach this house", extra={"file": str(self._path), "reason": str(problem)})
            return
        try:
            await self._serve(listener)
        finally:
            for timer in self._timers.values():
                timer.cancel()
            if self._kiosk:
                self._kiosk.end()
            with suppress(OSError):
                self._path.unlink()

    def wake(self) -> None:
        """Tell the kiosk what has changed."""
        if self._kiosk is None:
            return
        for name, what in (("house", self._house()), ("settings", self._settings())):
            if self._told.get(name) != what:
                self._told[name] = what
                self._kiosk.send({"tell": name, **msgspec.to_builtins(what)})

    def restart(self) -> None:
        """Have the browser started afresh. Raises Conflict."""
        self._do("restart")

    def switch(self, power: Literal["on", "off"]) -> None:
        """Have the screen switched; when it goes dark it comes back by itself. Raises Conflict."""
        self._do(f"screen-{power}")
        self._later("dark", self._dark_seconds if power == "off" else None, lambda: self._do("screen-on"))

    def try_rotation(self, rotation: Rotation) -> Trial:
        """Turn the picture for a quarter of a minute; `end_trial` keeps or forgets it earlier. Raises Conflict."""
        self._attached()
        until = self._database.clock.now() + timedelta(seconds=self._trial_seconds)
        self._trial = Trial(rotation, instant(until))
        self._later("trial", self._trial_seconds, self.end_trial)
        self.wake()
        return self._trial

    def end_trial(self) -> None:
        """Show the rotation that is stored."""
        self._trial = None
        self._later("trial", None, self.end_trial)
        self.wake()

    async def _serve(self, listener: socket.socket) -> None:
        server = await asyncio.start_unix_server(self._meet, sock=listener, limit=LINE_BYTES)
        try:
            await asyncio.Event().wait()
        finally:
            server.close()  # not waited for: a kiosk that hangs must not hold the house up

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = JsonLines(reader, writer)
        silent = asyncio.get_running_loop().call_later(GREETING_SECONDS, lines.end)
        try:
            async for message in lines.messages():
                if message.get("tell") == "hello":
                    silent.cancel()
                    self._welcome(lines, message)
                elif self._kiosk is lines:
                    await self._hear(lines, message)
        finally:
            silent.cancel()
            lines.end()
            self._miss(lines)

    def _welcome(self, lines: JsonLines, message: dict[str, Any]) -> None:
        if self._kiosk and self._kiosk is not lines:
            self._kiosk.end()
        version = message.get("version")
        version = version[:VERSION_LENGTH] if isinstance(version, str) else None
        self._kiosk, self._told, self._handed = lines, {}, None
        self._state = msgspec.structs.replace(self._state, attached=True, since=self._now(), version=version)
        log.info("the wall's kiosk is here", extra={"version": version})
        self.wake()

    def _miss(self, lines: JsonLines) -> None:
        if self._kiosk is not lines:
            return
        self._kiosk = None
        self._state = msgspec.structs.replace(self._state, attached=False, since=self._now())
        log.info("the wall's kiosk is gone")

    async def _hear(self, lines: JsonLines, message: dict[str, Any]) -> None:
        if message.get("tell") == "report":
            self._note(message)
            self.wake()  # the home's address may have changed, which no write tells
        elif message.get("ask") == "key":
            with suppress(ApiError):  # the disk's; it was logged, and the wall asks again
                lines.send({"tell": "key", **_answer(await self._key())})

    def _note(self, message: dict[str, Any]) -> None:
        try:
            report = convert(message, Report)
        except BadRequest as problem:
            log.warning("a report of the kiosk cannot be understood", extra={"reason": problem.message})
            return
        self._state = msgspec.structs.replace(self._state, report=report, reported_at=self._now())

    async def _key(self) -> Handed:
        """A fresh key; or the last once more while it is new and good, for a page that has just been loaded twice."""
        at = asyncio.get_running_loop().time()
        if self._handed and at - self._handed[0] < SAME_KEY_SECONDS and self._handed[1] == self._own():
            return self._handed[2]
        handed = await self._database.write(actions.hand_over_key)
        self._handed = (at, self._own(), handed) if handed.key else None
        return handed

    def _own(self) -> str | None:
        key = queries.key(self._database.read)
        return key.id if key else None

    def _house(self) -> House:
        reader = self._database.read
        claimed, code = access.is_claimed(reader), self._setup_code.text
        claim = None
        # A code that was shown before the house was claimed for the first time is no longer the one.
        if not claimed and code and digest(code) == keys.setup_code(reader):
            claim = {"code": code, "address": f"{self._address()}/#/setup?code={code}", "until": None}
        return House(claimed, claim, str(reader.zone))

    def _settings(self) -> WallSettings:
        stored = queries.settings(self._database.read)
        return msgspec.structs.replace(stored, rotation=self._trial.rotation) if self._trial else stored

    def _do(self, what: str) -> None:
        self._attached().send({"tell": "do", "what": what})

    def _attached(self) -> JsonLines:
        if self._kiosk is None:
            raise Conflict("no kiosk is attached to this house")
        return self._kiosk

    def _later(self, name: str, seconds: float | None, step: Callable[[], None]) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()
        if seconds is not None:
            self._timers[name] = asyncio.get_running_loop().call_later(seconds, self._step, step)

    def _step(self, step: Callable[[], None]) -> None:
        with suppress(Conflict):  # the kiosk has gone meanwhile
            step()

    def _now(self) -> str:
        return instant(self._database.clock.now())


def _answer(handed: Handed) -> dict[str, str | None]:
    return {"key": handed.key} if handed.key else {"key": None, "why": handed.why}
