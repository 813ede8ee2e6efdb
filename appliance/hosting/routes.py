"""The registry's API, on a Unix socket that only the host's user can open."""

from litestar import Litestar, delete, get, patch, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath, JSONBody

from appliance.hosting import actions, queries
from appliance.hosting.models import Cell, Household, HouseholdPatch, NewHousehold
from appliance.hosting.registry import Registry
from appliance.hosting.settings import HostSettings
from appliance.kernel.errors import ApiError
from appliance.kernel.http.error_handlers import api_error_handler, http_error_handler, unexpected_error_handler
from appliance.kernel.http.json_body import BODY_LIMIT, Done, JsonBody


@get("/households")
async def list_households(state: State) -> list[Household]:
    """Every household, by name."""
    return _registry(state).read(actions.listed, state.settings)


@post("/households")
async def add_household(state: State, data: JSONBody[NewHousehold]) -> Household:
    """Add a household, which its cell then starts."""
    return _registry(state).write(actions.add, state.settings, data)


@get("/households/{name:str}")
async def get_household(state: State, name: FromPath[str]) -> Household:
    """One household."""
    return _registry(state).read(actions.get, state.settings, name)


@patch("/households/{name:str}")
async def change_household(state: State, name: FromPath[str], data: JSONBody[HouseholdPatch]) -> Household:
    """Suspend, resume, rename or move a household."""
    return _registry(state).write(actions.change, state.settings, name, data)


@delete("/households/{name:str}", status_code=200)
async def delete_household(state: State, name: FromPath[str]) -> Done:
    """Stop a household, and set its data aside."""
    _registry(state).write(actions.delete, name)
    return Done()


@get("/cells")
async def list_cells(state: State) -> list[Cell]:
    """Every cell that was ever started."""
    return _registry(state).read(queries.cells)


def create_registry_api(settings: HostSettings, registry: Registry) -> Litestar:
    """The application."""
    return Litestar(
        route_handlers=[list_households, add_household, get_household, change_household, delete_household, list_cells],
        state=State({"settings": settings, "registry": registry}),
        dto=JsonBody,
        return_dto=None,
        exception_handlers={
            ApiError: api_error_handler,
            HTTPException: http_error_handler,
            Exception: unexpected_error_handler,
        },
        openapi_config=None,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )


def _registry(state: State) -> Registry:
    registry: Registry = state.registry
    return registry
