"""The viewports and colour schemes of the journeys."""

from typing import Any, Final

import pytest

SCREENS: Final[dict[str, dict[str, Any]]] = {
    "wall-1080": {"viewport": {"width": 1920, "height": 1080}, "has_touch": True},
    "wall-800": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 3,
        "is_mobile": True,
        "has_touch": True,
    },
}

# For screenshots and accessibility checks; most journeys run on SCREENS only.
ALL: Final[dict[str, dict[str, Any]]] = {
    **SCREENS,
    "wall-portrait": {"viewport": {"width": 800, "height": 1280}, "has_touch": True},
    "tablet": {
        "viewport": {"width": 820, "height": 1180},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}

layout = pytest.mark.layout
every_size = pytest.mark.every_size
on_every_screen = pytest.mark.parametrize("screen", list(SCREENS), indirect=True, scope="session")
on_the_phone = pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
in_both_schemes = pytest.mark.parametrize("scheme", ["light", "dark"], indirect=True, scope="session")
