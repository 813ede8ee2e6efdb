"""Shapes of passkeys: the options a browser is given, and the credentials it sends back. (contract §24, WebAuthn)"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.access.models import KeyName, SignedIn
from appliance.kernel.schema import ApiModel, Maybe, Text

Encoded = Annotated[str, Meta(min_length=1, max_length=100_000, pattern=r"^[A-Za-z0-9_-]+=*$")]
Ceremony = Literal["register", "login"]
Attachment = Literal["platform", "cross-platform"]


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """Where a ceremony takes place: the domain passkeys belong to, and the origins a browser may name."""

    rp_id: str
    origins: tuple[str, ...]


class StoredPasskey(msgspec.Struct, frozen=True, kw_only=True):
    """What a login is checked against."""

    id: str
    name: str
    credential: str
    public_key: bytes
    sign_count: int


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A ceremony under way. `text` is what the browser must have signed, `token` the register token's SHA-256."""

    text: str
    token: str | None


class Passkey(ApiModel, kw_only=True):
    """A passkey as listed."""

    id: str
    name: str
    created_at: str
    last_used_at: str | None
    transports: list[str]


class PasskeyPatch(ApiModel, kw_only=True):
    """The wish to rename a passkey."""

    name: KeyName


class RegisterToken(ApiModel, kw_only=True):
    """Allows one registration by a device that has no key yet."""

    token: str
    expires_at: str


class Begin(ApiModel, kw_only=True):
    """The wish to register a passkey; `token` stands in for an admin key."""

    token: Maybe[Text] = UNSET
    authenticator: Maybe[Attachment] = UNSET


class RelyingParty(ApiModel, kw_only=True):
    """Whom a passkey is for."""

    name: str
    id: str


class User(ApiModel, kw_only=True):
    """The one account there is."""

    id: str
    name: str
    display_name: str


class Algorithm(ApiModel, kw_only=True):
    """A signature algorithm, by its COSE number."""

    alg: int
    type: Literal["public-key"] = "public-key"


class Descriptor(ApiModel, kw_only=True):
    """A passkey that exists already."""

    id: str
    transports: list[str]
    type: Literal["public-key"] = "public-key"


class Selection(ApiModel, kw_only=True):
    """Which authenticators will do."""

    authenticator_attachment: Attachment | UnsetType = UNSET
    resident_key: str = "preferred"
    require_resident_key: bool = False
    user_verification: str = "preferred"


class CreationOptions(ApiModel, kw_only=True):
    """What `navigator.credentials.create` is asked with."""

    rp: RelyingParty
    user: User
    challenge: str
    pub_key_cred_params: list[Algorithm]
    timeout: int
    exclude_credentials: list[Descriptor]
    authenticator_selection: Selection
    attestation: str = "none"
    hints: list[str] = []


class RequestOptions(ApiModel, kw_only=True):
    """What `navigator.credentials.get` is asked with."""

    challenge: str
    timeout: int
    rp_id: str
    allow_credentials: list[Descriptor]
    user_verification: str = "preferred"


class Attestation(ApiModel, kw_only=True):
    """The signed part of a new credential."""

    client_data: Encoded = msgspec.field(name="clientDataJSON")
    attestation_object: Encoded
    transports: Annotated[list[str], Meta(max_length=20)] = []


class NewCredential(ApiModel, kw_only=True):
    """A new credential, as `PublicKeyCredential.toJSON` writes it."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: Attestation


class Assertion(ApiModel, kw_only=True):
    """The signed part of a login."""

    client_data: Encoded = msgspec.field(name="clientDataJSON")
    authenticator_data: Encoded
    signature: Encoded


class UsedCredential(ApiModel, kw_only=True):
    """A credential that signed a challenge."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: Assertion


class Register(ApiModel, kw_only=True):
    """The wish to keep a new passkey under a name."""

    name: KeyName
    response: NewCredential
    token: Maybe[Text] = UNSET


class Registered(ApiModel, kw_only=True):
    """The new passkey, and a session for the device it was made on."""

    id: str
    name: str
    session: SignedIn


class Login(ApiModel, kw_only=True):
    """The wish to sign in."""

    response: UsedCredential
