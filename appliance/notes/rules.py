"""What a note may be about."""

from appliance.kernel.errors import BadRequest
from appliance.notes.models import Target, TargetType

TYPES: dict[str, TargetType] = {"event": "event", "list_item": "list_item"}


def target(text: str) -> Target:
    """The target that `event:<id>` or `list_item:<id>` names. Raises BadRequest."""
    kind, _, target_id = text.partition(":")
    if kind not in TYPES or not target_id:
        raise BadRequest("must be event:<id> or list_item:<id>", at="target")
    return Target(type=TYPES[kind], id=target_id)
