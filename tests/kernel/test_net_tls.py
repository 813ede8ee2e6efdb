"""Certificates: the checked name, and the trusted authorities."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from appliance.kernel.errors import BadGateway
from tests.kernel.web import answer, names, outbound, serving


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """A server context with a certificate for cal.example, and a client context that trusts its maker."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cal.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("cal.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))


def over_tls(certificates, host, *, trusting):
    server_context, client_context = certificates

    async def run():
        async with (
            serving(answer(body=b"sealed"), tls=server_context) as server,
            outbound(
                resolve=names(cal_example="127.0.0.1", other_example="127.0.0.1"),
                tls=client_context if trusting else None,
            ) as net,
        ):
            try:
                found = await net.request("GET", f"https://{host}:{server.port}/", allow_private=True)
                return found.body, server.names
            except BadGateway as problem:
                return problem.message, server.names

    return asyncio.run(run())


def test_a_certificate_is_checked_against_the_name_not_the_address(certificates):
    assert (b"sealed", ["cal.example"]) == over_tls(certificates, "cal.example", trusting=True)


@pytest.mark.parametrize(("host", "trusting"), [("other.example", True), ("127.0.0.1", True), ("cal.example", False)])
def test_a_wrong_or_unknown_certificate_is_rejected(certificates, host, trusting):
    message, _ = over_tls(certificates, host, trusting=trusting)

    assert message.startswith(f"{host} has no certificate that can be trusted")


def test_a_server_without_tls_is_rejected_over_https():
    async def run():
        async def plain(_reader, writer):
            writer.write(b"220 hello\r\n")
            writer.close()

        listening = await asyncio.start_server(plain, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        async with listening, outbound() as net:
            with pytest.raises(BadGateway, match=r"^127\.0\.0\.1 could not be reached"):
                await net.request("GET", f"https://127.0.0.1:{port}/", allow_private=True)

    asyncio.run(run())
