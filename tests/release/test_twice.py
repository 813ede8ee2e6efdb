"""The artefacts that can be the same bit by bit are: made twice from one commit, in two places."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.release.artefacts import check_artefacts
from tests.release.conftest import TREE

pytestmark = pytest.mark.slow
PARTS = ("wheel", "onefile", "installed", "ways", "notes")


def test_two_clones_of_a_commit_make_the_same_files(tmp_path: Path) -> None:
    if not shutil.which("git") or not (TREE / ".git").exists():
        pytest.skip("these sources have no git history to make a release of")
    made = {}
    for name in ("first", "a second"):
        subprocess.run(["git", "clone", "--quiet", TREE, tmp_path / name], check=True)
        subprocess.run(["./run", "release", *PARTS], cwd=tmp_path / name, check=True)
        made[name] = (tmp_path / name / "dist/SHA256SUMS").read_text("utf-8").splitlines()
        assert {"py3-none-any", "debian13-amd64", "debian13-arm64"} < set(check_artefacts(tmp_path / name / "dist"))
    kinds = ("whl", "amd64", "arm64", "cdx.json", "NOTICES.md", "compose.yaml", "platforms.tar.xz", "source.tar.gz")
    assert {"whl", "cdx.json", "platforms.tar.xz"} <= {kind for kind in kinds for line in made["first"] if kind in line}
    assert made["first"] == made["a second"]
