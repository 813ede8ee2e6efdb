"""What an artefact contains: its notices, and the same as a CycloneDX document."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from release.checkout import Checkout

# Lines of image/notices.py: `- litestar 2.25.0 (MIT)`, `- libssl.so.3 (Apache-2.0)`, `- Python: libpython3.so (PSF)`.
PYTHON = re.compile(r"^- (?P<name>[\w.-]+) (?P<version>\d\S*) \((?P<licence>.*)\)$", re.M)
LIBRARY = re.compile(r"^- (?:Python: )?(?P<name>\S+\.so\S*) \((?P<licence>.*)\)$", re.M)
# A heading of the user interface's licences: `## @lucide/svelte - 1.48.0 (ISC)`.
NPM = re.compile(r"^## (?P<name>(?:@[\w.-]+/)?[\w.-]+) - (?P<version>\d\S*) \((?P<licence>.*)\)$", re.M)
# `libc6:amd64 2.41-12: /usr/share/doc/libc6/copyright`
DEBIAN = re.compile(r"^(?P<name>[^ :]+)(?::\w+)? (?P<version>\S+): ")


def describe(checkout: Checkout, kind: str, notices: str, debian_packages: Iterable[str] = ()) -> None:
    """Write the notices of an artefact and the list of its parts beside it, as `mantel-VERSION-KIND.…`."""
    checkout.file(f"{kind}.NOTICES.md").write_text(notices, "utf-8")
    bom = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"mantel-{checkout.version}-{kind}"),
        components=components(notices, debian_packages),
    )
    bom.metadata.timestamp = datetime.fromtimestamp(checkout.epoch, UTC)
    bom.metadata.component = mantel = _component(
        "pypi", {"name": "mantel", "version": checkout.version, "licence": "MIT"}, ComponentType.APPLICATION
    )
    bom.register_dependency(mantel, bom.components)
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2)
    checkout.file(f"{kind}.cdx.json").write_text(text + "\n", "utf-8")


def components(notices: str, debian_packages: Iterable[str] = ()) -> Iterator[Component]:
    """The parts that the notices name, and Debian's packages by the lines of `debian-packages`."""
    contents = notices.partition("\n## ")[0]
    yield from (_component("pypi", match.groupdict()) for match in PYTHON.finditer(contents))
    yield from (_component("generic", match.groupdict()) for match in LIBRARY.finditer(contents))
    yield from (_component("npm", match.groupdict()) for match in NPM.finditer(notices))
    yield from (_component("deb", match.groupdict()) for match in map(DEBIAN.match, debian_packages) if match)


def _component(kind: str, found: dict[str, str], is_a: ComponentType = ComponentType.LIBRARY) -> Component:
    name, version, licence = found["name"], found.get("version"), found.get("licence")
    namespace, _, last = name.rpartition("/")
    purl = PackageURL(kind, "debian" if kind == "deb" else namespace or None, last, version)
    return Component(
        name=last,
        group=namespace or None,
        version=version,
        type=is_a,
        purl=purl,
        bom_ref=str(purl),
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
    )
