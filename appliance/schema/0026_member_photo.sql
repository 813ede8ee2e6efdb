-- people: a photo as avatar.

-- The id of a photo of the family, or of a picture of the chosen folder. Deleting the photo clears it; the avatar stays.
ALTER TABLE members ADD COLUMN photo_id TEXT;
