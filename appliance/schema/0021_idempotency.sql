-- kernel: idempotent_requests.

-- Answers of requests that carried an `Idempotency-Key`, kept for a day, so that a repeated request does not act twice.
-- `caller` is the id of the caller's access key. `fingerprint` is the SHA-256 of the action and its arguments.
-- `answer` is the action's result as JSON.
CREATE TABLE idempotent_requests (
  id          INTEGER PRIMARY KEY,
  caller      TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer      BLOB NOT NULL,
  at          TEXT NOT NULL,
  UNIQUE (caller, key)
) STRICT;
CREATE INDEX idempotent_requests_at ON idempotent_requests (at);
