"""What signing in to a hosted provider takes: an app that is known there, and what a person has granted it."""

from datetime import datetime

import msgspec


class App(msgspec.Struct, frozen=True):
    """The house as a provider knows it. `tenant` says which accounts of Microsoft may sign in."""

    client_id: str
    client_secret: str
    tenant: str = "common"


class Grant(msgspec.Struct, frozen=True):
    """What an account keeps sealed, as JSON. `access_token` is good until `expires_at`."""

    refresh_token: str
    access_token: str
    expires_at: datetime


class Service(msgspec.Struct, frozen=True):
    """Where a provider's consent and tokens are; `{tenant}` in an address stands for the app's.

    `asks` are parameters of the consent that only this provider knows; `needs` is the scope without which there are no
    calendars.
    """

    name: str
    consent_url: str
    token_url: str
    scopes: tuple[str, ...]
    needs: str
    asks: tuple[tuple[str, str], ...]
    allow_private: bool


class Consent(msgspec.Struct, frozen=True):
    """What a person came back with from a provider, and what was sent along when they went."""

    code: str
    verifier: str
    redirect_uri: str


class Connected(msgspec.Struct, frozen=True):
    """An account that was signed in to: its e-mail address, and its config."""

    email: str
    config: str
