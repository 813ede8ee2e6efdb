"""What root installs: only what was signed, and only a newer version, whatever the server's folder contains."""

import tarfile
from pathlib import Path

import pytest

from appliance.settings import Settings
from appliance.updates import apply
from appliance.updates.apply import apply_update
from appliance.updates.releases import UpdateFailed
from tests.updates.release_server import ARCHITECTURE, Release, Signer

NEXT = "9.0.0"
# Of the archive of a release: it notes how it was called.
INSTALL = '#!/bin/sh\necho "$@" >"$1/installed"\n'


@pytest.fixture
def release(tmp_path: Path) -> Release:
    """A release in the data folder, as the server leaves it."""
    release = Release(tmp_path / "data/updates/release")
    script = tmp_path / "install"
    script.write_text(INSTALL, "utf-8")
    script.chmod(0o755)
    release.folder.mkdir(parents=True)
    with tarfile.open(archive(release), "w:xz") as packed:
        packed.add(script, "image/install")
    release.sign(NEXT)
    return release


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def archive(release: Release, version: str = NEXT) -> Path:
    return release.folder / f"mantel-{version}-debian13-{ARCHITECTURE}.tar.xz"


def applied(tmp_path: Path, release: Release, key: str | None = None) -> list[str]:
    settings = Settings(
        data_dir=tmp_path / "data", update_url="https://x.example", update_key=key or release.signer.public
    )
    return apply_update(settings, tmp_path / "work", tmp_path / "root")


def test_what_was_signed_is_installed(tmp_path: Path, release: Release, root: Path) -> None:
    assert [f"Mantel {NEXT} is installed."] == applied(tmp_path, release)
    assert f"{root} {ARCHITECTURE}\n" == (root / "installed").read_text("utf-8")
    assert {"SHA256SUMS", "SHA256SUMS.minisig"} == {path.name for path in (tmp_path / "work").iterdir()}


def test_the_log_stays_in_memory(tmp_path: Path, release: Release, root: Path) -> None:
    (root / apply.JOURNAL).parent.mkdir(parents=True)
    (root / apply.JOURNAL).touch()
    applied(tmp_path, release)
    assert (root / "installed").read_text("utf-8").endswith(" --log-in-memory\n")


def test_another_signature_is_not_accepted(tmp_path: Path, release: Release, root: Path) -> None:
    with pytest.raises(UpdateFailed, match="another key"):
        applied(tmp_path, release, Signer().public)
    assert [] == list(root.iterdir())


def test_another_archive_is_not_accepted(tmp_path: Path, release: Release, root: Path) -> None:
    with archive(release).open("ab") as file:
        file.write(b"\0")
    with pytest.raises(UpdateFailed, match="not the one of the list"):
        applied(tmp_path, release)
    assert [] == list(root.iterdir())


def test_a_link_is_not_followed(tmp_path: Path, release: Release, root: Path) -> None:
    archive(release).rename(tmp_path / "elsewhere")
    archive(release).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        applied(tmp_path, release)
    assert [] == list(root.iterdir())


def test_an_older_version_is_not_installed(tmp_path: Path, release: Release, root: Path) -> None:
    archive(release).rename(archive(release, "0.1.0"))
    release.sign("0.1.0")
    with pytest.raises(UpdateFailed, match="newer"):
        applied(tmp_path, release)
    assert [] == list(root.iterdir())


def test_a_request_ends_also_when_it_fails(tmp_path: Path, release: Release, root: Path) -> None:
    request = tmp_path / "data/updates/keep"
    request.touch()
    applied(tmp_path, release)
    assert not request.exists()
    request.touch()
    with pytest.raises(UpdateFailed):
        applied(tmp_path, release, Signer().public)
    assert not request.exists()
