"""What the container starts: the server, once it may write into the data folder."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
USER = 10001
TIMEOUT_SECONDS = 120


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user may enter; those of pytest are private."""
    with tempfile.TemporaryDirectory(prefix="mantel-container-") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.fixture
def start(place: Path) -> Callable[..., subprocess.Popen[str]]:
    """Start the script as the container's user, with a `mantel` that prints its arguments."""
    if os.geteuid() != 0:
        pytest.skip("only root may start a program as the user of the container")
    script = place / "container"
    shutil.copy(TREE / "image/container", script)
    program = place / "bin/mantel"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "started $*"\n', "utf-8")
    program.chmod(0o755)

    def run(folder: Path, *command: str) -> subprocess.Popen[str]:
        environment = {"PATH": f"{program.parent}:/usr/bin:/bin", "DATA_DIR": str(folder)}
        return subprocess.Popen(
            [script, *command],
            env=environment,
            user=USER,
            group=USER,
            extra_groups=[],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


def test_a_folder_of_another_user_is_named_with_the_command_that_helps(
    start: Callable[..., subprocess.Popen[str]], place: Path
) -> None:
    folder = place / "data"
    folder.mkdir(mode=0o755)
    waiting = start(folder, "mantel", "serve")
    assert waiting.stderr
    said = [waiting.stderr.readline() for _ in range(4)]
    assert f"runs as user {USER} and group {USER}" in said[0] and str(folder) in said[0]
    assert f"sudo chown -R {USER}:{USER} FOLDER" in said[2]
    # It waits instead of ending: a restart policy would start it again and again.
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(2)

    os.chown(folder, USER, USER)
    assert ("started serve\n", "") == waiting.communicate(timeout=TIMEOUT_SECONDS)


def test_a_file_of_another_user_in_the_folder_counts_too(
    start: Callable[..., subprocess.Popen[str]], place: Path
) -> None:
    folder = place / "data"
    folder.mkdir()
    os.chown(folder, USER, USER)
    (folder / "lost+found").mkdir(mode=0o700)
    (folder / "mantel.db").write_bytes(b"")
    waiting = start(folder, "mantel", "serve")
    assert waiting.stderr
    assert "may not write" in waiting.stderr.readline()

    waiting.terminate()
    assert 143 == waiting.wait(TIMEOUT_SECONDS)


def test_other_commands_and_a_folder_of_its_own_start_at_once(
    start: Callable[..., subprocess.Popen[str]], place: Path
) -> None:
    folder = place / "data"
    folder.mkdir()
    assert ("started doctor\n", "") == start(folder, "mantel", "doctor").communicate(timeout=TIMEOUT_SECONDS)
    os.chown(folder, USER, USER)
    assert ("started serve\n", "") == start(folder, "mantel", "serve").communicate(timeout=TIMEOUT_SECONDS)
