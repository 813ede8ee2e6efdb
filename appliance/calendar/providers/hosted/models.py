"""Signing in to Google or Microsoft: the registered app, and the permission that a person granted."""

from datetime import datetime

import msgspec


class App(msgspec.Struct, frozen=True, kw_only=True):
    """An app that is registered at a provider. `tenant` names the Microsoft accounts that may sign in."""

    client_id: str
    client_secret: str
    tenant: str = "common"


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """The config of an account, stored encrypted as JSON. `access_token` is valid until `expires_at`."""

    refresh_token: str
    access_token: str
    expires_at: datetime


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """A provider's OAuth endpoints; `{tenant}` in an address stands for the app's tenant.

    `consent_parameters` are additional parameters of the consent page. `needs` is the scope that calendars require.
    """

    name: str
    consent_url: str
    token_url: str
    scopes: tuple[str, ...]
    needs: str
    consent_parameters: tuple[tuple[str, str], ...]
    allow_private: bool
