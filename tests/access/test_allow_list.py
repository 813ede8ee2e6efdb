"""Every route of the OpenAPI document, called by every kind of caller, compared with the contract's lists.

The lists are written here by hand from the contract (Authentication 3-7, §2, §26, §33), so
that a mistake in the server's table is not repeated. What they do not name is for admins: deny by default.
"""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest

from appliance.access import actions
from appliance.access.models import NewKey
from appliance.app import Application
from tests.access import rights_table
from tests.access.oauth_server.fixtures import Program
from tests.client import Client, ClientOf

# No key is needed. Registering a passkey checks itself: an admin key, or a token in the body. Additions: /api/home, for
# a device must know how to trust the certificate before it has a key, /api/feed, whose token is in the path, and
# /api/setup/restore, which asks for the setup code.
PUBLIC = """
/api/health                     GET
/api/ready                      GET
/api/appearance                 GET
/api/setup                      GET
/api/setup/claim                POST
/api/setup/restore              GET POST
/api/setup/restore/preview      POST
/api/pair                       POST
/api/pair/poll                  POST
/api/oauth/{}/callback          GET
/api/home                       GET
/api/home/mantel.crt            GET
/api/home/mantel.mobileconfig   GET
/api/feed/{}                    GET
/api/passkeys/register/options  POST
/api/passkeys/register/verify   POST
/api/passkeys/login/options     POST
/api/passkeys/login/verify      POST
/api/recovery/login             POST
"""

# A display key is enough, and so is an app with everyday access. Additions: /api/live, /api/home/standing, /api/search,
# /api/board, /api/countdowns, /api/events/undo, /api/unlock, photos, what concerns rewards and goals, and recipes.
DISPLAY = """
/api/me                               GET
/api/rev                              GET
/api/live                             GET
/api/home/standing                    POST
/api/settings                         GET PATCH
/api/members                          GET
/api/members/{}/points                GET
/api/calendars                        GET
/api/events                           GET POST
/api/events/{}                        GET PATCH DELETE
/api/events/{}/rule                   GET
/api/events/undo                      POST
/api/events/{}/items                  GET
/api/countdowns                       GET
/api/chores                           GET POST
/api/chores/{}                        PATCH DELETE
/api/chores/day                       GET
/api/chores/{}/complete               POST DELETE
/api/chores/turns                     GET
/api/chores/pending                   GET
/api/chores/{}/swap                   POST DELETE
/api/chores/{}/skip                   POST DELETE
/api/chores/{}/let-go                 POST DELETE
/api/chores/{}/move                   POST
/api/chores/{}/copy                   POST
/api/chores/{}/points                 GET
/api/away                             GET
/api/chores/{}/steps/{}/complete      POST DELETE
/api/leaderboard                      GET
/api/stickers/packs                   GET
/api/stickers/packs/{}/buy            POST
/api/stickers/scrapbook/{}            GET POST
/api/stickers/scrapbook/{}/{}         PATCH DELETE
/api/rewards                          GET
/api/rewards/redemptions              GET
/api/rewards/{}/redeem                POST
/api/rewards/{}/give                  POST
/api/rewards/{}/take-back             POST
/api/goals                            GET
/api/weekly-summary                   GET
/api/members/{}/goal                  PUT
/api/categories                       GET POST
/api/categories/{}                    PATCH DELETE
/api/categories/reorder               POST
/api/lists                            GET POST
/api/lists/{}                         GET PATCH DELETE
/api/lists/{}/items                   POST
/api/lists/{}/items/{}                PATCH DELETE
/api/lists/{}/items/{}/steps          POST
/api/lists/{}/items/{}/steps/reorder  POST
/api/lists/{}/items/{}/steps/{}       PATCH DELETE
/api/lists/{}/clear-completed         POST
/api/lists/{}/reset                   POST
/api/lists/{}/reorder                 POST
/api/lists/{}/groups                  PUT
/api/barcodes                         GET
/api/barcodes/{}                      PUT DELETE
/api/aisles                           DELETE
/api/notes                            GET POST
/api/notes/{}                         PATCH DELETE
/api/recipes                          GET POST
/api/recipes/export                   GET
/api/recipes/batch                    POST
/api/recipes/import/page              POST
/api/recipes/import/text              POST
/api/recipes/import/file              POST
/api/recipes/{}/picture               POST
/api/recipes/{}                       GET PATCH DELETE
/api/recipes/{}/export                GET
/api/recipes/{}/ratings/{}            PUT
/api/recipes/{}/cooked                POST
/api/recipes/{}/cooked/{}             DELETE
/api/timers                           GET POST
/api/timers/{}                        DELETE
/api/meals                            GET POST
/api/meals/{}                         GET PATCH DELETE
/api/meals/suggestions                GET
/api/meals/swap                       POST
/api/meals/copy                       POST
/api/meals/{}/repeat                  POST DELETE
/api/meals/ingredients                GET
/api/meals/send                       POST
/api/meals/{}/take-back               POST
/api/pantry                           GET POST DELETE
/api/snapshot                         GET
/api/board                            GET
/api/board/layouts                    GET
/api/board/layouts/{}                 PUT DELETE
/api/photos                           GET POST
/api/photos/slideshow                 GET
/api/photos/{}/image                  GET
/api/photos/{}/thumbnail              GET
/api/photos/{}/hide                   POST DELETE
/api/albums                           GET
/api/search                           GET
/api/unlock                           GET DELETE POST
/api/unlock/passkey                   POST
/api/weather                          GET
/api/holidays                         GET
/api/geocode                          GET
/api/deleted                          GET
/api/deleted/{}/restore               POST
/api/notifications                    GET
/api/push/vapid-public-key            GET
/api/push/subscriptions               GET POST
/api/push/subscriptions/{}            PATCH DELETE
/api/push/test/{}                     POST
"""

