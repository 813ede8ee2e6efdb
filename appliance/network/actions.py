"""Verbs of the home network: sign a certificate, and note where a device stands."""

import logging

from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import BadKey
from appliance.kernel.scheduling.clock import instant, moment
from appliance.network import certificates, queries, rules
from appliance.network.models import Authority, ConnectionKind, Leaf, Standing

log = logging.getLogger(__name__)


def sign(tx: Tx, hostname: str, name: str, addresses: list[str]) -> tuple[Leaf, str]:
    """Make the home's server certificate, and on first need the authority that signs it.

    `name` comes without `.local`; addresses nobody may vouch for are left out. Answers the certificate with its key in
    PEM, which is for the server alone.
    """
    authority, key = _authority(tx, hostname)
    begins, ends = rules.leaf_window(tx.now, moment(authority.ends_at))
    leaf = Leaf(
        authority=authority.fingerprint, name=name, addresses=rules.vouched(addresses), begins_at=begins, ends_at=ends
    )
    return leaf, certificates.make_leaf(authority.certificate, key, f"{name}.local", leaf.addresses, begins, ends)


def stand(tx: Tx, connection_kind: ConnectionKind) -> Standing:
    """Note the rung that the caller's device stands on; the owner's configured key is no device."""
    if tx.caller.key_id is not None and queries.connection_kind(tx, tx.caller.key_id) != connection_kind:
        queries.put_standing(tx, tx.caller.key_id, connection_kind)
        tx.touch()
    return Standing(connection_kind=connection_kind)


def _authority(tx: Tx, hostname: str) -> tuple[Authority, str]:
    """The authority and its key in PEM."""
    now = rules.believable(tx.now)
    kept = queries.authority(tx, hostname, now + rules.AUTHORITY_LEAST)
    if kept is not None:
        try:
            return kept, tx.cipher.decrypt(kept.encrypted_key, _about(kept.fingerprint))
        except BadKey:
            log.warning("the certificate authority was sealed with another key; devices have to trust a new one")
            queries.remove_authority(tx, kept.fingerprint)

    ends = now + rules.AUTHORITY_LASTS
    certificate, key = certificates.make_authority(hostname, rules.names(hostname), rules.AUTHORITY_BEGINS, ends)
    fingerprint = certificates.fingerprint(certificate)
    made = Authority(
        fingerprint=fingerprint,
        certificate=certificate,
        encrypted_key=tx.cipher.encrypt(key, _about(fingerprint)),
        ends_at=instant(ends),
    )
    queries.put_authority(tx, hostname, made)
    tx.touch()
    log.info("made a certificate authority for the home", extra={"hostname": hostname, "fingerprint": fingerprint})
    return made, key


def _about(fingerprint: str) -> str:
    return f"authority {fingerprint}"
