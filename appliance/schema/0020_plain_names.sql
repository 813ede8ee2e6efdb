-- kernel: cursors.consumer. notifications: sent_log.

ALTER TABLE cursors RENAME COLUMN outlet TO consumer;

-- What was sent to whom, so that nothing is sent twice. `recipient` is a subscription's id, or `household` for the feed.
ALTER TABLE told RENAME TO sent_log;
ALTER TABLE sent_log RENAME COLUMN hearer TO recipient;
DROP INDEX told_at;
CREATE INDEX sent_log_at ON sent_log (at);
