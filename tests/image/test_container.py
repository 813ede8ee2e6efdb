"""The Dockerfile, built and started on a base that mmdebstrap makes of the same Debian suite."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.journeys.stage import free_port

TREE = Path(__file__).parents[2]
BASE = "docker.io/library/debian:trixie-slim"
IMAGE = "localhost/mantel:test"
CERTIFICATES = "/etc/ssl/certs"
# Above the base, which mmdebstrap makes larger than the one that Debian publishes.
MOST_ADDED_MB = 180
PATIENCE_S = 60

pytestmark = pytest.mark.slow


class Buildah:
    """Buildah with a store of its own."""

    def __init__(self, folder: Path) -> None:
        self._own = ["buildah", "--root", str(folder / "store"), "--runroot", str(folder / "run")]
        self._own += ["--storage-driver", "vfs"]

    def __call__(self, *words: str | Path) -> str:
        done = subprocess.run([*self._own, *map(str, words)], cwd=TREE, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, f"buildah {words[0]}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout.strip()

    def start(self, container: str, *words: str, log: Path, settings: dict[str, str]) -> subprocess.Popen[bytes]:
        given = [f"--env={name}={value}" for name, value in settings.items()]
        with log.open("wb") as said:
            return subprocess.Popen(
                [*self._own, "run", "--isolation", "chroot", *given, container, "--", *words], stdout=said, stderr=said
            )


@pytest.fixture(scope="module")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Buildah:
    """Buildah that knows the base and has built the image."""
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
    # Behind a proxy that opens TLS the packages are signed by this machine's own authorities.
    trust = f"{CERTIFICATES}:{CERTIFICATES}:ro"
    node = f"NODE_EXTRA_CA_CERTS={CERTIFICATES}/ca-certificates.crt"
    own = ["--isolation", "chroot", "--pull=never", "--volume", trust, "--build-arg", node]
    buildah("build", *own, "--tag", IMAGE, ".")
    return buildah


@pytest.fixture
def container(buildah: Buildah) -> Iterator[str]:
    name = buildah("from", "--pull=never", IMAGE)
    yield name
    buildah("rm", name)


def test_it_is_small_and_runs_as_nobody_in_particular(buildah: Buildah) -> None:
    told = buildah("inspect", "--type=image", "--format={{.OCIv1.Config.User}} {{.OCIv1.Config.Volumes}}", IMAGE)
    assert "mantel map[/data:{}]" == told
    assert megabytes(buildah, IMAGE) - megabytes(buildah, BASE) < MOST_ADDED_MB


def test_it_serves_and_says_that_it_is_well(buildah: Buildah, container: str, tmp_path: Path) -> None:
    command = re.findall(r'^(CMD|HEALTHCHECK.*CMD) \["(.*)"\]$', (TREE / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    check, serve = (words.split('", "') for _, words in command)
    port, log = free_port(), tmp_path / "log"
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "HTTPS_PORT": "0", "MDNS": "0"}
    server = buildah.start(container, *serve, log=log, settings=settings)
    try:
        until_it_answers(f"http://127.0.0.1:{port}/api/health", server, log)
        assert "<title>" in httpx.get(f"http://127.0.0.1:{port}/").text

        asked = buildah.start(container, *check, log=tmp_path / "health", settings=settings)
        assert 0 == asked.wait(PATIENCE_S), (tmp_path / "health").read_text()
    finally:
        server.terminate()
        server.wait(PATIENCE_S)


def megabytes(buildah: Buildah, image: str) -> int:
    """What an image takes on a disk."""
    container = buildah("from", "--pull=never", image)
    folder = buildah("mount", container)
    told = subprocess.run(["du", "-smx", folder], capture_output=True, text=True, check=True).stdout
    buildah("rm", container)
    return int(told.split()[0])


def until_it_answers(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and server.poll() is None:
        try:
            httpx.get(url).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError(f"the container did not answer:\n{log.read_text('utf-8', 'replace')}")
