"""How much of this machine the clients of the HTTP server may hold together."""

# Connections at a time. A household has some dozens. Each costs a file descriptor and, with a header that is half sent,
# up to HEADER_BYTES of memory.
CONNECTIONS = 2000
# From here on, connections are scarce: see ConnectionGuard.
SCARCE_FROM = CONNECTIONS // 2
# What one address may hold while connections are scarce, loopback addresses included.
CONNECTIONS_PER_ADDRESS = CONNECTIONS // 8
HEADER_BYTES = 64 * 1024
# Of a path, decoded. Litestar keeps the last 1024 that it has routed, twice, before a key is looked at. The longest of
# the API has about 120.
MAX_PATH_CHARACTERS = 500
FILE_DESCRIPTORS = 2 * CONNECTIONS + 500
# Event streams at a time: 26 devices of a household with six tabs each open 156. A stream costs about 30 kB and a
# connection.
STREAMS = CONNECTIONS // 4
# Of one address. Two addresses can open all but the reserved ones.
STREAMS_PER_ADDRESS = STREAMS // 2
# Of one key. A browser opens at most six connections to a server, and those that it has left may still be open.
STREAMS_PER_KEY = 12
# For loopback addresses only: the browser of a wall on the same machine.
STREAMS_RESERVED_FOR_LOOPBACK = 2 * STREAMS_PER_KEY
