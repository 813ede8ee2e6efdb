"""Decisions about accounts."""

from appliance.kernel.errors import BadGateway, BadRequest

MAX_ACCOUNTS = 50


def check_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more account."""
    if count >= MAX_ACCOUNTS:
        raise BadRequest(
            f"there are {MAX_ACCOUNTS} accounts, which is the limit; remove one first",
            at=None,
            code="limit_reached",
            limit=MAX_ACCOUNTS,
        )


def lost() -> BadGateway:
    """The error for an address or credentials that were encrypted with another key."""
    return BadGateway(
        "this connection cannot be used, because the encryption key was replaced; connect it again",
        code="not_connected",
    )
