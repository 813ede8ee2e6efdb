-- household: public_url. calendar: provider_apps, consents. access: navigation_keys.

-- At most one row: the public address of the server, unless the environment sets it.
CREATE TABLE public_url (
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  url TEXT NOT NULL
) STRICT;

-- The OAuth clients at Google and Microsoft. `secret` is encrypted (associated data: the kind).
CREATE TABLE provider_apps (
  kind      TEXT PRIMARY KEY CHECK (kind IN ('google', 'microsoft')),
  client_id TEXT NOT NULL,
  secret    TEXT NOT NULL,
  tenant    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- OAuth consents in progress, by the SHA-256 of their state. `verifier` is encrypted (associated data: the digest); `home` is where
-- the browser goes afterwards.
CREATE TABLE consents (
  digest       TEXT PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('google', 'microsoft')),
  verifier     TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  home         TEXT NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys for one navigation, by their SHA-256: a browser that follows a link can carry a key only in the address.
-- `key_id` is the key that requested it, NULL for the configured admin key.
CREATE TABLE navigation_keys (
  digest     TEXT PRIMARY KEY,
  key_id     TEXT REFERENCES keys (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX navigation_keys_key ON navigation_keys (key_id);
