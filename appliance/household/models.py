"""The household: its settings and its appearance, and the state of the server."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from appliance.kernel.schema import ApiModel, HexColor, Maybe, NumericApiModel, Text, TimeOfDay

ThemeMode = Literal["light", "dark", "auto", "scheduled"]
BackgroundLight = Literal["warm", "white", "gray", "sage"]
BackgroundDark = Literal["cocoa", "charcoal", "midnight"]
TextScale = Literal["s", "m", "l", "xl"]
Density = Literal["comfortable", "compact"]
EventColors = Literal["people", "categories"]
PointsView = Literal["members", "together"]
SlideshowMotion = Literal["moving", "still"]
Unit = Literal["celsius", "fahrenheit"]
Clock = Literal["auto", "12", "24"]
DateOrder = Literal["auto", "dmy", "mdy", "ymd"]
Slot = Literal["breakfast", "lunch", "dinner", "snack"]
MealWeek = Literal["fixed", "rolling"]
# 0 Sunday, 1 Monday; Saturday is an addition to the contract.
WeekStart = Literal[0, 1, 6]
# A BCP 47 tag such as de or pt-BR. Screens use the nearest language they have.
Language = Annotated[str, Meta(pattern=r"^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$(?!\n)", max_length=35)]
CURRENCY = r"^[A-Z]{3}$(?!\n)"
# ISO 3166-1 alpha-2, and a part of the country, mostly what follows the hyphen in ISO 3166-2: DE and BY.
Country = Annotated[str, Meta(pattern=r"^[A-Z]{2}$(?!\n)")]
Subdivision = Annotated[str, Meta(min_length=1, max_length=60)]
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


class PointValue(NumericApiModel, kw_only=True):
    """What so many points are worth in money, for display only: 10 points are 0.50 EUR. `currency` is ISO 4217."""

    points: Annotated[int, Meta(ge=1, le=1_000_000)]
    amount: Annotated[float, Meta(gt=0, le=1_000_000)]
    currency: Annotated[str, Meta(pattern=CURRENCY)]


class MealTimes(ApiModel, kw_only=True):
    """When the family eats where a meal says nothing else."""

    breakfast: TimeOfDay = "07:30"
    lunch: TimeOfDay = "12:30"
    dinner: TimeOfDay = "18:30"
    snack: TimeOfDay = "15:30"


class Settings(ApiModel, kw_only=True):
    """The household settings as sent: always every property. (contract §4.1)

    Additions to the contract: `event_colors` is what the colour of an event in the calendar stands for; `clock` is
    how times are written, `date_order` how dates are, and `language` the language of screens, `auto` as each device
    does by itself; `week_start` may be 6 for Saturday; `pin_set` is whether displays need a PIN for some changes,
    `children_change_events` whether they change and delete events without it, and `pin_declined` whether the
    household has seen what a PIN is for; `afternoon_from` and `evening_from` divide the day into three parts, of
    which the morning begins with the day; `day_starts_at` is the hour, 0 to 5, at which the day of chores, streaks
    and the board begins; `points_view` is whether screens show the points of each member or only those of all
    together; `point_value` is what points are worth, null for nothing; `slideshow` shows photos on a wall that nobody
    has touched for some minutes, one every `slideshow_seconds`, between two times of day or at any time, with the
    clock, the next event and the weather over them or without; `meal_slots` are the meals of a day that are planned,
    `meal_times` when they are, and `meal_week` whether the plan shows the week or the next seven days.
    """

    temperature_unit: Unit
    family_name: str = "Our Family"
    timezone: str | None = None
    week_start: WeekStart = 0
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
    event_colors: EventColors = "people"
    clock: Clock = "auto"
    date_order: DateOrder = "auto"
    language: Language = "auto"
    default_reminder_minutes: tuple[int, ...] = (30,)
    late_completion_credit: int = 50
    streak_grace_days: int = 1
    leaderboard_enabled: bool = True
    points_view: PointsView = "members"
    point_value: PointValue | None = None
    stickers_enabled: bool = True
    sticker_price_scale: int = 100
    keep_points_of_deleted_chores: bool = False
    birthdays_calendar: bool = True
    afternoon_from: str = "12:00"
    evening_from: str = "17:00"
    day_starts_at: int = 0
    slideshow: bool = False
    slideshow_after_minutes: int = 10
    slideshow_seconds: int = 30
    slideshow_motion: SlideshowMotion = "moving"
    slideshow_from: str | None = None
    slideshow_to: str | None = None
    slideshow_album_id: str | None = None
    slideshow_clock: bool = True
    slideshow_event: bool = True
    slideshow_weather: bool = True
    location: Location | None = None
    holiday_country: str | None = None
    holiday_subdivision: str | None = None
    meal_slots: tuple[Slot, ...] = ("lunch", "dinner")
    meal_times: MealTimes = field(default_factory=MealTimes)
    meal_week: MealWeek = "fixed"
    pin_set: bool = False
    pin_declined: bool = False
    children_change_events: bool = False


class SettingsPatch(ApiModel, kw_only=True):
    """Any subset of the settings. `theme` is an older name of `themeMode`. (contract §4.1)"""

    family_name: Maybe[FamilyName] = UNSET
    timezone: Maybe[Text] = UNSET
    week_start: Maybe[WeekStart] = UNSET
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
    event_colors: Maybe[EventColors] = UNSET
    clock: Maybe[Clock] = UNSET
    date_order: Maybe[DateOrder] = UNSET
    language: Maybe[Language] = UNSET
    default_reminder_minutes: Maybe[Annotated[list[LeadMinutes], Meta(max_length=20)]] = UNSET
    late_completion_credit: Maybe[Percent] = UNSET
    streak_grace_days: Maybe[Annotated[int, Meta(ge=0, le=3)]] = UNSET
    leaderboard_enabled: Maybe[bool] = UNSET
    points_view: Maybe[PointsView] = UNSET
    point_value: Maybe[PointValue | None] = UNSET
    stickers_enabled: Maybe[bool] = UNSET
    sticker_price_scale: Maybe[Annotated[int, Meta(ge=0, le=200)]] = UNSET
    keep_points_of_deleted_chores: Maybe[bool] = UNSET
    birthdays_calendar: Maybe[bool] = UNSET
    afternoon_from: Maybe[TimeOfDay] = UNSET
    evening_from: Maybe[TimeOfDay] = UNSET
    day_starts_at: Maybe[Annotated[int, Meta(ge=0, le=5)]] = UNSET
    slideshow: Maybe[bool] = UNSET
    slideshow_after_minutes: Maybe[Annotated[int, Meta(ge=1, le=240)]] = UNSET
    slideshow_seconds: Maybe[Annotated[int, Meta(ge=5, le=3600)]] = UNSET
    slideshow_motion: Maybe[SlideshowMotion] = UNSET
    slideshow_from: Maybe[str | None] = UNSET
    slideshow_to: Maybe[str | None] = UNSET
    slideshow_album_id: Maybe[Annotated[str, Meta(max_length=100)] | None] = UNSET
    slideshow_clock: Maybe[bool] = UNSET
    slideshow_event: Maybe[bool] = UNSET
    slideshow_weather: Maybe[bool] = UNSET
    location: Maybe[Location | None] = UNSET
    holiday_country: Maybe[Country | None] = UNSET
    holiday_subdivision: Maybe[Subdivision | None] = UNSET
    meal_slots: Maybe[Annotated[list[Slot], Meta(min_length=1, max_length=4)]] = UNSET
    meal_times: Maybe[MealTimes] = UNSET
    meal_week: Maybe[MealWeek] = UNSET
    temperature_unit: Maybe[Unit] = UNSET
    pin_declined: Maybe[bool] = UNSET
    children_change_events: Maybe[bool] = UNSET


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
    language: Language


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
