"""Structs of the wall: its settings and the kiosk's report."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from appliance.health.models import Machine, Page
from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay

Rotation = Literal[0, 90, 180, 270]
Percent = Annotated[int, Meta(ge=5, le=100)]
NightPercent = Annotated[int, Meta(ge=1, le=100)]
IdleMinutes = Annotated[int, Meta(ge=1, le=1440)]
Instant = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z$(?!\n)")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=80)]
Sentence = Annotated[str, Meta(max_length=500)]


class WallSettings(ApiModel, kw_only=True):
    """The settings of the screen. Times are in the household's zone; brightness is in percent; null means never.

    Between `sleep_from` and `sleep_until` the screen is off unless somebody touches it. It also goes off after
    `idle_minutes` without a touch. `recycle_at` is the time of the nightly browser restart.
    """

    sleep_from: str | None = None
    sleep_until: str | None = None
    idle_minutes: int | None = None
    rotation: Rotation = 0
    brightness: int = 100
    night_brightness: int = 40
    recycle_at: str = "03:30"


class WallPatch(ApiModel, kw_only=True):
    """Any subset of the settings. The two sleep times are set or cleared together."""

    sleep_from: Maybe[TimeOfDay | None] = UNSET
    sleep_until: Maybe[TimeOfDay | None] = UNSET
    idle_minutes: Maybe[IdleMinutes | None] = UNSET
    rotation: Maybe[Rotation] = UNSET
    brightness: Maybe[Percent] = UNSET
    night_brightness: Maybe[NightPercent] = UNSET
    recycle_at: Maybe[TimeOfDay] = UNSET


class Restart(ApiModel, kw_only=True):
    """A restart of the browser. `why` is `silent`, `exited`, `crashed`, `memory`, `recycle` or `asked`."""

    at: Instant
    why: Word


class Restarts(ApiModel, kw_only=True):
    """The number of browser restarts since the kiosk started, and the last one."""

    count: Count = 0
    last: Restart | None = None


class Memory(ApiModel, kw_only=True):
    """Memory in bytes: of the machine, still available, and used by the browser (`wall`)."""

    total: Count
    available: Count
    wall: Count | None = None


class Screen(ApiModel, kw_only=True):
    """The state of the screen. `by` is the method that switches it; `trouble` is a sentence about the problem."""

    output: Word | None = None
    power: Literal["on", "off", "unknown"] = "unknown"
    by: Word | None = None
    rotation: Count | None = None
    brightness: Count | None = None
    width: Count | None = None
    height: Count | None = None
    trouble: Sentence | None = None


class Wifi(ApiModel, kw_only=True):
    """The state of the network. `connected` is the name of the Wi-Fi network."""

    managed: bool = False
    connected: Word | None = None
    wired: bool = False


class Report(ApiModel, kw_only=True):
    """The kiosk's report about itself and its machine, every ten seconds. Null means unknown.

    `heartbeat` is the time of the page's last answer. `temperature` is in degrees Celsius; `uptime_seconds` is the
    machine's.
    """

    heartbeat: Instant | None = None
    page: Page = "starting"
    restarts: Restarts | None = None
    chromium_since: Instant | None = None
    kiosk_since: Instant | None = None
    uptime_seconds: Annotated[float, Meta(ge=0)] | None = None
    temperature: Annotated[float, Meta(ge=-100, le=300)] | None = None
    memory: Memory | None = None
    screen: Screen | None = None
    wifi: Wifi | None = None


class Attachment(ApiModel, kw_only=True):
    """Whether a kiosk is connected. `since` is the time of the last change; null before the first connection.

    `report` is the last one, from `reported_at`. It stays after the kiosk has disconnected.
    """

    attached: bool
    since: str | None
    version: str | None
    reported_at: str | None
    report: Report | None


class Trial(ApiModel, kw_only=True):
    """A rotation on trial. Unless it is saved, the screen turns back at `until`."""

    rotation: Rotation
    until: str


class WallKey(ApiModel, kw_only=True):
    """The id of the wall's key. `removed`: an admin has removed it. The key itself is not stored."""

    id: str | None
    removed: bool


class Wall(Attachment, kw_only=True):
    """The wall's status. `key` is null until the wall has received one."""

    settings: WallSettings
    trial: Trial | None
    machine: Machine
    key: WallKey | None


class TryRotation(ApiModel, kw_only=True):
    """The request to try a rotation, in degrees clockwise."""

    rotation: Rotation


class SwitchScreen(ApiModel, kw_only=True):
    """The request to switch the screen."""

    power: Literal["on", "off"]


class KeyAnswer(ApiModel, kw_only=True):
    """The answer to the kiosk's request for a key. Without a key `why` gives the reason."""

    key: str | None
    why: Literal["unclaimed", "removed"] | None = None


class HouseholdStatus(ApiModel, kw_only=True):
    """The household's status for the kiosk. `claim` is set while the household is unclaimed and the code is known.

    `language` is a BCP 47 tag, or `auto`.
    """

    claimed: bool
    claim: dict[str, str | None] | None
    timezone: str
    language: str
