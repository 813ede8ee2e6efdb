-- access: claimed, setup_code.expires_at, and standard names in pairings. network: standard names.

-- One row once the household has had a key. Only a code from its machine claims it again.
CREATE TABLE claimed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at TEXT NOT NULL
) STRICT;
INSERT INTO claimed (id, at)
SELECT 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE EXISTS (SELECT 1 FROM keys) OR EXISTS (SELECT 1 FROM passkeys);

-- When a code that was made on the machine of a claimed household expires; NULL for the code of an unclaimed one.
ALTER TABLE setup_code ADD COLUMN expires_at TEXT;

ALTER TABLE pairings RENAME COLUMN sealed_key TO encrypted_key;
ALTER TABLE authorities RENAME COLUMN sealed_key TO encrypted_key;
ALTER TABLE standings RENAME TO device_connections;
ALTER TABLE device_connections RENAME COLUMN rung TO connection_kind;
