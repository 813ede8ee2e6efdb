import pytest

from appliance.people.models import Person
from tests.client import Changes, Client


def test_a_member_is_added_changed_and_removed(client: Client, display: Client, recorded: Changes) -> None:
    made = client.post("/api/members", {"name": "Ana", "color": "#e57", "avatar": "👩‍🚀", "birthday": "--02-29"})
    assert 201 == made.status_code
    ana = made.json()
    expected = {"name": "Ana", "color": "#e57", "avatar": "👩‍🚀", "birthday": "--02-29", "sort": 0}
    expected |= {"needsApproval": False, "photoId": None, "defaultCalendarId": None, "role": None}
    assert expected | {"id": ana["id"], "pointsToday": 0, "pointsWeek": 0, "balance": 0} == ana

    changed = client.patch(f"/api/members/{ana['id']}", {"avatar": None, "name": "Anna"}).json()
    assert ana | {"avatar": None, "name": "Anna"} == changed
    assert [changed] == display.get("/api/members").json()

    assert {"ok": True} == client.delete(f"/api/members/{ana['id']}").json()
    assert [] == display.get("/api/members").json()
    assert [("member.changed", {"id": ana["id"]})] * 3 == recorded()


def test_a_member_is_an_adult_or_a_child_once_somebody_says_so(client: Client, display: Client) -> None:
    ida = client.post("/api/members", {"name": "Ida", "color": "teal", "role": "child"}).json()
    assert "child" == display.get("/api/members").json()[0]["role"]
    wrong = client.patch(f"/api/members/{ida['id']}", {"role": "teenager"})
    assert (400, "role") == (wrong.status_code, wrong.json()["error"].partition(":")[0])
    assert "adult" == client.patch(f"/api/members/{ida['id']}", {"role": "adult"}).json()["role"]
    assert None is client.patch(f"/api/members/{ida['id']}", {"role": None}).json()["role"]


def test_members_keep_their_order(client: Client, family: dict[str, Person]) -> None:
    client.patch(f"/api/members/{family['Dan'].id}", {"sort": -1})
    eva = client.post("/api/members", {"name": "Eva", "color": "teal"}).json()
    assert ["Dan", "Ana", "Ben", "Cleo", "Eva"] == [each["name"] for each in client.get("/api/members").json()]
    assert 3 == eva["sort"]


def test_members_of_one_place_stand_in_the_order_they_came(client: Client) -> None:
    names = [f"Twin {number}" for number in range(9)]
    for name in names:
        client.post("/api/members", {"name": name, "color": "teal", "sort": 1})
    assert names == [each["name"] for each in client.get("/api/members").json()]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"color": "#e57"}, "name: is required"),
        ({"name": "", "color": "#e57"}, "name: must not be empty"),
        ({"name": "A", "color": ""}, "color: must not be empty"),
        ({"name": "A", "color": "#e57", "avatar": "abc"}, "avatar: must be a single emoji or a 1-2 letter initial"),
        ({"name": "A", "color": "#e57", "avatar": ""}, "avatar: must be a single emoji or a 1-2 letter initial"),
        ({"name": "A", "color": "#e57", "photoId": ""}, "photoId: must not be empty"),
        ({"name": "A", "color": "#e57", "photoId": 1}, "photoId: Expected `str | null`, got `int`"),
        ({"name": "A", "color": "#e57", "sort": "1"}, "sort: Expected `float`, got `str`"),
        *(
            ({"name": "A", "color": "#e57", "birthday": day}, "birthday: must be YYYY-MM-DD or --MM-DD (year unknown)")
            for day in ("2026-02-30", "1899-12-31", "2026-11-21", "--02-30", "-02-03", "03-14", "١٩٨٦-٠٣-١٤", "")
        ),
    ],
)
def test_a_bad_member_is_rejected_by_field(client: Client, recorded: Changes, body: object, error: str) -> None:
    answer = client.post("/api/members", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
    assert [] == client.get("/api/members").json()
    assert [] == recorded()


@pytest.mark.parametrize("field", ["name", "color", "sort"])
def test_what_a_member_must_have_cannot_be_cleared(client: Client, family: dict[str, Person], field: str) -> None:
    answer = client.patch(f"/api/members/{family['Ana'].id}", {field: None})
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(f"{field}: ")


def test_an_unknown_member_is_404(client: Client) -> None:
    assert 404 == client.patch("/api/members/nobody", {"name": "X"}).status_code
    assert 404 == client.delete("/api/members/nobody").status_code


def test_a_birthday_may_be_today_in_the_households_zone(client: Client) -> None:
    assert 201 == client.post("/api/members", {"name": "A", "color": "r", "birthday": "2026-11-20"}).status_code


def test_the_number_of_members_is_limited(client: Client) -> None:
    for number in range(200):
        assert 201 == client.post("/api/members", {"name": f"Member {number}", "color": "r"}).status_code

    answer = client.post("/api/members", {"name": "One more", "color": "r"})

    expected = {"error": "a household has at most 200 members", "code": "limit_reached", "limit": 200}
    assert (409, expected) == (answer.status_code, answer.json())
