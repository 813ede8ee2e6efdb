"""The few requests to the bucket that decide who writes. Large files go by Litestream and rclone."""

import re
from datetime import UTC, datetime
from html import unescape
from urllib.parse import quote, urlsplit

import httpx

from appliance.hosting.bucket.models import Found, Place, Secrets
from appliance.hosting.bucket.rules import query_string, signed_headers

TIMEOUT_SECONDS = 20.0
# What stores answer when the object is another one than the condition says: S3 itself, also for two at the same moment,
# and for one that is missing.
CHANGED = (404, 409, 412)


class BucketError(Exception):
    """The bucket did not answer, or refused a request."""


class Changed(Exception):
    """The object is not the one that a request expected."""


class Bucket:
    """The folder of a bucket. Names are relative to it. Every method raises BucketError."""

    def __init__(self, place: Place, secrets: Secrets, timeout: float = TIMEOUT_SECONDS):
        """`timeout` is in seconds, and holds for each part of a request."""
        self._place, self._secrets = place, secrets
        self._client = httpx.Client(timeout=timeout, follow_redirects=False)

    def get(self, name: str) -> Found | None:
        """An object; None when there is none."""
        answer = self._send("GET", name)
        if answer.status_code == 404:
            return None
        self._check(answer, name)
        return Found(content=answer.content, tag=answer.headers.get("etag", ""))

    def put(self, name: str, content: bytes) -> None:
        """Store an object, whatever was there."""
        self._check(self._send("PUT", name, content), name)

    def put_if(self, name: str, content: bytes, expected: str | None) -> str:
        """Store an object if it still has a tag, or if there is none. Its new tag. Raises Changed."""
        condition = {"if-match": expected} if expected else {"if-none-match": "*"}
        answer = self._send("PUT", name, content, headers=condition)
        if answer.status_code in CHANGED:
            raise Changed(name)
        self._check(answer, name)
        return str(answer.headers.get("etag", ""))

    def check_conditions(self, name: str) -> None:
        """Make sure that the store keeps an object that is not the expected one: some ignore the conditions."""
        self.put(name, b"")
        for expected in (None, '"0"'):
            try:
                self.put_if(name, b"", expected)
            except Changed:
                continue
            raise BucketError("the store ignores If-Match and If-None-Match, so two machines could write at once")

    def folders(self, name: str) -> list[str]:
        """The names of the folders in a folder, which ends with a slash. At most a thousand."""
        prefix = self._place.prefix + name
        answer = self._send("GET", None, query={"list-type": "2", "prefix": prefix, "delimiter": "/"})
        self._check(answer, name)
        found = re.findall(r"<CommonPrefixes><Prefix>([^<]*)</Prefix>", answer.text)
        return [unescape(each).removeprefix(prefix).rstrip("/") for each in found]

    def _send(
        self,
        method: str,
        name: str | None,
        content: bytes = b"",
        headers: dict[str, str] | None = None,
        query: dict[str, str] | None = None,
    ) -> httpx.Response:
        path = f"/{self._place.bucket}" + (f"/{self._place.prefix}{name}" if name is not None else "")
        signed = signed_headers(
            method,
            urlsplit(self._place.endpoint).netloc,
            path,
            query or {},
            headers or {},
            content,
            access_key=self._secrets.access_key,
            secret_key=self._secrets.secret_key,
            region=self._place.region,
            now=datetime.now(UTC),
        )
        url = f"{self._place.endpoint}{quote(path)}" + (f"?{query_string(query)}" if query else "")
        try:
            return self._client.request(method, url, content=content, headers=signed)
        except httpx.HTTPError as problem:
            raise BucketError(f"the bucket does not answer: {problem!r}") from None

    def _check(self, answer: httpx.Response, name: str) -> None:
        if answer.status_code >= 300:
            code = re.search(r"<Code>(\w+)</Code>", answer.text)
            why = f"{answer.status_code} {code[1] if code else answer.text[:200]}"
            raise BucketError(f"the bucket refused {name}: {why}")
