from datetime import UTC, date, datetime
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from appliance.kernel.database.database import Database
from appliance.kernel.database.rows import from_record
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import NotFound
from appliance.kernel.schema import ApiModel


class Place(msgspec.Struct, frozen=True):
    street: str
    number: int


class Record(ApiModel, kw_only=True):
    id: str
    is_open: bool
    day: date | None = None
    at: Annotated[datetime, Meta(tz=True)] | None = None
    member_ids: tuple[str, ...] = ()
    options: dict[str, int] | None = None
    place: Place | None = None
    kind: Literal["a", "b"] = "a"
    weight: float | UnsetType = UNSET


def test_columns_become_fields_by_name_in_any_order(database: Database) -> None:
    found = database.read.all(Record, "SELECT 1 AS is_open, 'x' AS id UNION ALL SELECT 0, 'y'")

    assert [Record(id="x", is_open=True), Record(id="y", is_open=False)] == found


def test_a_column_is_decoded_by_the_type_of_its_field(database: Database) -> None:
    sql = (
        """SELECT 'x' AS id, 0 AS is_open, '2026-03-01' AS day, '2026-03-01T10:00:00.000Z' AS at, '["a","b"]' AS"""
        """ member_ids, '{"n":1}' AS options, '{"street":"Elm","number":3}' AS place, 'b' AS kind, 1.5 AS weight"""
    )

    expected = Record(
        id="x",
        is_open=False,
        day=date(2026, 3, 1),
        at=datetime(2026, 3, 1, 10, tzinfo=UTC),
        member_ids=("a", "b"),
        options={"n": 1},
        place=Place("Elm", 3),
        kind="b",
        weight=1.5,
    )
    assert expected == database.read.one(Record, sql)


def test_null_stays_none(database: Database) -> None:
    found = database.read.maybe(Record, "SELECT 'x' AS id, 1 AS is_open, NULL AS day, NULL AS options")

    assert Record(id="x", is_open=True) == found


@pytest.mark.parametrize(
    ("columns", "complaint"),
    [
        ("'x' AS id, 1 AS is_open, 1 AS open", "has no field for the columns open"),
        ("'x' AS id", "Missing required argument 'is_open'"),
        ("'x' AS id, 'y' AS id, 1 AS is_open", "a column name occurs twice"),
    ],
)
def test_columns_that_do_not_fit_the_struct_are_an_error(database: Database, columns: str, complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        database.read.all(Record, f"SELECT {columns}")


def test_no_row_is_an_empty_list_none_or_not_found(database: Database) -> None:
    sql = "SELECT 'x' AS id, 1 AS is_open WHERE 0"

    assert [] == database.read.all(Record, sql)
    assert database.read.maybe(Record, sql) is None
    with pytest.raises(NotFound):
        database.read.one(Record, sql)


def test_a_callable_takes_columns_by_position(database: Database) -> None:
    assert ["a", "b"] == database.read.all(str, "SELECT 'a' UNION ALL SELECT 'b'")


def test_a_record_gives_a_struct_a_part_of_its_columns(database: Database) -> None:
    (record,) = database.read.records("SELECT 'x' AS id, 1 AS is_open, '[\"a\"]' AS member_ids, 5 AS total")

    assert 5 == record["total"]
    assert Record(id="x", is_open=True, member_ids=("a",), kind="b") == from_record(Record, record, kind="b")


def test_a_struct_is_written_by_the_names_of_its_fields(database: Database) -> None:
    record = Record(id="x", is_open=True, day=date(2026, 3, 1), member_ids=("a",), place=Place("Elm", 3))

    def write(tx: Tx) -> None:
        tx.run("CREATE TABLE records (id TEXT, is_open INT, day TEXT, member_ids TEXT, place TEXT)")
        insert = "INSERT INTO records VALUES (:id, :is_open, :day, :member_ids, :place)"
        assert 1 == tx.run(insert, **asdict(record))
        tx.run_many(insert, [asdict(record)])

    database.write_now(write)

    assert [record, record] == database.read.all(Record, "SELECT * FROM records")


def test_a_missing_named_argument_is_an_error(database: Database) -> None:
    with pytest.raises(KeyError):
        database.write_now(lambda tx: tx.run("DELETE FROM items WHERE id = :id AND title = :title", id="a"))
