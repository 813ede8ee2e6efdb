"""The authority and its certificates, verified by OpenSSL and by Apple's own format."""

import plistlib
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

from appliance.network import certificates, rules
from tests.network.fixtures import in_pem

NOW = datetime.now(UTC)
ENDS = NOW + timedelta(days=300)
AUTHORITY, KEY = certificates.make_authority(
    "mantel", rules.names("mantel"), rules.AUTHORITY_BEGINS, NOW + rules.AUTHORITY_LIFETIME
)


def openssl(*words: str | Path) -> subprocess.CompletedProcess[str]:
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl on this machine")
    return subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=False)


def verify(folder: Path, name: str, addresses: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """OpenSSL's result for a certificate that the authority signs, whatever its names."""
    leaf = certificates.make_leaf(AUTHORITY, KEY, name, addresses, NOW - timedelta(days=1), ENDS)
    (folder / "leaf.pem").write_text(leaf)
    (folder / "authority.pem").write_text(in_pem(AUTHORITY))
    return openssl(
        "verify",
        "-x509_strict",
        "-purpose",
        "sslserver",
        "-CAfile",
        folder / "authority.pem",
        *options,
        folder / "leaf.pem",
    )


@pytest.mark.parametrize("name", ["mantel.local", "mantel-2.local", "mantel-9.local"])
def test_the_chain_is_good_for_the_homes_names_and_addresses(tmp_path: Path, name: str) -> None:
    addresses = ["192.168.178.20", "10.1.2.3", "172.16.0.9", "169.254.1.1", "fd12::5"]
    assert 0 == verify(tmp_path, name, addresses, "-verify_hostname", name).returncode
    assert 0 == verify(tmp_path, name, addresses, "-verify_ip", "192.168.178.20").returncode
    wrong = verify(tmp_path, name, addresses, "-verify_hostname", "printer.local")
    assert "hostname mismatch" in wrong.stderr.lower()


@pytest.mark.parametrize(
    ("name", "addresses"),
    [
        ("bank.example", []),
        ("mantel.local.example", []),
        ("notmantel.local", []),
        ("printer.local", []),
        ("mantel-10.local", []),
        ("local", []),
        ("mantel.local", ["8.8.8.8"]),
        ("mantel.local", ["172.32.0.1"]),
        ("mantel.local", ["127.0.0.1"]),
        ("mantel.local", ["2001:db8::1"]),
    ],
)
def test_names_and_addresses_outside_the_constraint_are_rejected(
    tmp_path: Path, name: str, addresses: list[str]
) -> None:
    verdict = verify(tmp_path, name, addresses)
    assert 0 != verdict.returncode
    assert "permitted subtree violation" in verdict.stderr


def test_a_certificate_signed_by_a_leaf_is_rejected(tmp_path: Path) -> None:
    leaf = certificates.make_leaf(AUTHORITY, KEY, "mantel.local", [], NOW - timedelta(days=1), ENDS)
    key, _, certificate = leaf.partition("-----BEGIN CERTIFICATE-----")
    (tmp_path / "leaf.pem").write_text(f"-----BEGIN CERTIFICATE-----{certificate}")
    from_leaf = certificates.make_leaf(
        in_der("-----BEGIN CERTIFICATE-----" + certificate), key, "mantel.local", [], NOW - timedelta(days=1), ENDS
    )
    (tmp_path / "below.pem").write_text(from_leaf)
    (tmp_path / "authority.pem").write_text(in_pem(AUTHORITY))
    verdict = openssl(
        "verify", "-CAfile", tmp_path / "authority.pem", "-untrusted", tmp_path / "leaf.pem", tmp_path / "below.pem"
    )
    assert 0 != verdict.returncode
    assert "invalid CA certificate" in verdict.stderr


def in_der(pem: str) -> bytes:
    import ssl

    return ssl.PEM_cert_to_DER_cert(pem)


def test_the_profile_is_what_an_iphone_installs() -> None:
    profile = plistlib.loads(certificates.profile(AUTHORITY))
    [root] = profile["PayloadContent"]
    assert ("Configuration", 1) == (profile["PayloadType"], profile["PayloadVersion"])
    assert ("com.apple.security.root", 1, AUTHORITY) == (
        root["PayloadType"],
        root["PayloadVersion"],
        root["PayloadContent"],
    )
    assert 2 == len({profile["PayloadUUID"], root["PayloadUUID"]})
    assert 2 == len({profile["PayloadIdentifier"], root["PayloadIdentifier"]})
    assert certificates.profile(AUTHORITY) == certificates.profile(AUTHORITY)


def test_the_fingerprint_is_the_one_openssl_shows(tmp_path: Path) -> None:
    (tmp_path / "authority.pem").write_text(in_pem(AUTHORITY))
    shown = openssl("x509", "-in", tmp_path / "authority.pem", "-noout", "-fingerprint", "-sha256").stdout
    assert certificates.fingerprint(AUTHORITY) == shown.strip().partition("=")[2].replace(":", "").lower()


def verify_other(folder: Path, purpose: str, usage: ObjectIdentifier, *names: x509.GeneralName) -> str:
    """OpenSSL's error for a certificate that somebody with the authority's key made for something else."""
    signer, key = x509.load_der_x509_certificate(AUTHORITY), ec.generate_private_key(ec.SECP256R1())
    signing_key = load_pem_private_key(KEY.encode(), None)
    assert isinstance(signing_key, ec.EllipticCurvePrivateKey)
    leaf = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "someone")]))
        .issuer_name(signer.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(ENDS)
        .add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(signing_key, hashes.SHA256())
    )
    (folder / "leaf.pem").write_bytes(leaf.public_bytes(Encoding.PEM))
    (folder / "authority.pem").write_text(in_pem(AUTHORITY))
    return openssl("verify", "-purpose", purpose, "-CAfile", folder / "authority.pem", folder / "leaf.pem").stderr


