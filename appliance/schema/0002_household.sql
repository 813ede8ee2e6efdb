-- household: settings, host_events, public_url.

-- One row a household setting that was changed from its default; the value is JSON.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Written by the hosting operator's code, only read here. (contract §3)
CREATE TABLE host_events (
  id     TEXT PRIMARY KEY,
  at     TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT
) STRICT;

-- At most one row: the public address of the server, unless the environment sets it.
CREATE TABLE public_url (
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  url TEXT NOT NULL
) STRICT;
