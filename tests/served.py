"""The environment of a server in a test: nothing is announced on the network."""

from typing import Final

# One fixed port for HTTPS and one name in the network would be shared by every house under test.
ALONE: Final = {"HOST": "127.0.0.1", "HTTPS_PORT": "0", "MDNS": "0"}
