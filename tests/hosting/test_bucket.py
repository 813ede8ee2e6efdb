"""Requests to a real store, and their signatures."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from appliance.hosting.bucket.models import Secrets
from appliance.hosting.bucket.rules import signed_headers
from appliance.hosting.bucket.store import Bucket, BucketError, Changed
from tests.hosting.bucket import Store, needs_bucket, seaweedfs


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with seaweedfs() as running:
        yield running


def test_a_signature_is_the_one_of_the_documentation_of_s3() -> None:
    """Example "GET Object" of "Signature Calculations for the Authorization Header"."""
    headers = signed_headers(
        "GET",
        "examplebucket.s3.amazonaws.com",
        "/test.txt",
        {},
        {"Range": "bytes=0-9"},
        b"",
        access_key="AKIAIOSFODNN7EXAMPLE",
        secret_key="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region="us-east-1",
        now=datetime(2013, 5, 24, tzinfo=UTC),
    )
    signature = headers["authorization"].rpartition("Signature=")[2]
    assert "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41" == signature


@needs_bucket
def test_an_object_is_stored_only_over_the_version_that_is_expected(store: Store) -> None:
    bucket, name = store.bucket, "cells/a b/lease.json"
    assert bucket.get(name) is None
    first = bucket.put_if(name, b"1", None)
    with pytest.raises(Changed):
        bucket.put_if(name, b"2", None)
    second = bucket.put_if(name, b"2", first)
    with pytest.raises(Changed):
        bucket.put_if(name, b"3", first)
    with pytest.raises(Changed):
        bucket.put_if("nothing", b"3", first)
    found = bucket.get(name)
    assert found and (b"2", second) == (found.content, found.tag)
    assert ["a b"] == bucket.folders("cells/")
    bucket.check_conditions("cells/a b/check")


@needs_bucket
def test_a_wrong_secret_and_a_silent_store_are_errors(store: Store) -> None:
    wrong = Secrets(access_key=store.secrets.access_key, secret_key="another", household_key=b"")
    with pytest.raises(BucketError, match="SignatureDoesNotMatch"):
        Bucket(store.place, wrong).get("x")
    forgetful = Bucket(store.place, store.secrets)
    forgetful.put_if = lambda *_: ""  # type: ignore[method-assign]
    with pytest.raises(BucketError, match="ignores If-Match"):
        forgetful.check_conditions("check")
    nowhere = type(store.place)(bucket="homes", prefix="", endpoint="http://127.0.0.1:9", region="us-east-1")
    with pytest.raises(BucketError, match="does not answer"):
        Bucket(nowhere, store.secrets).get("x")
