"""What `mantel update` does, and what a new version is asked by the one before it."""

import asyncio
import shutil
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance import maintenance
from appliance.kernel.data_dir_lock import server_details
from appliance.kernel.database.connections import open_connection
from appliance.kernel.database.migrations import check_schema, migrate
from appliance.kernel.net.client import Net
from appliance.kernel.version import version
from appliance.ownership import become_owner
from appliance.settings import Settings
from appliance.updates.models import Problem
from appliance.updates.releases import UpdateFailed
from appliance.updates.service import updater_of

PROBLEMS: dict[Problem, str] = {
    "not_configured": "there is no address of releases; set UPDATE_URL and UPDATE_KEY, or name an address or a folder",
    "unreachable": "the releases cannot be read",
    "signature": "the signature does not fit; nothing was installed",
    "damaged": "the download is damaged; try again",
    "space": "the update cannot be written",
    "cannot_try": "the new version cannot update a copy of the household; nothing was changed",
}


def update_program(settings: Settings, place: str | None, *, only_check: bool) -> list[str]:
    """Look for a newer version, and prepare it; lines to print. The server may be running. Raises UpdateFailed."""
    become_owner(settings.data_dir)
    if place and urlsplit(place).scheme in ("http", "https"):
        settings = msgspec.structs.replace(settings, update_url=place.rstrip("/"), update_folder=None)
    elif place:
        settings = msgspec.structs.replace(settings, update_url=None, update_folder=Path(place))
    return asyncio.run(_update(settings, only_check))


async def _update(settings: Settings, only_check: bool) -> list[str]:
    net = Net()
    try:
        updater = updater_of(settings, net, lambda: datetime.now(UTC), lambda: ZoneInfo("UTC"))
        state = await updater.check()
        if state.problem:
            raise UpdateFailed(state.problem, PROBLEMS[state.problem])
        if state.release is None:
            return [f"Mantel {version()} is the newest version."]
        newer = [f"Mantel {state.release.version} can be installed; this is {version()}.", "", state.release.notes]
        if only_check:
            return newer
        if state.kind == "none":
            return [*newer, "This installation is not updated by itself.", *([state.command] if state.command else [])]
        try:
            await updater.prepare()
        except UpdateFailed as failure:
            raise UpdateFailed(failure.problem, f"{PROBLEMS[failure.problem]} ({failure})") from None
        soon = "within two minutes" if server_details(settings.data_dir) else "when it starts"
        return [
            f"Mantel {state.release.version} is ready. The server changes to it {soon}, and watches it for "
            f"{settings.update_trial_seconds // 60} minutes; it goes back by itself when it must."
        ]
    finally:
        await net.close()


def try_update(copy: Path) -> None:
    """Update a copy of a household, and print the version of this program. Exits with the reason when that fails."""
    kept = copy.with_name(f"{copy.name}.kept")
    try:
        with closing(open_connection(copy, apsw.SQLITE_OPEN_READWRITE)) as connection:
            migrate(connection, maintenance.SCHEMA, kept, datetime.now(UTC))
        check_schema(copy, maintenance.SCHEMA)
    except Exception as problem:
        sys.exit(f"{type(problem).__name__}: {problem}")
    finally:
        shutil.rmtree(kept, ignore_errors=True)
    print(version())  # noqa: T201
