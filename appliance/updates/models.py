"""Updates of the program, as kept in files, requested and answered."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel, Maybe

Kind = Literal["file", "installed", "card", "none"]
How = Literal["container", "home_assistant", "clone", "package", "file", "installed"]
Work = Literal["idle", "checking", "downloading", "trying", "restarting", "watching"]
Problem = Literal[
    "not_configured", "unreachable", "signature", "damaged", "space", "cannot_try", "not_started", "unhealthy",
    "interrupted",
]  # fmt: skip
Hour = Annotated[int, Meta(ge=0, le=23)]


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What a parent chose. `automatic`: releases are installed by themselves, in the quiet `hour`."""

    automatic: bool = False
    hour: Hour = 3
    postponed_until: str | None = None


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where releases come from, and the public key of minisign that signs them."""

    url: str
    key: str


class UpdateTrial(msgspec.Struct, frozen=True, kw_only=True):
    """A new program that is being tried, until it is kept or the earlier one is back.

    `schema` is the version of the household's file before it; `attempts` counts starts, because power cuts interrupt.
    """

    version: str
    from_version: str
    schema: int
    state: Literal["trying", "keeping", "returning"] = "trying"
    attempts: int = 0
    problem: Problem | None = None


class UpdateResult(ApiModel, kw_only=True):
    """How the last update ended. Without `kept` the earlier program is back; `problem` says why."""

    version: str
    at: str
    kept: bool
    problem: Problem | None = None


class NewVersion(ApiModel, kw_only=True):
    """A newer release. `notes` are its release notes, in Markdown."""

    version: str
    notes: str


class Updates(ApiModel, kw_only=True):
    """The version, and what is known of a newer one.

    `kind` says what can be updated by itself; with `none`, `how` and `command` say what to do. `release` is null while
    no newer one is known. `problem` is why the last check or download failed. `received` counts bytes of the download.
    """

    version: str
    kind: Kind
    how: How | None
    command: str | None
    source: str | None
    release: NewVersion | None
    checked_at: str | None
    work: Work
    received: int
    problem: Problem | None
    automatic: bool
    hour: int
    postponed_until: str | None
    last: UpdateResult | None


class UpdatesPatch(ApiModel, kw_only=True):
    """Whether releases are installed by themselves, and in which hour of the household's day."""

    automatic: Maybe[bool] = msgspec.UNSET
    hour: Maybe[Hour] = msgspec.UNSET
