"""What a house that is served for a test is told, so that it keeps to itself."""

from typing import Final

# One fixed port for HTTPS and one name in the network would be shared by every house under test.
ALONE: Final = {"HOST": "127.0.0.1", "HTTPS_PORT": "0", "MDNS": "0"}
