-- access: oauth_clients, oauth_grants, refresh_tokens, and one more column of keys.

-- Programs that have registered themselves. One that nobody has approved is deleted after a day; `address` is where
-- the registration came from, for the limit per address.
CREATE TABLE oauth_clients (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  address       TEXT NOT NULL,
  created_at    TEXT NOT NULL,
  approved_at   TEXT
) STRICT;
CREATE INDEX oauth_clients_waiting ON oauth_clients (address, created_at) WHERE approved_at IS NULL;

-- What a parent has granted a program. `code` is the SHA-256 of the authorisation code; with `connected_at` it was
-- exchanged for tokens. Everything that the grant has created ends with it.
CREATE TABLE oauth_grants (
  id              TEXT PRIMARY KEY,
  client_id       TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  scope           TEXT NOT NULL CHECK (scope IN ('admin', 'display')),
  approved_by     TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  code            TEXT NOT NULL UNIQUE,
  code_expires_at TEXT NOT NULL,
  redirect_uri    TEXT NOT NULL,
  challenge       TEXT NOT NULL,
  connected_at    TEXT,
  last_used_at    TEXT
) STRICT;
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);

-- Refresh tokens by their SHA-256. A used one stays until it expires: whoever presents it again has a copy.
CREATE TABLE refresh_tokens (
  digest     TEXT PRIMARY KEY,
  grant_id   TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  used_at    TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_grant ON refresh_tokens (grant_id);

-- The grant of an access token; the token is deleted with it.
ALTER TABLE keys ADD COLUMN grant_id TEXT REFERENCES oauth_grants (id) ON DELETE CASCADE;
CREATE INDEX keys_grant ON keys (grant_id);
