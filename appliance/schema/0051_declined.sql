-- calendar: whether invitations that its owner declined are shown, and the owner's address where no account says it.
ALTER TABLE calendars ADD COLUMN declined TEXT NOT NULL DEFAULT 'hidden';
ALTER TABLE calendars ADD COLUMN owner_email TEXT;
ALTER TABLE events ADD COLUMN declined INTEGER NOT NULL DEFAULT 0;
