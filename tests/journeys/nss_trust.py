"""A home folder in which Chromium trusts a certificate authority, made with the NSS library that Chromium uses."""

import ctypes
import subprocess
import sys
from pathlib import Path

TRUSTED_FOR_SERVERS = b"C,,"


def home_trusting(folder: Path, certificate: bytes) -> Path:
    """A folder for Chromium's HOME variable. The certificate is DER."""
    home = folder / "home"
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    file = folder / "authority.der"
    file.write_bytes(certificate)
    # In its own process: NSS keeps one store open for the lifetime of a process.
    subprocess.run([sys.executable, __file__, str(store), str(file)], check=True)
    return home


class Item(ctypes.Structure):
    """SECItem of NSS."""

    _fields_ = (("type", ctypes.c_uint), ("data", ctypes.c_char_p), ("len", ctypes.c_uint))


class Trust(ctypes.Structure):
    """CERTCertTrust of NSS."""

    _fields_ = (("ssl", ctypes.c_uint), ("email", ctypes.c_uint), ("signing", ctypes.c_uint))


def trust(store: str, certificate: bytes) -> None:
    """Add the certificate to a new store, trusted to issue server certificates."""
    nss = ctypes.CDLL("libnss3.so")
    for name in ("PK11_GetInternalKeySlot", "CERT_GetDefaultCertDB", "CERT_NewTempCertificate"):
        getattr(nss, name).restype = ctypes.c_void_p

    check(nss.NSS_InitReadWrite(f"sql:{store}".encode()))
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    check(nss.PK11_InitPin(slot, None, b""))
    known = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
    item = Item(0, certificate, len(certificate))
    made = ctypes.c_void_p(nss.CERT_NewTempCertificate(known, ctypes.byref(item), None, 0, 1))
    check(nss.PK11_ImportCert(slot, made, ctypes.c_ulong(0), b"home", 0))
    flags = Trust()
    check(nss.CERT_DecodeTrustString(ctypes.byref(flags), TRUSTED_FOR_SERVERS))
    check(nss.CERT_ChangeCertTrust(known, made, ctypes.byref(flags)))
    nss.CERT_DestroyCertificate(made)
    nss.PK11_FreeSlot(slot)
    check(nss.NSS_Shutdown())


def check(status: int) -> None:
    if status != 0:
        raise RuntimeError("an NSS call failed")


if __name__ == "__main__":
    trust(sys.argv[1], Path(sys.argv[2]).read_bytes())
