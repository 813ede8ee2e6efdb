"""The request header that makes a request safe to repeat."""

from typing import Annotated

from litestar.params import HeaderParameter

from appliance.kernel.database.idempotency import HEADER

# For endpoints that pass it to `Session.write_once`.
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name=HEADER,
        description="Makes the request safe to repeat: a second request with this key within a day does nothing and"
        " has the first one's answer. 409 when the key was used for a different request.",
    ),
]
