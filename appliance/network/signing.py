"""Signs the server's certificate in another process: the libraries for it would keep 12 MB in the server."""

import asyncio
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.kernel import logging
from appliance.kernel.database.connections import open_connection
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import Cipher
from appliance.kernel.own_program import own_program
from appliance.kernel.private_files import set_private_umask
from appliance.network import actions, https
from appliance.network.models import Leaf

COMMAND = "sign-certificate"
TIMEOUT_SECONDS = 60


class Task(msgspec.Struct, kw_only=True):
    """What to sign, and where. `key` and `key_name` make the cipher of the database."""

    database: str
    key: bytes
    key_name: str
    now: datetime
    hostname: str
    name: str
    addresses: list[str]
    file: str


async def sign(database: Database, hostname: str, name: str, addresses: list[str], file: Path) -> Leaf:
    """`actions.sign` in a new process, which writes the certificate into a file. Raises OSError."""
    task = Task(
        database=str(database.path),
        key=database.cipher.key,
        key_name=database.cipher.key_name,
        now=database.clock.now(),
        hostname=hostname,
        name=name,
        addresses=addresses,
        file=str(file),
    )
    await asyncio.to_thread(_run, msgspec.json.encode(task))
    await database.write(lambda tx: None)  # another process may have raised rev
    leaf = https.read_leaf(file)
    if leaf is None:
        raise OSError(f"{file} has no certificate")
    return leaf


def main() -> None:
    """The new process: carry out the task from standard input."""
    set_private_umask()
    logging.configure()
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    # Now, not while the server waits for the transaction.
    import cryptography.x509  # noqa: F401

    with closing(open_connection(Path(task.database), apsw.SQLITE_OPEN_READWRITE)) as connection, connection:
        tx = Tx(connection, Cipher(task.key, task.key_name), task.now.astimezone(UTC), lambda _: ZoneInfo("UTC"))
        leaf, pem = actions.sign(tx, task.hostname, task.name, task.addresses)
    https.write_certificate(Path(task.file), leaf, pem)


def _run(task: bytes) -> None:
    try:
        done = subprocess.run([*own_program(), COMMAND], input=task, stderr=subprocess.PIPE, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise OSError(f"signing a certificate took longer than {TIMEOUT_SECONDS} seconds") from None
    problem = done.stderr.decode(errors="replace")
    if done.returncode:
        raise OSError(f"a certificate could not be signed: {(problem.strip() or 'killed').splitlines()[-1]}")
    sys.stderr.write(problem)
