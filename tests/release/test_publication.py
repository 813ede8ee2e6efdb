"""Release notes, checksums, their signature, and the list for Raspberry Pi Imager."""

import hashlib
import lzma
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from release import publication
from release.checkout import NotReleasable, check_out
from tests.release.conftest import git


def test_the_notes_are_the_part_of_the_changelog_about_the_version(repository: Path) -> None:
    checkout = check_out(None, None, repository)
    publication.notes(checkout)
    assert (
        "# Mantel 2.0.0\n\n### For the family\n\n- Lists, as the contract says, and [more](https://mantel.invalid/more).\n"
        == (checkout.dist / "RELEASE-NOTES.md").read_text("utf-8")
    )


def test_a_version_without_notes_is_not_released(repository: Path) -> None:
    checkout = check_out(None, None, repository)
    (checkout.source / "CHANGELOG.md").write_text("# Changelog\n\n## 2.0.0-beta.1\n\n- An earlier one.\n", "utf-8")
    with pytest.raises(NotReleasable, match=r"no heading `## 2\.0\.0`"):
        publication.notes(checkout)


def test_the_checksums_are_those_of_every_file_and_a_changed_file_is_found(repository: Path) -> None:
    checkout = check_out(None, None, repository)
    (checkout.dist / "compose.yaml").write_text("services: {}\n", "utf-8")
    publication.notes(checkout)
    publication.checksums(checkout, None)
    check = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    good = subprocess.run(check, cwd=checkout.dist, capture_output=True, text=True, check=False)
    assert "RELEASE-NOTES.md: OK\ncompose.yaml: OK\n" == good.stdout
    (checkout.dist / "compose.yaml").write_text("services: []\n", "utf-8")
    assert 1 == subprocess.run(check, cwd=checkout.dist, capture_output=True, check=False).returncode


@pytest.mark.skipif(not shutil.which("minisign"), reason="minisign is not installed")
def test_the_checksums_of_a_tagged_commit_are_signed(repository: Path, tmp_path: Path) -> None:
    secret, public = tmp_path / "secret.key", tmp_path / "public.pub"
    subprocess.run(["minisign", "-G", "-W", "-s", str(secret), "-p", str(public)], check=True, capture_output=True)
    with pytest.raises(NotReleasable, match=r"only a commit with the tag v2.0.0 is signed"):
        publication.checksums(check_out(None, None, repository), str(secret))

    git(repository, "tag", "v2.0.0")
    checkout = check_out(None, None, repository)
    publication.notes(checkout)
    publication.checksums(checkout, str(secret))
    verify = ["minisign", "-V", "-p", str(public), "-m", "SHA256SUMS"]
    said = subprocess.run(verify, cwd=checkout.dist, capture_output=True, text=True, check=True).stdout
    assert "Trusted comment: Mantel 2.0.0" in said
    (checkout.dist / "SHA256SUMS").write_text("", "utf-8")
    assert 0 != subprocess.run(verify, cwd=checkout.dist, capture_output=True, check=False).returncode


def test_the_list_for_raspberry_pi_imager_has_sizes_and_hashes(repository: Path) -> None:
    checkout = check_out("https://home.example.org/2.0.0/", None, repository)
    image = b"\0" * 3_000_000
    packed = lzma.compress(image)
    checkout.file("arm64.img.xz").write_bytes(packed)
    listed: Any = publication.os_list(checkout)
    [system] = listed["os_list"]
    assert {
        "url": "https://home.example.org/2.0.0/mantel-2.0.0-arm64.img.xz",
        "icon": "https://home.example.org/2.0.0/icon.svg",
        "extract_size": 3_000_000,
        "extract_sha256": hashlib.sha256(image).hexdigest(),
        "image_download_size": len(packed),
        "image_download_sha256": hashlib.sha256(packed).hexdigest(),
    }.items() <= system.items()
    boards = listed["imager"]["devices"]
    assert [[tag] for tag in system["devices"]] == [board["tags"] for board in boards]
    # What Imager's schema asks for besides.
    assert all(isinstance(board[name], str) for board in boards for name in ("name", "description"))
    assert all(isinstance(system[name], str) for name in ("name", "description"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", system["release_date"])
