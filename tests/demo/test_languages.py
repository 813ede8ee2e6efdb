"""The demo household in other languages: each file has every text, and nothing else."""

import msgspec
import pytest

from appliance.app import Application
from appliance.demo.family import create_demo
from appliance.demo.translation import FOLDER, Translation
from appliance.household import queries as household
from tests.client import Loop
from tests.demo.test_family import owner

LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))
SUGGESTIONS = FOLDER.parents[1] / "ui/src/messages"
FRIDAY = "2026-11-20"


class Recorder(Translation):
    """English, and the texts that were asked for, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, str] = {}

    def say(self, text: str) -> str:
        self.said[text] = text
        return text


def read(tag: str) -> dict[str, str]:
    return msgspec.json.decode((FOLDER / f"{tag}.json").read_bytes(), type=dict[str, str])


def test_the_english_file_lists_every_text_of_the_demo(application: Application) -> None:
    recorder = Recorder()
    create_demo(application, recorder)
    assert recorder.said == read("en")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_has_every_text(tag: str) -> None:
    texts, english = read(tag), read("en")
    assert ([], []) == (sorted(english.keys() - texts.keys()), sorted(texts.keys() - english.keys()))
    assert [] == [text for text in texts.values() if not text or text != text.strip()]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_categories_have_the_names_that_settings_suggest(tag: str) -> None:
    suggested = msgspec.json.decode((SUGGESTIONS / tag / "rest.json").read_bytes())["categorySettings"]
    texts = read(tag)
    names = {name: texts[name] for name in ("Birthdays", "Appointments", "Sports", "School", "Travel")}
    assert {name: suggested[name.lower()] for name in names} == names


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_demo_is_whole_in_each_language(application: Application, loop: Loop, tag: str) -> None:
    create_demo(application, Translation(tag))
    client, texts = owner(application, loop), read(tag)

    assert [texts[name] for name in ("Mara", "Jonas", "Ida", "Theo")] == [
        each["name"] for each in client.get("/api/members").json()
    ]
    assert texts["The Lindens"] == client.get("/api/settings").json()["familyName"]
    assert tag == household.texts(application.database.read).tag
    titles = {each["title"] for each in client.get(f"/api/chores/day?date={FRIDAY}").json()}
    assert {texts["Feed the fish"], texts["Cook dinner"]} <= titles
    week = client.get(f"/api/events?from={FRIDAY}&to=2026-12-04").json()
    assert texts["Dentist"] in {each["title"] for each in week}
    # Keywords find the category in the language's own titles.
    categories = {each["id"]: each["name"] for each in client.get("/api/categories").json()}
    found = {each["title"]: categories.get(each["categoryId"]) for each in week}
    assert texts["Appointments"] == found[texts["Dentist"]]
    assert texts["Sports"] == found[texts["Swim practice"]]
    assert texts["Birthdays"] == found[texts["Grandma's birthday"]]
    assert 3 <= len(client.get("/api/goals").json()["members"]) + 1
    assert all(each["balance"] >= 0 for each in client.get("/api/members").json())


def test_an_unknown_language_is_english() -> None:
    assert ["en", "en", "en"] == [Translation(tag).tag for tag in ("en-GB", "xx", "auto")]
