"""The scheduler's job for the weather."""

from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.scheduler import EVERY_TICK, Job
from appliance.weather.service import Forecaster


def forecast_job(forecaster: Forecaster) -> Job:
    """Refreshes the forecast for those who only read the stored one. The service decides whether a fetch is due."""

    async def refresh(database: Database, due: datetime) -> None:
        await forecaster.refresh()

    return Job("weather", EVERY_TICK, refresh)
