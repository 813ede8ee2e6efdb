"""The scheduler's job for backups on another device."""

from datetime import datetime, timedelta

from appliance.backups.remote.service import RemoteBackupService
from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.scheduler import Job


def remote_backup_job(service: RemoteBackupService) -> Job:
    """Looks every ten minutes what is due. What it starts does not delay other jobs."""

    async def run(database: Database, due: datetime) -> None:
        await service.run_due()

    return Job(name="remote-backups", every=timedelta(minutes=10), run=run)
