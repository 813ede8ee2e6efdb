"""Secrets at rest: AES-256-GCM with the row's id as associated data, and SHA-256 for what is only compared."""

import base64
import hashlib
import hmac
import logging
import os
import secrets
from pathlib import Path

log = logging.getLogger(__name__)


class BadKey(Exception):
    """The encryption key is malformed, or is not the one that a text was encrypted with."""


class Cipher:
    """Encrypts texts for the database: `v1:<iv base64>:<ciphertext base64>`. (contract §36)"""

    def __init__(self, key: bytes, named: str = "ENCRYPTION_KEY") -> None:
        """Raises BadKey unless the key has 32 bytes. `named` is the setting or the file of the key, for messages."""
        if len(key) != 32:
            raise BadKey(f"{named} must hold 32 bytes in base64; make some with: openssl rand -base64 32")
        self.key = key
        self.key_name = named

    @classmethod
    def from_settings(cls, encryption_key: str | None, kept: Path) -> "Cipher":
        """The configured key, else the one of a file, which is made on first use. Raises BadKey, OSError."""
        if encryption_key:
            return cls(_decoded(encryption_key))
        if not kept.exists():
            _make(kept)
        return cls(_decoded(kept.read_text("latin-1")), kept.name)

    def encrypt(self, text: str, about: str) -> str:
        """Encrypt a text. `about` is the associated data, by which it is decrypted again."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        iv = os.urandom(12)
        encrypted = AESGCM(self.key).encrypt(iv, text.encode(), about.encode())
        return f"v1:{base64.b64encode(iv).decode()}:{base64.b64encode(encrypted).decode()}"

    def decrypt(self, encrypted: str, about: str) -> str:
        """Decrypt a text of `encrypt`. Raises BadKey for another key, another `about` or a damaged text."""
        # Imported on first use: a household without accounts, feeds and webhooks encrypts nothing.
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            version, iv, text = encrypted.split(":")
            if version != "v1":
                raise ValueError(version)
            iv_bytes, text_bytes = (base64.b64decode(part, validate=True) for part in (iv, text))
            return AESGCM(self.key).decrypt(iv_bytes, text_bytes, about.encode()).decode()
        except (ValueError, InvalidTag):
            raise BadKey(f"a stored secret cannot be decrypted; was {self.key_name} replaced?") from None


def digest(secret: str) -> str:
    """SHA-256 in hex: how keys, codes and tokens are stored and looked up."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(secret: str, expected: str) -> bool:
    """Whether two secrets are equal, in constant time."""
    return hmac.compare_digest(digest(secret), digest(expected))


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text.strip(), validate=True)
    except ValueError:
        return b""  # not a key; the caller reports it


def _make(kept: Path) -> None:
    """Make a key file. A power cut must leave all of it or nothing."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    unfinished = kept.with_name(f".{kept.name}.{secrets.token_hex(4)}")
    file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "wb") as out:
            out.write(base64.b64encode(secrets.token_bytes(32)) + b"\n")
            out.flush()
            os.fsync(out.fileno())
        unfinished.rename(kept)
    finally:
        unfinished.unlink(missing_ok=True)
    folder = os.open(kept.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    log.warning("made an encryption key; keep a copy, backups cannot be read without it", extra={"file": kept.name})
