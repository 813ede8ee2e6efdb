"""What a note may be about, and what it may say."""

from appliance.kernel.errors import BadRequest
from appliance.notes.models import Target, TargetType

TYPES: dict[str, TargetType] = {"event": "event", "list_item": "list_item"}


def target(text: str) -> Target:
    """The thing that `event:<id>` or `list_item:<id>` names. Raises Invalid."""
    kind, _, target_id = text.partition(":")
    if kind not in TYPES or not target_id:
        raise BadRequest("must be event:<id> or list_item:<id>", at="target")
    return Target(TYPES[kind], target_id)


def body(text: str) -> str:
    """The words without the blanks around them. Raises Invalid when nothing is left."""
    if not text.strip():
        raise BadRequest("must not be empty", at="body")
    return text.strip()
