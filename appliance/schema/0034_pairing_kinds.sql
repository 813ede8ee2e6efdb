-- access: whose device asks for a key, what it is called, and what an admin approved it as.

-- `kind` and `device` are what the device said, unchecked.
ALTER TABLE pairings ADD COLUMN kind TEXT CHECK (kind IN ('wall', 'parent', 'child'));
ALTER TABLE pairings ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE pairings ADD COLUMN approved_kind TEXT CHECK (approved_kind IN ('wall', 'parent', 'child'));
ALTER TABLE pairings ADD COLUMN member_id TEXT REFERENCES members (id) ON DELETE SET NULL;
CREATE INDEX pairings_member ON pairings (member_id);
