-- notifications: vapid_keys, subscriptions, subscription_members, pushes, notifications, sent_log.

-- The VAPID key pair, created once. `private_key` is encrypted (associated data: `vapid`).
CREATE TABLE vapid_keys (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  public_key  TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT;

-- Push subscriptions. `sealed` is the browser's endpoint and keys as JSON, encrypted (associated data: the id); `digest`
-- is the SHA-256 of the endpoint. `prefs` is JSON. After a failure nothing is sent before `held_until`.
CREATE TABLE subscriptions (
  id              TEXT PRIMARY KEY,
  key_id          TEXT REFERENCES keys (id) ON DELETE CASCADE,
  digest          TEXT NOT NULL UNIQUE,
  sealed          TEXT NOT NULL,
  device_name     TEXT NOT NULL,
  prefs           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  last_success_at TEXT,
  last_attempt_at TEXT,
  last_error      TEXT,
  failures        INTEGER NOT NULL DEFAULT 0,
  held_until      TEXT
) STRICT;
CREATE INDEX subscriptions_key ON subscriptions (key_id);

-- The members that a subscription follows; without rows it follows everybody.
CREATE TABLE subscription_members (
  subscription_id TEXT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
  member_id       TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position        INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_members_member ON subscription_members (member_id);

-- Waiting push messages in order of id; a row is deleted when it was accepted, rejected or is too late. `topic` is the same
-- when the same message is sent a second time, so that a push service keeps only one.
CREATE TABLE pushes (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  subscription_id TEXT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
  notice          TEXT NOT NULL,
  topic           TEXT NOT NULL,
  expires_at      TEXT NOT NULL
) STRICT;
CREATE INDEX pushes_subscription ON pushes (subscription_id, id);

-- The notification feed. `at` is unique, so that a page can end at any entry. `member_ids` is a JSON array of the members
-- that it was about when it was sent.
CREATE TABLE notifications (
  id         TEXT PRIMARY KEY,
  at         TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL CHECK (kind IN ('reminder', 'summary', 'chore', 'list', 'message')),
  title      TEXT NOT NULL,
  body       TEXT,
  url        TEXT,
  member_ids TEXT NOT NULL,
  source     TEXT CHECK (source IN ('system', 'api', 'mcp'))
) STRICT;

-- What was sent to whom, so that nothing is sent twice. `recipient` is a subscription's id, or `household` for the feed.
CREATE TABLE sent_log (
  recipient TEXT NOT NULL,
  key       TEXT NOT NULL,
  at        TEXT NOT NULL,
  PRIMARY KEY (recipient, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_log_at ON sent_log (at);
