-- people: the calendar of a member's new events.

-- The id of a calendar. Removing the calendar clears it; one that cannot be written is passed over.
ALTER TABLE members ADD COLUMN default_calendar_id TEXT;
