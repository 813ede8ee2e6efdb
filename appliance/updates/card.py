"""The update of a card, as root: the other slot is written, booted once, and kept when it was healthy for long enough.

The journal is written before each step. A power cut leaves a slot that was booted before: the firmware boots the other
one only once, and by default only after it was kept.
"""

import logging
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from appliance.backups import actions as backups
from appliance.kernel.data_dir_lock import DataDirLock
from appliance.kernel.database import db_backup
from appliance.kernel.scheduling.clock import instant
from appliance.updates import rules
from appliance.updates.folder import RESULT, SLOTS
from appliance.updates.models import Problem, UpdateResult
from appliance.updates.trial import POLL_SECONDS, Household, is_healthy, schema_of

log = logging.getLogger(__name__)
TRYBOOT = "/usr/lib/mantel/tryboot"
KIOSK = "mantel-kiosk.service"
Run = Callable[..., str]


class SlotTrial(msgspec.Struct, frozen=True, kw_only=True):
    """A slot that is being tried. `booted`: it was booted once; the firmware does not boot it again by itself.

    `has_wall`: before the update a kiosk ran, so that it has to show the page again.
    """

    version: str
    old: str
    new: str
    schema: int
    has_wall: bool = False
    booted: bool = False


def run(*command: str | Path) -> str:
    """Run a program, and answer what it printed. Raises CalledProcessError."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


class Card:
    """The two slots, and the folder of root with the journal. `kept` are the folders that go back with the program."""

    def __init__(self, work: Path, household: Household, kept: tuple[Path, ...], run: Run = run):
        self._journal = work / SLOTS
        self._result = work / RESULT
        self._copies = work / "before"
        self._household = household
        self._kept = kept
        self._run = run

    def install(self, bundle: Path, version: str) -> None:
        """Write the other slot, copy the data, and boot that slot once. Raises CalledProcessError, OSError."""
        old = self._run(TRYBOOT, "get-current")
        try:
            self._run("rauc", "install", bundle)
        except (OSError, subprocess.CalledProcessError):
            # The server waits for the end of the machine, and says what became of it when it starts.
            self._report(version, "cannot_try")
            self._run("systemctl", "restart", "mantel.service")
            raise
        finally:
            bundle.unlink()
        has_wall = self._run("systemctl", "show", "--value", "--property=ActiveState", KIOSK) == "active"
        self._run("systemctl", "stop", KIOSK, "mantel.service")
        shutil.rmtree(self._copies, ignore_errors=True)
        self._copies.mkdir(parents=True)
        db_backup.copy(self._household.file, self._copies / self._household.file.name)
        for number, folder in enumerate(self._kept):
            if folder.exists():
                self._run("cp", "-a", folder, self._copies / str(number))
        self._run("sync")
        schema = schema_of(self._household.file) or 0
        new = "B" if old == "A" else "A"
        self._put(SlotTrial(version=version, old=old, new=new, schema=schema, has_wall=has_wall))
        self._run("systemctl", "reboot", "--reboot-argument=0 tryboot")

    def at_boot(self) -> None:
        """Before anything uses the data: begin the trial of this slot, or go back. Raises OSError and more."""
        trial = self._trial()
        if trial is None:
            return
        if self._run(TRYBOOT, "get-current") == trial.new and not trial.booted:
            self._put(msgspec.structs.replace(trial, booted=True))
        elif not self._is_kept(trial):
            self._go_back(trial)

    def watch(self) -> Problem | None:
        """Keep this slot when it is healthy for long enough, else boot the other one, which goes back."""
        trial = self._trial()
        if trial is None or not trial.booted or self._run(TRYBOOT, "get-current") != trial.new:
            return None
        if not self._is_kept(trial):
            if problem := self._problem(trial.has_wall):
                log.error("the update is not kept", extra={"problem": problem})
                self._run("systemctl", "reboot")
                return problem
            self._run("rauc", "status", "mark-good")
        self._end(trial, None)
        return None

    def _problem(self, has_wall: bool) -> Problem | None:
        started = time.monotonic()
        first = last = 0.0
        while True:
            ready, now = is_healthy(self._household, has_wall=has_wall), time.monotonic()
            if ready:
                first, last = first or now, now
            verdict = rules.verdict(
                True, max(now - first, 0.001) if first else 0, now - started, now - last, self._household.seconds
            )
            if verdict is True:
                return None
            if verdict:
                return verdict
            time.sleep(POLL_SECONDS)

    def _is_kept(self, trial: SlotTrial) -> bool:
        """Whether the new slot is the default: the power was cut between that and the end of the journal."""
        current, default = self._run(TRYBOOT, "get-current"), self._run(TRYBOOT, "get-default")
        return trial.booted and trial.new == current == default

    def _go_back(self, trial: SlotTrial) -> None:
        """The old slot runs: its data is as it was. A database of the same schema has what was entered meanwhile."""
        file = self._household.file
        with DataDirLock(file.parent) as lock:
            if schema_of(file) != trial.schema:
                folder, now = file.parent / "backups", datetime.now(UTC)
                backups.restore(self._copies / file.name, file, folder, now, self._household.schema)
                lock.ended()
            _give_to_owner(file)
        for number, folder in enumerate(self._kept):
            copy = self._copies / str(number)
            if trial.booted and copy.exists():
                shutil.rmtree(folder, ignore_errors=True)
                self._run("cp", "-a", copy, folder)
        self._run(TRYBOOT, "set-primary", trial.old)
        self._end(trial, "unhealthy" if trial.booted else "not_started")

    def _end(self, trial: SlotTrial, problem: Problem | None) -> None:
        self._report(trial.version, problem)
        self._journal.unlink()
        db_backup.fsync(self._journal.parent)
        shutil.rmtree(self._copies, ignore_errors=True)

    def _report(self, version: str, problem: Problem | None) -> None:
        ended = instant(datetime.now(UTC))
        _write(self._result, UpdateResult(version=version, at=ended, kept=problem is None, problem=problem))
        self._result.chmod(0o644)

    def _trial(self) -> SlotTrial | None:
        with suppress(FileNotFoundError):
            return msgspec.json.decode(self._journal.read_bytes(), type=SlotTrial)
        return None

    def _put(self, trial: SlotTrial) -> None:
        _write(self._journal, trial)


def _give_to_owner(household: Path) -> None:
    """What root has put into the data folder belongs to its owner, as whom the server runs. Raises OSError."""
    folder, backups_folder = household.parent, household.parent / "backups"
    owner = folder.stat()
    for path in (*folder.glob(f"{household.stem}.*"), backups_folder, *backups_folder.glob("replaced-*")):
        if path.exists():
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _write(path: Path, value: msgspec.Struct) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with db_backup.unfinished_file(path) as unfinished:
        unfinished.write_bytes(msgspec.json.encode(value))
        db_backup.publish(unfinished, path)
