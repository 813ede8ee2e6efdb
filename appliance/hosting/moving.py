"""Households come to a host from a backup, and leave it as one: what `mantel backup` made at home, with its key."""

import shutil
from pathlib import Path

from appliance.hosting.settings import HostSettings, household_settings
from appliance.kernel.errors import Conflict
from appliance.maintenance import back_up, restore_backup
from appliance.ownership import KEY, key_beside
from appliance.settings import Settings


def bring(host: HostSettings, base: Settings, name: str, host_name: str, backup: Path) -> list[str]:
    """Make the data folder of a household that is not registered yet from a backup. Returns lines to print.

    Raises Conflict, and what `restore_backup` raises; then nothing is left.
    """
    folder = host.data_dir(name)
    if folder.exists():
        raise Conflict(f"there is a folder {folder} already")
    try:
        folder.mkdir(mode=0o700)
        restore_backup(household_settings(base, host, name, host_name), str(backup.absolute()))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return (
        [] if key_beside(backup) else [f"There is no {KEY} beside the backup: connect the accounts of calendars anew"]
    )


def take_out(host: HostSettings, base: Settings, name: str, host_name: str, target: Path) -> list[str]:
    """Make a backup of a household with its photos and its key in a folder; it may be running. Returns lines to print.

    Raises what `back_up` raises.
    """
    # Before `back_up` may give up root's rights.
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = host.data_dir(name) / KEY
    if key.is_file() and not key.is_symlink():
        (target / KEY).touch(0o600)
        shutil.copyfile(key, target / KEY)
    (made, *_) = back_up(household_settings(base, host, name, host_name), str(target.absolute()))
    return [made, f"Its key is {target / KEY}"]
