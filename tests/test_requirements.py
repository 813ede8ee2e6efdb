"""The locked requirements: complete, with hashes, and in agreement with pyproject.toml and with each other."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUN, GROUPS = PROJECT["project"]["dependencies"], PROJECT["dependency-groups"]
LOCKS = {
    "run": RUN,
    "build": [*PROJECT["build-system"]["requires"], *GROUPS["build"]],
    "release": GROUPS["release"],
    "test": [*RUN, *GROUPS["dev"]],
}


def locked(name: str) -> dict[str, tuple[str, int]]:
    """Version and number of hashes of each package of a lock."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", "")
    found: dict[str, tuple[str, int]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            pin = re.match(r"([A-Za-z0-9._-]+)==(\S+)", line)
            assert pin, line
            found[canonicalize_name(pin[1])] = pin[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}(?=\s|$)", line))
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_is_locked_to_a_version_that_fits(name: str) -> None:
    """When this fails: `./run lock`."""
    pins = locked(name)
    for text in LOCKS[name]:
        wanted = Requirement(text)
        version, _ = pins[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version, prereleases=True), text


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes(name: str) -> None:
    assert [] == [package for package, (_, hashes) in locked(name).items() if not hashes]


def test_the_locks_agree() -> None:
    versions: dict[str, set[str]] = {}
    for name in LOCKS:
        for package, (version, _) in locked(name).items():
            versions.setdefault(package, set()).add(version)
    assert {} == {package: found for package, found in versions.items() if len(found) > 1}


def test_the_base_image_is_named_by_its_digest() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.search(r"^ARG DEBIAN=debian:trixie-\d{8}-slim@sha256:[0-9a-f]{64}$", dockerfile, re.M)
    assert {"${DEBIAN}"} == set(re.findall(r"^FROM (?:--platform=\S+ )?(\S+)", dockerfile, re.M))


def test_every_package_that_is_imported_is_declared() -> None:
    """A dependency of a dependency may go away with its next version."""
    declared = {canonicalize_name(Requirement(text).name) for text in RUN}
    own = {*sys.stdlib_module_names, "appliance", "kiosk"}
    distributions = packages_distributions()
    undeclared = set()
    for path in [*ROOT.glob("appliance/**/*.py"), *ROOT.glob("kiosk/**/*.py")]:
        if "node_modules" in path.parts or path.name == "hatch_build.py":
            continue
        for name in imported(ast.parse(path.read_text("utf-8"))) - own:
            if declared.isdisjoint(canonicalize_name(each) for each in distributions.get(name, [name])):
                undeclared.add(f"{path.relative_to(ROOT)}: {name}")
    assert set() == undeclared


def imported(tree: ast.Module) -> set[str]:
    """The names of the packages that a module imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names
