"""The files of what the server says: each language has the keys, placeholders and plural forms that it needs."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from babel import Locale

from appliance.texts import ENGLISH, FOLDER, PLACEHOLDER, Text, flattened, tags

ROOT = Path(__file__).parent.parent
# No count of a household reaches the million from which these languages use `many`.
FORMS_LEFT_OUT = {"fr": {"many"}, "es": {"many"}, "it": {"many"}}
# What is built from more than a constant, with what it can become.
COMPUTED = {
    "greeting.{}": ("morning", "afternoon", "evening"),
    "approval.{}": ("approve", "decline", "answered", "failed"),
}


def read(tag: str) -> dict[str, Text]:
    return dict(flattened(msgspec.json.decode((FOLDER / f"{tag}.json").read_bytes())))


ENGLISH_TEXTS = read(ENGLISH)


@pytest.mark.parametrize("tag", sorted(tags()))
def test_a_language_is_whole(tag: str) -> None:
    assert [] == list(problems(read(tag), tag))


def problems(texts: Mapping[str, Text], tag: str) -> Iterator[str]:
    """What is wrong with the texts of a language, as `key: problem`."""
    yield from (f"{key}: missing" for key in ENGLISH_TEXTS.keys() - texts.keys())
    yield from (f"{key}: not in English" for key in texts.keys() - ENGLISH_TEXTS.keys())
    locale = Locale.parse(tag, sep="-")
    needed = (set(locale.plural_form.tags) | {"other"}) - FORMS_LEFT_OUT.get(tag, set())
    for key in ENGLISH_TEXTS.keys() & texts.keys():
        text, english = texts[key], ENGLISH_TEXTS[key]
        if isinstance(text, str) is not isinstance(english, str):
            yield f"{key}: forms by count in one language only"
            continue
        forms = {"": text} if isinstance(text, str) else text
        if not isinstance(text, str) and text.keys() != needed:
            yield f"{key}: has the forms {sorted(text)}, needs {sorted(needed)}"
        for form, each in forms.items():
            if placeholders(each) != placeholders(english if isinstance(english, str) else english["other"]):
                # "one" may write the number as a word, or leave it out.
                if form == "one" and placeholders(each) | {"count"} == placeholders(english["other"]):  # type: ignore[index]
                    continue
                yield f"{key} {form}: other placeholders than English"
            if each != each.strip() or not each:
                yield f"{key} {form}: blanks around it, or empty"


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"family": None}, "family: missing"),
        ({"familie": "x"}, "familie: not in English"),
        ({"list.added": "Neu"}, "list.added : other placeholders than English"),
        ({"list.added": "Neu: {liste}"}, "list.added : other placeholders than English"),
        ({"list.title": " "}, "list.title : blanks around it, or empty"),
        ({"list.title": {"one": "a", "other": "b"}}, "list.title: forms by count in one language only"),
        (
            {"choresLeft": {"one": "1", "other": "{count}"}},
            "choresLeft: has the forms ['one', 'other'], needs ['few', 'many', 'one', 'other']",
        ),
    ],
)
def test_a_problem_is_found(changes: dict[str, Text | None], problem: str) -> None:
    texts = {key: text for key, text in (ENGLISH_TEXTS | changes).items() if text is not None}
    assert problem in list(problems(texts, "pl"))


def test_every_key_in_the_code_has_a_text_and_every_text_is_used() -> None:
    used = set(keys_in_code())
    assert set() == {key for key in used if "{}" not in key} - ENGLISH_TEXTS.keys()
    patterns = [re.escape(key).replace(r"\{\}", r"\w+") for key in used]
    assert [] == [key for key in ENGLISH_TEXTS if not any(re.fullmatch(each, key) for each in patterns)]
    for key, values in COMPUTED.items():
        assert set() == {key.replace("{}", each) for each in values} - ENGLISH_TEXTS.keys()


def keys_in_code() -> Iterator[str]:
    """Every constant with the form of a key in the modules that say something; `{}` for what is computed."""
    for path in (ROOT / "appliance").rglob("*.py"):
        source = path.read_text("utf-8")
        if "node_modules" in path.parts or ".say(" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.JoinedStr):
                key = "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
                if key.partition(".")[0] in SECTIONS:
                    yield key
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                section = node.value.partition(".")[0]
                if node.value in ENGLISH_TEXTS or (section in SECTIONS and re.fullmatch(r"\w+\.\w+", node.value)):
                    yield node.value


SECTIONS = {key.partition(".")[0] for key in ENGLISH_TEXTS}
