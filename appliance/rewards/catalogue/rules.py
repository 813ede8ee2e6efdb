"""What a valid reward is, and who may redeem it."""

from appliance.kernel.schema import required_text
from appliance.kernel.text.emoji import check_emoji
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch

MAX_REWARDS = 100


def check(request: NewReward | RewardPatch) -> None:
    """Raises BadRequest for an emoji that is not one, and for a name of blanks."""
    check_emoji(request.emoji)
    if isinstance(request.name, str):
        required_text(request.name, "name")


def is_for(reward: Reward, member_id: str) -> bool:
    """Whether a reward is for a member; one that names nobody is for everybody."""
    return not reward.member_ids or member_id in reward.member_ids
