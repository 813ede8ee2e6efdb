"""`mantel kiosk` beside a server finds that server's socket by itself."""

import os
from pathlib import Path

import pytest

from appliance import __main__ as command_line
from appliance.kernel.local_socket import listen


@pytest.mark.parametrize(
    ("there", "arguments", "address", "found"),
    [
        (True, [], None, True),
        (False, [], None, False),
        (True, ["http://other:8080"], None, False),
        (True, [], "http://other:8080", False),
    ],
)
def test_the_socket_of_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, arguments: list[str], address: str | None, found: bool
) -> None:
    door = tmp_path / "wall.sock"
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("KIOSK_SOCKET", "")
    monkeypatch.delenv("KIOSK_SOCKET")
    monkeypatch.delenv("KIOSK_URL", raising=False)
    if address:
        monkeypatch.setenv("KIOSK_URL", address)
    listener = listen(door, 0o600) if there else None
    with pytest.raises(SystemExit):
        command_line.kiosk([*arguments, "--help"])
    assert (str(door) if found else None) == os.environ.get("KIOSK_SOCKET")
    if listener:
        listener.close()
