"""The Dockerfile, built and run on a base image that mmdebstrap creates from the same Debian suite."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.ports import free_port

TREE = Path(__file__).parents[2]
BASE = "docker.io/library/debian:trixie-slim"
IMAGE = "localhost/mantel:test"
CERTIFICATES = "/etc/ssl/certs"
# The size without the base image, which is larger here than the one that Debian publishes.
MAX_ADDED_MB = 180
TIMEOUT_S = 60

pytestmark = pytest.mark.slow


class Buildah:
    """Runs buildah with its own storage."""

    def __init__(self, folder: Path) -> None:
        self._command = ["buildah", "--root", str(folder / "store"), "--runroot", str(folder / "run")]
        self._command += ["--storage-driver", "vfs"]

    def __call__(self, *arguments: str | Path) -> str:
        completed = subprocess.run(
            [*self._command, *map(str, arguments)], cwd=TREE, capture_output=True, text=True, check=False
        )
        output = completed.stdout[-3000:] + completed.stderr[-3000:]
        assert 0 == completed.returncode, f"buildah {arguments[0]}: {output}"
        return completed.stdout.strip()

    def start(self, container: str, *command: str, log: Path, settings: dict[str, str]) -> subprocess.Popen[bytes]:
        environment = [f"--env={name}={value}" for name, value in settings.items()]
        with log.open("wb") as output:
            return subprocess.Popen(
                [*self._command, "run", "--isolation", "chroot", *environment, container, "--", *command],
                stdout=output,
                stderr=output,
            )


@pytest.fixture(scope="module")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Buildah:
    """Buildah after it has built the image."""
    for program in ("buildah", "mmdebstrap"):
        if not shutil.which(program):
            pytest.skip(f"this machine has no {program} (sudo apt-get install buildah mmdebstrap)")
    if os.geteuid() != 0:
        pytest.skip("only root may build an image without a subordinate range of users")

    folder = tmp_path_factory.mktemp("buildah")
    buildah, base = Buildah(folder), folder / "base.tar"
    command = ["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", "trixie", str(base)]
    subprocess.run(command, check=True)
    scratch = buildah("from", "scratch")
    buildah("add", scratch, base, "/")
    buildah("commit", "--quiet", scratch, BASE)
    # A proxy may intercept TLS with its own certificate authority, which this machine trusts.
    certificates = f"{CERTIFICATES}:{CERTIFICATES}:ro"
    node = f"NODE_EXTRA_CA_CERTS={CERTIFICATES}/ca-certificates.crt"
    options = ["--isolation", "chroot", "--pull=never", "--volume", certificates]
    # The Dockerfile names the published base by its digest.
    options += ["--build-arg", node, "--build-arg", f"DEBIAN={BASE}"]
    buildah("build", *options, "--tag", IMAGE, ".")
    return buildah


@pytest.fixture
def container(buildah: Buildah) -> Iterator[str]:
    name = buildah("from", "--pull=never", IMAGE)
    yield name
    buildah("rm", name)


def test_the_image_is_small_and_runs_as_an_unprivileged_user(buildah: Buildah) -> None:
    config = buildah("inspect", "--type=image", "--format={{.OCIv1.Config.User}} {{.OCIv1.Config.Volumes}}", IMAGE)
    assert "mantel map[/data:{}]" == config
    assert megabytes(buildah, IMAGE) - megabytes(buildah, BASE) < MAX_ADDED_MB


def test_the_container_serves_and_is_healthy(buildah: Buildah, container: str, tmp_path: Path) -> None:
    commands = re.findall(
        r'^(CMD|HEALTHCHECK.*CMD) \["(.*)"\]$', (TREE / "Dockerfile").read_text("utf-8"), re.MULTILINE
    )
    check, serve = (arguments.split('", "') for _, arguments in commands)
    port, log = free_port(), tmp_path / "log"
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "HTTPS_PORT": "0", "MDNS": "0"}
    server = buildah.start(container, *serve, log=log, settings=settings)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/api/health", server, log)
        assert "<title>" in httpx.get(f"http://127.0.0.1:{port}/").text

        health = buildah.start(container, *check, log=tmp_path / "health", settings=settings)
        assert 0 == health.wait(TIMEOUT_S), (tmp_path / "health").read_text()
    finally:
        server.terminate()
        server.wait(TIMEOUT_S)


def megabytes(buildah: Buildah, image: str) -> int:
    """The size of an image on disk."""
    container = buildah("from", "--pull=never", image)
    folder = buildah("mount", container)
    usage = subprocess.run(["du", "-smx", folder], capture_output=True, text=True, check=True).stdout
    buildah("rm", container)
    return int(usage.split()[0])


def wait_until_it_answers(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            httpx.get(url).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError(f"the container did not answer:\n{log.read_text('utf-8', 'replace')}")
