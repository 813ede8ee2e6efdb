"""Hosts whose households have users of their own, with the rights that the unit leaves."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.hosting.host import ROOT

# Every user can read it.
SYSTEM_PYTHON = Path(f"/usr/bin/python3.{sys.version_info.minor}")
UNIT = (ROOT / "deploy/systemd/mantel-host.service").read_text("utf-8")
(KEPT,) = re.findall(r"^CapabilityBoundingSet=(.+)$", UNIT, re.M)
RIGHTS = ",".join(["-all", *("+" + name.lower().removeprefix("cap_") for name in KEPT.split())])
RIGHTS_OF_UNIT = ("setpriv", "--bounding-set", RIGHTS, "--no-new-privs")


def needs_users(test: object) -> object:
    """Skip a test where processes cannot have users of their own."""
    for condition, reason in (
        (not shutil.which("setpriv"), "needs setpriv, of util-linux"),
        (os.geteuid() != 0, "only root gives processes users of their own"),
        (not SYSTEM_PYTHON.exists(), "the system has no Python of this version, which every user can read"),
    ):
        test = pytest.mark.skipif(condition, reason=reason)(test)
    return test


def as_units(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Let hosts run with the system's Python; their variables."""
    monkeypatch.setattr(sys, "executable", str(SYSTEM_PYTHON))
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    # The package itself too: files that name further folders are not read in those of PYTHONPATH.
    return {"PYTHONPATH": f"{packages}:{ROOT}", "HOSTING_GROUP": "nogroup"}
