-- people: whether a member is an `adult` or a `child`; NULL where nobody has said so.
ALTER TABLE members ADD COLUMN role TEXT;
