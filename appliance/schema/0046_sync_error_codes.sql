-- calendar: the code of `last_error` and the values of its text, as a JSON object.
ALTER TABLE calendars ADD COLUMN last_error_details TEXT;
