"""Finds what an agent names by id, by name, or by an unambiguous part of the name."""

from collections.abc import Sequence

from appliance.kernel.errors import BadRequest


def find_id(kind: str, wanted: str, known: Sequence[tuple[str, str]]) -> str:
    """The id of an `(id, name)`: by exact id, else by exact name in any case, else by a part of the name.

    Raises BadRequest that names the candidates, or all entries when none fits. (contract §32)
    """
    if any(wanted == known_id for known_id, _ in known):
        return wanted

    folded = wanted.strip().casefold()
    exact = [(known_id, name) for known_id, name in known if name.strip().casefold() == folded]
    fitting = exact or [(known_id, name) for known_id, name in known if folded and folded in name.casefold()]
    if not fitting:
        raise BadRequest(f"there is no {kind} {wanted!r}; {_choice(known)}")
    if len(fitting) > 1:
        raise BadRequest(f"several {kind} names fit {wanted!r}; {_choice(fitting)}")
    return fitting[0][0]


def _choice(known: Sequence[tuple[str, str]]) -> str:
    if not known:
        return "there is none yet"
    return "choose from " + ", ".join(f"{name} ({known_id})" for known_id, name in known)
