"""How many albums there may be, and their names."""

from appliance.kernel.errors import BadRequest

MAX_ALBUMS = 100


def name(text: str) -> str:
    """The name without surrounding blanks. Raises BadRequest when it is empty."""
    if not text.strip():
        raise BadRequest("must not be empty", at="name", code="empty")
    return text.strip()


def check_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more album."""
    if count >= MAX_ALBUMS:
        raise BadRequest(
            f"there are {MAX_ALBUMS} albums, which is the limit; delete one first",
            at=None,
            code="limit_reached",
            limit=MAX_ALBUMS,
        )
