"""Checks for releases, brings one, tries it on a copy of the household, and hands over to its trial."""

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.kernel import child_process
from appliance.kernel.database import db_backup
from appliance.kernel.database.db_backup import DamagedFile
from appliance.kernel.errors import Conflict, NotFound
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched
from appliance.kernel.version import version
from appliance.settings import Settings
from appliance.updates import rules
from appliance.updates.folder import BEING_TRIED, UPDATES, UpdateFolder
from appliance.updates.models import (
    How,
    NewVersion,
    Origin,
    Problem,
    UpdateResult,
    Updates,
    UpdatesPatch,
    UpdateTrial,
    Work,
)
from appliance.updates.programs import Program, architecture, own_installation
from appliance.updates.releases import FoundRelease, Releases, UpdateFailed

log = logging.getLogger(__name__)
TRY_SECONDS = 900
NOT_NOW = timedelta(days=7)
A_DAY, A_WHILE = timedelta(days=1), timedelta(hours=1)
# Where releases of this program come from, written by `./run release`.
ORIGIN = Path(__file__).with_name("origin.json")
# The command by which a program tries to update a copy of the household.
TRY = "try-update"


def updater_of(settings: Settings, net: Net, now: Callable[[], datetime], zone: Callable[[], ZoneInfo]) -> "Updater":
    """The updates of this installation, with its settings."""
    url, key = origin(settings)
    return Updater(
        settings.data_dir / "mantel.db",
        UpdateFolder(settings.data_dir / UPDATES),
        # The owner of the machine chooses the address, also one in the home network.
        Releases(net, url, settings.update_folder, key, allow_private=settings.update_url is not None),
        own_installation(settings.data_dir / UPDATES),
        now=now,
        zone=zone,
        is_trial=BEING_TRIED in os.environ,
    )


def origin(settings: Settings) -> tuple[str | None, str | None]:
    """The address of releases and their public key: as configured, else as built in."""
    if settings.update_url is None and settings.update_key is None and ORIGIN.is_file():
        packaged = msgspec.json.decode(ORIGIN.read_bytes(), type=Origin)
        return packaged.url, packaged.key
    return settings.update_url, settings.update_key


