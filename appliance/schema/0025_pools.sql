-- pools: reward_shares, redemption_shares.

-- What members have given to a reward together, until it is redeemed. The points are spent: the ledger has them under `pool`.
CREATE TABLE reward_shares (
  reward_id TEXT NOT NULL REFERENCES rewards (id) ON DELETE CASCADE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  points    INTEGER NOT NULL,
  position  INTEGER NOT NULL,
  PRIMARY KEY (reward_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reward_shares_member ON reward_shares (member_id);

-- Who paid how much of a redemption that several redeemed together: it has no member.
CREATE TABLE redemption_shares (
  redemption_id TEXT NOT NULL REFERENCES redemptions (id) ON DELETE CASCADE,
  member_id     TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  points        INTEGER NOT NULL,
  PRIMARY KEY (redemption_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX redemption_shares_member ON redemption_shares (member_id);
