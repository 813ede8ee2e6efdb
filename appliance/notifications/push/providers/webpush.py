"""The push services of browsers: one encrypted, signed request for each notice. (RFC 8030, 8188, 8291, 8292)"""

import base64
from datetime import datetime, timedelta

from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.addresses import split_url
from appliance.kernel.net.client import Net
from appliance.notifications.push import rules
from appliance.notifications.push.models import Answer, BrowserKeys, BrowserSubscription, VapidKeys

SECONDS = 10.0
MOST_BYTES = 100_000
RECORD = 4096
TOKEN_LIFE = timedelta(hours=12)
# Apple refuses addresses that cannot be anybody's; this one is kept free for such uses.
NOBODY = "https://mantel.example"


class WebPush:
    """Sends to push services. `subject` is whom a service may turn to; None for nobody in particular."""

    def __init__(self, net: Net, allow_private: bool, subject: str | None):
        self._net = net
        self._allow_private = allow_private
        self._subject = subject or NOBODY

    async def send(
        self, to: BrowserSubscription, keys: VapidKeys, message: bytes, *, now: datetime, ttl: int, topic: str
    ) -> Answer:
        """Send one notice; `ttl` in seconds is how long the service may keep it. Never raises for a bad answer."""
        try:
            endpoint = rules.accepted_endpoint(to.endpoint, self._allow_private)
        except BadRequest as refusal:
            return Answer("refused", rules.error_text(refusal.message))

        headers = {
            "authorization": self._token(endpoint, keys, now),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(ttl),
            "urgency": "normal",
            "topic": topic,
        }
        try:
            answer = await self._net.request(
                "POST", endpoint, headers=headers, body=_encrypted(message, to.keys),
                allow_private=self._allow_private, most_bytes=MOST_BYTES, seconds=SECONDS,
            )  # fmt: skip
        except BadGateway as problem:
            return Answer("later", rules.error_text(problem.message))
        return rules.answered(answer.status, answer.headers.get("retry-after", ""))

    def _token(self, endpoint: str, keys: VapidKeys, now: datetime) -> str:
        from py_vapid import Vapid02

        target = split_url(endpoint, allow_private=True)
        claims = {
            "aud": f"{target.scheme}://{target.netloc}",
            "exp": int((now + TOKEN_LIFE).timestamp()),
            "sub": self._subject,
        }
        # Not strict: it would refuse a https subject with a port.
        signer = Vapid02.from_raw(keys.private_key.encode())
        signer.conf = {"no-strict": True}
        return str(signer.sign(claims)["Authorization"])


def new_keys() -> VapidKeys:
    """A fresh pair."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return VapidKeys(_packed(point), _packed(private.private_numbers().private_value.to_bytes(32, "big")))


def _encrypted(message: bytes, keys: BrowserKeys) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    return bytes(http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=rules.unpacked(keys.p256dh),
        auth_secret=rules.unpacked(keys.auth),
        rs=RECORD,
        version="aes128gcm",
    ))  # fmt: skip


def _packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
