-- webhooks: webhooks, deliveries.

-- `events` is a JSON array of types, empty for all. `url` and `secret` are encrypted.
CREATE TABLE webhooks (
  id         TEXT PRIMARY KEY,
  url        TEXT NOT NULL,
  events     TEXT NOT NULL,
  secret     TEXT NOT NULL,
  enabled    INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

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
