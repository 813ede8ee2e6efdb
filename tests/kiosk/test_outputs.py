"""What the compositor says of its outputs, and which of them is the wall."""

import json

import pytest

from kiosk.outputs import Output, choose, parse, powers

# As wlr-randr 0.4.1 says it of a panel that is turned and a socket with nothing shown.
TOLD = [
    {
        "name": "HDMI-A-1",
        "description": "Some Screen",
        "enabled": True,
        "modes": [
            {"width": 1280, "height": 720, "refresh": 60.0, "preferred": False, "current": False},
            {"width": 1920, "height": 1080, "refresh": 60.0, "preferred": True, "current": True},
        ],
        "position": {"x": 0, "y": 0},
        "transform": "270",
        "scale": 1.0,
    },
    {"name": "HDMI-A-2", "enabled": False, "modes": []},
]


def named(*names: str) -> list[Output]:
    return [Output(name, True) for name in names]


def test_an_output_is_as_large_as_the_page_sees_it() -> None:
    expected = [Output("HDMI-A-1", True, 90, 1080, 1920), Output("HDMI-A-2", False)]
    assert expected == parse(json.dumps(TOLD))


@pytest.mark.parametrize("told", ["", "{}", "wlr-randr: no"])
def test_what_cannot_be_understood_is_an_error(told: str) -> None:
    with pytest.raises(ValueError):
        parse(told)
    with pytest.raises(ValueError):
        powers(told)


def test_powers_by_name() -> None:
    told = '[{"output": "HDMI-A-1", "power-mode": "on"}, {"output": "DSI-1", "power-mode": "off"}, {"error": 1}]'
    assert {"HDMI-A-1": True, "DSI-1": False} == powers(told)


@pytest.mark.parametrize(
    ("outputs", "wanted", "expected"),
    [
        ([], None, None),
        (["HDMI-A-2", "HDMI-A-1"], None, "HDMI-A-1"),
        (["HDMI-A-10", "HDMI-A-9"], None, "HDMI-A-9"),
        (["HDMI-A-1", "DSI-2"], None, "DSI-2"),
        (["HDMI-A-1", "DSI-2"], "HDMI-A-1", "HDMI-A-1"),
        (["HDMI-A-1"], "DSI-1", None),
    ],
)
def test_the_same_screen_is_chosen_every_time(outputs: list[str], wanted: str | None, expected: str | None) -> None:
    chosen = choose(named(*outputs), wanted)
    assert expected == (chosen.name if chosen else None)
