import io
import json
import logging
import warnings
from datetime import datetime

import pytest

from appliance.kernel.logging import JsonLinesFormatter, configure
from appliance.kernel.text.redaction import HIDDEN


@pytest.fixture
def lines():
    """The events logged so far, decoded; the logging of the test run is put back afterwards."""
    root = logging.getLogger()
    level = root.level
    stream = io.StringIO()
    configure(stream=stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = [handler for handler in root.handlers if not isinstance(handler.formatter, JsonLinesFormatter)]
    root.setLevel(level)
    logging.captureWarnings(False)
    for name in ("httpx", "httpcore", "asyncio"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_an_event_is_one_line_of_json(lines):
    logging.getLogger("appliance.calendar").warning(
        "feed %s failed\nagain", "Holidays", extra={"events": 3, "ok": False}
    )

    [line] = lines()
    assert ("warning", "appliance.calendar", "feed Holidays failed\nagain") == (
        line["level"],
        line["from"],
        line["event"],
    )
    assert (3, False) == (line["events"], line["ok"])
    assert line["at"].endswith("Z")
    assert datetime.fromisoformat(line["at"]).tzinfo is not None
    assert {"at", "level", "from", "event", "events", "ok"} == line.keys()


def test_an_exception_is_logged_in_full_without_its_secrets(lines):
    try:
        raise ValueError("https://ana:hunter2@cal.example/x?key=abc")
    except ValueError:
        logging.getLogger("appliance").exception("sync failed")

    [line] = lines()
    assert "Traceback" in line["error"]
    assert "test_logging.py" in line["error"]
    assert f"ValueError: https://{HIDDEN}@cal.example/x?{HIDDEN}" in line["error"]


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("sent Authorization: Bearer %s", ["hunter2-hunter2"]),
        ("got %s", [{"access_token": "hunter2"}]),
        ("password=hunter2", []),
        ("fetching https://cal.example/x?token=hunter2", []),
    ],
)
def test_secrets_in_the_words_are_taken_out(lines, message, arguments):
    logging.getLogger("appliance").info(message, *arguments)

    [line] = lines()
    assert "hunter2" not in line["event"]
    assert HIDDEN in line["event"]


def test_secrets_in_the_extras_are_taken_out(lines):
    extra = {
        "password": "hunter2 with spaces",
        "clientSecret": "hunter2",
        "authorization": "hunter2",
        "address": "https://ana:hunter2@cal.example/",
        "answer": {"refresh_token": "hunter2", "list": [{"api_key": "hunter2"}, "Bearer hunter2-hunter2"]},
    }

    logging.getLogger("appliance").info("made", extra=extra)

    [line] = lines()
    assert "hunter2" not in json.dumps(line)
    assert {"refresh_token": HIDDEN, "list": [{"api_key": HIDDEN}, f"Bearer {HIDDEN}"]} == line["answer"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (1.5, 1.5),
        (2**70, str(2**70)),
        ((1, 2), [1, 2]),
        ({"a"}, ["a"]),
        (b"bytes", "b'bytes'"),
        ("half \ud83c", "half ?"),
        ({1: "one"}, {"1": "one"}),
    ],
)
def test_every_kind_of_extra_can_be_written(lines, value, expected):
    logging.getLogger("appliance").info("odd", extra={"value": value})

    assert expected == lines()[0]["value"]


def test_words_that_do_not_fit_their_values_are_written_anyway():
    record = logging.makeLogRecord({"msg": "%d of %d", "args": ("many",)})

    assert "%d of %d ('many',)" == json.loads(JsonLinesFormatter().format(record))["event"]


def test_half_a_character_is_written_as_a_question_mark(lines):
    logging.getLogger("appliance").info("broken \ud800")

    assert "broken ?" == lines()[0]["event"]


def test_the_level_decides_what_is_written(lines):
    logging.getLogger("appliance").debug("quiet")
    assert [] == lines()

    stream = io.StringIO()
    configure("debug", stream)
    logging.getLogger("appliance").debug("loud")
    assert "loud" == json.loads(stream.getvalue())["event"]


def test_the_http_client_does_not_log_the_addresses_it_calls(lines):
    logging.getLogger("httpx").info("HTTP Request: GET https://cal.example/secret-path")

    assert [] == lines()


def test_warnings_of_the_language_are_events_too(lines):
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old way", UserWarning, stacklevel=1)

    [line] = lines()
    assert "py.warnings" == line["from"]
    assert "old way" in line["event"]
