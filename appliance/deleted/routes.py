"""REST endpoints of what was deleted."""

from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY_WITH_PIN
from appliance.deleted import actions
from appliance.deleted.models import DeletedPage, Restored
from appliance.deleted.service import Restorer

Before = Annotated[str | None, QueryParameter(name="before")]


@get("/deleted", operation_id="listDeleted", summary="What was deleted", opt=DISPLAY_WITH_PIN)
async def list_deleted(session: CurrentSession, before: Before = None) -> DeletedPage:
    """Events, lists, items, chores, photos, members and recipes of the last thirty days, newest first, 100 a page.

    `before` is the `next` of the page before. A display needs the PIN.
    """
    return actions.page(session.read, before or None)


@post(
    "/deleted/{deleted_id:str}/restore",
    operation_id="restoreDeleted",
    summary="Restore what was deleted",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def restore_deleted(
    session: CurrentSession, restorer: NamedDependency[Restorer], deleted_id: FromPath[str]
) -> Restored:
    """With everything that belonged to it; what refers to something that is gone comes back without it.

    409 with the code `restore_first` and `deletedId` when it belongs to something that was deleted too, 409 when what
    it belonged to is gone or it was changed since, 404 after thirty days. An event with `recreatedAtProvider` is
    created there again; 502 when that fails. A display needs the PIN.
    """
    return await restorer.restore(session, deleted_id)


ROUTES = Router(path="/api", route_handlers=[list_deleted, restore_deleted], tags=["Deleted"])
