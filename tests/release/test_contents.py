"""The list of what an artefact contains is made of its notices, and follows the schema of CycloneDX."""

import json
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from release.checkout import check_out
from release.contents import describe

NOTICES = """# What Mantel contains, and the licences of its parts

- Mantel (MIT)
- litestar 2.25.0 (MIT)
- lxml 6.1.0 (BSD-3-Clause AND MIT)
- odd 1.0 (a licence of its own)
- libssl.so.3 (Apache-2.0)
- Python: libpython3.13.so.1.0 (PSF-2.0)
- User interface: licenses
- GNU Lesser General Public License 3.0

## litestar 2.25.0 (MIT)

- not-a-part 1.0 (MIT)

## User interface: licenses

## @lucide/svelte - 1.48.0 (ISC)

## svelte - 5.57.3 (MIT)
"""
DEBIAN = ["libc6:amd64 2.41-12: /usr/share/doc/libc6/copyright", "adduser 3.152: /usr/share/doc/adduser/copyright"]


def test_the_document_is_valid_names_every_part_and_is_always_the_same(repository: Path) -> None:
    checkout = check_out(None, None, repository)
    file = checkout.file("oci-amd64.cdx.json")
    describe(checkout, "oci-amd64", NOTICES, DEBIAN)
    text = file.read_text("utf-8")

    assert None is JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    document = json.loads(text)
    assert "pkg:pypi/mantel@2.0.0" == document["metadata"]["component"]["purl"]
    assert {
        "pkg:pypi/litestar@2.25.0",
        "pkg:pypi/lxml@6.1.0",
        "pkg:pypi/odd@1.0",
        "pkg:generic/libssl.so.3",
        "pkg:generic/libpython3.13.so.1.0",
        "pkg:npm/%40lucide/svelte@1.48.0",
        "pkg:npm/svelte@5.57.3",
        "pkg:deb/debian/libc6@2.41-12",
        "pkg:deb/debian/adduser@3.152",
    } == {part["purl"] for part in document["components"]}
    licences = {part["name"]: part["licenses"] for part in document["components"] if "licenses" in part}
    assert "MIT" == licences["litestar"][0]["license"]["id"]
    assert "BSD-3-Clause AND MIT" == licences["lxml"][0]["expression"]
    assert "a licence of its own" == licences["odd"][0]["license"]["name"]
    assert NOTICES == checkout.file("oci-amd64.NOTICES.md").read_text("utf-8")

    describe(checkout, "oci-amd64", NOTICES, DEBIAN)
    assert text == file.read_text("utf-8")
