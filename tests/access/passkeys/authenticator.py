"""A software authenticator: creates and uses passkeys as a browser does, with wrong values where a test wants them."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey of one site. `counter` rises with every use."""

    def __init__(self, origin: str = "http://wall.test", rp_id: str = "wall.test") -> None:
        self.origin = origin
        self.rp_id = rp_id
        self.counter = 0
        self.flags = PRESENT | VERIFIED
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of `navigator.credentials.create`, as JSON."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        statement = {"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + attested}
        return self._credential(
            clientDataJSON=encoded(self._client_data("webauthn.create", options)),
            attestationObject=encoded(cbor2.dumps(statement)),
            transports=["internal", "carrier-pigeon"],
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of `navigator.credentials.get`, as JSON."""
        self.counter += 1
        data, client_data = self._data(), self._client_data("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=encoded(client_data), authenticatorData=encoded(data), signature=encoded(signature)
        )

    def _data(self, flags: int = 0) -> bytes:
        flagged = (self.flags | flags).to_bytes(1, "big")
        return hashlib.sha256(self.rp_id.encode()).digest() + flagged + self.counter.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        answers = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(answers).encode()

    def _credential(self, **response: Any) -> dict[str, Any]:
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": response,
        }


def encoded(content: bytes) -> str:
    """base64url without padding."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The bytes behind `encoded`."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
