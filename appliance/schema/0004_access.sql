-- access: keys, claimed, setup_code, attempts, passkeys, challenges, register_tokens, recovery_codes, pairings, navigation_keys,
-- household_pin, unlocked_keys, pin_attempts, oauth_clients, oauth_grants, refresh_tokens. Of every key, code and token only
-- the SHA-256 is stored.

-- Access keys. `prefix` is the first eight characters, for support. A session is deleted with the passkey that created it, a
-- connected app's token with its grant.
CREATE TABLE keys (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  scope        TEXT NOT NULL CHECK (scope IN ('admin', 'display')),
  kind         TEXT NOT NULL CHECK (kind IN ('api', 'session', 'oauth')),
  digest       TEXT NOT NULL UNIQUE,
  prefix       TEXT NOT NULL,
  passkey_id   TEXT REFERENCES passkeys (id) ON DELETE CASCADE,
  grant_id     TEXT REFERENCES oauth_grants (id) ON DELETE CASCADE,
  created_at   TEXT NOT NULL,
  expires_at   TEXT,
  last_used_at TEXT
) STRICT;
CREATE INDEX keys_passkey ON keys (passkey_id);
CREATE INDEX keys_grant ON keys (grant_id);

-- One row once the household has had a key. Only a code from its machine claims it again.
CREATE TABLE claimed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at TEXT NOT NULL
) STRICT;

-- At most one row: the code that claims the household. `demo` marks a household that the demo has filled: its members do
-- not count as a claim. `expires_at` is NULL for the code of a household that nobody has claimed.
CREATE TABLE setup_code (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  digest     TEXT NOT NULL,
  demo       INTEGER NOT NULL,
  expires_at TEXT
) STRICT;

-- Fixed-window counters of attempts.
CREATE TABLE attempts (
  name       TEXT PRIMARY KEY,
  started_at TEXT NOT NULL,
  count      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_started ON attempts (started_at);

-- Public halves of passkeys. `credential` is the authenticator's own id, in base64url.
CREATE TABLE passkeys (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  credential   TEXT NOT NULL UNIQUE,
  public_key   BLOB NOT NULL,
  sign_count   INTEGER NOT NULL,
  transports   TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  last_used_at TEXT
) STRICT;

-- Passkey ceremonies in progress. `token` is the register token that one was started with.
CREATE TABLE challenges (
  digest     TEXT PRIMARY KEY,
  ceremony   TEXT NOT NULL CHECK (ceremony IN ('register', 'login')),
  token      TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Tokens that allow one registration each.
CREATE TABLE register_tokens (
  digest     TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The newest set of recovery codes.
CREATE TABLE recovery_codes (
  digest     TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  used_at    TEXT
) STRICT, WITHOUT ROWID;

-- A device that asks for a key. `kind` and `device` are what it said, unchecked; `approved_kind` and `member_id` are what an
-- admin approved. The key then waits in `encrypted_key` (associated data: the id) for the device's next poll; the row is
-- deleted when the device has received it.
CREATE TABLE pairings (
  id            TEXT PRIMARY KEY,
  code          TEXT NOT NULL UNIQUE,
  token         TEXT NOT NULL,
  address       TEXT NOT NULL,
  kind          TEXT CHECK (kind IN ('wall', 'parent', 'child')),
  device        TEXT NOT NULL DEFAULT '',
  expires_at    TEXT NOT NULL,
  approved_kind TEXT CHECK (approved_kind IN ('wall', 'parent', 'child')),
  member_id     TEXT REFERENCES members (id) ON DELETE SET NULL,
  key_id        TEXT REFERENCES keys (id) ON DELETE CASCADE,
  encrypted_key TEXT
) STRICT;
CREATE INDEX pairings_key ON pairings (key_id);
CREATE INDEX pairings_member ON pairings (member_id);

-- Keys for one navigation: a browser that follows a link can carry a key only in the address. `key_id` is the key that
-- requested it, NULL for the configured admin key.
CREATE TABLE navigation_keys (
  digest     TEXT PRIMARY KEY,
  key_id     TEXT REFERENCES keys (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX navigation_keys_key ON navigation_keys (key_id);

-- The PIN that a display is asked for, as an scrypt hash.
CREATE TABLE household_pin (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  salt TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

-- When a display key was unlocked with the PIN.
CREATE TABLE unlocked_keys (
  key_id     TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
  granted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The wrong PINs of a display key since its last right one, and when that was.
CREATE TABLE pin_attempts (
  key_id      TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
  wrong       INTEGER NOT NULL,
  last_at     TEXT NOT NULL,
  unlocked_at TEXT
) STRICT, WITHOUT ROWID;

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

-- What a parent has granted a program. `code` is the authorisation code; with `connected_at` it was exchanged for tokens.
-- Everything that the grant has created ends with it.
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

-- A used refresh token stays until it expires: whoever presents it again has a copy.
CREATE TABLE refresh_tokens (
  digest     TEXT PRIMARY KEY,
  grant_id   TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  used_at    TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_grant ON refresh_tokens (grant_id);
