"""A repository with one commit of a small project that has a version and a changelog."""

import shutil
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
CHANGELOG = """# Changelog

## 2.0.0

### For the family

- Lists, as [the contract](docs/contract.md) says, and [more](https://mantel.invalid/more).

## 1.0.0

- The first one.
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "pyproject.toml").write_text('[project]\nname = "mantel"\nversion = "2.0.0"\n', "utf-8")
    (folder / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
    shutil.copytree(TREE / "release/ways", folder / "release/ways")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "a commit", "--date", "2026-11-20T15:24:00Z")
    return folder


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()
