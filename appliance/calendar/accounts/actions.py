"""Verbs on accounts."""

from uuid import uuid4

from appliance.calendar.accounts import queries
from appliance.calendar.accounts.models import Account, AccountKind
from appliance.calendar.calendars import queries as calendars
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant


def connect(tx: Tx, kind: AccountKind, name: str, config: str) -> Account:
    """Add an account that has been signed in to; `config` is what its provider signs in with, and is sealed."""
    account = Account(str(uuid4()), kind, name, instant(tx.now))
    queries.put(tx, account, config)
    tx.record("calendar.changed", {"accountId": account.id})
    return account


def sign_in(tx: Tx, kind: AccountKind, email: str, config: str) -> Account:
    """Keep what somebody has consented to: for the account of this address that is there already, or a new one.

    (contract §27.3)
    """
    there = queries.named(tx, kind, email)
    if there is None:
        return connect(tx, kind, email, config)
    return replace_config(tx, there.id, config)


def replace_config(tx: Tx, account_id: str, config: str) -> Account:
    """Sign in to an account anew; whatever its source wanted before, it may be asked again. Raises NotFound."""
    account = queries.account(tx, account_id)

    queries.put_config(tx, account_id, config)
    calendars.ask_again(tx, account_id)
    tx.record("calendar.changed", {"accountId": account_id})
    return account


def renew(tx: Tx, account_id: str, was: str, config: str) -> None:
    """Keep a config that changed while it was used. Not news.

    Nothing happens where the account is gone, or was signed in to anew meanwhile.
    """
    if queries.maybe_config(tx, account_id) == was:
        queries.put_config(tx, account_id, config)


def remove(tx: Tx, account_id: str) -> None:
    """Remove an account with its calendars and their events; nothing happens to them at the provider.

    Raises NotFound. (contract §27.2)
    """
    queries.account(tx, account_id)

    calendars.remove_of_account(tx, account_id)
    queries.remove(tx, account_id)
    tx.record("calendar.changed", {"accountId": account_id})