class Updater:
    """The updates of this installation. One thing is done at a time."""

    def __init__(
        self,
        household: Path,
        folder: UpdateFolder,
        releases: Releases,
        installation: tuple[Program | None, How | None],
        *,
        now: Callable[[], datetime],
        zone: Callable[[], ZoneInfo],
        is_trial: bool = False,
    ):
        """`household` is its file. `is_trial`: this program is itself being tried."""
        self._household = household
        self._now = now
        self._zone = zone
        self._folder = folder
        self._releases = releases
        self._program, self._how = installation
        self._work: Work = "watching" if is_trial else "idle"
        self._starts_again = False
        self._found: FoundRelease | None = None
        self._checked_at: str | None = None
        self._problem: Problem | None = None
        self._next_check = datetime.min.replace(tzinfo=UTC)
        self._task: asyncio.Task[None] | None = None
        self.on_ready: Callable[[], None] = lambda: None

    @property
    def is_ready(self) -> bool:
        """Whether the next start tries a new program."""
        return self._starts_again

    def state(self) -> Updates:
        """The version, what is known of a newer one, and what is done now."""
        choice, place = self._folder.choice(), self._releases.place
        postponed = choice.postponed_until if rules.is_postponed(choice, self._now()) else None
        release = self._found
        return Updates(
            version=version(),
            kind=self._program.kind if self._program else "none",
            how=self._how,
            command=self._command(),
            source=None if place is None else str(place),
            release=NewVersion(version=release.version, notes=release.notes) if release else None,
            checked_at=self._checked_at,
            work="watching" if self._work == "idle" and self._folder.tries_slot else self._work,
            received=self._received(),
            problem=self._problem,
            automatic=choice.automatic,
            hour=choice.hour,
            postponed_until=postponed,
            last=self._folder.result(),
        )

    async def check(self) -> Updates:
        """Look for a release now. Raises Conflict while something else is done."""
        self._check_is_idle()
        self._work = "checking"
        try:
            await self._look()
        finally:
            self._work = "idle"
        return self.state()

    def install(self) -> Updates:
        """Begin to install the release that was found. Raises Conflict, NotFound."""
        self._check_is_idle()
        if self._program is None:
            raise Conflict("this installation is not updated by itself", code="update_by_hand")
        if self._found is None:
            raise NotFound()
        self._work, self._problem = "downloading", None
        self._task = asyncio.create_task(self._install(self._program, self._found))
        return self.state()

    def postpone(self) -> Updates:
        """Not now: nothing is installed by itself, or offered, for a week. Raises OSError."""
        until = instant(self._now() + NOT_NOW)
        self._folder.put(msgspec.structs.replace(self._folder.choice(), postponed_until=until))
        return self.state()

    def change(self, patch: UpdatesPatch) -> Updates:
        """Change whether and when releases are installed by themselves. Raises OSError."""
        choice = self._folder.choice()
        automatic, hour = patched(patch.automatic, choice.automatic), patched(patch.hour, choice.hour)
        self._folder.put(msgspec.structs.replace(choice, automatic=automatic, hour=hour))
        return self.state()

    async def run_due(self) -> None:
        """What is due: the check of a day, a release that is installed by itself, what `mantel update` has prepared."""
        if self._work != "idle":
            return
        if self._releases.place is not None and self._now() >= self._next_check:
            await self._look()
        if self._program is None:
            return
        if self._folder.trial():
            self._hand_over()
        elif self._folder.tries_slot:
            return
        elif (
            self._found and rules.is_due(self._folder.choice(), self._now(), self._zone()) and not self._failed_before()
        ):
            self.install()

    async def close(self) -> None:
        """Stop what is under way. The next download goes on with what is there."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def prepare(self) -> None:
        """Bring and try the release that was found, for the next start of the server. Raises UpdateFailed."""
        if self._program and self._found:
            await self._make_ready(self._program, self._found)

    async def _look(self) -> None:
        try:
            found = await self._releases.find()
            self._found = found if rules.is_newer(found.version, version()) else None
            self._checked_at, self._problem = instant(self._now()), None
        except UpdateFailed as failure:
            self._fail(failure)
        self._next_check = self._now() + (A_WHILE if self._problem else A_DAY)

    async def _install(self, program: Program, release: FoundRelease) -> None:
        try:
            await self._make_ready(program, release)
        except UpdateFailed as failure:
            self._work = "idle"
            self._fail(failure)
            if failure.problem == "cannot_try":
                ended = instant(self._now())
                self._folder.end_trial(
                    UpdateResult(version=release.version, at=ended, kept=False, problem=failure.problem)
                )
        except BaseException:
            self._work = "idle"
            raise
        else:
            self._hand_over()

    async def _make_ready(self, program: Program, release: FoundRelease) -> None:
        self._work = "downloading"
        file = await self._releases.fetch(release, program.artefact(release.version), self._folder.release)
        self._work = "trying"
        try:
            await asyncio.to_thread(program.stage, file)
            if program.kind == "card":
                return  # its own server tries the schema on a copy, before it is kept
            await self._try(program, release.version)
            schema = await asyncio.to_thread(db_backup.check, self._household)
            trial = UpdateTrial(version=release.version, from_version=version(), schema=schema[1])
            await asyncio.to_thread(self._folder.put, trial)
        except UpdateFailed:
            program.discard()
            raise
        except (OSError, apsw.Error, DamagedFile) as problem:
            program.discard()
            raise UpdateFailed("space", str(problem)) from None

    async def _try(self, program: Program, wanted: str) -> None:
        """Let the new program update a copy of the household. Raises UpdateFailed, OSError, apsw.Error, DamagedFile."""
        copy = self._folder.path / "try.db"
        copy.unlink(missing_ok=True)
        try:
            await asyncio.to_thread(db_backup.copy, self._household, copy)
            printed, errors, status = await child_process.run([TRY, str(copy)], TRY_SECONDS, program=program.staged())
        finally:
            for path in copy.parent.glob(f"{copy.name}*"):
                path.unlink(missing_ok=True)
        if status != 0 or printed.decode(errors="replace").strip() != wanted:
            raise UpdateFailed("cannot_try", f"{wanted} cannot update a copy: {errors.strip() or status}")

    def _hand_over(self) -> None:
        self._work = "restarting"
        if self._program and self._program.kind == "card":
            self._program.keep()
            return  # the machine starts again, when the other slot is written
        self._starts_again = True
        log.info("starting again with another version")
        self.on_ready()

    def _fail(self, failure: UpdateFailed) -> None:
        self._problem = failure.problem
        log.warning("no update", extra={"problem": failure.problem, "reason": str(failure)})

    def _failed_before(self) -> bool:
        last = self._folder.result()
        return last is not None and not last.kept and self._found is not None and last.version == self._found.version

    def _received(self) -> int:
        with suppress(OSError):
            return sum(path.stat().st_size for path in self._folder.release.glob("*.part"))
        return 0

    def _check_is_idle(self) -> None:
        if self._work != "idle":
            raise Conflict("an update is under way", code="busy")

    def _command(self) -> str | None:
        if self._how is None:
            return None
        release = self._found.version if self._found else version()
        places = {"source": str(self._releases.place), "version": release, "machine": architecture()}
        return rules.how_command(self._how, places)
