-- backups: the keys of an SFTP server, as they were when the place was first used.

-- Lines as in known_hosts of OpenSSH. NULL for other kinds of places, and until an earlier place is used again.
ALTER TABLE backup_place ADD COLUMN host_keys TEXT;
