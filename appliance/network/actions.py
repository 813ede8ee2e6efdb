"""Use cases of the home network: sign a certificate, and store how a device is connected."""

import logging

from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import BadKey
from appliance.kernel.scheduling.clock import instant, moment
from appliance.network import certificates, queries, rules
from appliance.network.models import Authority, ConnectionKind, DeviceConnection, Leaf

log = logging.getLogger(__name__)


def sign(tx: Tx, hostname: str, name: str, addresses: list[str]) -> tuple[Leaf, str]:
    """Make the server's certificate, and its authority if there is none.

    `name` comes without `.local`; addresses outside the authority's constraint are left out. The second value is the
    certificate with its private key in PEM.
    """
    authority, key = _authority(tx, hostname)
    begins, ends = rules.leaf_window(tx.now, moment(authority.ends_at))
    leaf = Leaf(
        authority=authority.fingerprint,
        name=name,
        addresses=rules.permitted(addresses),
        begins_at=begins,
        ends_at=ends,
    )
    return leaf, certificates.make_leaf(authority.certificate, key, f"{name}.local", leaf.addresses, begins, ends)


def note_connection(tx: Tx, connection_kind: ConnectionKind) -> DeviceConnection:
    """Store how the caller's device is connected; the configured admin key belongs to no device."""
    if tx.caller.key_id is not None and queries.connection_kind(tx, tx.caller.key_id) != connection_kind:
        queries.put_connection(tx, tx.caller.key_id, connection_kind)
        tx.touch()
    return DeviceConnection(connection_kind=connection_kind)


def _authority(tx: Tx, hostname: str) -> tuple[Authority, str]:
    """The authority and its private key in PEM."""
    now = rules.plausible(tx.now)
    stored = queries.authority(tx, hostname, now + rules.AUTHORITY_REMAINING)
    if stored is not None:
        try:
            return stored, tx.cipher.decrypt(stored.encrypted_key, _associated_data(stored.fingerprint))
        except BadKey:
            log.warning(
                "the certificate authority was encrypted with another key; every device must install the new one"
            )
            queries.remove_authority(tx, stored.fingerprint)

    ends = now + rules.AUTHORITY_LIFETIME
    certificate, key = certificates.make_authority(hostname, rules.names(hostname), rules.AUTHORITY_BEGINS, ends)
    fingerprint = certificates.fingerprint(certificate)
    made = Authority(
        fingerprint=fingerprint,
        certificate=certificate,
        encrypted_key=tx.cipher.encrypt(key, _associated_data(fingerprint)),
        ends_at=instant(ends),
    )
    queries.put_authority(tx, hostname, made)
    tx.touch()
    log.info("made a certificate authority for the home", extra={"hostname": hostname, "fingerprint": fingerprint})
    return made, key


def _associated_data(fingerprint: str) -> str:
    return f"authority {fingerprint}"
