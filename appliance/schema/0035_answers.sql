-- chores, rewards: what a parent said with a yes, or with the no to a reward. A no to a tick is in `rejections`.
ALTER TABLE chore_completions ADD COLUMN note TEXT;
ALTER TABLE redemptions ADD COLUMN note TEXT;
