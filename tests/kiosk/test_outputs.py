"""Parsing the compositor's outputs, and choosing the wall's output."""

import json

import pytest

from kiosk.outputs import Output, choose_output, parse_outputs, parse_power

# The format of wlr-randr 0.4.1: a rotated screen, and a disabled output.
WLR_RANDR = [
    {
        "name": "HDMI-A-1",
        "description": "Some Screen",
        "physical_size": {"width": 527, "height": 296},
        "enabled": True,
        "modes": [
            {"width": 1280, "height": 720, "refresh": 60.0, "preferred": False, "current": False},
            {"width": 1920, "height": 1080, "refresh": 60.0, "preferred": True, "current": True},
        ],
        "position": {"x": 0, "y": 0},
        "transform": "270",
        "scale": 1.0,
    },
    {"name": "HDMI-A-2", "enabled": False, "modes": [], "physical_size": {"width": 0, "height": 0}},
]


def enabled_outputs(*names: str) -> list[Output]:
    return [Output(name=name, enabled=True) for name in names]


def test_the_size_of_an_output_is_the_size_after_rotation() -> None:
    expected = [
        Output(name="HDMI-A-1", enabled=True, rotation=90, width=1080, height=1920, size_mm=(527, 296)),
        Output(name="HDMI-A-2", enabled=False),
    ]
    assert expected == parse_outputs(json.dumps(WLR_RANDR))


@pytest.mark.parametrize("text", ["", "{}", "wlr-randr: no"])
def test_invalid_output_is_an_error(text: str) -> None:
    with pytest.raises(ValueError):
        parse_outputs(text)
    with pytest.raises(ValueError):
        parse_power(text)


def test_power_is_parsed_by_name() -> None:
    text = '[{"output": "HDMI-A-1", "power-mode": "on"}, {"output": "DSI-1", "power-mode": "off"}, {"error": 1}]'
    assert {"HDMI-A-1": True, "DSI-1": False} == parse_power(text)


@pytest.mark.parametrize(
    ("outputs", "name", "expected"),
    [
        ([], None, None),
        (["HDMI-A-2", "HDMI-A-1"], None, "HDMI-A-1"),
        (["HDMI-A-10", "HDMI-A-9"], None, "HDMI-A-9"),
        (["HDMI-A-1", "DSI-2"], None, "DSI-2"),
        (["HDMI-A-1", "DSI-2"], "HDMI-A-1", "HDMI-A-1"),
        (["HDMI-A-1"], "DSI-1", None),
    ],
)
def test_the_choice_of_the_output_is_deterministic(outputs: list[str], name: str | None, expected: str | None) -> None:
    chosen = choose_output(enabled_outputs(*outputs), name)
    assert expected == (chosen.name if chosen else None)
