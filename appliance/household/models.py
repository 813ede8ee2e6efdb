"""The household: its settings and its appearance, and the state of the server."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel, HexColor, Maybe, NumericApiModel, Text, TimeOfDay

ThemeMode = Literal["light", "dark", "auto", "scheduled"]
BackgroundLight = Literal["warm", "white", "gray", "sage"]
BackgroundDark = Literal["cocoa", "charcoal", "midnight"]
TextScale = Literal["s", "m", "l", "xl"]
Density = Literal["comfortable", "compact"]
Unit = Literal["celsius", "fahrenheit"]
Percent = Annotated[int, Meta(ge=0, le=100)]
# At most four weeks, as for the reminders of events. (contract §13.5)
LeadMinutes = Annotated[int, Meta(ge=0, le=40320)]
FamilyName = Annotated[str, Meta(min_length=1, max_length=200)]


class Location(NumericApiModel, omit_defaults=True, kw_only=True):
    """The home's location, for the weather. In degrees; `country_code` is ISO 3166-1 alpha-2."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    lat: Annotated[float, Meta(ge=-90, le=90)]
    lon: Annotated[float, Meta(ge=-180, le=180)]
    country_code: Annotated[str, Meta(min_length=2, max_length=2)] | UnsetType = UNSET


class Settings(ApiModel, kw_only=True):
    """The household settings as sent: always every property. (contract §4.1)"""

    temperature_unit: Unit
    family_name: str = "Our Family"
    timezone: str | None = None
    week_start: Literal[0, 1] = 0
    theme_mode: ThemeMode = "light"
    dark_from: str = "20:00"
    dark_to: str = "07:00"
    quiet_from: str | None = None
    quiet_to: str | None = None
    accent: str = "#FF9E7A"
    background_light: BackgroundLight = "warm"
    background_dark: BackgroundDark = "cocoa"
    text_scale: TextScale = "m"
    density: Density = "comfortable"
    default_reminder_minutes: tuple[int, ...] = (30,)
    late_completion_credit: int = 50
    streak_grace_days: int = 1
    leaderboard_enabled: bool = True
    stickers_enabled: bool = True
    sticker_price_scale: int = 100
    location: Location | None = None


class SettingsPatch(ApiModel, kw_only=True):
    """Any subset of the settings. `theme` is an older name of `themeMode`. (contract §4.1)"""

    family_name: Maybe[FamilyName] = UNSET
    timezone: Maybe[Text] = UNSET
    week_start: Maybe[Literal[0, 1]] = UNSET
    theme_mode: Maybe[ThemeMode] = UNSET
    theme: Maybe[Literal["light", "dark"]] = UNSET
    dark_from: Maybe[TimeOfDay] = UNSET
    dark_to: Maybe[TimeOfDay] = UNSET
    quiet_from: Maybe[str | None] = UNSET
    quiet_to: Maybe[str | None] = UNSET
    accent: Maybe[HexColor] = UNSET
    background_light: Maybe[BackgroundLight] = UNSET
    background_dark: Maybe[BackgroundDark] = UNSET
    text_scale: Maybe[TextScale] = UNSET
    density: Maybe[Density] = UNSET
    default_reminder_minutes: Maybe[Annotated[list[LeadMinutes], Meta(max_length=20)]] = UNSET
    late_completion_credit: Maybe[Percent] = UNSET
    streak_grace_days: Maybe[Annotated[int, Meta(ge=0, le=3)]] = UNSET
    leaderboard_enabled: Maybe[bool] = UNSET
    stickers_enabled: Maybe[bool] = UNSET
    sticker_price_scale: Maybe[Annotated[int, Meta(ge=0, le=200)]] = UNSET
    location: Maybe[Location | None] = UNSET
    temperature_unit: Maybe[Unit] = UNSET


class Appearance(ApiModel, kw_only=True):
    """What a client without a key needs to draw its screen. (contract §4.2)"""

    theme_mode: ThemeMode
    dark_from: str
    dark_to: str
    accent: str
    background_light: BackgroundLight
    background_dark: BackgroundDark
    text_scale: TextScale
    density: Density


class Health(ApiModel, kw_only=True):
    """`ok` while the database can be read."""

    ok: bool = True


class Rev(ApiModel, kw_only=True):
    """The number of the latest change; every write increases it."""

    rev: int


class Me(ApiModel, omit_defaults=True, kw_only=True):
    """The caller's key and the server's version. (contract §3)"""

    scope: Literal["admin", "display"]
    key_name: str
    kind: Literal["api", "session", "oauth"]
    version: str
    host_portal_url: str | UnsetType = UNSET


class HostEvent(ApiModel, kw_only=True):
    """One entry of a hosting operator's log. (contract §3)"""

    id: str
    at: str
    action: str
    detail: str | None
