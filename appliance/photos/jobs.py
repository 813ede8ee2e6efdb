"""What the scheduler starts for photos."""

from datetime import datetime, timedelta

from appliance.kernel.database.database import Database
from appliance.photos.service import PhotoLibrary

CLEAN_UP_EVERY = timedelta(hours=6)
LOOK_EVERY = timedelta(minutes=10)


class PhotoJob:
    """Cleans up after a start and then from time to time, and looks into the chosen folder.

    When it last ran is not stored, so that an idle server writes nothing.
    """

    def __init__(self, library: PhotoLibrary) -> None:
        self._library = library
        self._cleaned_up: datetime | None = None
        self._looked: datetime | None = None

    async def run(self, database: Database, due: datetime) -> None:
        """Do what is due."""
        if self._looked is None or not timedelta(0) <= due - self._looked < LOOK_EVERY:
            self._looked = due
            self._library.look_into_folder()
        if self._cleaned_up is None or not timedelta(0) <= due - self._cleaned_up < CLEAN_UP_EVERY:
            self._cleaned_up = due
            await self._library.clean_up()
