"""REST endpoints of categories."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY, DISPLAY_WITH_PIN
from appliance.calendar.categories import actions, queries
from appliance.calendar.categories.models import Category, CategoryPatch, NewCategory, Order
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done


@get("/categories", operation_id="listCategories", summary="Every category", opt=DISPLAY | ETAG_BY_REV)
async def list_categories(session: CurrentSession) -> list[Category]:
    """In their own order, which also decides between two whose keywords match."""
    return queries.categories(session.read)


@post("/categories", operation_id="createCategory", summary="Add a category", opt=DISPLAY_WITH_PIN)
async def create_category(session: CurrentSession, data: JSONBody[NewCategory]) -> Category:
    """Its keywords apply to every event at once; comes last in order unless `sort` says otherwise."""
    return await session.write(actions.add, data)


@patch(
    "/categories/{category_id:str}", operation_id="updateCategory", summary="Change a category", opt=DISPLAY_WITH_PIN
)
async def update_category(
    session: CurrentSession, category_id: FromPath[str], data: JSONBody[CategoryPatch]
) -> Category:
    """Any subset of name, emoji, color, keywords and sort."""
    return await session.write(actions.edit, category_id, data)


@post(
    "/categories/reorder",
    operation_id="reorderCategories",
    summary="Put categories in order",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def reorder_categories(session: CurrentSession, data: JSONBody[Order]) -> Done:
    """Each gets its index as `sort`; unknown ids are ignored, unlisted ones keep their place."""
    await session.write(actions.arrange, data.ids)
    return Done()


@delete(
    "/categories/{category_id:str}",
    operation_id="deleteCategory",
    summary="Remove a category",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def delete_category(session: CurrentSession, category_id: FromPath[str]) -> Done:
    """Its events fall back to the next source: keywords of others, the calendar's default, none."""
    await session.write(actions.remove, category_id)
    return Done()


HANDLERS = [list_categories, create_category, update_category, reorder_categories, delete_category]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Categories"])
