"""The connection to the kiosk on the same machine: JSON lines over a Unix socket.

The kiosk sends `hello`, `report` and `request-key`. The server sends `household` (the household's status),
`settings`, `key` and `command`.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from appliance.access import actions as access
from appliance.access import queries as access_queries
from appliance.access.models import SetupCode
from appliance.health.models import Page
from appliance.household import queries as household_queries
from appliance.kernel.database.database import Database
from appliance.kernel.encryption import digest
from appliance.kernel.errors import ApiError, BadRequest, Conflict
from appliance.kernel.local_socket import LINE_BYTES, JsonLines, listen
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import convert
from appliance.wall import actions, queries
from appliance.wall.models import (
    Attachment,
    HouseholdStatus,
    KeyAnswer,
    Report,
    Rotation,
    Trial,
    WallSettings,
)

log = logging.getLogger(__name__)

# A rotation that nobody keeps is undone after this time.
TRIAL_SECONDS = 15.0
# A screen that was switched off over the API comes back on after this time.
DARK_SECONDS = 10.0
# A second request for a key within this time gets the same key: the page may have been loaded twice.
SAME_KEY_SECONDS = 5.0
HELLO_TIMEOUT_SECONDS = 10.0
MAX_VERSION_LENGTH = 40


class KioskConnection:
    """The state of the kiosk, and the commands to it. Only for the event loop's thread.

    `address` returns the URL at which phones reach the server. `mode` is the file mode of the socket: it decides who
    may connect, and so may get the wall's key.
    """

    def __init__(
        self,
        database: Database,
        path: Path,
        mode: int,
        setup_code: SetupCode,
        address: Callable[[], str],
        *,
        trial_seconds: float = TRIAL_SECONDS,
        dark_seconds: float = DARK_SECONDS,
    ):
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
        self._connections: set[asyncio.Task[None]] = set()
        # The last message of each kind that the kiosk got, to send only changes.
        self._sent: dict[str, Any] = {}
        self._last_key: tuple[float, str | None, KeyAnswer] | None = None
        self._state = Attachment(attached=False, since=None, version=None, reported_at=None, report=None)

    @property
    def state(self) -> Attachment:
        """Whether a kiosk is connected, and its last report."""
        return self._state

    @property
    def page(self) -> Page | None:
        """The wall's page by the last report of the kiosk that is connected; None without one."""
        report = self._state.report if self._state.attached else None
        return report.page if report else None

    @property
    def trial(self) -> Trial | None:
        """The rotation that is being tried."""
        return self._trial

    async def run(self) -> None:
        """Listen until cancelled. Without a socket it returns, and the server runs without a kiosk."""
        try:
            listener = listen(self._path, self._mode)
        except OSError as error:
            log.warning("cannot listen for the kiosk", extra={"file": str(self._path), "reason": str(error)})
            return
        try:
            await self._serve(listener)
        finally:
            for timer in self._timers.values():
                timer.cancel()
            if self._kiosk:
                self._kiosk.close()
            with suppress(OSError):
                self._path.unlink()

    def send_changes(self) -> None:
        """Send the household's status and the settings to the kiosk, if they have changed."""
        if self._kiosk is None:
            return
        for name, message in (("household", self._household_status()), ("settings", self._settings())):
            if self._sent.get(name) != message:
                self._sent[name] = message
                self._kiosk.send({"type": name, **msgspec.to_builtins(message)})

    def send_household(self) -> None:
        """Send the household's status again: a kiosk whose page has no key then asks for one."""
        self._sent.pop("household", None)
        self.send_changes()

    def restart_browser(self) -> None:
        """Make the kiosk restart the browser. Raises Conflict."""
        self._send_command("restart")

    def switch_screen(self, power: Literal["on", "off"]) -> None:
        """Switch the screen. After `dark_seconds` a dark screen comes back on. Raises Conflict."""
        self._send_command(f"screen-{power}")
        delay = self._dark_seconds if power == "off" else None
        self._set_timer("dark", delay, lambda: self._send_command("screen-on"))

    def try_rotation(self, rotation: Rotation) -> Trial:
        """Rotate the screen for `trial_seconds`, or until `end_trial`. Raises Conflict."""
        self._connected_kiosk()
        until = self._database.clock.now() + timedelta(seconds=self._trial_seconds)
        self._trial = Trial(rotation=rotation, until=instant(until))
        self._set_timer("trial", self._trial_seconds, self.end_trial)
        self.send_changes()
        return self._trial

    def end_trial(self) -> None:
        """Use the stored rotation again."""
        self._trial = None
        self._set_timer("trial", None, self.end_trial)
        self.send_changes()

    async def _serve(self, listener: socket.socket) -> None:
        server = await asyncio.start_unix_server(self._on_connection, sock=listener, limit=LINE_BYTES)
        try:
            await asyncio.Event().wait()
        finally:
            # Without wait_closed: a kiosk that hangs must not delay the server's shutdown.
            server.close()
            # They use the database, which is closed next.
            for connection in self._connections:
                connection.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)

    async def _on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = cast(asyncio.Task[None], asyncio.current_task())
        self._connections.add(task)
        connection = JsonLines(reader, writer)
        hello_timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT_SECONDS, connection.close)
        try:
            async for message in connection.messages():
                if message.get("type") == "hello":
                    hello_timer.cancel()
                    self._on_hello(connection, message)
                elif self._kiosk is connection:
                    await self._on_message(connection, message)
        finally:
            self._connections.remove(task)
            hello_timer.cancel()
            connection.close()
            self._on_disconnect(connection)

    def _on_hello(self, connection: JsonLines, message: dict[str, Any]) -> None:
        """A kiosk has connected. It replaces an earlier one."""
        if self._kiosk and self._kiosk is not connection:
            self._kiosk.close()
        version = message.get("version")
        version = version[:MAX_VERSION_LENGTH] if isinstance(version, str) else None
        self._kiosk, self._sent, self._last_key = connection, {}, None
        self._state = msgspec.structs.replace(self._state, attached=True, since=self._now(), version=version)
        log.info("kiosk connected", extra={"version": version})
        self.send_changes()

    def _on_disconnect(self, connection: JsonLines) -> None:
        if self._kiosk is not connection:
            return
        self._kiosk = None
        self._state = msgspec.structs.replace(self._state, attached=False, since=self._now())
        log.info("kiosk disconnected")

    async def _on_message(self, connection: JsonLines, message: dict[str, Any]) -> None:
        if message.get("type") == "report":
            self._on_report(message)
            # The server's address may have changed. No write to the database announces that.
            self.send_changes()
        elif message.get("type") == "request-key":
            # A disk error is already logged. The page asks again.
            with suppress(ApiError):
                connection.send({"type": "key", **_key_message(await self._key_answer())})

    def _on_report(self, message: dict[str, Any]) -> None:
        try:
            report = convert(message, Report)
        except BadRequest as error:
            log.warning("invalid report of the kiosk", extra={"reason": error.message})
            return
        self._state = msgspec.structs.replace(self._state, report=report, reported_at=self._now())

    async def _key_answer(self) -> KeyAnswer:
        """Issue a key, or return the last one if it is only seconds old and still valid."""
        now = asyncio.get_running_loop().time()
        if self._last_key and now - self._last_key[0] < SAME_KEY_SECONDS and self._last_key[1] == self._key_id():
            return self._last_key[2]
        answer = await self._database.write(actions.issue_key)
        self._last_key = (now, self._key_id(), answer) if answer.key else None
        return answer

    def _key_id(self) -> str | None:
        key = queries.find_key(self._database.read)
        return key.id if key else None

    def _household_status(self) -> HouseholdStatus:
        reader = self._database.read
        claimed, code = access.is_claimed(reader), self._setup_code.text
        claim = None
        # The code in memory may be older than the stored one. Then it is no longer valid.
        if not claimed and code and digest(code) == access_queries.setup_code(reader):
            claim = {"code": code, "address": f"{self._address()}/#/setup?code={code}", "until": None}
        language = household_queries.settings(reader).language
        return HouseholdStatus(claimed=claimed, claim=claim, timezone=str(reader.zone), language=language)

    def _settings(self) -> WallSettings:
        settings = queries.get_settings(self._database.read)
        return msgspec.structs.replace(settings, rotation=self._trial.rotation) if self._trial else settings

    def _send_command(self, command: str) -> None:
        self._connected_kiosk().send({"type": "command", "name": command})

    def _connected_kiosk(self) -> JsonLines:
        if self._kiosk is None:
            raise Conflict("no kiosk is connected to this server", code="no_kiosk")
        return self._kiosk

    def _set_timer(self, name: str, seconds: float | None, callback: Callable[[], None]) -> None:
        """Replace the timer of this name; None only cancels it."""
        if timer := self._timers.pop(name, None):
            timer.cancel()
        if seconds is not None:
            self._timers[name] = asyncio.get_running_loop().call_later(seconds, self._run_timer, callback)

    def _run_timer(self, callback: Callable[[], None]) -> None:
        # The kiosk may have disconnected in the meantime.
        with suppress(Conflict):
            callback()

    def _now(self) -> str:
        return instant(self._database.clock.now())


def _key_message(answer: KeyAnswer) -> dict[str, str | None]:
    return {"key": answer.key} if answer.key else {"key": None, "why": answer.why}
