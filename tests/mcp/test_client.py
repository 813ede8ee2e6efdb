"""The official client with the served process, in both generations of the protocol."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date, timedelta
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import pytest
from jsonschema import Draft202012Validator
from mcp import Client as Agent
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import ContentBlock, TextContent

from appliance.mcp.messages import ENVELOPE_VERSIONS, HANDSHAKE_VERSIONS
from tests.mcp.conftest import Served
from tests.photos.pictures import picture
from tests.test_tools import TOOLS

T = TypeVar("T")
ERAS = {"legacy": HANDSHAKE_VERSIONS[0], "auto": ENVELOPE_VERSIONS[0]}


@asynccontextmanager
async def agent(served: Served, era: str, key: str) -> AsyncIterator[Agent]:
    """The client, connected with a key."""
    async with create_mcp_http_client(headers={"Authorization": f"Bearer {key}"}) as http:
        transport = streamable_http_client(f"{served.url}/mcp", http_client=http)
        async with Agent(transport, mode=era) as client:
            yield client


def visit(served: Served, era: str, act: Callable[[Agent], Awaitable[T]], key: str | None = None) -> T:
    """What an agent brings home."""

    async def whole() -> T:
        async with agent(served, era, key or served.admin) as client:
            return await act(client)

    return asyncio.run(whole())


def text(block: ContentBlock) -> str:
    """What a block of an answer says; all that are answered are text."""
    assert isinstance(block, TextContent), block
    return block.text


@pytest.mark.parametrize("era", ERAS)
def test_the_tools_are_listed(served: Served, era: str) -> None:
    async def act(client: Agent) -> Any:
        return client.session.protocol_version, client.session.server_info, (await client.list_tools()).tools

    version, server, tools = visit(served, era, act)

    assert ERAS[era] == version
    assert "Mantel" == server.name
    assert TOOLS == {tool.name for tool in tools}
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        assert ["object"] * 2 == [tool.input_schema["type"], tool.output_schema["type"]]
        assert "contract §" not in str(tool)
    hints = {
        tool.name: [name for name, is_so in tool.annotations.model_dump(by_alias=True).items() if is_so]
        for tool in tools
    }
    assert ["idempotentHint", "readOnlyHint"] == sorted(hints["list_chores"])
    assert ["destructiveHint", "idempotentHint", "openWorldHint"] == sorted(hints["delete_event"])
    assert [] == hints["create_chore"]


@pytest.mark.parametrize("era", ERAS)
def test_every_tool_answers_in_the_shape_it_declares(served: Served, era: str, recipe_page: str) -> None:
    async def act(client: Agent) -> set[str]:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        called = set()

        async def call_tool(name: str, /, **arguments: Any) -> Any:
            Draft202012Validator(tools[name].input_schema).validate(arguments)
            answers = await client.call_tool(name, arguments)
            assert not answers.is_error, (name, answers.content)
            Draft202012Validator(tools[name].output_schema).validate(answers.structured_content)
            line, data = map(text, answers.content)
            assert line.startswith(f"{name}: ")
            assert data.startswith("```json\n") and data.endswith("\n```")
            called.add(name)
            return answers.structured_content

        await walk(call_tool)
        await walk_chores_and_rewards(call_tool, served)
        await walk_recipes(call_tool, recipe_page)
        await walk_meals(call_tool)
        return called

    assert TOOLS == visit(served, era, act)


async def walk(call_tool: Callable[..., Awaitable[Any]]) -> None:
    """Every tool once, on what the demo household holds or the walk has made itself."""
    household = await call_tool("get_household")
    local = next(each["id"] for each in household["calendars"] if each["writable"])
    person = (await call_tool("add_member", name="Lea", color="#123456", birthday="--02-29"))["member"]
    await call_tool("update_member", member=person["id"], avatar="L")
    for span in ("day", "week"):
        await call_tool("get_snapshot", member="Ida", range=span)

    hours = {"start": "2026-11-24T16:00:00Z", "end": "2026-11-24T17:00:00Z"}
    event = (await call_tool("create_event", calendarId=local, title="Test", rrule="FREQ=DAILY", **hours))["event"][
        "id"
    ]
    await call_tool("update_event", id=event, title="Other", members=[person["id"]])
    await call_tool("get_event", id=event)
    await call_tool("list_categories")
    await call_tool("update_category", category="Sports", keywords=["swim"])
    await call_tool("set_event_category", id=event, category="school")
    assert [] != (await call_tool("list_events", **{"from": "2026-11-24"}, to="2026-11-25"))["events"]

    assert [event] == [each["id"] for each in (await call_tool("search", query="OTH", limit=1))["events"]]

    shop = (await call_tool("create_list", name="Test list"))["list"]["id"]
    items = [{"title": "Cake", "steps": ["order"], "eventId": event}, "Milk"]
    item = (await call_tool("add_list_items", listId=shop, items=items))["items"][0]
    await call_tool("set_step_done", list=shop, itemId=item["id"], stepId=item["steps"][0]["id"], done=True)
    await call_tool("set_list_item_done", listId=shop, itemId=item["id"], done=False)
    await call_tool("update_list_item", list=shop, itemId=item["id"], priority="urgent", dueDate="2026-11-24")
    assert ["Cake"] == [each["title"] for each in (await call_tool("get_event_items", id=event))["items"]]
    await call_tool("update_list", list=shop, sortBy="alpha")
    await call_tool("get_list", list=shop)
    await call_tool("list_lists")

    note = (await call_tool("add_note", target=f"event:{event}", body="Bring cake"))["note"]["id"]
    await call_tool("update_note", noteId=note, body="Bring two")
    assert ["Bring two"] == [each["body"] for each in (await call_tool("list_notes", target=f"event:{event}"))["notes"]]
    await call_tool("delete_event", id=event)

    async def same_chore() -> list[Any]:
        return [each for each in (await call_tool("list_chores"))["chores"] if each["id"] == chore["id"]]

    today = (await call_tool("list_chores"))["date"]
    chore = (await call_tool("create_chore", title="Water plants", member=person["id"], points=2, dueDate=today))[
        "chore"
    ]
    await call_tool("update_chore", choreId=chore["id"], points=3)
    await call_tool("complete_chore", choreId=chore["id"])
    assert 3 == (await call_tool("get_points", member=person["id"]))["balance"]
    await call_tool("get_leaderboard")
    award = (await call_tool("add_points", members=[person["id"]], points=4, note="Helped"))["award"]
    assert [award] == (await call_tool("list_awards", member=person["id"]))["awards"]
    assert 3 == (await call_tool("remove_award", awardId=award["id"]))["balance"]
    await call_tool("uncomplete_chore", choreId=chore["id"])
    assert chore["id"] != (await call_tool("copy_chore", choreId=chore["id"], member="Theo"))["chore"]["id"]
    await call_tool("update_chore", choreId=chore["id"], steps=[{"title": "Fill the can"}], dayPart="evening")
    await call_tool("set_chore_step_done", choreId=chore["id"], step="fill the can")
    assert [True] == [each["completed"] for each in await same_chore()]
    await call_tool("set_chore_step_done", choreId=chore["id"], step="Fill the can", done=False)
    assert [False] == [each["steps"][0]["done"] for each in await same_chore()]
    answers = await call_tool("send_notification", title="Dinner", body="Now", members=[person["id"]])
    assert {"ok": True, "sent": 0} == answers["result"]
    newest = (await call_tool("list_notifications", limit=1))["notifications"]
    assert [("Dinner", "mcp", [person["id"]])] == [
        (each["title"], each["source"], each["memberIds"]) for each in newest
    ]
    # The next walk finds the household with one Lea only.
    await call_tool("update_member", member=person["id"], name=f"Former {person['id']}")


async def walk_recipes(call_tool: Callable[..., Awaitable[Any]], page: str) -> None:
    """The tools of recipes, from a page of the internet to a dish that the family rates."""
    [draft] = (await call_tool("get_recipe_of_page", url=page))["recipes"]
    assert ("Soup", 2) == (draft["title"], len(draft["ingredients"]))
    title = f"Soup {uuid4()}"
    made = (await call_tool("add_recipe", title=title, ingredients=["500 g leeks, sliced"], steps=[]))["recipe"]
    assert (500, "leeks") == (made["ingredients"][0]["amount"], made["ingredients"][0]["name"])
    await call_tool("update_recipe", recipe=title, steps=[{"text": "Cook.", "timerSeconds": 600}])
    await call_tool("rate_recipe", recipe=title, member="Ida", stars=5)
    await call_tool("mark_recipe_cooked", recipe=title)
    assert [5] == [each["stars"] for each in (await call_tool("get_recipe", recipe=title))["recipe"]["ratings"]]
    assert title in [each["title"] for each in (await call_tool("list_recipes"))["recipes"]]

    days = {"start": "2026-12-03", "end": "2026-12-03"}
    suggested = [each["recipeId"] for each in (await call_tool("list_meal_suggestions", **days))["suggestions"]]
    others = (await call_tool("list_meal_suggestions", **days, without=suggested))["suggestions"]
    assert [] == [each for each in others if each["recipeId"] in suggested]
    await call_tool("remove_recipe", recipe=title)
    assert title not in [each["title"] for each in (await call_tool("list_recipes"))["recipes"]]


async def walk_meals(call_tool: Callable[..., Awaitable[Any]]) -> None:
    """The tools of meals and of what they send to lists. What they plan is deleted."""
    dinner = {"date": "2026-12-03", "slot": "dinner"}
    [meal] = (await call_tool("create_meals", meals=[dinner | {"title": "Stew", "eaters": ["Ida"]}]))["meals"]
    assert "Stew" == (await call_tool("update_meal", mealId=meal["id"], cooks=["Theo"]))["meal"]["title"]
    await call_tool("get_meal", mealId=meal["id"])
    await call_tool("repeat_meal", mealId=meal["id"])
    await call_tool("end_meal_repeat", mealId=meal["id"])
    await call_tool("swap_meals", first="2026-12-03", second="2026-12-04")
    for copied in (await call_tool("copy_meals", **{"from": "2026-12-04", "to": "2026-12-11", "days": 1}))["meals"]:
        await call_tool("remove_meal", mealId=copied["id"])
    await call_tool("set_in_pantry", title="Salt", inPantry=True)
    assert {"title": "Salt"} in (await call_tool("list_pantry"))["pantry"]
    await call_tool("get_meal_ingredients", mealIds=[meal["id"]])
    await call_tool("send_meal_ingredients", list="Groceries", mealIds=[meal["id"]])
    await call_tool("take_back_meal_ingredients", mealId=meal["id"])
    assert meal["id"] in [
        each["id"] for each in (await call_tool("list_meals", start="2026-12-01", end="2026-12-07"))["meals"]
    ]
    await call_tool("remove_meal", mealId=meal["id"])


async def walk_chores_and_rewards(call_tool: Callable[..., Awaitable[Any]], served: Served) -> None:
    """The tools of photos, turns, days away, approvals and rewards. What they make is deleted or has its own name."""
    photo = (await call_tool("add_photo", image=b64encode(picture()).decode()))["photo"]["id"]
    assert photo in [each["id"] for each in (await call_tool("list_photos"))["page"]["photos"]]
    await call_tool("remove_photo", photoId=photo)
    removed, *_ = (await call_tool("list_deleted"))["deleted"]
    await call_tool("restore_deleted", deletedId=removed["id"])
    assert photo in [each["id"] for each in (await call_tool("list_photos"))["page"]["photos"]]

    today = (await call_tool("list_chores"))["date"]
    every_day = {"rrule": "FREQ=DAILY", "dueDate": today, "members": ["Ida", "Theo"], "share": "turn"}
    dog = (await call_tool("create_chore", title="Walk the dog", **every_day))["chore"]["id"]
    assert [] != (await call_tool("list_turns"))["turns"]
    await call_tool("swap_turn", choreId=dog, date=today, member="Theo")
    yesterday = str(date.fromisoformat(today) - timedelta(days=1))
    books = (await call_tool("create_chore", title="Library books", dueDate=yesterday))["chore"]["id"]
    missed = [(each["id"], each["overdueSince"]) for each in (await call_tool("list_chores"))["chores"]]
    assert (books, yesterday) in missed
    await call_tool("let_chore_go", choreId=books, date=yesterday)
    await call_tool("skip_chore", choreId=dog, date=today, passTurn=True)
    assert dog not in [each["id"] for each in (await call_tool("list_chores"))["chores"]]
    await call_tool("unskip_chore", choreId=dog, date=today)
    tomorrow = str(date.fromisoformat(today) + timedelta(days=1))
    bins = (await call_tool("create_chore", title="Bins", dueDate=today))["chore"]["id"]
    await call_tool("move_chore", choreId=bins, date=today, to=tomorrow)
    moved = (await call_tool("list_chores", date=tomorrow))["chores"]
    assert [today] == [each["movedFrom"] for each in moved if each["id"] == bins]
    trip = (await call_tool("add_away", **{"from": "2030-12-05", "until": "2030-12-06"}))["away"]["id"]
    await call_tool("update_away", awayId=trip, note="Grandma")
    assert ["Grandma"] == [each["note"] for each in (await call_tool("list_away"))["away"] if each["id"] == trip]
    await call_tool("remove_away", awayId=trip)

    for decide in ("approve_chores", "reject_chores"):
        asked = {"title": "Sweep", "member": "Ida", "dueDate": today, "needsApproval": True}
        chore = (await call_tool("create_chore", **asked))["chore"]["id"]
        display = {"Authorization": f"Bearer {served.key}"}
        tick = httpx.post(
            f"{served.url}/api/chores/{chore}/complete",
            headers=display,
            json={"date": today},
            verify=False,
            timeout=120,
        )
        assert tick.json()["pending"] is True
        (waiting,) = (each for each in (await call_tool("list_pending_chores"))["pending"] if each["choreId"] == chore)
        await call_tool(decide, ids=[waiting["id"]])

    name = f"Pony ride {uuid4()}"
    await call_tool("add_points", members=["Theo"], points=1)
    reward = (await call_tool("create_reward", name=name, price=1))["reward"]["id"]
    await call_tool("update_reward", reward=reward, needsApproval=True)
    assert name in [each["name"] for each in (await call_tool("list_rewards"))["rewards"]]
    await call_tool("set_goal", member="Theo", reward=reward)
    assert 500 == (await call_tool("set_family_goal", title="Zoo", target=500))["target"]
    shared = (await call_tool("create_reward", name=f"Boat {uuid4()}", price=90))["reward"]["id"]
    assert 1 == (await call_tool("give_to_reward", reward=shared, member="Theo", points=1))["points"]
    assert 1 == (await call_tool("take_back_from_reward", reward=shared, member="Theo"))["points"]
    redemption = (await call_tool("redeem_reward", reward=reward, member="Theo"))["redemption"]["id"]
    assert redemption in [each["id"] for each in (await call_tool("list_redemptions"))["redemptions"]]
    await call_tool("decide_redemption", redemption=redemption, decision="return")
    await call_tool("get_weekly_summary")


REJECTED = [
    ("add_member", {"name": "Zoe", "color": "#123456"}, "display key cannot access this route"),
    ("get_points", {"member": "Nobody"}, "there is no member 'Nobody'"),
    ("list_chores", {"date": "soon"}, "date: must be YYYY-MM-DD"),
    ("update_note", {"noteId": "x"}, "body: is required"),
    ("get_event", {"id": "nobody"}, "not found"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("tool", "arguments", "words"), REJECTED)
def test_tools_reject_what_rest_rejects(
    served: Served, era: str, tool: str, arguments: dict[str, Any], words: str
) -> None:
    before = served.rest("GET", "/api/rev").json()
    answers = visit(served, era, lambda client: client.call_tool(tool, arguments), served.key)
    assert answers.is_error
    assert [words] == [text(each)[: len(words)] for each in answers.content]
    assert before == served.rest("GET", "/api/rev").json()
