-- network: authorities, standings.

-- Certificate authorities of the home, one for each HOSTNAME_LOCAL; a second one only when the first nears its end. The
-- certificate is public (DER); the key is sealed (associated data: "authority " and the fingerprint).
CREATE TABLE authorities (
  fingerprint TEXT PRIMARY KEY,
  hostname    TEXT NOT NULL,
  certificate BLOB NOT NULL,
  sealed_key  TEXT NOT NULL,
  made_at     TEXT NOT NULL,
  ends_at     TEXT NOT NULL
) STRICT;

-- How each device last opened Mantel: the rung of the HTTPS ladder it stands on.
CREATE TABLE standings (
  key_id  TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
  rung    INTEGER NOT NULL CHECK (rung BETWEEN 0 AND 3),
  seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
