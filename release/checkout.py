"""The clean checkout of a commit that a release is made of."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/release"
DIST = ROOT / "dist"
# Names that nobody can own, in what is made for trying.
NO_ADDRESS, NO_IMAGE = "https://mantel.invalid/{version}", "mantel.invalid/mantel"


class NotReleasable(Exception):
    """Something is missing or does not fit; the text says what to do."""


@dataclass(frozen=True, kw_only=True)
class Checkout:
    """The sources of one commit, in a folder of their own. `epoch` is the time of the commit in seconds.

    `address` is where the files of `dist` will be downloaded from; `image` is the container image at its registry.
    """

    source: Path
    dist: Path
    version: str
    epoch: int
    is_tagged: bool
    address: str
    image: str

    def file(self, kind: str) -> Path:
        """A file in dist: `linux-amd64` gives `mantel-VERSION-linux-amd64`."""
        return self.dist / f"mantel-{self.version}-{kind}"

    @property
    def origin(self) -> Path:
        """What a build knows of later releases."""
        return self.source / "appliance/updates/origin.json"

    @property
    def has_updates(self) -> bool:
        """Whether builds know where later releases are, and their key."""
        return self.origin.exists()

    def name_updates(self, address: str | None, key: str | None) -> None:
        """Build in where newer releases are found, and the key that signs them. Raises NotReleasable."""
        self.origin.unlink(missing_ok=True)
        if bool(address) != bool(key):
            raise NotReleasable("--updates and --public-key are given together")
        if address and key:
            if not Path(key).is_file():
                raise NotReleasable(f"{key} is missing; docs/releasing.md says how the key is made")
            line = Path(key).read_text("utf-8").strip().splitlines()[-1]
            self.origin.write_text(json.dumps({"url": address.rstrip("/"), "key": line}), "utf-8")

    def environment(self) -> Mapping[str, str]:
        """What makes builds equal: their time, the order of sets, language and time zone."""
        fixed = {"SOURCE_DATE_EPOCH": str(self.epoch), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        return {**os.environ, **fixed}

    def run(self, *command: str | Path, reads: bool = False) -> str:
        """Run a program in the sources. Returns its output where it is read. Raises NotReleasable."""
        words = [str(word) for word in command]
        try:
            done = subprocess.run(
                words, cwd=self.source, env=self.environment(), check=True, text=True, stdout=-1 if reads else None
            )
        except FileNotFoundError:
            raise NotReleasable(f"{words[0]} is not installed; docs/releasing.md names what is needed") from None
        except subprocess.CalledProcessError as failure:
            raise NotReleasable(f"{words[0]} ended with {failure.returncode}") from None
        return done.stdout or ""


def check_out(address: str | None, image: str | None, root: Path = ROOT) -> Checkout:
    """The checked-out HEAD of a repository; the sources of the same commit are kept. Raises NotReleasable."""
    commit, epoch = _git(root, "log", "-1", "--format=%H %ct").split()
    work = root / "build/release"
    source, mark = work / "source", work / "commit"
    if not mark.exists() or mark.read_text("utf-8") != commit:
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", commit], cwd=root, check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", source], input=archive, check=True)
        mark.write_text(commit, "utf-8")
    version = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    dist = root / "dist"
    dist.mkdir(exist_ok=True)
    return Checkout(
        source=source,
        dist=dist,
        version=version,
        epoch=int(epoch),
        is_tagged=_is_tagged(root, version),
        address=(address or NO_ADDRESS.format(version=version)).rstrip("/"),
        image=image or NO_IMAGE,
    )


def _is_tagged(root: Path, version: str) -> bool:
    """Whether HEAD has the tag of its version. Raises NotReleasable for the tag of another one."""
    tags = [tag for tag in _git(root, "tag", "--points-at", "HEAD").split() if re.fullmatch(r"v\d.*", tag)]
    if tags and f"v{version}" not in tags:
        raise NotReleasable(f"the tag is {tags[0]}, and pyproject.toml says {version}")
    return bool(tags)


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()
