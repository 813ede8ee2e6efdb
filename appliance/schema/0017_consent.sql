-- household: public_url. calendar: provider_apps, consents. access: navigation_keys.

-- At most one row: where the house is reached from outside, unless the environment says so.
CREATE TABLE public_url (
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  url TEXT NOT NULL
) STRICT;

-- What Google and Microsoft know this house as. `secret` is sealed (associated data: the kind).
CREATE TABLE provider_apps (
  kind      TEXT PRIMARY KEY CHECK (kind IN ('google', 'microsoft')),
  client_id TEXT NOT NULL,
  secret    TEXT NOT NULL,
  tenant    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Consents under way, by the SHA-256 of their state. `verifier` is sealed (associated data: the digest); `home` is where
-- the browser goes afterwards.
CREATE TABLE consents (
  digest       TEXT PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('google', 'microsoft')),
  verifier     TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  home         TEXT NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys for one navigation, by their SHA-256: a browser that goes somewhere can carry a key only in its address.
-- `key_id` is the key that asked for it, NULL for the owner's configured one.
CREATE TABLE navigation_keys (
  digest     TEXT PRIMARY KEY,
  key_id     TEXT REFERENCES keys (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX navigation_keys_key ON navigation_keys (key_id);
