-- kernel: changes.

-- The ids of the entries that a change concerns, as JSON; null when it may concern any. For the server's own use.
ALTER TABLE changes ADD COLUMN entries TEXT;
