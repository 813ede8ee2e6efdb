"""Households of a host: as stored in its registry, requested and answered."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel

# Also the name of a folder.
Name = Annotated[str, Meta(pattern=r"^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$(?!\n)")]
HostName = Annotated[
    str,
    Meta(max_length=253, pattern=r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$(?!\n)"),
]
State = Literal["running", "suspended", "deleted"]
ProcessState = Literal["starting", "running", "stopping", "waiting"]


class NewHousehold(ApiModel, kw_only=True):
    """The request to add a household. Without `cell` it is the one that is asked."""

    name: Name
    host_name: HostName
    cell: Name | None = None


class HouseholdPatch(ApiModel, kw_only=True):
    """The request to suspend, resume, rename or move a household."""

    state: Literal["running", "suspended"] | UnsetType = UNSET
    host_name: HostName | UnsetType = UNSET
    cell: Name | UnsetType = UNSET


class Process(ApiModel, kw_only=True):
    """The process of a household. `waiting`: it ended, and starts again after a pause."""

    pid: int | None
    state: ProcessState
    restarts: int
    problem: str | None


class Household(ApiModel, kw_only=True):
    """A household. `state` is what shall be, `process` what is; a deleted one is here until its process has ended.

    One that moves to a cell on another machine has `moving_to` until that has it; `move_problem` is why it stayed.
    """

    name: str
    host_name: str
    state: State
    cell: str
    created_at: str
    moving_to: str | None
    move_problem: str | None
    socket: str
    process: Process | None


class Cell(ApiModel, kw_only=True):
    """A cell, and since when it runs, or ran last."""

    name: str
    started_at: str


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A household as stored."""

    id: int
    name: str
    host_name: str
    state: State
    cell: str
    created_at: str
    moving_to: str | None = None
    move_problem: str | None = None


class Child(msgspec.Struct, kw_only=True):
    """A process of this cell. Moments are of the monotonic clock, in seconds; `seen_at` is its last sign of life."""

    household: Registered
    pid: int
    state: Literal["starting", "running", "stopping"]
    started_at: float
    seen_at: float
    stop_at: float | None = None


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """Until when a household that failed is not started, after so many failures in a row."""

    failures: int
    until: float
    problem: str


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a cell does next."""

    start: list[Registered]
    stop: list[Child]
    kill: list[Child]
    set_aside: list[Registered]
    send: list[Registered]
