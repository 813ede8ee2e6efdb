import pytest

from appliance.app import Application
from tests.client import Changes, Client

DEFAULTS = {
    "familyName": "Our Family",
    "timezone": None,
    "weekStart": 0,
    "themeMode": "light",
    "darkFrom": "20:00",
    "darkTo": "07:00",
    "quietFrom": None,
    "quietTo": None,
    "accent": "#FF9E7A",
    "backgroundLight": "warm",
    "backgroundDark": "cocoa",
    "textScale": "m",
    "density": "comfortable",
    "language": "auto",
    "eventColors": "people",
    "clock": "auto",
    "dateOrder": "auto",
    "defaultReminderMinutes": [30],
    "lateCompletionCredit": 50,
    "streakGraceDays": 1,
    "leaderboardEnabled": True,
    "pointsView": "members",
    "pointValue": None,
    "stickersEnabled": True,
    "stickerPriceScale": 100,
    "keepPointsOfDeletedChores": False,
    "birthdaysCalendar": True,
    "slideshow": False,
    "slideshowAfterMinutes": 10,
    "slideshowSeconds": 30,
    "slideshowClock": True,
    "slideshowEvent": True,
    "slideshowWeather": True,
    "slideshowMotion": "moving",
    "slideshowFrom": None,
    "slideshowTo": None,
    "slideshowAlbumId": None,
    "afternoonFrom": "12:00",
    "eveningFrom": "17:00",
    "dayStartsAt": 0,
    "location": None,
    "temperatureUnit": "celsius",
    "mealSlots": ["lunch", "dinner"],
    "mealTimes": {"breakfast": "07:30", "lunch": "12:30", "dinner": "18:30", "snack": "15:30"},
    "mealWeek": "fixed",
    "holidayCountry": None,
    "holidaySubdivision": None,
    "pinSet": False,
    "pinDeclined": False,
    "childrenChangeEvents": False,
}


def test_the_defaults_are_the_contracts(display: Client) -> None:
    assert DEFAULTS == display.get("/api/settings").json()


def test_a_display_changes_any_subset(display: Client, recorded: Changes) -> None:
    changed = {"familyName": "Linden", "weekStart": 1, "quietFrom": "21:30", "quietTo": "06:00", "accent": "#123456"}
    changed |= {"clock": "24", "dateOrder": "ymd", "afternoonFrom": "11:30", "eveningFrom": "18:00"}

    answer = display.patch("/api/settings", changed | {"unknown": 1})

    assert (200, DEFAULTS | changed) == (answer.status_code, answer.json())
    assert DEFAULTS | changed == display.get("/api/settings").json()
    assert [("settings.changed", {})] == recorded()


