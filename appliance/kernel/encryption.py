"""Secrets at rest: AES-256-GCM with the row's id as associated data, and SHA-256 for what is only ever compared."""

import base64
import hashlib
import hmac
import logging
import os
import secrets
from pathlib import Path

log = logging.getLogger(__name__)


class BadKey(Exception):
    """The encryption key is malformed, or not the one a text was sealed with."""


class Cipher:
    """Seals texts for the database: `v1:<iv base64>:<ciphertext base64>`. (contract §36)"""

    def __init__(self, key: bytes, named: str = "ENCRYPTION_KEY") -> None:
        """Raises BadKey unless the key has 32 bytes. `named` is where a person finds the key."""
        if len(key) != 32:
            raise BadKey(f"{named} must hold 32 bytes in base64; make some with: openssl rand -base64 32")
        self._key = key
        self._named = named

    @classmethod
    def from_settings(cls, encryption_key: str | None, kept: Path) -> "Cipher":
        """The configured key, else the one kept in a file, made on first use. Raises BadKey, OSError."""
        if encryption_key:
            return cls(_decoded(encryption_key))
        if not kept.exists():
            _make(kept)
        return cls(_decoded(kept.read_text("latin-1")), kept.name)

    def encrypt(self, text: str, about: str) -> str:
        """Seal a text about a row; only the same `about` opens it again."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        iv = os.urandom(12)
        encrypted = AESGCM(self._key).encrypt(iv, text.encode(), about.encode())
        return f"v1:{base64.b64encode(iv).decode()}:{base64.b64encode(encrypted).decode()}"

    def decrypt(self, encrypted: str, about: str) -> str:
        """The text behind `close`. Raises BadKey for another key, another row or a damaged text."""
        # Imported on first use: a household without accounts, feeds or webhooks seals nothing.
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            version, iv, text = encrypted.split(":")
            if version != "v1":
                raise ValueError(version)
            iv_bytes, text_bytes = (base64.b64decode(part, validate=True) for part in (iv, text))
            return AESGCM(self._key).decrypt(iv_bytes, text_bytes, about.encode()).decode()
        except (ValueError, InvalidTag):
            raise BadKey(f"a stored secret cannot be opened; was {self._named} replaced?") from None


def digest(secret: str) -> str:
    """SHA-256 in hex: how keys, codes and tokens are stored and looked up."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(given: str, expected: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell how far they agree."""
    return hmac.compare_digest(digest(given), digest(expected))


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text.strip(), validate=True)
    except ValueError:
        return b""  # no key, which the caller words


def _make(kept: Path) -> None:
    """Make a key and keep it whole or not at all: a power cut must not leave an empty file in its place."""
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
