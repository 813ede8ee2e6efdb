"""The folder of an update: choices, what is downloaded, and the journal of a trial. Each file is whole or not there.

It is no part of the database: that goes back with the program, and these files say whether it has to.
"""

import shutil
from pathlib import Path
from typing import TypeVar

import msgspec

from appliance.kernel.database import db_backup
from appliance.updates.models import Choice, UpdateResult, UpdateTrial

T = TypeVar("T", bound=msgspec.Struct)
TRIAL, CHOICE, RESULT = "trial.json", "choice.json", "result.json"
RELEASE, BEFORE, LOCK = "release", "before.db", "lock"
# On a card: the journal and the result of root.
OF_ROOT, SLOTS = Path("/var/lib/mantel-update"), "slots.json"
# In the data folder.
UPDATES = "updates"
# A variable of the environment, set for a program that is being tried: it leaves the journal to the one that tries it.
BEING_TRIED = "UPDATE_BEING_TRIED"


class UpdateFolder:
    """The files of one installation."""

    def __init__(self, path: Path, of_root: Path = OF_ROOT):
        """`of_root` is the folder of mantel-update.service."""
        self.path = path
        self._of_root = of_root
        self.release = path / RELEASE
        self.before = path / BEFORE

    def trial(self) -> UpdateTrial | None:
        """The trial that is under way, or was interrupted."""
        return self._read(TRIAL, UpdateTrial)

    def choice(self) -> Choice:
        """What a parent chose."""
        return self._read(CHOICE, Choice) or Choice()

    def result(self) -> UpdateResult | None:
        """How the last update ended. On a card root says so."""
        return self._read(self._of_root / RESULT, UpdateResult) or self._read(RESULT, UpdateResult)

    @property
    def tries_slot(self) -> bool:
        """Whether a slot of the card is being tried."""
        return (self._of_root / SLOTS).exists()

    def put(self, value: UpdateTrial | Choice | UpdateResult) -> None:
        """Store one of them. Raises OSError."""
        name = {UpdateTrial: TRIAL, Choice: CHOICE, UpdateResult: RESULT}[type(value)]
        self.path.mkdir(parents=True, exist_ok=True)
        with db_backup.unfinished_file(self.path / name) as unfinished:
            unfinished.write_bytes(msgspec.json.encode(value))
            db_backup.publish(unfinished, self.path / name)

    def end_trial(self, result: UpdateResult | None = None) -> None:
        """The last step: nothing of the trial is left afterwards. Raises OSError."""
        if result:
            self.put(result)
        shutil.rmtree(self.release, ignore_errors=True)
        (self.path / TRIAL).unlink(missing_ok=True)
        db_backup.fsync(self.path)
        self.before.unlink(missing_ok=True)

    def _read(self, name: str | Path, model: type[T]) -> T | None:
        try:
            return msgspec.json.decode((self.path / name).read_bytes(), type=model)
        except OSError:
            return None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None  # of another version
