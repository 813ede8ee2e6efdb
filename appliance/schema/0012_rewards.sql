-- rewards: rewards, reward_members, reward_goals, redemptions, family_goal.

-- What points are exchanged for. `stock` is null when there is no limit. Without rows in reward_members it is for everybody.
CREATE TABLE rewards (
  id             TEXT PRIMARY KEY,
  name           TEXT NOT NULL,
  emoji          TEXT,
  photo_id       TEXT,
  price          INTEGER NOT NULL,
  stock          INTEGER,
  weekly_limit   INTEGER,
  needs_approval INTEGER NOT NULL,
  active         INTEGER NOT NULL,
  sort           REAL NOT NULL,
  created_at     TEXT NOT NULL
) STRICT;

CREATE TABLE reward_members (
  reward_id TEXT NOT NULL REFERENCES rewards (id) ON DELETE CASCADE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (reward_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reward_members_member ON reward_members (member_id);

-- The reward that a member saves for.
CREATE TABLE reward_goals (
  member_id TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  reward_id TEXT NOT NULL REFERENCES rewards (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX reward_goals_reward ON reward_goals (reward_id);

-- One exchange. Name, emoji, photo and price are those of the reward at that moment. `date` is the household's.
-- `from_stock` is 1 when it took one from the stock, which declining and giving back restore.
CREATE TABLE redemptions (
  id         TEXT PRIMARY KEY,
  reward_id  TEXT REFERENCES rewards (id) ON DELETE SET NULL,
  member_id  TEXT REFERENCES members (id) ON DELETE SET NULL,
  name       TEXT NOT NULL,
  emoji      TEXT,
  photo_id   TEXT,
  price      INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'declined', 'returned')),
  date       TEXT NOT NULL,
  from_stock INTEGER NOT NULL,
  at         TEXT NOT NULL,
  decided_at TEXT
) STRICT;
CREATE INDEX redemptions_at ON redemptions (at);
CREATE INDEX redemptions_date ON redemptions (date);
CREATE INDEX redemptions_state ON redemptions (state, at);
CREATE INDEX redemptions_member ON redemptions (member_id, reward_id, date);
CREATE INDEX redemptions_reward ON redemptions (reward_id);

-- A reward for one member alone is switched off when that member is removed: it must not become everybody's. What the
-- member waits for is declined.
CREATE TRIGGER rewards_without_member BEFORE DELETE ON members
BEGIN
  UPDATE rewards SET active = 0 WHERE id IN (SELECT reward_id FROM reward_members WHERE member_id = OLD.id)
    AND (SELECT count(*) FROM reward_members WHERE reward_id = rewards.id) = 1;
  UPDATE rewards SET stock = stock + (SELECT count(*) FROM redemptions
      WHERE member_id = OLD.id AND reward_id = rewards.id AND state = 'waiting' AND from_stock = 1)
    WHERE stock IS NOT NULL
      AND id IN (SELECT reward_id FROM redemptions WHERE member_id = OLD.id AND state = 'waiting' AND from_stock = 1);
  UPDATE redemptions SET state = 'declined' WHERE member_id = OLD.id AND state = 'waiting';
END;

-- One goal of the whole family, fed by the points that everybody earns from `start_date` on.
CREATE TABLE family_goal (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  title      TEXT NOT NULL,
  emoji      TEXT,
  target     INTEGER NOT NULL,
  start_date TEXT NOT NULL
) STRICT;