# Only for people: an app is denied, even one with full access.
PEOPLE = """
/api/authorizations          GET
/api/authorizations/approve  POST
/api/authorizations/{}       DELETE
"""

# What signs a person in: an app is denied, even one with full access.
CREDENTIALS = """
/api/passkeys/register-token    POST
/api/passkeys/register/options  POST
/api/passkeys/register/verify   POST
/api/recovery-codes             POST
"""

# What holds credentials, or sends data to a server of the app's choice.
ACCOUNTS = """
/api/accounts/caldav       POST
/api/accounts/{}           PATCH
/api/providers/public-url  PUT
/api/providers/{}          PUT
"""

# Whoever chooses the place and the passphrase can read everything.
BACKUPS = """
/api/backups/remote  PUT DELETE
"""

# What replaces the program.
UPDATES = """
/api/updates           PATCH
/api/updates/check     POST
/api/updates/install   POST
/api/updates/postpone  POST
"""

# What whoever has it reads events with: it would outlive the app's grant.
FEEDS = """
/api/feeds  POST
"""

# The PIN is typed by a person at a screen.
PIN = """
/api/unlock          POST
/api/unlock/passkey  POST
/api/settings/pin    PUT DELETE
"""

# The key comes in the query, because a browser opens the address itself; other routes answer an error.
# (contract: Authentication 7)
BY_QUERY = "GET /api/oauth/{}/start"

UNAUTHORIZED = (401, "unauthorized")
WALL = (403, "display key cannot access this route")
APP = (403, "a connected app cannot manage connected apps")
NO_CREDENTIALS = (403, "a connected app cannot make passkeys or recovery codes")
NO_ACCOUNTS = (403, "a connected app cannot connect accounts or change what they sign in with")
NO_BACKUPS = (403, "a connected app cannot change where backups go")
NO_UPDATES = (403, "a connected app cannot update the program")
NO_FEEDS = (403, "a connected app cannot make subscription addresses")
NO_PIN = (403, "a connected app cannot use the PIN")
ALLOWED = "allowed"


def rows(table: str) -> set[str]:
    """Method and path, of a table with a path and its methods in each line."""
    lines = [line.split() for line in table.splitlines() if line]
    return {f"{method} {path}" for path, *methods in lines for method in methods}


