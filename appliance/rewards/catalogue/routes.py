"""REST endpoints of the catalogue of rewards."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.rewards.catalogue import actions, queries
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch


@get("/rewards", operation_id="listRewards", summary="Every reward", opt=DISPLAY | ETAG_BY_REV)
async def list_rewards(session: CurrentSession) -> list[Reward]:
    """In their order, inactive ones too."""
    return queries.rewards(session.read)


@post("/rewards", operation_id="createReward", summary="Add a reward", opt=ADMIN)
async def create_reward(session: CurrentSession, data: JSONBody[NewReward]) -> Reward:
    """Comes last unless `sort` is given. 409 at 100 rewards. Admin."""
    return await session.write(actions.add, data)


@patch("/rewards/{reward_id:str}", operation_id="updateReward", summary="Change a reward", opt=ADMIN)
async def update_reward(session: CurrentSession, reward_id: FromPath[str], data: JSONBody[RewardPatch]) -> Reward:
    """Any subset. Redemptions keep the price that was paid. Admin."""
    return await session.write(actions.edit, reward_id, data)


@delete("/rewards/{reward_id:str}", operation_id="deleteReward", summary="Remove a reward", status_code=200, opt=ADMIN)
async def delete_reward(session: CurrentSession, reward_id: FromPath[str]) -> Done:
    """Goals for it are removed; its redemptions stay in the list. Admin."""
    await session.write(actions.remove, reward_id)
    return Done()


ROUTES = Router(
    path="/api", route_handlers=[list_rewards, create_reward, update_reward, delete_reward], tags=["Rewards"]
)
