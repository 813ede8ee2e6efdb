"""Structs of imports: what is asked for, and what is shown before it is saved."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, field

from appliance.kernel.schema import ApiModel, Maybe
from appliance.recipes.models import Ingredients, Minutes, NewRecipe, Portions, SourceUrl, Steps, Tags, Title

Address = Annotated[str, Meta(min_length=1, max_length=2000)]
PastedText = Annotated[str, Meta(min_length=1, max_length=100_000)]
MAX_RECIPES = 1000


class PageRequest(ApiModel, kw_only=True):
    """The address of a page with a recipe."""

    url: Address


class TextRequest(ApiModel, kw_only=True):
    """A recipe as somebody copied it: text, or JSON-LD of schema.org."""

    text: PastedText


class PictureRequest(ApiModel, kw_only=True):
    """The address of a picture."""

    url: Address


class Draft(ApiModel, kw_only=True):
    """A recipe that was read and is not saved.

    `imageUrl` is the picture of its page, `imageData` the one in its file, in base64 and as it was there.
    """

    title: Title
    portions: Portions = 4
    prep_minutes: Minutes | None = None
    cook_minutes: Minutes | None = None
    ingredients: Ingredients = field(default_factory=tuple)
    steps: Steps = field(default_factory=tuple)
    tags: Tags = field(default_factory=tuple)
    source_url: SourceUrl | None = None
    image_url: Maybe[str | None] = UNSET
    image_data: Maybe[str] = UNSET


class Preview(ApiModel, kw_only=True):
    """The recipes that were read; nothing is saved. `skipped` entries of a file were no recipes or too large."""

    recipes: list[Draft]
    skipped: int = 0


class Batch(ApiModel, kw_only=True):
    """Recipes to save together."""

    recipes: Annotated[tuple[NewRecipe, ...], Meta(min_length=1, max_length=MAX_RECIPES)]


class Saved(ApiModel, kw_only=True):
    """The ids of the saved recipes, in the order of the request."""

    ids: list[str]


class Result(msgspec.Struct, kw_only=True):
    """What the worker process prints: a preview, or why there is none."""

    preview: Preview | None = None
    code: str | None = None
