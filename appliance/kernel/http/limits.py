"""How much of this machine the clients of the HTTP server may hold together."""

# Connections at a time. A household has some dozens. Each costs a file descriptor and, with a header that is half sent,
# up to HEADER_BYTES of memory.
CONNECTIONS = 2000
# From here on, connections are scarce: see ConnectionGuard.
SCARCE_FROM = CONNECTIONS // 2
# What one address may hold while connections are scarce, loopback addresses included.
CONNECTIONS_PER_ADDRESS = CONNECTIONS // 8
HEADER_BYTES = 64 * 1024
FILE_DESCRIPTORS = 2 * CONNECTIONS + 500
# Event streams at a time, and of one key: a browser opens at most six connections to a server.
STREAMS = 64
STREAMS_PER_KEY = 6
