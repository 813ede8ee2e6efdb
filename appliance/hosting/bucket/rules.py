"""Signatures of requests to an S3-compatible store: AWS Signature Version 4, with the body in the signature."""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote


def signed_headers(
    method: str,
    host: str,
    path: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    access_key: str,
    secret_key: str,
    region: str,
    now: datetime,
) -> dict[str, str]:
    """The headers with which a request is sent. `path` begins with a slash and is not encoded; `now` is in UTC."""
    stamp = f"{now:%Y%m%dT%H%M%SZ}"
    content = hashlib.sha256(body).hexdigest()
    signed = {name.lower(): value for name, value in headers.items()}
    signed |= {"host": host, "x-amz-content-sha256": content, "x-amz-date": stamp}
    names = ";".join(sorted(signed))
    request = [method, quote(path), query_string(query)]
    request += [*(f"{name}:{signed[name]}" for name in sorted(signed)), "", names, content]
    scope = f"{stamp[:8]}/{region}/s3/aws4_request"
    text = ["AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256("\n".join(request).encode()).hexdigest()]
    key = f"AWS4{secret_key}".encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), "sha256").digest()
    signature = hmac.new(key, "\n".join(text).encode(), "sha256").hexdigest()
    credential = f"Credential={access_key}/{scope}, SignedHeaders={names}, Signature={signature}"
    return signed | {"authorization": f"AWS4-HMAC-SHA256 {credential}"}


def query_string(query: Mapping[str, str]) -> str:
    """The query in the order and the encoding that are signed."""
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in sorted(query.items()))
