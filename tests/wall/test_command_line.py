"""`mantel kiosk` finds the socket of a server with the same data folder."""

import os
from pathlib import Path

import pytest

from appliance import __main__ as command_line
from appliance.kernel.local_socket import listen


@pytest.mark.parametrize(
    ("listening", "arguments", "address", "found"),
    [
        (True, [], None, True),
        (False, [], None, False),
        (True, ["http://other:8080"], None, False),
        (True, [], "http://other:8080", False),
    ],
)
def test_the_socket_in_the_data_folder_is_used(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    listening: bool,
    arguments: list[str],
    address: str | None,
    found: bool,
) -> None:
    path = tmp_path / "wall.sock"
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("KIOSK_SOCKET", "")
    monkeypatch.delenv("KIOSK_SOCKET")
    monkeypatch.delenv("KIOSK_URL", raising=False)
    if address:
        monkeypatch.setenv("KIOSK_URL", address)
    listener = listen(path, 0o600) if listening else None
    with pytest.raises(SystemExit):
        command_line.kiosk([*arguments, "--help"])
    assert (str(path) if found else None) == os.environ.get("KIOSK_SOCKET")
    if listener:
        listener.close()
