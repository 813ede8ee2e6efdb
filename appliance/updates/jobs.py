"""The scheduler's job for updates."""

from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.scheduler import EVERY_TICK, Job
from appliance.updates.service import Updater


def updates_job(updater: Updater) -> Job:
    """It decides itself what is due. What it starts does not delay other jobs."""

    async def run(database: Database, due: datetime) -> None:
        await updater.run_due()

    return Job(name="updates", every=EVERY_TICK, run=run)
