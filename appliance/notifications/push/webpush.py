"""Web Push: one encrypted, signed request for each notification. (RFC 8030, 8188, 8291, 8292)

pywebpush encrypts and signs. The outbound client sends, because it checks the address that it connects to. The first
push takes about 11 MB of memory, so pywebpush is imported for it.
"""

import base64
from collections.abc import Callable
from datetime import datetime, timedelta

from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.addresses import split_url
from appliance.kernel.net.client import Net
from appliance.notifications.push import rules as push_rules
from appliance.notifications.push.models import BrowserSubscription, SendResult, VapidKeys

SECONDS = 10.0
MAX_BYTES = 100_000
TOKEN_LIFE = timedelta(hours=12)
# Apple rejects a subject such as `mailto:…@localhost`; RFC 2606 reserves this domain for examples.
NO_CONTACT = "https://mantel.example"


class WebPush:
    """Sends to push services. `subject` is the contact URI in the VAPID token (RFC 8292 §2.1); None for no contact.

    It is asked for each message, because it may be the household's outside address.
    """

    def __init__(self, net: Net, allow_private: bool, subject: Callable[[], str | None]):
        self._net = net
        self._allow_private = allow_private
        self._subject = subject

    async def send(
        self, to: BrowserSubscription, keys: VapidKeys, message: bytes, *, now: datetime, ttl: int, topic: str
    ) -> SendResult:
        """Send one notification; the service may keep it for `ttl` seconds. Never raises for a bad response."""
        try:
            endpoint = push_rules.accepted_endpoint(to.endpoint, self._allow_private)
        except BadRequest as error:
            return SendResult(verdict="rejected", error=push_rules.error_text(error.message))

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
                "POST",
                endpoint,
                headers=headers,
                body=_encrypted(message, to),
                allow_private=self._allow_private,
                most_bytes=MAX_BYTES,
                seconds=SECONDS,
            )
        except BadGateway as problem:
            return SendResult(verdict="later", error=push_rules.error_text(problem.message))
        return push_rules.send_result(answer.status, answer.headers.get("retry-after", ""))

    def _token(self, endpoint: str, keys: VapidKeys, now: datetime) -> str:
        target = split_url(endpoint, allow_private=True)
        claims = {
            "aud": f"{target.scheme}://{target.netloc}",
            "exp": int((now + TOKEN_LIFE).timestamp()),
            "sub": self._subject() or NO_CONTACT,
        }
        # The strict check rejects a https subject with a port, which RFC 8292 allows.
        from pywebpush import Vapid  # at the first push

        signer = Vapid.from_raw(keys.private_key.encode())
        signer.conf = {"no-strict": True}
        return str(signer.sign(claims)["Authorization"])


def new_keys() -> VapidKeys:
    """Generate a VAPID key pair on P-256."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return VapidKeys(
        public_key=_packed(point), private_key=_packed(private.private_numbers().private_value.to_bytes(32, "big"))
    )


def _encrypted(message: bytes, to: BrowserSubscription) -> bytes:
    from pywebpush import WebPusher  # at the first push

    keys = {"p256dh": to.keys.p256dh, "auth": to.keys.auth}
    pusher = WebPusher({"endpoint": to.endpoint, "keys": keys})
    return bytes(pusher.encode(message, "aes128gcm")["body"])


def _packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