def expected(route: str) -> dict[str, object]:
    """The expected answer for each caller: status and error, or ALLOWED."""
    if route in rows(PUBLIC):
        answers: dict[str, object] = dict.fromkeys(CALLERS, ALLOWED)
        if route in rows(CREDENTIALS):
            answers |= dict.fromkeys(("everyday app", "full access app", "key of a full access app"), NO_CREDENTIALS)
        return answers
    display: object = ALLOWED if route in rows(DISPLAY) else WALL
    denied_to_apps = {
        PEOPLE: APP,
        CREDENTIALS: NO_CREDENTIALS,
        ACCOUNTS: NO_ACCOUNTS,
        BACKUPS: NO_BACKUPS,
        UPDATES: NO_UPDATES,
        FEEDS: NO_FEEDS,
        PIN: NO_PIN,
    }
    full = next((denied for table, denied in denied_to_apps.items() if route in rows(table)), ALLOWED)
    everyday = NO_PIN if route in rows(PIN) & rows(DISPLAY) else full if route in rows(UPDATES) else display
    return {
        "no key": UNAUTHORIZED,
        "expired session": UNAUTHORIZED,
        "revoked key": UNAUTHORIZED,
        "display key": display,
        "everyday app": everyday,
        "admin key": ALLOWED,
        "full access app": full,
        "key of a full access app": full,
    }


CALLERS = (
    "no key",
    "display key",
    "admin key",
    "expired session",
    "revoked key",
    "everyday app",
    "full access app",
    "key of a full access app",
)


@pytest.fixture
def callers(
    application: Application, client_of: ClientOf, anybody: Client, client: Client, display: Client
) -> dict[str, Client]:
    """A client for each of CALLERS."""
    application.change_streams.close()  # its streams would last as long as the client
    write = application.database.write_now
    session = write(actions.sign_in, "Recovery code").key
    write(lambda tx: tx.run("UPDATE keys SET expires_at = ? WHERE kind = 'session'", tx.now - timedelta(seconds=1)))
    revoked = write(actions.make_key, NewKey(name="Lost", scope="admin"))
    program = Program(anybody)
    everyday, full = (program.tokens(client, scope)["access_token"] for scope in ("display", "admin"))
    write(actions.revoke_key, revoked.id)
    made = client_of(full).post("/api/keys", {"name": "Made by an app", "scope": "admin"}).json()["key"]
    keyed = {
        "expired session": session,
        "revoked key": revoked.key,
        "everyday app": everyday,
        "full access app": full,
        "key of a full access app": made,
    }
    return {
        "no key": anybody,
        "display key": display,
        "admin key": client,
        **{who: client_of(key) for who, key in keyed.items()},
    }


def routes(anybody: Client) -> Iterator[tuple[str, str]]:
    """Every described route: as the tables write it, and as it is called."""
    for path, methods in anybody.get("/openapi.json").json()["paths"].items():
        for method in methods:
            called = re.sub(r"\{\w+\}", "google" if "/oauth/" in path else "no-such-id", path)
            # The start of a provider's consent is a route for each kind, or one with a parameter.
            named = re.sub(r"/oauth/(google|microsoft)/", "/oauth/{}/", re.sub(r"\{\w+\}", "{}", path))
            yield f"{method.upper()} {named}", f"{method.upper()} {called}"


def test_every_route_allows_the_callers_of_the_contract(callers: dict[str, Client], anybody: Client) -> None:
    wrong = []
    for route, call in routes(anybody):
        if route == BY_QUERY:
            continue
        for who, answer in expected(route).items():
            result = callers[who].request(*call.split())
            rejected = result.status_code in (401, 403)
            found = (result.status_code, result.json()["error"]) if rejected else ALLOWED
            if found != answer:
                wrong.append((route, who, found, answer))
    assert [] == wrong


def test_a_key_in_the_query_is_not_accepted(application: Application, anybody: Client) -> None:
    """contract: Authentication 1, 7"""
    application.change_streams.close()
    key = application.database.write_now(actions.make_key, NewKey(name="Phone", scope="admin")).key
    result = {
        route: anybody.request(method, f"{path}?key={key}&access_token={key}").status_code
        for route, call in routes(anybody)
        if route not in rows(PUBLIC) | {BY_QUERY}
        for method, path in [call.split()]
    }
    assert {401} == set(result.values()), result


def test_a_registration_requires_an_admin_or_a_token(callers: dict[str, Client]) -> None:
    """The two of PUBLIC that check themselves. (contract §24)"""
    for who, client in callers.items():
        answer = client.post("/api/passkeys/register/options", {}, headers={"Host": "localhost"})
        expected = 403 if who.endswith("app") else 200 if who == "admin key" else 401
        assert expected == answer.status_code, who


def test_the_table_in_the_documentation_is_that_of_the_server() -> None:
    text = rights_table.API.read_text("utf-8")
    assert text == rights_table.with_table(text), f"run {rights_table.COMMAND}"
