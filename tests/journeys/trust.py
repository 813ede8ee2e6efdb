"""A home folder whose Chromium trusts a certificate authority, made with the NSS library that Chromium itself needs."""

import ctypes
import subprocess
import sys
from pathlib import Path

AUTHORITY_OF_SERVERS = b"C,,"


def home_that_trusts(folder: Path, certificate: bytes) -> Path:
    """A HOME for Chromium; the certificate is in DER."""
    home = folder / "home"
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    file = folder / "authority.der"
    file.write_bytes(certificate)
    # In a process of its own: NSS keeps one open store for as long as a process lives.
    subprocess.run([sys.executable, __file__, str(store), str(file)], check=True)
    return home


class Item(ctypes.Structure):
    """NSS's SECItem."""

    _fields_ = (("type", ctypes.c_uint), ("data", ctypes.c_char_p), ("len", ctypes.c_uint))


class Trust(ctypes.Structure):
    """NSS's CERTCertTrust."""

    _fields_ = (("ssl", ctypes.c_uint), ("email", ctypes.c_uint), ("signing", ctypes.c_uint))


def trust(store: str, certificate: bytes) -> None:
    """Put the certificate into a fresh store, as one that may vouch for servers."""
    nss = ctypes.CDLL("libnss3.so")
    for name in ("PK11_GetInternalKeySlot", "CERT_GetDefaultCertDB", "CERT_NewTempCertificate"):
        getattr(nss, name).restype = ctypes.c_void_p

    done(nss.NSS_InitReadWrite(f"sql:{store}".encode()))
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    done(nss.PK11_InitPin(slot, None, b""))
    known = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
    item = Item(0, certificate, len(certificate))
    made = ctypes.c_void_p(nss.CERT_NewTempCertificate(known, ctypes.byref(item), None, 0, 1))
    done(nss.PK11_ImportCert(slot, made, ctypes.c_ulong(0), b"home", 0))
    flags = Trust()
    done(nss.CERT_DecodeTrustString(ctypes.byref(flags), AUTHORITY_OF_SERVERS))
    done(nss.CERT_ChangeCertTrust(known, made, ctypes.byref(flags)))
    nss.CERT_DestroyCertificate(made)
    nss.PK11_FreeSlot(slot)
    done(nss.NSS_Shutdown())


def done(status: int) -> None:
    if status != 0:
        raise RuntimeError("NSS refused")


if __name__ == "__main__":
    trust(sys.argv[1], Path(sys.argv[2]).read_bytes())
