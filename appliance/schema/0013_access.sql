-- access: pairings, passkeys, challenges, register_tokens, recovery_codes, and more columns of keys.

-- A device that asks for a display key. Once approved, the key waits in `sealed_key` (associated data: the id) for the
-- device's next poll; the row is deleted when the device has received it.
CREATE TABLE pairings (
  id         TEXT PRIMARY KEY,
  code       TEXT NOT NULL UNIQUE,
  token      TEXT NOT NULL,
  address    TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  key_id     TEXT REFERENCES keys (id) ON DELETE CASCADE,
  sealed_key TEXT
) STRICT;
CREATE INDEX pairings_key ON pairings (key_id);

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

-- The passkey that a session was created with; the session is deleted with it.
ALTER TABLE keys ADD COLUMN passkey_id TEXT REFERENCES passkeys (id) ON DELETE CASCADE;
CREATE INDEX keys_passkey ON keys (passkey_id);

-- Ceremonies in progress, by the SHA-256 of their challenge. `token` is the register token that one was started with.
CREATE TABLE challenges (
  digest     TEXT PRIMARY KEY,
  ceremony   TEXT NOT NULL CHECK (ceremony IN ('register', 'login')),
  token      TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Tokens that allow one registration each, by their SHA-256.
CREATE TABLE register_tokens (
  digest     TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The newest set of recovery codes, each by its SHA-256.
CREATE TABLE recovery_codes (
  digest     TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  used_at    TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_started ON attempts (started_at);
