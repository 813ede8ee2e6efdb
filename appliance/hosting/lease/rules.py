"""When a lease may be taken, and what it then says. No clock of another machine is ever compared with an own one."""

from appliance.hosting.lease.models import Claim, Holder, Lease

# Clocks of two machines may run at different speeds.
MARGIN = 1.1
# So often a lease is renewed within its time, and looked at by who waits for it.
RENEWALS = 3


def may_claim(current: Lease | None, me: Holder, unchanged_seconds: float, lease_seconds: float) -> bool:
    """Whether a lease may be taken: a free one, one of an earlier process of this folder, or one that nobody renews.

    `unchanged_seconds` is how long this process has seen the same version of it.
    """
    return (
        current is None
        or current.released
        # A folder has a lock, and after a start of the system no process of before is left.
        or (current.holder == me.holder and current.boot == me.boot)
        or unchanged_seconds >= lease_seconds * MARGIN
    )


def claim(current: Lease | None, me: Holder) -> Claim:
    """The lease of who takes it over.

    Who had it last, and has the state of its epoch, goes on with both. Anybody else begins an epoch, in which a process
    that was paused and goes on later writes nothing.
    """
    has_newest = current is None or (current.holder == me.holder and current.epoch == me.newest)
    if current is None:
        epoch = (me.newest or 0) + 1
    else:
        epoch = current.epoch if current.holder == me.holder else current.epoch + 1
    lease = Lease(
        holder=me.holder,
        boot=me.boot,
        keeper=me.keeper,
        host=me.host,
        epoch=epoch,
        beat=current.beat + 1 if current else 1,
    )
    return Claim(lease=lease, must_restore=not has_newest)


def is_own(current: Lease | None, own: Lease) -> bool:
    """Whether what is stored was written by this process: a request was carried out, but its answer was lost."""
    return current is not None and (current.keeper, current.epoch) == (own.keeper, own.epoch)
