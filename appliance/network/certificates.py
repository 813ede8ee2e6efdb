"""Certificates: a name-constrained authority and the server certificates that it signs. (RFC 5280)"""

import hashlib
from datetime import datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING

from appliance.network.rules import PERMITTED

# A host name that cannot exist (RFC 2606 §2). A constraint to it alone excludes every other name of its type; an
# empty excluded subtree would not do, because verifiers disagree on its meaning.
NO_HOST = "mantel.invalid"

if TYPE_CHECKING:
    # Imported on first use: a server with a valid certificate makes none when it starts.
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec


def make_authority(hostname: str, names: list[str], begins: datetime, ends: datetime) -> tuple[bytes, str]:
    """A self-signed authority for servers with these `.local` names and private addresses, and for nothing else.

    The certificate in DER and its private key in PEM.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    permitted: list[x509.GeneralName] = [x509.DNSName(f"{name}.local") for name in names]
    permitted += [x509.IPAddress(network) for network in PERMITTED]
    permitted += [x509.RFC822Name(NO_HOST), x509.UniformResourceIdentifier(NO_HOST)]
    subject = _name(f"Mantel at home ({hostname}.local)")
    certificate = (
        _builder(subject, subject, key, begins, ends)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        # Not for client authentication, mail or code: verifiers apply the usages of an authority to what it signs.
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        # RFC 5280 §4.2.1.10: critical, so that a device that cannot check the constraint rejects the authority.
        .add_extension(x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return _der(_signed(certificate, key)), _pem(key)


def make_leaf(
    authority: bytes, authority_key: str, name: str, addresses: list[str], begins: datetime, ends: datetime
) -> str:
    """A server certificate for `name` (with `.local`) and addresses, with its own key; both in PEM, the key first."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
    from cryptography.x509.oid import ExtendedKeyUsageOID

    signer = x509.load_der_x509_certificate(authority)
    signing_key = load_pem_private_key(authority_key.encode(), None)
    assert isinstance(signing_key, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    subject_names: list[x509.GeneralName] = [x509.DNSName(name)]
    subject_names += [x509.IPAddress(ip_address(address)) for address in addresses]
    certificate = (
        _builder(_name(name), signer.subject, key, begins, ends)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(subject_names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing_key.public_key()), critical=False)
    )
    return _pem(key) + _signed(certificate, signing_key).public_bytes(Encoding.PEM).decode()


def fingerprint(certificate: bytes) -> str:
    """SHA-256 of a certificate in DER, in hex, as devices show it for comparison."""
    return hashlib.sha256(certificate).hexdigest()


def profile(certificate: bytes) -> bytes:
    """A configuration profile that offers the authority to an iPhone, iPad or Mac (`.mobileconfig`)."""
    # Imported on first use: few devices ask for it.
    import plistlib
    from uuid import NAMESPACE_OID, uuid5

    digest = fingerprint(certificate)
    root = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"local.mantel.authority.{digest[:16]}",
        "PayloadUUID": str(uuid5(NAMESPACE_OID, f"authority {digest}")).upper(),
        "PayloadDisplayName": "Mantel at home",
        "PayloadDescription": "Lets this device trust the Mantel in your home.",
        "PayloadCertificateFileName": "mantel.crt",
        "PayloadContent": certificate,
    }
    whole = {
        "PayloadType": "Configuration",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"local.mantel.{digest[:16]}",
        # The same for the same authority, so that a second download replaces the first.
        "PayloadUUID": str(uuid5(NAMESPACE_OID, f"profile {digest}")).upper(),
        "PayloadDisplayName": "Mantel at home",
        "PayloadDescription": "The certificate authority of your own Mantel. It may vouch for your home only.",
        "PayloadOrganization": "Your household",
        "PayloadRemovalDisallowed": False,
        "PayloadContent": [root],
    }
    return plistlib.dumps(whole)


def _builder(
    subject: "x509.Name",
    issuer: "x509.Name",
    key: "ec.EllipticCurvePrivateKey",
    begins: datetime,
    ends: datetime,
) -> "x509.CertificateBuilder":
    from cryptography import x509

    return x509.CertificateBuilder(
        issuer_name=issuer,
        subject_name=subject,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=begins,
        not_valid_after=ends,
    )


def _name(name: str) -> "x509.Name":
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _key_usage(*, signs_certificates: bool) -> "x509.KeyUsage":
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _signed(certificate: "x509.CertificateBuilder", key: "ec.EllipticCurvePrivateKey") -> "x509.Certificate":
    from cryptography.hazmat.primitives import hashes

    return certificate.sign(key, hashes.SHA256())


def _der(certificate: "x509.Certificate") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding

    return certificate.public_bytes(Encoding.DER)


def _pem(key: "ec.EllipticCurvePrivateKey") -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
