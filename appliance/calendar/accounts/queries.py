"""Every SQL statement about accounts."""

from appliance.calendar.accounts.models import Account
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = "id, kind, name, created_at"


def accounts(db: Reader) -> list[Account]:
    """All of them, the oldest first."""
    return db.all(Account, f"SELECT {COLUMNS} FROM accounts ORDER BY created_at, rowid")


def account(db: Reader, account_id: str) -> Account:
    """One account. Raises NotFound."""
    return db.one(Account, f"SELECT {COLUMNS} FROM accounts WHERE id = ?", account_id)


def maybe_account(db: Reader, account_id: str) -> Account | None:
    """One account, or None."""
    return db.maybe(Account, f"SELECT {COLUMNS} FROM accounts WHERE id = ?", account_id)


def named(db: Reader, kind: str, name: str) -> Account | None:
    """The account of a kind with this name, in any case; the oldest."""
    found = db.all(Account, f"SELECT {COLUMNS} FROM accounts WHERE kind = ? ORDER BY created_at, rowid", kind)
    return next((each for each in found if each.name.casefold() == name.casefold()), None)


def maybe_config(db: Reader, account_id: str) -> str | None:
    """What an account signs in with, unsealed, or None where there is no account. Raises seal.BadKey."""
    encrypted = db.value("SELECT config FROM accounts WHERE id = ?", account_id)
    return None if encrypted is None else db.cipher.decrypt(encrypted, account_id)


def config(db: Reader, account_id: str) -> str:
    """What an account signs in with, unsealed; its form is the provider's. Raises NotFound, seal.BadKey."""
    encrypted = db.one(str, "SELECT config FROM accounts WHERE id = ?", account_id)
    return db.cipher.decrypt(encrypted, account_id)


def put(tx: Tx, account: Account, config: str) -> None:
    """Store an account with what it signs in with, which is sealed; an existing one keeps its creation time."""
    tx.run(
        f"INSERT INTO accounts ({COLUMNS}, config) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, config = excluded.config",
        account.id, account.kind, account.name, account.created_at, tx.cipher.encrypt(config, account.id),
    )  # fmt: skip


def put_config(tx: Tx, account_id: str, config: str) -> None:
    """Keep what an account signs in with from now on; nothing happens where the account is gone."""
    tx.run("UPDATE accounts SET config = ? WHERE id = ?", tx.cipher.encrypt(config, account_id), account_id)


def remove(tx: Tx, account_id: str) -> None:
    """Forget an account."""
    tx.run("DELETE FROM accounts WHERE id = ?", account_id)