def test_an_empty_change_is_recorded_too(display: Client, recorded: Changes) -> None:
    assert DEFAULTS == display.patch("/api/settings", {}).json()
    assert [("settings.changed", {})] == recorded()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"familyName": ""}, "familyName: must not be empty"),
        ({"familyName": "x" * 201}, "familyName: must have at most 200 characters"),
        ({"timezone": None}, "timezone: Expected `str`, got `null`"),
        ({"timezone": "Mars/Olympus"}, "timezone: must be a time zone name like Europe/Berlin"),
        ({"weekStart": 2}, "weekStart: Invalid enum value 2"),
        ({"darkFrom": "8pm"}, "darkFrom: must be HH:MM"),
        ({"darkFrom": "20:00\n"}, "darkFrom: must be HH:MM"),
        ({"darkTo": "0٧:00"}, "darkTo: must be HH:MM"),
        ({"quietFrom": "21:00"}, "quietTo: quietFrom and quietTo are set together"),
        ({"quietFrom": "21:00", "quietTo": None}, "quietTo: quietFrom and quietTo are both set or both cleared"),
        ({"quietFrom": "21:00", "quietTo": "6"}, "quietTo: must be HH:MM"),
        ({"quietFrom": "2١:00", "quietTo": "06:00"}, "quietFrom: must be HH:MM"),
        ({"accent": "#12345"}, "accent: must be a hex color like #RRGGBB"),
        ({"accent": "#123456\n"}, "accent: must be a hex color like #RRGGBB"),
        ({"lateCompletionCredit": 101}, "lateCompletionCredit: Expected `int` <= 100"),
        ({"streakGraceDays": 4}, "streakGraceDays: Expected `int` <= 3"),
        ({"stickerPriceScale": 201}, "stickerPriceScale: Expected `int` <= 200"),
        ({"defaultReminderMinutes": [5, "10"]}, "defaultReminderMinutes.1: Expected `int`, got `str`"),
        ({"location": {"name": "X", "lat": 91, "lon": 0}}, "location.lat: Expected `float` <= 90.0"),
        ({"location": {"lat": 1, "lon": 0}}, "location.name: is required"),
        ({"eventColors": "calendars"}, "eventColors: Invalid enum value 'calendars'"),
        ({"eveningFrom": "24:00"}, "eveningFrom: must be HH:MM"),
        ({"eveningFrom": "12:00"}, "eveningFrom: must be later than afternoonFrom"),
        ({"afternoonFrom": "18:00"}, "eveningFrom: must be later than afternoonFrom"),
        ({"afternoonFrom": None}, "afternoonFrom: Expected `str`, got `null`"),
        ({"clock": "13"}, "clock: Invalid enum value '13'"),
        ({"dateOrder": "ydm"}, "dateOrder: Invalid enum value 'ydm'"),
        ({"clock": 24}, "clock: Expected `str`, got `int`"),
        ({"leaderboardEnabled": 1}, "leaderboardEnabled: Expected `bool`, got `int`"),
        ({"pointsView": "alone"}, "pointsView: Invalid enum value 'alone'"),
        ({"pointValue": {"points": 10}}, "pointValue.amount: is required"),
        ({"pointValue": {"points": 0, "amount": 1, "currency": "EUR"}}, "pointValue.points: Expected `int` >= 1"),
        ({"pointValue": {"points": 1, "amount": 0, "currency": "EUR"}}, "pointValue.amount: Expected `float` > 0.0"),
        (
            {"pointValue": {"points": 1, "amount": 1, "currency": "eur"}},
            "pointValue.currency: must be a currency code like EUR",
        ),
    ],
)
def test_a_bad_setting_is_named_and_changes_nothing(
    display: Client, recorded: Changes, body: object, error: str
) -> None:
    answer = display.patch("/api/settings", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
    assert DEFAULTS == display.get("/api/settings").json()
    assert [] == recorded()


def test_quiet_hours_are_cleared_together(display: Client) -> None:
    display.patch("/api/settings", {"quietFrom": "21:00", "quietTo": "06:00"})
    cleared = display.patch("/api/settings", {"quietFrom": "", "quietTo": None}).json()
    assert (None, None) == (cleared["quietFrom"], cleared["quietTo"])


def test_the_value_of_points_is_set_and_cleared(display: Client) -> None:
    value = {"points": 10, "amount": 0.5, "currency": "EUR"}
    assert value == display.patch("/api/settings", {"pointValue": value}).json()["pointValue"]
    assert value == display.get("/api/settings").json()["pointValue"]
    assert display.patch("/api/settings", {"pointValue": None}).json()["pointValue"] is None


def test_an_older_clients_theme_is_understood(display: Client) -> None:
    assert "dark" == display.patch("/api/settings", {"theme": "dark"}).json()["themeMode"]
    assert "auto" == display.patch("/api/settings", {"theme": "dark", "themeMode": "auto"}).json()["themeMode"]


@pytest.mark.parametrize(
    ("change", "unit"),
    [
        ({"location": {"name": "Boston", "lat": 42.4, "lon": -71.1, "countryCode": "US"}}, "fahrenheit"),
        ({"location": {"name": "Kiel", "lat": 54.3, "lon": 10.1, "countryCode": "DE"}}, "celsius"),
        ({"location": {"name": "Sea", "lat": 0, "lon": 0}, "timezone": "America/Chicago"}, "fahrenheit"),
        # Older names, which browsers still give their zone.
        ({"timezone": "America/Indianapolis"}, "fahrenheit"),
        ({"timezone": "America/Louisville"}, "fahrenheit"),
        ({"timezone": "Navajo"}, "fahrenheit"),
        ({"timezone": "America/Toronto"}, "celsius"),
        ({"timezone": "America/Chicago", "temperatureUnit": "celsius"}, "celsius"),
    ],
)
def test_the_unit_follows_the_place_until_it_is_chosen(display: Client, change: object, unit: str) -> None:
    assert unit == display.patch("/api/settings", change).json()["temperatureUnit"]


def test_appearance_is_public_and_contains_no_name(anybody: Client, display: Client) -> None:
    display.patch("/api/settings", {"themeMode": "dark", "familyName": "Secret"})
    appearance = anybody.get("/api/appearance").json()
    assert appearance == {
        "themeMode": "dark",
        "darkFrom": "20:00",
        "darkTo": "07:00",
        "accent": "#FF9E7A",
        "backgroundLight": "warm",
        "backgroundDark": "cocoa",
        "textScale": "m",
        "density": "comfortable",
        "language": "auto",
    }


def test_health_is_public_and_short(anybody: Client) -> None:
    assert {"ok": True} == anybody.get("/api/health").json()


def test_me(display: Client, client: Client) -> None:
    me = display.get("/api/me").json()
    assert ("display", "Wall", "api") == (me["scope"], me["keyName"], me["kind"])
    assert {"scope", "keyName", "kind", "version"} == me.keys()
    assert "admin" == client.get("/api/me").json()["scope"]


def test_rev_rises_on_every_write(client: Client) -> None:
    before = client.get("/api/rev").json()["rev"]
    client.patch("/api/settings", {"weekStart": 1})
    assert before + 1 == client.get("/api/rev").json()["rev"]


def test_host_events_are_the_operators_newest_first(application: Application, client: Client) -> None:
    assert [] == client.get("/api/host-events").json()
    application.database.write_now(
        lambda tx: tx.run_many(
            "INSERT INTO host_events (id, at, action, detail) VALUES (?, ?, 'restart', NULL)",
            [(f"{n:03d}", f"2026-11-{1 + n // 24:02d}T{n % 24:02d}:00:00.000Z") for n in range(120)],
        )
    )

    events = client.get("/api/host-events").json()

    assert ["119", "020"] == [events[0]["id"], events[-1]["id"]]
    assert {"id", "at", "action", "detail"} == events[0].keys()


def test_host_events_are_never_called_unchanged(application: Application, client: Client) -> None:
    """They are written by a hand that knows nothing of rev."""
    tag = client.get("/api/settings").headers["etag"]
    assert 304 == client.get("/api/settings", headers={"If-None-Match": tag}).status_code
    answer = client.get("/api/host-events", headers={"If-None-Match": tag})
    assert (200, None) == (answer.status_code, answer.headers.get("etag"))
