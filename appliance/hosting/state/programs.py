"""Litestream and rclone: where they are, what they are given, and how a program is run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from appliance.hosting.bucket.models import Place, Secrets
from appliance.settings import BadSetting

NAMES = ("litestream", "rclone")
# Of what a program printed, this much is kept for the log.
ERROR_CHARACTERS = 400


class ProgramFailed(Exception):
    """A program ended with an error. The message has its last words."""


def program(name: str) -> str:
    """The path of a program: beside this Python, else in PATH. Raises BadSetting."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if not found:
        raise BadSetting(f"HOSTING_BUCKET needs the program {name}, which is not installed")
    return found


def run(arguments: Sequence[str], variables: Mapping[str, str]) -> None:
    """Run a program until its end. Raises ProgramFailed, BadSetting, OSError."""
    done = subprocess.run(
        [program(arguments[0]), *arguments[1:]],
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        words = " ".join((done.stderr or done.stdout).split())[-ERROR_CHARACTERS:]
        raise ProgramFailed(f"{arguments[0]} {arguments[1]}: {words or f'exit status {done.returncode}'}")


def litestream_variables(secrets: Secrets) -> dict[str, str]:
    """The environment of Litestream."""
    return {
        **_path(),
        "LITESTREAM_ACCESS_KEY_ID": secrets.access_key,
        "LITESTREAM_SECRET_ACCESS_KEY": secrets.secret_key,
    }


def rclone_variables(place: Place, secrets: Secrets) -> dict[str, str]:
    """The environment of rclone, in which the remote `store` is the store."""
    return {
        **_path(),
        "RCLONE_CONFIG": "/dev/null",
        "RCLONE_CONFIG_STORE_TYPE": "s3",
        "RCLONE_CONFIG_STORE_PROVIDER": "Other",
        "RCLONE_CONFIG_STORE_ENDPOINT": place.endpoint,
        "RCLONE_CONFIG_STORE_REGION": place.region,
        "RCLONE_CONFIG_STORE_ACCESS_KEY_ID": secrets.access_key,
        "RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY": secrets.secret_key,
        "RCLONE_CONFIG_STORE_NO_CHECK_BUCKET": "true",
    }


def rclone_path(place: Place, name: str) -> str:
    """A folder of the bucket, for rclone."""
    return f"store:{place.bucket}/{place.prefix}{name}"


def replica_url(place: Place, name: str) -> str:
    """A replica in the bucket, for `litestream restore`."""
    return f"s3://{place.bucket}/{place.prefix}{name}?endpoint={place.endpoint}&region={place.region}"


def _path() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "SSL_CERT_FILE") if name in os.environ}
    return {**kept, "HOME": "/nonexistent"}
