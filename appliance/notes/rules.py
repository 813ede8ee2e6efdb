"""What a note may be about, and its text."""

from appliance.kernel.errors import BadRequest
from appliance.notes.models import Target, TargetType

TYPES: dict[str, TargetType] = {"event": "event", "list_item": "list_item"}


def target(text: str) -> Target:
    """The target that `event:<id>` or `list_item:<id>` names. Raises BadRequest."""
    kind, _, target_id = text.partition(":")
    if kind not in TYPES or not target_id:
        raise BadRequest("must be event:<id> or list_item:<id>", at="target")
    return Target(type=TYPES[kind], id=target_id)


def body(text: str) -> str:
    """The text without surrounding blanks. Raises BadRequest when it is empty."""
    if not text.strip():
        raise BadRequest("must not be empty", at="body", code="empty")
    return text.strip()
