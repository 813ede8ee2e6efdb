"""Signatures of minisign, as `./run release` makes them. https://jedisct1.github.io/minisign/#signature-format"""

from base64 import b64decode
from hashlib import blake2b

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

COMMENT, TRUSTED = "untrusted comment:", "trusted comment: "
KIND, HASHED = b"Ed", b"ED"


class BadSignature(Exception):
    """What was signed is not what is there, or another key signed it."""


def verify(key: str, content: bytes, signature: str) -> str:
    """The trusted comment of a signature. `key` is a public key, with or without the line above it.

    Raises BadSignature.
    """
    number, public = _public_key(key)
    try:
        first, encoded, trusted, last = signature.rstrip("\n").split("\n")
        made, of_all = b64decode(encoded, validate=True), b64decode(last, validate=True)
    except ValueError:
        raise BadSignature("the signature is not one of minisign") from None
    if not (first.startswith(COMMENT) and trusted.startswith(TRUSTED)) or (len(made), len(of_all)) != (74, 64):
        raise BadSignature("the signature is not one of minisign")
    if made[2:10] != number:
        raise BadSignature("another key made the signature")
    kind, comment = made[:2], trusted.removeprefix(TRUSTED)
    if kind not in (KIND, HASHED):
        raise BadSignature("the signature is of an unknown kind")
    try:
        public.verify(made[10:], blake2b(content).digest() if kind == HASHED else content)
        public.verify(of_all, made[10:] + comment.encode())
    except InvalidSignature:
        raise BadSignature("the signature does not fit") from None
    return comment


def _public_key(text: str) -> tuple[bytes, Ed25519PublicKey]:
    lines = [line for line in text.strip().splitlines() if not line.startswith(COMMENT)]
    try:
        [line] = lines
        raw = b64decode(line, validate=True)
        if len(raw) != 42 or raw[:2] != KIND:
            raise ValueError
        return raw[2:10], Ed25519PublicKey.from_public_bytes(raw[10:])
    except ValueError:
        raise BadSignature("the public key is not one of minisign") from None
