-- points: an index of point_entries.

-- An import looks for the entries of the chores that it brings back.
CREATE INDEX point_entries_of_chores ON point_entries (ref) WHERE reason = 'chore_deleted';
