-- webhooks: webhooks, deliveries.

-- `events` is a JSON array of types, empty for all. `url` and `secret` are encrypted. A webhook that a connected app made is
-- deleted with the app's grant.
CREATE TABLE webhooks (
  id         TEXT PRIMARY KEY,
  url        TEXT NOT NULL,
  events     TEXT NOT NULL,
  secret     TEXT NOT NULL,
  enabled    INTEGER NOT NULL,
  grant_id   TEXT REFERENCES oauth_grants (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX webhooks_grant ON webhooks (grant_id) WHERE grant_id IS NOT NULL;

-- Waiting deliveries in order of id, and the newest fifty finished ones of each webhook. `at` is when the change
-- happened. A row becomes `sending` before the first byte is sent, so that nothing is sent twice.
CREATE TABLE deliveries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  type       TEXT NOT NULL,
  data       TEXT NOT NULL,
  at         TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'delivered', 'failed', 'skipped')),
  sent_at    TEXT,
  status     INTEGER,
  ms         INTEGER,
  error      TEXT
) STRICT;

CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, id);
