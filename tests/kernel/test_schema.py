from typing import Literal

import msgspec
import pytest
from msgspec import UNSET

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import ApiModel, HexColor, Maybe, Text, TimeOfDay, decode, made, patched, sent_fields


class Inner(ApiModel):
    at_time: TimeOfDay


class Outer(ApiModel):
    name: Text
    count: int = 0
    kind: Literal["a", "b"] = "a"
    color: Maybe[HexColor] = UNSET
    parts: list[Inner] = []
    note: Maybe[str | None] = UNSET


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{}", "name: is required"),
        (b'{"name": ""}', "name: must not be empty"),
        (b'{"name": 1}', "name: Expected `str`, got `int`"),
        (b'{"name": null}', "name: Expected `str`, got `null`"),
        (b'{"name": "x", "count": "1"}', "count: Expected `int`, got `str`"),
        (b'{"name": "x", "count": 1.5}', "count: Expected `int`, got `float`"),
        (b'{"name": "x", "kind": "c"}', "kind: Invalid enum value 'c'"),
        (b'{"name": "x", "color": "red"}', "color: must be a hex color like #RRGGBB"),
        (b'{"name": "x", "parts": [{"atTime": "07:00"}, {"atTime": "7"}]}', "parts.1.atTime: must be HH:MM"),
        (b'{"name": "x", "parts": [{}]}', "parts.0.atTime: is required"),
        (b"[]", "request: Expected `object`, got `array`"),
        (b"{", "request: is not valid JSON"),
        (b'{"name": "\xff"}', "request: is not valid JSON"),
        (b"[" * 100_000, "request: is not valid JSON"),
    ],
)
def test_a_fault_names_its_field(body: bytes, words: str) -> None:
    decoder = msgspec.json.Decoder(list[list[int]] if body.startswith(b"[[") else Outer)
    with pytest.raises(BadRequest) as caught:
        decode(decoder, body)
    assert words == caught.value.message or body.startswith(b"[[")


def test_absent_keeps_null_clears_and_the_unknown_is_ignored() -> None:
    sent = decode(msgspec.json.Decoder(Outer), b'{"name": "x", "note": null, "more": 1}')

    assert None is patched(sent.note, "kept")
    assert "kept" == patched(sent.color, "kept")
    assert {"name": "x", "count": 0, "kind": "a", "parts": [], "note": None} == sent_fields(sent)


class Stored(ApiModel, kw_only=True):
    id: str
    name: str
    count: int
    color: str = "#000000"
    own: int = 5


def test_a_struct_is_made_from_the_fields_of_the_same_names() -> None:
    source = Outer(name="Ida", count=2)
    assert Stored(id="1", name="Ida", count=2, color="#000000", own=5) == made(Stored, source, id="1")
    assert Stored(id="1", name="Theo", count=2, color="red") == made(Stored, source, id="1", name="Theo", color="red")
    with pytest.raises(TypeError, match="id"):
        made(Stored, source)
