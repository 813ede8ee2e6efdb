"""Shapes of the wall: the screen of this machine, the kiosk that shows it, and how both are."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay

Rotation = Literal[0, 90, 180, 270]
Clock = Literal["right", "wrong", "unknown"]
Percent = Annotated[int, Meta(ge=5, le=100)]
NightPercent = Annotated[int, Meta(ge=1, le=100)]
IdleMinutes = Annotated[int, Meta(ge=1, le=1440)]
Instant = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z$(?!\n)")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=80)]
Sentence = Annotated[str, Meta(max_length=500)]


class WallSettings(ApiModel):
    """How the screen is run. Times are the household's wall time; brightness is in percent; null is never.

    Between `sleep_from` and `sleep_until` the screen is off unless somebody touches it, and it goes off after
    `idle_minutes` without a touch. `recycle_at` is when the browser is started afresh.
    """

    sleep_from: str | None = None
    sleep_until: str | None = None
    idle_minutes: int | None = None
    rotation: Rotation = 0
    brightness: int = 100
    night_brightness: int = 40
    recycle_at: str = "03:30"


class WallPatch(ApiModel):
    """Any subset of the settings. The two sleep times are set, or cleared, together."""

    sleep_from: Maybe[TimeOfDay | None] = UNSET
    sleep_until: Maybe[TimeOfDay | None] = UNSET
    idle_minutes: Maybe[IdleMinutes | None] = UNSET
    rotation: Maybe[Rotation] = UNSET
    brightness: Maybe[Percent] = UNSET
    night_brightness: Maybe[NightPercent] = UNSET
    recycle_at: Maybe[TimeOfDay] = UNSET


class Restart(ApiModel):
    """A time the browser was started again, and why: `silent`, `exited`, `crashed`, `memory`, `recycle`, `asked`."""

    at: Instant
    why: Word


class Restarts(ApiModel):
    """How often the browser was started again since the kiosk runs."""

    count: Count = 0
    last: Restart | None = None


class Memory(ApiModel):
    """Bytes: of the machine, what it could still give away, and what the browser takes."""

    total: Count
    available: Count
    wall: Count | None = None


class Screen(ApiModel):
    """The screen as the kiosk finds it. `by` is how it is switched; `trouble` what does not work, in a sentence."""

    output: Word | None = None
    power: Literal["on", "off", "unknown"] = "unknown"
    by: Word | None = None
    rotation: Count | None = None
    brightness: Count | None = None
    width: Count | None = None
    height: Count | None = None
    trouble: Sentence | None = None


class Wifi(ApiModel):
    """The network as the kiosk finds it. `connected` is the name of the wireless one."""

    managed: bool = False
    connected: Word | None = None
    wired: bool = False


class Report(ApiModel):
    """What the kiosk says of itself and its machine every ten seconds; null is unknown.

    `heartbeat` is when the page answered last. `temperature` is in degrees Celsius, `uptime_seconds` the machine's.
    """

    heartbeat: Instant | None = None
    page: Literal["ok", "starting", "silent", "restarting"] = "starting"
    restarts: Restarts | None = None
    chromium_since: Instant | None = None
    kiosk_since: Instant | None = None
    uptime_seconds: Annotated[float, Meta(ge=0)] | None = None
    temperature: Annotated[float, Meta(ge=-100, le=300)] | None = None
    memory: Memory | None = None
    screen: Screen | None = None
    wifi: Wifi | None = None


class Attachment(ApiModel):
    """Whether a kiosk is attached, and since when it is so; `since` is null when none has ever come.

    `report` is the newest, of `reported_at`; it stays when the kiosk goes away.
    """

    attached: bool
    since: str | None
    version: str | None
    reported_at: str | None
    report: Report | None


class Trial(ApiModel):
    """A rotation that is only tried: unless it is kept, the screen turns back at `until`."""

    rotation: Rotation
    until: str


class Disk(ApiModel):
    """Bytes of the file system the household lies on."""

    total: int
    free: int


class Sync(ApiModel):
    """The calendars that come from elsewhere: how many, when one came last, and the names of those that fail."""

    calendars: int
    at: str | None
    failing: list[str]


class Machine(ApiModel):
    """What the server itself sees. `clock` is `unknown` where the network has not said; it says `now`."""

    disk: Disk
    clock: Clock
    now: str
    last_sync: Sync


class WallKey(ApiModel):
    """The key this machine's own screen was handed; `removed` when a parent has taken it away. Its text is nowhere."""

    id: str | None
    removed: bool


class Wall(Attachment):
    """How the wall is. `key` is null until a screen has been handed one."""

    settings: WallSettings
    trial: Trial | None
    machine: Machine
    key: WallKey | None


class TryRotation(ApiModel):
    """The wish to see a rotation, in degrees clockwise."""

    rotation: Rotation


class SwitchScreen(ApiModel):
    """The wish to see the screen switched."""

    power: Literal["on", "off"]


class Handed(ApiModel):
    """What the wall is answered when it asks for a key."""

    key: str | None
    why: Literal["unclaimed", "removed"] | None = None


class House(ApiModel):
    """What the kiosk has to know of the house. `claim` is there while the house is unclaimed and its code is known."""

    claimed: bool
    claim: dict[str, str | None] | None
    timezone: str
