"""Links by which the proxy finds the socket of a host name, without asking anybody."""

import os
from collections.abc import Mapping

from appliance.hosting.settings import HostSettings


def keep_links(settings: HostSettings, names: Mapping[str, str]) -> None:
    """Make the links of these host names to households, and remove all others. Raises OSError."""
    folder = settings.host_link("x").parent
    wanted = {host_name: os.path.join("..", "sockets", name) for host_name, name in names.items()}
    found = {entry.name: os.readlink(entry) for entry in os.scandir(folder) if entry.is_symlink()}
    if found == wanted:
        return
    for host_name in found.keys() - wanted.keys():
        (folder / host_name).unlink(missing_ok=True)
    for host_name, target in wanted.items():
        if found.get(host_name) != target:
            made = folder / f".{host_name}"
            made.unlink(missing_ok=True)
            made.symlink_to(target)
            made.rename(folder / host_name)
