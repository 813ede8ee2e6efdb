"""The settings of the machine's owner: environment variables, read once into a Struct. (contract §35)"""

import os
import re
from base64 import b64decode
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every configuration variable, by its lower-case name. None of them is needed to serve."""

    host: str = "0.0.0.0"
    port: int = 8080
    unix_socket: Path | None = None
    https_port: int = 8443
    hostname_local: str = "mantel"
    mdns: bool = True
    data_dir: Path = Path("data")
    runtime_directory: Path | None = None
    tailscale_socket: Path = Path("/var/run/tailscale/tailscaled.sock")
    tz: str | None = None
    public_url: str | None = None
    webauthn_rp_id: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    admin_api_key: str | None = None
    encryption_key: str | None = None
    allow_private_feed_urls: bool = False
    allow_private_webhook_urls: bool = False
    allow_private_push_urls: bool = False
    vapid_subject: str | None = None
    vapid_public_key: str | None = None
    vapid_private_key: str | None = None
    sync_interval_minutes: int = 10
    scheduler_interval_seconds: int = 120
    require_passkey_setup: bool = False
    host_portal_url: str | None = None
    photo_roots: tuple[str, ...] = ("/media", "/mnt", "/run/media", "/srv")
    metrics: bool = False
    replica_stamp: Path | None = None
    backup_keep: int = 14
    backup_dir_2: str | None = None
    update_url: str | None = None
    update_folder: Path | None = None
    update_key: str | None = None
    update_trial_seconds: int = 600
    google_client_id: str | None = None
    google_client_secret: str | None = None
    ms_client_id: str | None = None
    ms_client_secret: str | None = None
    ms_tenant: str = "common"
    oauth_redirect_uri: str | None = None
    google_api_url: str = "https://www.googleapis.com"
    google_oauth_url: str = "https://accounts.google.com"
    google_token_url: str = "https://oauth2.googleapis.com"
    microsoft_login_url: str = "https://login.microsoftonline.com"
    microsoft_graph_url: str = "https://graph.microsoft.com"
    open_meteo_url: str = "https://api.open-meteo.com"
    open_meteo_geocoding_url: str = "https://geocoding-api.open-meteo.com"

    def __repr__(self) -> str:
        shown = {
            name: "***" if name in SECRET and value else value for name, value in msgspec.structs.asdict(self).items()
        }
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


SECRET = {"admin_api_key", "encryption_key", "vapid_private_key", "google_client_secret", "ms_client_secret"}


class BadSetting(Exception):
    """A variable is not valid. The message names it and says what is."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the variables of `VARIABLES`; each may be given as `X_FILE` instead. Raises BadSetting.

    A variable that starts with `MANTEL_` is an error: the names have no prefix, and a typo must not pass silently.
    """
    stray = sorted(name for name in environment if name.startswith("MANTEL_") and name not in BUILD_ONLY)
    if stray:
        raise BadSetting(f"{stray[0]} is not a setting; the variables have no prefix, for example PORT or DATA_DIR")
    values: dict[str, Any] = {}
    for name in VARIABLES:
        text = _text(environment, name)
        if text is not None:
            values[name.lower()] = _parsed(name, text)
    _check_pair(values.get("vapid_public_key"), values.get("vapid_private_key"))
    settings = Settings(**values)
    if settings.https_port == settings.port:
        raise BadSetting(f"HTTPS_PORT and PORT must differ; both are {settings.port}")
    return _on_socket(settings) if settings.unix_socket else settings


def _on_socket(settings: Settings) -> Settings:
    """The settings of a server that only a reverse proxy on this machine reaches: nothing listens in the network."""
    if not settings.public_url:
        raise BadSetting("UNIX_SOCKET needs PUBLIC_URL, the address at which the reverse proxy answers")
    return msgspec.structs.replace(settings, mdns=False, https_port=0)


BUILD_ONLY = {"MANTEL_UI_SKIP"}
VARIABLES = tuple(name.upper() for name in Settings.__struct_fields__)


def _text(environment: Mapping[str, str], name: str) -> str | None:
    if path := environment.get(f"{name}_FILE"):
        try:
            return Path(path).read_text("utf-8").strip() or None
        except OSError as problem:
            raise BadSetting(f"{name}_FILE names a file that cannot be read: {problem.strerror}") from None
    return environment.get(name, "").strip() or None


def _parsed(name: str, text: str) -> object:
    default = getattr(Settings(), name.lower())
    if isinstance(default, bool):
        return _switch(name, text)
    if isinstance(default, int):
        return _number(name, text, default)
    if isinstance(default, Path):
        return Path(text).expanduser()
    if name == "RUNTIME_DIRECTORY":
        # systemd writes several where a unit asks for several; a unit of ours asks for one.
        return Path(text.split(":")[0])
    if isinstance(default, tuple):
        parts = tuple(part.strip().rstrip("/") for part in text.split(",") if part.strip())
        return _networks(parts) if name == "TRUSTED_PROXIES" else parts
    if name in ("PUBLIC_URL", "UPDATE_URL"):
        return _address(name, text)
    if name in ("UPDATE_FOLDER", "UNIX_SOCKET", "REPLICA_STAMP"):
        return Path(text)
    return _label(text) if name == "HOSTNAME_LOCAL" else text


def _address(name: str, text: str) -> str:
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadSetting(f"{name} is a whole address, as in https://home.example.org, not {text!r}")
    return text.rstrip("/")


def _label(text: str) -> str:
    # Short enough for the number that is put behind it when the name is taken.
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?", text.lower()):
        raise BadSetting(f"HOSTNAME_LOCAL is one word of letters, digits and hyphens, without .local, not {text!r}")
    return text.lower()


def _check_pair(public: str | None, private: str | None) -> None:
    if (public is None) != (private is None):
        raise BadSetting("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set together, or neither is")
    for name, text, size in (("VAPID_PUBLIC_KEY", public, 65), ("VAPID_PRIVATE_KEY", private, 32)):
        if text is not None and len(_raw(text)) != size:
            raise BadSetting(f"{name} holds {size} bytes in base64url")


def _raw(text: str) -> bytes:
    bare = text.rstrip("=")
    try:
        return b64decode(bare + "=" * (-len(bare) % 4), altchars="-_", validate=True)
    except ValueError:
        return b""


def _networks(parts: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(str(ip_network(part, strict=False)) for part in parts)
    except ValueError:
        raise BadSetting(f"TRUSTED_PROXIES holds addresses or networks, as in 10.0.0.0/8, not {parts}") from None


def _switch(name: str, text: str) -> bool:
    if text.lower() in ("1", "true", "yes", "on"):
        return True
    if text.lower() in ("0", "false", "no", "off"):
        return False
    raise BadSetting(f"{name} is a switch: 1 or 0, not {text!r}")


def _number(name: str, text: str, default: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise BadSetting(f"{name} is a whole number, not {text!r}") from None
    if name == "HTTPS_PORT" and number == 0:
        return 0
    if name.endswith("PORT") and not 0 < number < 65536:
        raise BadSetting(f"{name} is between 1 and 65535, not {number}")
    # contract §35: a non-positive interval means the default.
    return number if number > 0 else default
