"""REST endpoints of accounts."""

from litestar import Router, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, not_for_apps
from appliance.calendar.accounts import queries
from appliance.calendar.accounts.models import Account, AccountPatch, NewCalDavAccount
from appliance.calendar.accounts.service import Accounts
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.providers.models import RemoteCalendar
from appliance.calendar.sync.routes import Sync
from appliance.kernel.http.json_body import Done

Connected = NamedDependency[Accounts]


@get("/accounts", operation_id="listAccounts", summary="The accounts at calendar providers", opt=ADMIN)
async def list_accounts(session: CurrentSession) -> list[Account]:
    """The oldest first, never with credentials. Admin."""
    return queries.accounts(session.read)


@post(
    "/accounts/caldav",
    operation_id="connectCalDav",
    summary="Connect a CalDAV server",
    opt=not_for_apps(ADMIN, "connect accounts or change what they sign in with"),
)
async def connect_caldav(session: CurrentSession, accounts: Connected, data: JSONBody[NewCalDavAccount]) -> Account:
    """Signs in and discovers the calendars from any address of the server. 502 when that fails. Admin."""
    return await accounts.connect_caldav(session, data)


@patch(
    "/accounts/{account_id:str}",
    operation_id="updateAccount",
    summary="Change the password of an account",
    opt=not_for_apps(ADMIN, "connect accounts or change what they sign in with"),
)
async def update_account(
    session: CurrentSession, accounts: Connected, syncer: Sync, account_id: FromPath[str], data: JSONBody[AccountPatch]
) -> Account:
    """Signs in with it first, then syncs the calendars; 502 when the server rejects it. CalDAV only. Admin."""
    account = await accounts.change(session, account_id, data)
    for calendar in calendar_queries.of_account(session.read, account_id):
        syncer.sync_soon(calendar)
    return account


@delete(
    "/accounts/{account_id:str}", operation_id="deleteAccount", summary="Remove an account", status_code=200, opt=ADMIN
)
async def delete_account(session: CurrentSession, accounts: Connected, account_id: FromPath[str]) -> Done:
    """Its calendars and events are removed here and stay at the provider. Admin."""
    await accounts.remove(session, account_id)
    return Done()


@get(
    "/accounts/{account_id:str}/remote-calendars",
    operation_id="listRemoteCalendars",
    summary="The calendars of an account",
    opt=ADMIN,
)
async def list_remote_calendars(
    session: CurrentSession, accounts: Connected, account_id: FromPath[str]
) -> list[RemoteCalendar]:
    """Asks the provider; `remoteId` is needed to add a calendar. 502 when the provider fails. Admin."""
    return await accounts.calendars(account_id)


HANDLERS = [list_accounts, connect_caldav, update_account, delete_account, list_remote_calendars]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Accounts"])
