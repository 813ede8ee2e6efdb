"""The settings of a host: environment variables that begin with `HOSTING_`."""

import base64
import grp
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from appliance.hosting.bucket.models import Place, Secrets, file_of
from appliance.hosting.models import Name
from appliance.settings import BadSetting, Settings

PREFIX = "HOSTING_"
SECRETS = ("access-key", "secret-key", "household-key")


class HostSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Every variable, by its name in lower case without the prefix."""

    dir: str = "hosting"
    cell: Name = "main"
    memory_mb: Annotated[int, Meta(ge=128)] = 640
    processes: Annotated[int, Meta(ge=16)] = 128
    files: Annotated[int, Meta(ge=256)] = 2048
    first_uid: Annotated[int, Meta(ge=0, le=2**31)] = 200_000
    group: str | None = None
    ask_port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    bucket: Annotated[str, Meta(pattern=r"^s3://[a-z0-9][a-z0-9.-]+(/[A-Za-z0-9._/-]*)?$(?!\n)")] | None = None
    endpoint: Annotated[str, Meta(pattern=r"^https?://[^/\s]+$(?!\n)")] | None = None
    region: str = "us-east-1"
    secrets: str = "/etc/mantel/host-secrets"
    sync_seconds: Annotated[int, Meta(ge=2, le=300)] = 10
    lease_seconds: Annotated[int, Meta(ge=6, le=300)] = 30

    @property
    def place(self) -> Place | None:
        """Where the state is kept; None without a bucket."""
        if not self.bucket:
            return None
        bucket, _, prefix = self.bucket.removeprefix("s3://").partition("/")
        endpoint = self.endpoint or f"https://s3.{self.region}.amazonaws.com"
        return Place(
            bucket=bucket,
            prefix=f"{prefix.strip('/')}/" if prefix.strip("/") else "",
            endpoint=endpoint,
            region=self.region,
        )

    def check_secrets(self) -> None:
        """Raises BadSetting where one is missing. It reads none: the parent's memory is also that of households."""
        for name in SECRETS:
            if not os.access(Path(self.secrets, name), os.R_OK):
                raise BadSetting(f"HOSTING_SECRETS: the file {Path(self.secrets, name)} cannot be read")

    def read_secrets(self) -> Secrets:
        """What opens the bucket. Only processes without a household read it. Raises BadSetting."""
        folder = Path(self.secrets)
        try:
            return Secrets(
                access_key=file_of(folder, SECRETS[0]),
                secret_key=file_of(folder, SECRETS[1]),
                household_key=base64.b64decode(file_of(folder, SECRETS[2]), validate=True),
            )
        except (OSError, ValueError) as problem:
            raise BadSetting(f"HOSTING_SECRETS: {problem}") from None

    @property
    def folder(self) -> Path:
        """The folder of everything."""
        return Path(self.dir).absolute()

    @property
    def registry(self) -> Path:
        """The registry, in a folder of its own."""
        return self.folder / "registry" / "registry.db"

    @property
    def cell_folder(self) -> Path:
        """What belongs to this cell: its lock, and the socket of the API."""
        return self.folder / "cells" / self.cell

    @property
    def api_socket(self) -> Path:
        """Where the registry's API answers."""
        return self.cell_folder / "api.sock"

    @property
    def sync_socket(self) -> Path:
        """Where Litestream answers."""
        return self.cell_folder / "sync.sock"

    @property
    def litestream_folder(self) -> Path:
        """Where Litestream keeps how far it is with each file."""
        return self.cell_folder / "litestream"

    def data_dir(self, name: str) -> Path:
        """The data folder of a household."""
        return self.folder / "households" / name

    def replica_stamp(self, name: str) -> Path:
        """A file whose time of change is when the bucket last had every write of a household."""
        return self.folder / "replicated" / name

    def socket(self, name: str) -> Path:
        """The socket of a household, in a folder of its own that decides who may use it."""
        return self.folder / "sockets" / name / "web.sock"

    def host_link(self, host_name: str) -> Path:
        """A link to the folder of a household's socket, by which the proxy finds it."""
        return self.folder / "hosts" / host_name

    def uid(self, number: int) -> int | None:
        """The user and group of a household; None where all have that of the host."""
        return self.first_uid + number if self.first_uid and os.geteuid() == 0 else None


VARIABLES = tuple(f"{PREFIX}{name.upper()}" for name in HostSettings.__struct_fields__)


def host_from_environment(environment: Mapping[str, str] = os.environ) -> HostSettings:
    """Read the variables. Raises BadSetting."""
    given = {name: text for name in VARIABLES if (text := environment.get(name, "").strip())}
    stray = sorted(name for name in environment if name.startswith(PREFIX) and name not in VARIABLES)
    if stray:
        raise BadSetting(f"{stray[0]} is not a setting; there are {', '.join(VARIABLES)}")
    settings = HostSettings()
    for name, text in given.items():
        field = name.removeprefix(PREFIX).lower()
        try:
            settings = msgspec.convert({**msgspec.structs.asdict(settings), field: text}, HostSettings, strict=False)
        except msgspec.ValidationError as problem:
            raise BadSetting(f"{name}: {problem}".partition(" - at")[0]) from None
    group_id(settings)
    return settings


def group_id(settings: HostSettings) -> int | None:
    """The group that may use the sockets of households, as a number. Raises BadSetting."""
    if settings.group is None:
        return None
    try:
        return int(settings.group) if settings.group.isdecimal() else grp.getgrnam(settings.group).gr_gid
    except KeyError:
        raise BadSetting(f"HOSTING_GROUP: there is no group {settings.group}") from None


def household_settings(base: Settings, host: HostSettings, name: str, host_name: str) -> Settings:
    """The settings of a household: those of the host without what is for one home, or for its network."""
    return msgspec.structs.replace(
        base,
        data_dir=host.data_dir(name),
        unix_socket=host.socket(name),
        public_url=f"https://{host_name}",
        # Only the proxy can open the socket.
        trusted_proxies=("127.0.0.1/32",),
        https_port=0,
        mdns=False,
        runtime_directory=None,
        replica_stamp=host.replica_stamp(name) if host.place else None,
        tailscale_socket=Path("/nonexistent"),
        webauthn_rp_id=None,
        allowed_hosts=(),
        admin_api_key=None,
        encryption_key=None,
        vapid_public_key=None,
        vapid_private_key=None,
        allow_private_feed_urls=False,
        allow_private_webhook_urls=False,
        allow_private_push_urls=False,
        photo_roots=(),
        backup_dir_2=None,
        update_url=None,
        update_folder=None,
        update_key=None,
    )
