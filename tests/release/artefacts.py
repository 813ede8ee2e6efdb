"""What every artefact in a folder of a release must have: a list of its parts, notices, and no code under the GPL."""

import importlib.util
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.release.conftest import TREE

# The end of an artefact's name, and what its list and its notices are called.
KINDS = {
    ".whl": "py3-none-any",
    "linux-amd64": "linux-amd64",
    "linux-arm64": "linux-arm64",
    "debian13-amd64.tar.xz": "debian13-amd64",
    "debian13-arm64.tar.xz": "debian13-arm64",
    "arm64.img.xz": "arm64.img",
}
MANTEL = "opt/mantel/"


def check_artefacts(dist: Path) -> list[str]:
    """Returns the kinds of the artefacts in a folder; a container has one for each architecture."""
    notices, checked = notices_program(), []
    for path in sorted(dist.iterdir()):
        for kind in (name for end, name in KINDS.items() if path.name.endswith(end)):
            checked.append(_listed(dist, kind))
        if path.name.endswith("oci.tar"):
            checked += [_listed(dist, f"oci-{architecture}") for architecture, _ in _layers(path)]
        for name, text in _files(path):
            assert not notices.GPL_LIBRARIES.search(PurePath(name).name), f"{path.name}: {name}"
            # Mantel's own notices end with the text of the GPL, which the Lesser one refers to.
            is_licence = notices.LICENCE_FILES.search(PurePath(name).name) and not name.endswith("appliance/NOTICES.md")
            assert not is_licence or not notices.is_gpl(text.decode("utf-8", "replace")), f"{path.name}: {name}"
    return checked


def _listed(dist: Path, kind: str) -> str:
    """The kind, whose list is valid, says the same as the notices, and names no part that is only under the GPL."""
    [sbom] = dist.glob(f"mantel-*-{kind}.cdx.json")
    assert None is JsonStrictValidator(SchemaVersion.V1_6).validate_str(sbom.read_text("utf-8"))
    words = (dist / sbom.name.replace(".cdx.json", ".NOTICES.md")).read_text("utf-8")
    parts: list[dict[str, Any]] = json.loads(sbom.read_text("utf-8"))["components"]
    for part in parts:
        # Debian's packages are programs of their own, with their own licences.
        if not part["purl"].startswith("pkg:deb/"):
            assert part["name"] in words, f"{kind}: {part['name']}"
            for each in part["licenses"]:
                licence = each.get("expression") or each["license"].get("id") or each["license"]["name"]
                assert "GPL" not in licence.replace("LGPL", "") or "exception" in licence.lower(), f"{kind}: {part}"
    assert {"pkg:npm", "pkg:pypi"} & {part["purl"].partition("/")[0] for part in parts}
    assert any(part["purl"].startswith("pkg:deb/") for part in parts) == kind.startswith(("oci", "arm64"))
    return kind


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents of what is Mantel's own or a package of it: not Debian's part of a container."""
    if path.name.endswith(".whl"):
        with zipfile.ZipFile(path) as archive:
            yield from ((name, archive.read(name)) for name in archive.namelist())
    elif "-debian13-" in path.name and path.name.endswith(".tar.xz"):
        with tarfile.open(path) as archive:
            yield from _members(archive)
    elif path.name.endswith("oci.tar"):
        for _, layers in _layers(path):
            for layer in layers:
                with tarfile.open(fileobj=io.BytesIO(layer)) as archive:
                    yield from ((name, text) for name, text in _members(archive) if name.startswith(MANTEL))


def _members(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in archive:
        if member.isfile() and (file := archive.extractfile(member)):
            yield member.name, file.read()


def _layers(path: Path) -> Iterator[tuple[str, list[bytes]]]:
    """Architecture and layers of each image in an archive of the OCI layout."""
    with tarfile.open(path) as archive:

        def blob(digest: str) -> bytes:
            file = archive.extractfile(f"./blobs/{digest.replace(':', '/')}")
            assert file
            return file.read()

        index = archive.extractfile("./index.json")
        assert index
        [top] = json.load(index)["manifests"]
        for entry in json.loads(blob(top["digest"]))["manifests"]:
            image = json.loads(blob(entry["digest"]))
            yield entry["platform"]["architecture"], [blob(layer["digest"]) for layer in image["layers"]]


def notices_program() -> Any:
    """`image/notices.py`, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("notices", TREE / "image/notices.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
