"""REST endpoints between the plan and shopping lists."""

from litestar import Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.errors import BadRequest
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.meals.to_list import actions, queries
from appliance.meals.to_list.models import ListIngredient, PantryItem, SendRequest, SentToList, TakenBack


@get(
    "/meals/ingredients",
    operation_id="listMealIngredients",
    summary="What some meals need together",
    opt=DISPLAY | ETAG_BY_REV,
)
async def list_ingredients(session: CurrentSession, meals: FromQuery[str]) -> list[ListIngredient]:
    """`meals` are ids of meals, at most 200, with commas between them. Amounts are added where their units agree.

    What was sent to a list before is marked, and what the family has at home.
    """
    chosen = meals.split(",")
    if len(chosen) > 200:
        raise BadRequest("must have at most 200 entries", at="meals", code="too_many", limit=200)
    return await session.json_answer(actions.ingredients, chosen)


@post("/meals/send", operation_id="sendIngredients", summary="Put ingredients on a list", status_code=200, opt=DISPLAY)
async def send_ingredients(session: CurrentSession, data: JSONBody[SendRequest]) -> SentToList:
    """Without `names` all that is not in the pantry. An open item of the same title gets the amount added.

    Sending twice adds nothing twice, also when the items are bought and cleared meanwhile.
    """
    return await session.write(actions.send, data)


@post(
    "/meals/{meal_id:str}/take-back",
    operation_id="takeBackIngredients",
    summary="Take what a meal needs off its lists",
    status_code=200,
    opt=DISPLAY,
)
async def take_back(session: CurrentSession, meal_id: FromPath[str]) -> TakenBack:
    """Before it is deleted, or when it moves. Items that are done stay, as do amounts that others need."""
    return await session.write(actions.take_back, meal_id)


@get("/pantry", operation_id="listPantry", summary="What the family has at home", opt=DISPLAY | ETAG_BY_REV)
async def list_pantry(session: CurrentSession) -> list[PantryItem]:
    """As a rule, by name, at most 500."""
    return queries.pantry(session.read)


@post("/pantry", operation_id="addToPantry", summary="Add something to the pantry", status_code=200, opt=DISPLAY)
async def add_to_pantry(session: CurrentSession, data: JSONBody[PantryItem]) -> PantryItem:
    """It is not sent to lists any more unless somebody chooses it. Repeating it changes nothing."""
    return await session.write(actions.add_to_pantry, data)


@delete("/pantry", operation_id="takeFromPantry", summary="Take out of the pantry", status_code=200, opt=DISPLAY)
async def take_from_pantry(session: CurrentSession, title: FromQuery[str]) -> Done:
    """It is sent to lists again."""
    await session.write(actions.take_from_pantry, PantryItem(title=title))
    return Done()


HANDLERS = [list_ingredients, send_ingredients, take_back, list_pantry, add_to_pantry, take_from_pantry]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Meals"])
