"""The keys of an SFTP server: asked for by ssh-keyscan when it is first used, and trusted from then on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import NamedTemporaryFile

from appliance.backups.remote import rules
from appliance.backups.remote.models import Access, Failed

SCAN_SECONDS = 10
NO_SSH = "no SSH server answers at this address"


async def host_keys(access: Access, trusted: str | None) -> str | None:
    """The keys of an SFTP server, as lines of known_hosts: the trusted ones, at the first use those that it shows.

    None for other kinds. Raises BadRequest, Failed.
    """
    if access.kind != "sftp" or trusted:
        return trusted
    found = await _scanned(access)
    if found is None:
        raise Failed(NO_SSH)
    return found


async def has_other_keys(access: Access, trusted: str | None) -> bool:
    """Whether an SFTP server shows keys, and none of the trusted ones."""
    if access.kind != "sftp" or not trusted:
        return False
    shown = await _scanned(access)
    return shown is not None and not set(shown.splitlines()) & set(trusted.splitlines())


async def _scanned(access: Access) -> str | None:
    host, port = rules.sftp_server(access)
    command = ("ssh-keyscan", "-T", str(SCAN_SECONDS), "-p", str(port), "--", host)
    scanner = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    output, _ = await scanner.communicate()
    return rules.known_hosts(output.decode("utf-8", "replace"))


@contextmanager
def known_hosts_file(trusted: str | None) -> Iterator[dict[str, str]]:
    """The variable that names a file with the keys for rclone, while the file is there; none without keys."""
    if trusted is None:
        yield {}
        return
    with NamedTemporaryFile("w", prefix="mantel-") as file:
        file.write(trusted)
        file.flush()
        yield {f"{rules.OPTION}_KNOWN_HOSTS_FILE": file.name}
