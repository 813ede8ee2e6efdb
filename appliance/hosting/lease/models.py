"""The lease of a cell, as it is stored in the bucket."""

import msgspec

from appliance.kernel.schema import ApiModel


class Lease(ApiModel, kw_only=True):
    """Who may write in a cell.

    `holder` is the folder of a host, `boot` a run of its machine's system, `keeper` a process. `epoch` grows when
    another folder takes over; replicas of each epoch are in a folder of their own. `beat` makes each renewal another
    text.
    """

    holder: str
    boot: str
    keeper: str
    host: str
    epoch: int
    beat: int
    released: bool = False


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks. `newest` is the epoch of which this folder has the newest state; None when it never had the lease."""

    holder: str
    boot: str
    keeper: str
    host: str
    newest: int | None


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A lease to store, and whether the state has to be fetched from the bucket before anything is served."""

    lease: Lease
    must_restore: bool
