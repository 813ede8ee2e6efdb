"""Signatures, versions and decisions of updates, as tables."""

import shutil
import subprocess
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from appliance.updates import minisign, rules
from appliance.updates.models import Choice, UpdateTrial
from tests.updates.release_server import Signer

SUMS = b"0" * 64 + b"  mantel-1.1.0-linux-amd64\n"
NOW = datetime(2026, 11, 27, 2, 30, tzinfo=UTC)
TRIAL = UpdateTrial(version="1.1.0", from_version="1.0.0", schema=31)


@pytest.mark.parametrize("kind", [b"ED", b"Ed"])
def test_a_signature_says_its_trusted_comment(kind: bytes) -> None:
    signer = Signer()
    signature = signer.sign(SUMS, "Mantel 1.1.0", kind)
    assert "Mantel 1.1.0" == minisign.verify(signer.public, SUMS, signature)
    assert "Mantel 1.1.0" == minisign.verify(f"untrusted comment: key\n{signer.public}\n", SUMS, signature)


@pytest.mark.skipif(not shutil.which("minisign"), reason="minisign is not installed")
def test_what_minisign_signs_is_verified(tmp_path: Path) -> None:
    (tmp_path / "SHA256SUMS").write_bytes(SUMS)
    make = ["minisign", "-G", "-W", "-s", "secret", "-p", "public"]
    sign = ["minisign", "-S", "-s", "secret", "-m", "SHA256SUMS", "-t", "Mantel 1.1.0"]
    for command in (make, sign):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    key, signature = (tmp_path / "public").read_text(), (tmp_path / "SHA256SUMS.minisig").read_text()
    assert "Mantel 1.1.0" == minisign.verify(key, SUMS, signature)


def test_what_is_not_signed_is_not_verified() -> None:
    signer = Signer()
    signature = signer.sign(SUMS, "Mantel 1.1.0")
    broken = [
        (signer.public, SUMS + b"x", signature),
        (signer.public, SUMS, signature.replace("1.1.0", "1.2.0")),
        (Signer().public, SUMS, signature),
        (signer.public, SUMS, signature.replace("trusted comment: Mantel", "trusted: Mantel")),
        (signer.public, SUMS, ""),
        (signer.public, SUMS, "\n\n\n"),
        (signer.public, SUMS, "untrusted comment:\nÄ\ntrusted comment: \nÄ\n"),
        ("", SUMS, signature),
        ("RWQ", SUMS, signature),
    ]
    for key, content, signed in broken:
        with pytest.raises(minisign.BadSignature):
            minisign.verify(key, content, signed)


def test_versions_are_in_order() -> None:
    versions = ["0.9.9", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.10", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.10.0"]
    for older, newer in pairwise(versions):
        assert rules.is_newer(newer, older), newer
        assert not rules.is_newer(older, newer), newer
        assert not rules.is_newer(older, older)
    for text in ("", "1", "1.0", "v1.0.0", "1.0.0-x.1", "1.0.0\n", "٣.0.0"):
        assert not rules.is_newer(text, "1.0.0"), text


def test_a_list_has_plain_names_only() -> None:
    digest = "0123456789abcdef" * 4
    sums = f"{digest}  a-1\n{digest} *b\n{digest}  ../c\n{digest}  d/e\n{digest[1:]}  f\n\n"
    assert {"a-1": digest, "b": digest} == rules.digests(sums)


@pytest.mark.parametrize(
    ("comment", "version"), [("Mantel 1.2.3", "1.2.3"), ("1.2.3", None), ("Mantel ", None), ("Mantel 1.2.3 x", None)]
)
def test_the_signature_names_the_version(comment: str, version: str | None) -> None:
    assert version == rules.signed_version(comment)


@pytest.mark.parametrize(
    ("choice", "due"),
    [
        ({}, False),
        ({"automatic": True}, True),
        ({"automatic": True, "hour": 4}, False),
        ({"automatic": True, "postponed_until": "2026-11-28T00:00:00.000Z"}, False),
        ({"automatic": True, "postponed_until": "2026-11-27T00:00:00.000Z"}, True),
    ],
)
def test_a_release_is_installed_by_itself_in_the_quiet_hour(choice: dict[str, Any], due: bool) -> None:
    # 02:30 in UTC is 03:30 in Paris.
    assert due == rules.is_due(Choice(**choice), NOW, ZoneInfo("Europe/Paris"))


@pytest.mark.parametrize(
    ("is_running", "ready_for", "waited", "silent_for", "verdict"),
    [
        (True, 0, 5, 0, False),
        (True, 0, 181, 0, "not_started"),
        (False, 0, 5, 0, "not_started"),
        (True, 30, 40, 0, False),
        (True, 60, 70, 0, True),
        (True, 60, 70, 5, False),
        (True, 60, 70, 31, "unhealthy"),
        (False, 30, 40, 0, "unhealthy"),
    ],
)
def test_what_becomes_of_a_program_that_is_tried(
    is_running: bool, ready_for: float, waited: float, silent_for: float, verdict: str | bool
) -> None:
    assert verdict == rules.verdict(is_running, ready_for, waited, silent_for, 60)


@pytest.mark.parametrize(
    ("changes", "running", "is_staged", "step"),
    [
        ({}, "1.0.0", True, "try"),
        ({"attempts": 2}, "1.0.0", True, "try"),
        ({"attempts": 3}, "1.0.0", True, "return"),
        ({}, "1.0.0", False, "return"),
        ({}, "0.9.0", True, "forget"),
        ({"state": "keeping"}, "1.0.0", True, "keep"),
        ({"state": "keeping"}, "1.1.0", False, "kept"),
        ({"state": "returning"}, "1.0.0", True, "return"),
    ],
)
def test_what_is_done_with_a_trial_at_a_start(
    changes: dict[str, Any], running: str, is_staged: bool, step: str
) -> None:
    assert step == rules.next_step(msgspec.structs.replace(TRIAL, **changes), running, is_staged)


def test_the_command_of_an_installation_that_is_updated_by_hand() -> None:
    places = {"source": "https://example.org", "version": "1.1.0", "machine": "arm64"}
    assert "docker compose pull && docker compose up -d" == rules.how_command("container", places)
    assert "sudo image/install / arm64" == rules.how_command("installed", places)
    wheel = "pip install --upgrade https://example.org/mantel-1.1.0-py3-none-any.whl"
    assert wheel == rules.how_command("package", places)
    assert rules.how_command("home_assistant", places) is None
