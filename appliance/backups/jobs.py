"""The scheduler's job for backups."""

from datetime import datetime, timedelta

from appliance.backups.service import BackupService
from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.scheduler import Job


def backup_job(service: BackupService) -> Job:
    """Checks every hour whether the nightly backup is due, so that a failed or missed one is made soon."""

    async def run(database: Database, due: datetime) -> None:
        await service.run()

    return Job(name="backups", every=timedelta(hours=1), run=run)
