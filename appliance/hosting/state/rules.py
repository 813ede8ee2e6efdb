"""Names in the bucket, and the configuration of Litestream."""

from collections.abc import Iterable

import msgspec

from appliance.hosting.bucket.models import Place

EPOCH = "epoch-"
REGISTRY = "registry/registry.db"
HOUSEHOLDS = "households"
DATABASE = "mantel.db"


def cell_folder(cell: str) -> str:
    """The folder of a cell."""
    return f"cells/{cell}/"


def lease_name(cell: str) -> str:
    """The object of the lease of a cell."""
    return f"{cell_folder(cell)}lease.json"


def inbox_name(cell: str) -> str:
    """The object that says which households move to a cell."""
    return f"{cell_folder(cell)}inbox.json"


def epoch_folder(cell: str, epoch: int) -> str:
    """Where the replicas of an epoch are. The digits make names sort as numbers do."""
    return f"{cell_folder(cell)}{EPOCH}{epoch:08d}/"


def files_folder(cell: str, name: str = "") -> str:
    """Where photos and the key of a household are, those of all epochs; without a name, those of all households."""
    return f"{cell_folder(cell)}files/{name}"


def epochs(folders: Iterable[str]) -> list[int]:
    """The epochs of which there are replicas, the newest first."""
    numbers = [folder.removeprefix(EPOCH) for folder in folders if folder.startswith(EPOCH)]
    return sorted((int(number) for number in numbers if number.isdecimal()), reverse=True)


def replica_name(cell: str, epoch: int, name: str) -> str:
    """The replica of a household."""
    return f"{epoch_folder(cell, epoch)}{HOUSEHOLDS}/{name}/{DATABASE}"


def litestream_config(
    place: Place, cell: str, epoch: int, *, folder: str, socket: str, own: str, seconds: int
) -> bytes:
    """Litestream's configuration, in JSON, which is YAML too. `folder` is that of the host, `own` one for Litestream.

    A write is found after half of `seconds` at most, and is sent after another half.
    """
    half = f"{seconds * 500}ms"

    def replica(name: str) -> dict[str, object]:
        return {
            "type": "s3",
            "bucket": place.bucket,
            "path": f"{place.prefix}{epoch_folder(cell, epoch)}{name}",
            "endpoint": place.endpoint,
            "region": place.region,
            "force-path-style": True,
            "sync-interval": half,
        }

    common = {"monitor-interval": half}
    return msgspec.json.encode(
        {
            "socket": {"enabled": True, "path": socket, "permissions": 0o600},
            "l0-retention-check-interval": "30m",
            # Each level asks the store for a list of each household. By default the first one does so every 30 seconds.
            "levels": [{"interval": "15m"}, {"interval": "1h"}],
            "dbs": [
                {
                    "path": f"{folder}/{REGISTRY}",
                    "meta-path": f"{own}/{REGISTRY}",
                    **common,
                    "replica": replica(REGISTRY),
                },
                {
                    "dir": f"{folder}/{HOUSEHOLDS}",
                    "pattern": DATABASE,
                    "recursive": True,
                    "watch": True,
                    "meta-dir": f"{own}/{HOUSEHOLDS}",
                    **common,
                    "replica": replica(HOUSEHOLDS),
                },
            ],
        }
    )
