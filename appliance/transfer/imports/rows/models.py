"""What the rows of a file to import share."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.schema import ApiModel

# Ids are kept. They become parts of URLs, so only these characters are allowed.
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:~@-]{1,100}$(?!\n)")]
Ids = tuple[str, ...]


class Row(ApiModel, kw_only=True):
    """A row with an id of its own."""

    id: Id
