"""What a valid reward is, and who may redeem it."""

from appliance.kernel.errors import BadRequest
from appliance.kernel.text.emoji import is_emoji
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch

MAX_REWARDS = 100


def check(request: NewReward | RewardPatch) -> None:
    """Raises BadRequest for an emoji that is not one, and for a name of blanks."""
    if isinstance(request.emoji, str) and not is_emoji(request.emoji):
        raise BadRequest("must be a single emoji", at="emoji", code="not_an_emoji")
    if isinstance(request.name, str) and not request.name.strip():
        raise BadRequest("must not be empty", at="name", code="empty")


def is_for(reward: Reward, member_id: str) -> bool:
    """Whether a reward is for a member; one that names nobody is for everybody."""
    return not reward.member_ids or member_id in reward.member_ids
