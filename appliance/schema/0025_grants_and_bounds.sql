-- webhooks: webhooks.grant_id. calendar: annotations.missing_since.

-- The grant of the connected app that made a webhook; the webhook is deleted with it.
ALTER TABLE webhooks ADD COLUMN grant_id TEXT REFERENCES oauth_grants (id) ON DELETE CASCADE;
CREATE INDEX webhooks_grant ON webhooks (grant_id) WHERE grant_id IS NOT NULL;

-- Since when the calendar has had no event with this key; such annotations are deleted after a while.
ALTER TABLE annotations ADD COLUMN missing_since TEXT;
