"""A fake OAuth client for tests: it registers, requests access and exchanges codes for tokens."""

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from tests.client import Client, ClientOf

# RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
HOME = "https://app.example/back"


class Program:
    """One registered program. `ask` is what a parent's page sends, the rest what the program sends itself."""

    def __init__(self, anybody: Client, name: str | None = "Butler", uri: str = HOME):
        self.http = anybody
        self.uri = uri
        request = {"redirect_uris": [uri]} | ({"client_name": name} if name is not None else {})
        answer = anybody.post("/oauth/register", request)
        assert 201 == answer.status_code, answer.text
        self.id: str = answer.json()["client_id"]

    def question(self, **other: str) -> dict[str, str]:
        """The query of `/oauth/authorize`; an empty text leaves a parameter out."""
        parameters = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.uri,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "state": "s t&1",
        }
        return {name: value for name, value in {**parameters, **other}.items() if value}

    def authorize(self, **other: str) -> httpx.Response:
        """What the program's link answers."""
        return self.http.get(f"/oauth/authorize?{urlencode(self.question(**other))}")

    def decide(self, parent: Client, decision: str = "approve", scope: str = "display", **other: Any) -> httpx.Response:
        """What the server answers to a parent's decision."""
        about = {name: value for name, value in self.question().items() if name != "response_type"}
        return parent.post("/api/authorizations/approve", {**about, "decision": decision, "scope": scope, **other})

    def code(self, parent: Client, scope: str = "display") -> str:
        """The code that a parent's yes sends to the program."""
        return sent(self.decide(parent, scope=scope).json()["redirect"])["code"]

    def trade(self, code: str, **other: str) -> httpx.Response:
        """Trade a code for tokens; an empty text leaves a parameter out."""
        return self.token(
            grant_type="authorization_code",
            code=code,
            **{"code_verifier": VERIFIER, "client_id": self.id, "redirect_uri": self.uri, **other},
        )

    def refresh(self, token: str, **other: str) -> httpx.Response:
        """Trade a refresh token."""
        return self.token(grant_type="refresh_token", refresh_token=token, **other)

    def token(self, **form: str) -> httpx.Response:
        """Any call of the token endpoint, as a form."""
        return self.http.request("POST", "/oauth/token", data={name: value for name, value in form.items() if value})

    def revoke(self, token: str) -> httpx.Response:
        """Give a token back."""
        return self.http.request("POST", "/oauth/revoke", data={"token": token})

    def tokens(self, parent: Client, scope: str = "display") -> dict[str, Any]:
        """The whole way to tokens."""
        answer = self.trade(self.code(parent, scope))
        assert 200 == answer.status_code, answer.text
        answers: dict[str, Any] = answer.json()
        return answers


def sent(redirect: str) -> dict[str, str]:
    """What a redirect carries in its query."""
    return {name: values[0] for name, values in parse_qs(urlsplit(redirect).query).items()}


def status(client_of: ClientOf, token: str, path: str = "/api/me") -> int:
    """What the API answers to an access token."""
    return client_of(token).get(path).status_code
