"""Every SQL statement about accounts."""

from msgspec.structs import asdict

from appliance.calendar.accounts.models import Account
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = "id, kind, name, created_at"


def accounts(db: Reader) -> list[Account]:
    """All accounts, the oldest first."""
    return db.all(Account, f"SELECT {COLUMNS} FROM accounts ORDER BY created_at, rowid")


def count(db: Reader) -> int:
    """The number of accounts."""
    return int(db.value("SELECT count(*) FROM accounts"))


def account(db: Reader, account_id: str) -> Account:
    """One account. Raises NotFound."""
    return db.one(Account, f"SELECT {COLUMNS} FROM accounts WHERE id = ?", account_id)


def maybe_account(db: Reader, account_id: str) -> Account | None:
    """One account, or None."""
    return db.maybe(Account, f"SELECT {COLUMNS} FROM accounts WHERE id = ?", account_id)


def named(db: Reader, kind: str, name: str) -> Account | None:
    """The oldest account of a kind with this name, case-insensitive; None without one."""
    found = db.all(Account, f"SELECT {COLUMNS} FROM accounts WHERE kind = ? ORDER BY created_at, rowid", kind)
    return next((account for account in found if account.name.casefold() == name.casefold()), None)


def maybe_config(db: Reader, account_id: str) -> str | None:
    """An account's config decrypted, None without the account. Raises encryption.BadKey."""
    encrypted = db.value("SELECT config FROM accounts WHERE id = ?", account_id)
    return None if encrypted is None else db.cipher.decrypt(encrypted, account_id)


def config(db: Reader, account_id: str) -> str:
    """An account's config decrypted; its format is the provider's. Raises NotFound, encryption.BadKey."""
    encrypted = db.one(str, "SELECT config FROM accounts WHERE id = ?", account_id)
    return db.cipher.decrypt(encrypted, account_id)


def put(tx: Tx, account: Account, config: str) -> None:
    """Store an account with its config, encrypted; an existing one keeps its creation time."""
    tx.run(
        f"INSERT INTO accounts ({COLUMNS}, config) VALUES (:id, :kind, :name, :created_at, :config)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, config = excluded.config",
        **asdict(account),
        config=tx.cipher.encrypt(config, account.id),
    )


def put_config(tx: Tx, account_id: str, config: str) -> None:
    """Replace an account's config, encrypted; does nothing without the account."""
    tx.run("UPDATE accounts SET config = ? WHERE id = ?", tx.cipher.encrypt(config, account_id), account_id)


def remove(tx: Tx, account_id: str) -> None:
    """Delete an account."""
    tx.run("DELETE FROM accounts WHERE id = ?", account_id)
