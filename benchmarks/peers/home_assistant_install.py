"""Home Assistant from the package index, in a virtual environment of its own.

It installs what its components need when it starts. Here that is done beforehand, so that a start is only a start.
"""

import ast
import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

PYTHON = "python3.13"
RELEASE, OLDEST_PYTHON = "2025.4.4", (3, 13)
# `isal` compresses answers faster, and is used when it is there.
COMPONENTS = ("local_calendar", "local_todo", "isal")
# The release's reader of iCalendar files fails with a newer one, and its own list of constraints leaves it open.
OLD_PARSER = "pyparsing<3.3"
ASK_VERSION = "import sys; print(*sys.version_info[:2])"


class NotInstalledError(Exception):
    """Home Assistant cannot be had here; the message says why."""


def installed(folder: Path) -> bool:
    """Whether an earlier `install` finished in this folder."""
    return (folder / "installed").exists()


def version(folder: Path) -> str:
    """The release in this folder."""
    return (folder / "installed").read_text("utf-8").strip()


def install(folder: Path, python: str) -> None:
    """Make a virtual environment in `folder` with the release in it. Raises NotInstalledError."""
    _check(python)
    print(f"Installing Home Assistant {RELEASE} in {folder}. This takes several minutes.", flush=True)
    _run(python, "-m", "venv", "--clear", str(folder))
    pip = (str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    package = f"homeassistant=={RELEASE}"
    _run(*pip, "--no-deps", package)
    source = next(folder.glob("lib/python*/site-packages/homeassistant"))
    needed = [package, OLD_PARSER, *sorted(_requirements(source))]
    _run(*pip, "--constraint", str(source / "package_constraints.txt"), *needed)
    (folder / "installed").write_text(RELEASE, "utf-8")


def _check(python: str) -> None:
    try:
        major, minor = _run(python, "-c", ASK_VERSION).split()
    except NotInstalledError:
        raise NotInstalledError(f"{python} does not run here; --python names another") from None
    if (int(major), int(minor)) < OLDEST_PYTHON:
        raise NotInstalledError(f"Python {major}.{minor} is too old for {RELEASE}; --python names another")


def _requirements(source: Path) -> set[str]:
    """What the components need that every Home Assistant starts, and the measured ones, with what they depend on."""
    todo = [*_default_integrations(source / "bootstrap.py"), *COMPONENTS]
    seen: set[str] = set()
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        manifest = json.loads((source / "components" / name / "manifest.json").read_text("utf-8"))
        found.update(manifest.get("requirements", ()))
        todo += manifest.get("dependencies", ())
    return found


def _default_integrations(bootstrap: Path) -> Iterable[str]:
    found = re.search(r"^DEFAULT_INTEGRATIONS = (\{.*?^\})", bootstrap.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    names: set[str] = ast.literal_eval(found[1]) if found else set()
    return names


def _run(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NotInstalledError(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
        raise NotInstalledError(lines[-1])
    return done.stdout
