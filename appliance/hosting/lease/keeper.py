"""A process of its own that takes the lease of the cell, and renews it until it is lost or given back."""

import logging
import os
import secrets
import signal
import socket
from pathlib import Path

import msgspec

from appliance.hosting.bucket.store import Bucket, BucketError, Changed
from appliance.hosting.lease import rules
from appliance.hosting.lease.models import Holder, Lease
from appliance.hosting.lease.shared import SharedLease, now
from appliance.kernel.errors import Conflict

log = logging.getLogger(__name__)
# Give the lease back. Not SIGTERM, which also says that the parent has ended without a last sync.
RELEASE = signal.SIGUSR1
BOOT = Path("/proc/sys/kernel/random/boot_id")
HOLDER, NEWEST = "holder", "newest-epoch"


def holder(folder: Path) -> Holder:
    """Who this process is. `folder` is that of the cell, which gets a name at its first start. Raises OSError."""
    file = folder / HOLDER
    if not file.exists():
        file.write_text(secrets.token_hex(16))
    newest = folder / NEWEST
    return Holder(
        holder=file.read_text().strip(),
        boot=_boot(),
        keeper=secrets.token_hex(8),
        host=socket.gethostname(),
        newest=int(newest.read_text()) if newest.exists() else None,
    )


def _boot() -> str:
    """The run of the system. Where it cannot be read, no process of before is known to have ended."""
    try:
        return BOOT.read_text().strip()
    except OSError:
        return secrets.token_hex(16)


class Keeper:
    """Keeps the lease of one cell."""

    def __init__(self, bucket: Bucket, name: str, me: Holder, shared: SharedLease, seconds: float):
        """`name` is that of the lease's object; `seconds` is how long a lease holds after its renewal was sent."""
        self._bucket, self._name, self._me, self._shared = bucket, name, me, shared
        self._seconds, self._pause = seconds, seconds / rules.RENEWALS

    def run(self) -> None:
        """Until the lease was given back. Raises Conflict when it was lost."""
        signal.pthread_sigmask(signal.SIG_BLOCK, [RELEASE])
        lease, tag = self._take()
        while not signal.sigtimedwait([RELEASE], self._pause):
            lease, tag = self._renew(lease, tag)
        self._release(lease, tag)

    def _take(self) -> tuple[Lease, str]:
        """Wait until the lease is free, and take it."""
        seen, since, waits_for, is_checked = "", now(), "", False
        while True:
            try:
                if not is_checked:
                    self._bucket.check_conditions(f"{self._name}.check")
                    is_checked = True
                found = self._bucket.get(self._name)
                current = msgspec.json.decode(found.content, type=Lease) if found else None
                tag = found.tag if found else ""
                if tag != seen:
                    seen, since = tag, now()
                if rules.may_claim(current, self._me, now() - since, self._seconds):
                    return self._claim(current, tag)
                if current and waits_for != current.host:
                    waits_for = current.host
                    log.info("waiting: the host %s runs this cell", waits_for)
            except (BucketError, msgspec.DecodeError) as problem:
                log.warning("cannot take the lease: %s", problem)
            except Changed:
                log.info("another host was faster")
            if signal.sigtimedwait([RELEASE], self._pause):
                os._exit(0)

    def _claim(self, current: Lease | None, tag: str) -> tuple[Lease, str]:
        claim = rules.claim(current, self._me)
        sent = now()
        tag = self._bucket.put_if(self._name, msgspec.json.encode(claim.lease), tag or None)
        self._shared.taken(claim.lease.epoch, must_restore=claim.must_restore)
        self._shared.held_until(sent + self._seconds)
        log.info("has the lease, in epoch %d", claim.lease.epoch)
        return claim.lease, tag

    def _renew(self, lease: Lease, tag: str) -> tuple[Lease, str]:
        """Renew it. Without an answer the same tag stays, and the next attempt finds out what became of it."""
        renewed = msgspec.structs.replace(lease, beat=lease.beat + 1)
        sent = now()
        try:
            tag = self._bucket.put_if(self._name, msgspec.json.encode(renewed), tag)
        except Changed:
            return self._after_change(lease, tag)
        except BucketError as problem:
            if not self._shared.is_held:
                raise Conflict(f"the lease has run out: {problem}") from None
            log.warning("cannot renew the lease: %s", problem)
            return lease, tag
        if not self._shared.is_held:
            # It ran out meanwhile, and the parent may have begun to end the households.
            raise Conflict("the lease had run out before it was renewed")
        self._shared.held_until(sent + self._seconds)
        return renewed, tag

    def _after_change(self, lease: Lease, tag: str) -> tuple[Lease, str]:
        """Go on with what an earlier request of this process stored. Raises Conflict when it is another's lease."""
        try:
            found = self._bucket.get(self._name)
            current = msgspec.json.decode(found.content, type=Lease) if found else None
        except (BucketError, msgspec.DecodeError) as problem:
            log.warning("cannot read the lease: %s", problem)
            return lease, tag
        if found and current and rules.is_own(current, lease):
            return current, found.tag
        self._shared.held_until(0)
        raise Conflict(f"the host {current.host} runs this cell now" if current else "somebody deleted the lease")

    def _release(self, lease: Lease, tag: str) -> None:
        released = msgspec.structs.replace(lease, released=True, beat=lease.beat + 1)
        self._shared.held_until(0)
        try:
            self._bucket.put_if(self._name, msgspec.json.encode(released), tag)
            log.info("gave the lease back")
        except (BucketError, Changed) as problem:
            log.warning("cannot give the lease back, so that it has to run out: %s", problem)
