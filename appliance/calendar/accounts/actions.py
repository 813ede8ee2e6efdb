"""Add, change and remove accounts."""

from uuid import uuid4

from appliance.calendar.accounts import queries, rules
from appliance.calendar.accounts.models import Account, AccountKind
from appliance.calendar.calendars import queries as calendar_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant


def connect(tx: Tx, kind: AccountKind, name: str, config: str) -> Account:
    """Add an account; `config` holds the credentials in the provider's format and is stored encrypted.

    Raises BadRequest when there are too many.
    """
    rules.check_count(queries.count(tx))
    account = Account(id=str(uuid4()), kind=kind, name=name, created_at=instant(tx.now))
    queries.put(tx, account, config)
    tx.record("calendar.changed", {"accountId": account.id})
    return account


def sign_in(tx: Tx, kind: AccountKind, email: str, config: str) -> Account:
    """Store a consent: in the existing account of this address, or in a new one. Raises BadRequest.

    (contract §27.3)
    """
    existing = queries.named(tx, kind, email)
    if existing is None:
        return connect(tx, kind, email, config)
    return replace_config(tx, existing.id, config)


def replace_config(tx: Tx, account_id: str, config: str) -> Account:
    """Replace an account's credentials; its provider may be asked again at once. Raises NotFound."""
    account = queries.account(tx, account_id)

    queries.put_config(tx, account_id, config)
    calendar_queries.clear_rest(tx, account_id)
    tx.record("calendar.changed", {"accountId": account_id})
    return account


def renew(tx: Tx, account_id: str, old_config: str, config: str) -> None:
    """Store a config that changed during use, such as a renewed token. Records no change.

    Does nothing without the account, or when its credentials were replaced meanwhile.
    """
    if queries.maybe_config(tx, account_id) == old_config:
        queries.put_config(tx, account_id, config)


def remove(tx: Tx, account_id: str) -> None:
    """Remove an account with its calendars and events; nothing changes at the provider.

    Raises NotFound. (contract §27.2)
    """
    queries.account(tx, account_id)

    calendar_queries.remove_of_account(tx, account_id)
    queries.remove(tx, account_id)
    tx.record("calendar.changed", {"accountId": account_id})
