-- calendar: published_feeds, published_feed_calendars; when events changed.

-- Subscription addresses of this household's events. `digest` is the SHA-256 of the token in the address. With
-- `all_local` a feed has the calendars that are stored here, else those of published_feed_calendars.
CREATE TABLE published_feeds (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  member_id    TEXT REFERENCES members (id) ON DELETE CASCADE,
  all_local    INTEGER NOT NULL,
  descriptions INTEGER NOT NULL,
  digest       TEXT NOT NULL UNIQUE,
  created_at   TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX published_feeds_member ON published_feeds (member_id);

CREATE TABLE published_feed_calendars (
  feed_id     TEXT NOT NULL REFERENCES published_feeds (id) ON DELETE CASCADE,
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  PRIMARY KEY (feed_id, calendar_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX published_feed_calendars_calendar ON published_feed_calendars (calendar_id);

-- When an event was last changed, null for never, and how often: LAST-MODIFIED and SEQUENCE of a feed.
ALTER TABLE events ADD COLUMN changed_at TEXT;
ALTER TABLE events ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
