"""REST endpoints of categories."""

from litestar import delete, get, patch, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.calendar.categories import actions, queries
from appliance.calendar.categories.models import Category, CategoryPatch, NewCategory, Order
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.kernel.http.route_group import RouteGroup


@get("/categories", operation_id="listCategories", summary="Every category", opt=ETAG_BY_REV)
async def list_categories(session: CurrentSession) -> list[Category]:
    """In their own order, which also decides between two whose keywords match."""
    return queries.categories(session.read)


@post("/categories", operation_id="createCategory", summary="Add a category")
async def create_category(session: CurrentSession, data: JSONBody[NewCategory]) -> Category:
    """Its keywords apply to every event at once; comes last in order unless `sort` says otherwise."""
    return await session.write(actions.add, data)


@patch("/categories/{category_id:str}", operation_id="updateCategory", summary="Change a category")
async def update_category(
    session: CurrentSession, category_id: FromPath[str], data: JSONBody[CategoryPatch]
) -> Category:
    """Any subset of name, emoji, color, keywords and sort."""
    return await session.write(actions.edit, category_id, data)


@post("/categories/reorder", operation_id="reorderCategories", summary="Put categories in order", status_code=200)
async def reorder_categories(session: CurrentSession, data: JSONBody[Order]) -> Done:
    """Each gets its index as `sort`; unknown ids are ignored, unlisted ones keep their place."""
    await session.write(actions.arrange, data.ids)
    return Done()


@delete("/categories/{category_id:str}", operation_id="deleteCategory", summary="Remove a category", status_code=200)
async def delete_category(session: CurrentSession, category_id: FromPath[str]) -> Done:
    """Its events fall back to the next source: keywords of others, the calendar's default, none."""
    await session.write(actions.remove, category_id)
    return Done()


HANDLERS = [list_categories, create_category, update_category, reorder_categories, delete_category]
ROUTES = RouteGroup(route_handlers=HANDLERS, tags=["Categories"])
