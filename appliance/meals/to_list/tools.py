"""MCP tools between the plan and shopping lists."""

from typing import Annotated

from msgspec import Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.lists.tools import ListName
from appliance.meals.to_list import actions, queries, routes
from appliance.meals.to_list.models import ListIngredient, PantryItem, SendRequest, SentToList, TakenBack


class SendIngredients(SendRequest, kw_only=True):
    """Meals whose ingredients go on a list by name."""

    list_id: ListName = field(name="list")


class SetInPantry(PantryItem, kw_only=True):
    """Something, and whether the family has it at home."""

    in_pantry: bool


@tool(routes.list_ingredients, answers="ingredients", read_only=True)
async def get_meal_ingredients(
    session: Session, meal_ids: Annotated[list[str], Meta(max_length=200)]
) -> list[ListIngredient]:
    """What meals need together, added up; what was sent to a list before or is in the pantry is marked."""
    return await session.answer(actions.ingredients, meal_ids)


@tool(routes.send_ingredients, idempotent=False)
async def send_meal_ingredients(session: Session, request: SendIngredients) -> SentToList:
    """Put what meals need on a list; without names all that is not in the pantry. Sending twice adds nothing twice."""
    return await session.write(actions.send, request)


@tool(routes.take_back, idempotent=False)
async def take_back_meal_ingredients(session: Session, meal_id: str) -> TakenBack:
    """Take what a meal needs off its lists again; what is bought or needed by others stays."""
    return await session.write(actions.take_back, meal_id)


@tool(routes.list_pantry, answers="pantry", read_only=True)
async def list_pantry(session: Session) -> list[PantryItem]:
    """What the family has at home as a rule."""
    return queries.pantry(session.read)


@tool(routes.add_to_pantry)
async def set_in_pantry(session: Session, request: SetInPantry) -> None:
    """Note that the family has something at home as a rule, or no more."""
    await session.write(actions.add_to_pantry if request.in_pantry else actions.take_from_pantry, request)


TOOLS = [
    get_meal_ingredients,
    send_meal_ingredients,
    take_back_meal_ingredients,
    list_pantry,
    set_in_pantry,
]
