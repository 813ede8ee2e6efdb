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

from tests.image import packaged
from tests.ports import free_port
from tests.waiting import until

TREE = Path(__file__).parents[2]
BASE = "docker.io/library/debian:trixie-slim"
IMAGE = "localhost/mantel:test"
CERTIFICATES = "/etc/ssl/certs"
# The size without the base image.
MAX_ADDED_MB = 180
TIMEOUT_SECONDS = 60
USER = 10001

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

    def start(
        self, container: str, *command: str, log: Path, settings: dict[str, str], volume: Path | None = None
    ) -> subprocess.Popen[bytes]:
        """Run a command after the image's entry point, which buildah leaves out."""
        environment = [f"--env={name}={value}" for name, value in settings.items()]
        # Not at /data, where buildah mounts a volume of its own, because the image declares one.
        environment += [f"--volume={volume}:/household", "--env=DATA_DIR=/household"] if volume else []
        with log.open("wb") as output:
            return subprocess.Popen(
                [
                    *self._command,
                    "run",
                    "--isolation",
                    "chroot",
                    *environment,
                    container,
                    "--",
                    *entry_point(),
                    *command,
                ],
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
    command = ["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates"]
    # As in the image that Debian publishes. These settings stay in the base.
    command += [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "info", "locale", "man")]
    command += ["--dpkgopt=path-include=/usr/share/doc/*/copyright", "trixie", str(base)]
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


def test_the_image_says_the_licences_of_what_it_contains(buildah: Buildah, container: str) -> None:
    root = Path(buildah("mount", container))
    assert f"mantel:x:{USER}:{USER}:" in (root / "etc/passwd").read_text("utf-8")

    notices = buildah("run", "--isolation", "chroot", container, "--", "mantel", "notices")
    for package in ("- pi-heif ", "- litestar ", "- pillow ", "- User interface: licenses"):
        assert package in notices
    found = [path.name for path in root.joinpath("opt/mantel").rglob("*") if re.match(r"(lib)?x26[45]", path.name)]
    assert [] == found

    lines = (root / "usr/share/doc/mantel/debian-packages").read_text("utf-8").splitlines()
    files = {line.rpartition(": ")[2] for line in lines}
    assert {"/usr/share/doc/python3/copyright", "/usr/share/doc/libc6/copyright"} < files
    assert [] == [file for file in files if not _exists(root, file)]


def test_the_container_serves_and_is_healthy(buildah: Buildah, container: str, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    settings = settings_for(port)
    server = buildah.start(container, *command("CMD"), log=log, settings=settings)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/api/health", server, log)
        assert "<title>" in httpx.get(f"http://127.0.0.1:{port}/").text
        headers = {"Authorization": "Bearer mtl_container"}
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=TIMEOUT_SECONDS) as http:
            packaged.check_photos(http)

        health = buildah.start(container, *command("HEALTHCHECK"), log=tmp_path / "health", settings=settings)
        assert 0 == health.wait(TIMEOUT_SECONDS), (tmp_path / "health").read_text()
    finally:
        server.terminate()
        server.wait(TIMEOUT_SECONDS)


def test_a_mounted_folder_of_root_is_explained_and_waited_for(buildah: Buildah, container: str, tmp_path: Path) -> None:
    port, log, folder = free_port(), tmp_path / "log", tmp_path / "data"
    folder.mkdir(mode=0o755)
    server = buildah.start(container, *command("CMD"), log=log, settings=settings_for(port), volume=folder)
    try:
        until(lambda: "as soon as" in log.read_text("utf-8"))
        assert f"sudo chown -R {USER}:{USER} FOLDER" in log.read_text("utf-8")
        assert server.poll() is None

        os.chown(folder, USER, USER)
        wait_until_it_answers(f"http://127.0.0.1:{port}/api/health", server, log)
        assert (folder / "mantel.db").stat().st_uid == USER
    finally:
        server.terminate()
        server.wait(TIMEOUT_SECONDS)


def test_a_container_that_starts_as_root_passes_the_folder_on(buildah: Buildah, container: str, tmp_path: Path) -> None:
    port, log, folder = free_port(), tmp_path / "log", tmp_path / "data"
    (folder / "photos").mkdir(parents=True)
    buildah("config", "--user", "0:0", container)
    server = buildah.start(container, *command("CMD"), log=log, settings=settings_for(port), volume=folder)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/api/health", server, log)
        assert {USER} == {path.stat().st_uid for path in (folder, folder / "photos", folder / "mantel.db")}
    finally:
        server.terminate()
        server.wait(TIMEOUT_SECONDS)


def command(instruction: str) -> list[str]:
    """The arguments of an instruction of the Dockerfile."""
    found = re.search(rf'^{instruction}.*\["(.*)"\]$', (TREE / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1].split('", "')


def entry_point() -> list[str]:
    return command("ENTRYPOINT")


def settings_for(port: int) -> dict[str, str]:
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "HTTPS_PORT": "0", "MDNS": "0"}
    return {**settings, "ADMIN_API_KEY": "mtl_container"}


def _exists(root: Path, file: str) -> bool:
    """Whether a file is in a file system, whose links are followed inside it."""
    path = root / file.lstrip("/")
    target = path.readlink() if path.is_symlink() else None
    return path.is_file() if target is None or not target.is_absolute() else _exists(root, str(target))


def megabytes(buildah: Buildah, image: str) -> int:
    """The size of an image on disk."""
    container = buildah("from", "--pull=never", image)
    folder = buildah("mount", container)
    usage = subprocess.run(["du", "-smx", folder], capture_output=True, text=True, check=True).stdout
    buildah("rm", container)
    return int(usage.split()[0])


def wait_until_it_answers(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            httpx.get(url).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError(f"the container did not answer:\n{log.read_text('utf-8', 'replace')}")