@pytest.mark.parametrize(
    ("purpose", "usage"),
    [
        ("sslclient", ExtendedKeyUsageOID.CLIENT_AUTH),
        ("smimesign", ExtendedKeyUsageOID.EMAIL_PROTECTION),
        ("smimeencrypt", ExtendedKeyUsageOID.EMAIL_PROTECTION),
        ("timestampsign", ExtendedKeyUsageOID.TIME_STAMPING),
    ],
)
def test_the_authority_is_for_servers_only(tmp_path: Path, purpose: str, usage: ObjectIdentifier) -> None:
    assert "purpose" in verify_other(tmp_path, purpose, usage, x509.DNSName("mantel.local"))


@pytest.mark.parametrize(
    "name",
    [
        x509.RFC822Name("ana@example.com"),
        x509.RFC822Name("ana@mantel.local"),
        x509.UniformResourceIdentifier("https://example.com/"),
        x509.UniformResourceIdentifier("spiffe://mantel.local/x"),
    ],
    ids=repr,
)
def test_mail_and_uri_names_are_excluded(tmp_path: Path, name: x509.GeneralName) -> None:
    said = verify_other(tmp_path, "sslserver", ExtendedKeyUsageOID.SERVER_AUTH, x509.DNSName("mantel.local"), name)
    assert "permitted subtree violation" in said


def test_a_server_certificate_passes_the_same_check(tmp_path: Path) -> None:
    server_auth = ExtendedKeyUsageOID.SERVER_AUTH
    assert "" == verify_other(tmp_path, "sslserver", server_auth, x509.DNSName("mantel.local"))


def test_the_server_itself_loads_no_library_to_sign(tmp_path: Path) -> None:
    asked = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from appliance.app import build\n"
        "from appliance.network import signing\n"
        "from appliance.settings import Settings\n"
        "database = build(Settings(data_dir=Path(sys.argv[1]))).database\n"
        "rev = database.rev\n"
        "leaf = asyncio.run(signing.sign(database, 'mantel', 'mantel', ['10.0.0.5'], Path(sys.argv[1], 'x.pem')))\n"
        "assert ['10.0.0.5'] == leaf.addresses\n"
        "assert rev < database.rev\n"
        "assert 'cryptography' not in sys.modules\n"
        "database.close()\n"
    )
    subprocess.run([sys.executable, "-c", asked, str(tmp_path)], check=True)
