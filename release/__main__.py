"""Makes what is published of a version, from a commit, into dist/: `./run release`, or `./run release PART...`."""

import argparse
import os
import sys

from release import artefacts, publication
from release.checkout import Checkout, NotReleasable, check_out

PARTS = {
    "wheel": artefacts.wheel,
    "onefile": artefacts.one_file,
    "installed": artefacts.installed,
    "oci": artefacts.oci,
    "card": artefacts.card,
    "ways": publication.ways,
    "notes": publication.notes,
}


def main() -> None:
    """Make the parts in order, then the checksums of all that is in dist/."""
    parser = argparse.ArgumentParser(prog="./run release", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; without one, all of them")
    parser.add_argument("--address", help="where the files of dist/ will be downloaded from")
    parser.add_argument("--image", help="the name of the container image at its registry, without its tag")
    parser.add_argument("--updates", help="where the newest release will always be, for `mantel update`")
    parser.add_argument("--public-key", help="the public key of minisign that `mantel update` accepts")
    parser.add_argument("--key", help="the secret key of minisign that signs SHA256SUMS")
    options = parser.parse_args()
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; the parts are: {', '.join(PARTS)}")
    try:
        checkout = check_out(options.address, options.image)
        checkout.name_updates(options.updates, options.public_key)
        for name in options.parts or PARTS:
            print(f"\n── {name}", flush=True)
            PARTS[name](checkout)
        publication.checksums(checkout, options.key)
    except NotReleasable as reason:
        sys.exit(f"release: {reason}")
    _print_files(checkout)
    _print_missing(checkout, options.key)


def _print_files(checkout: Checkout) -> None:
    print(f"\n── Mantel {checkout.version}, of {'its tag' if checkout.is_tagged else 'a commit without its tag'}")
    for path in sorted(checkout.dist.iterdir()):
        print(f"{path.stat().st_size:>13,}  {path.name}")


def _print_missing(checkout: Checkout, key: str | None) -> None:
    missing = {
        "SHA256SUMS is not signed (--key): `mantel update` accepts nothing of this": key is None,
        "no updates are built in (--updates, --public-key): `mantel update` asks nowhere": not checkout.has_updates,
        "the card takes no updates (RAUC_CERT, RAUC_KEY)": "RAUC_KEY" not in os.environ,
    }
    for words in (words for words, is_missing in missing.items() if is_missing):
        print(f"release: {words}; docs/releasing.md says how the keys are made", file=sys.stderr)


if __name__ == "__main__":
    main()
