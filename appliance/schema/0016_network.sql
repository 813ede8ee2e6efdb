-- network: authorities, device_connections.

-- Certificate authorities of the home, one for each HOSTNAME_LOCAL; a second one only when the first is about to expire. The
-- certificate is public (DER); the key is encrypted (associated data: "authority " and the fingerprint).
CREATE TABLE authorities (
  fingerprint   TEXT PRIMARY KEY,
  hostname      TEXT NOT NULL,
  certificate   BLOB NOT NULL,
  encrypted_key TEXT NOT NULL,
  made_at       TEXT NOT NULL,
  ends_at       TEXT NOT NULL
) STRICT;

-- How each device last opened Mantel: by http, by the home's HTTPS, by a public address, or on the server itself.
CREATE TABLE device_connections (
  key_id          TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
  connection_kind INTEGER NOT NULL CHECK (connection_kind BETWEEN 0 AND 3),
  seen_at         TEXT NOT NULL
) STRICT, WITHOUT ROWID;
