"""SQL of the state of the server."""

from appliance.kernel.database.transactions import Reader


def schema_version(db: Reader) -> int:
    """The version of the database."""
    return int(str(db.value("PRAGMA user_version")))


def file_bytes(db: Reader) -> int:
    """The size of the database, without its write-ahead log."""
    return int(str(db.value("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")))
