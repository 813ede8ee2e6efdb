"""Finds what an agent names by id, by name, or by an unambiguous part of the name."""

from collections.abc import Callable, Sequence

from appliance.kernel.errors import BadRequest
from appliance.kernel.text.folding import folded


def find_id(kind: str, wanted: str, known: Sequence[tuple[str, str]]) -> str:
    """The id of an `(id, name)`: by exact id, else by exact name in any case, else by a part of the name.

    A name that is found neither way is compared without diacritics: `Lea` finds Léa, `Lukasz` finds Łukasz.

    Raises BadRequest that names the candidates, or all entries when none fits. (contract §32)
    """
    if any(wanted == known_id for known_id, _ in known):
        return wanted

    fitting = _fitting(wanted, known, str.casefold) or _fitting(wanted, known, folded)
    if not fitting:
        raise BadRequest(f"there is no {kind} {wanted!r}; {_choice(known)}")
    if len(fitting) > 1:
        raise BadRequest(f"several {kind} names fit {wanted!r}; {_choice(fitting)}")
    return fitting[0][0]


def _fitting(wanted: str, known: Sequence[tuple[str, str]], fold: Callable[[str], str]) -> list[tuple[str, str]]:
    part = fold(wanted.strip())
    exact = [(known_id, name) for known_id, name in known if fold(name.strip()) == part]
    return exact or [(known_id, name) for known_id, name in known if part and part in fold(name)]


def _choice(known: Sequence[tuple[str, str]]) -> str:
    if not known:
        return "there is none yet"
    return "choose from " + ", ".join(f"{name} ({known_id})" for known_id, name in known)
