"""Passkeys: the options for a browser, and the credentials that it sends back. (contract §24, WebAuthn)"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.access.models import KeyName, SignedIn
from appliance.kernel.schema import ApiModel, Maybe, Text

Encoded = Annotated[str, Meta(min_length=1, max_length=100_000, pattern=r"^[A-Za-z0-9_-]+=*$")]
Ceremony = Literal["register", "login"]
Attachment = Literal["platform", "cross-platform"]


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """Where a ceremony takes place: the domain of the passkeys (RP ID), and the origins that are accepted."""

    rp_id: str
    origins: tuple[str, ...]


class StoredPasskey(msgspec.Struct, frozen=True, kw_only=True):
    """What a login is verified with."""

    id: str
    name: str
    credential: str
    public_key: bytes
    sign_count: int


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A ceremony in progress. `text` is what the browser must sign, `token` the SHA-256 of the register token."""

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
    """Renames a passkey."""

    name: KeyName


class RegisterToken(ApiModel, kw_only=True):
    """Allows one registration by a device that has no key yet."""

    token: str
    expires_at: str


class BeginRegistration(ApiModel, kw_only=True):
    """Starts a registration; `token` replaces an admin key."""

    token: Maybe[Text] = UNSET
    authenticator: Maybe[Attachment] = UNSET


class RelyingParty(ApiModel, kw_only=True):
    """The site that a passkey belongs to."""

    name: str
    id: str


class PasskeyUser(ApiModel, kw_only=True):
    """The account of a passkey; the household has only one."""

    id: str
    name: str
    display_name: str


class CredentialAlgorithm(ApiModel, kw_only=True):
    """A signature algorithm, by its COSE number."""

    alg: int
    type: Literal["public-key"] = "public-key"


class CredentialDescriptor(ApiModel, kw_only=True):
    """A passkey that exists already. `id` is the authenticator's credential id in base64url."""

    id: str
    transports: list[str]
    type: Literal["public-key"] = "public-key"


class AuthenticatorSelection(ApiModel, kw_only=True):
    """The authenticators that are accepted."""

    authenticator_attachment: Attachment | UnsetType = UNSET
    resident_key: str = "preferred"
    require_resident_key: bool = False
    user_verification: str = "preferred"


class CreationOptions(ApiModel, kw_only=True):
    """The options of `navigator.credentials.create`."""

    rp: RelyingParty
    user: PasskeyUser
    challenge: str
    pub_key_cred_params: list[CredentialAlgorithm]
    timeout: int
    exclude_credentials: list[CredentialDescriptor]
    authenticator_selection: AuthenticatorSelection
    attestation: str = "none"
    hints: list[str] = []


class RequestOptions(ApiModel, kw_only=True):
    """The options of `navigator.credentials.get`."""

    challenge: str
    timeout: int
    rp_id: str
    allow_credentials: list[CredentialDescriptor]
    user_verification: str = "preferred"


class AttestationResponse(ApiModel, kw_only=True):
    """The signed part of a new credential."""

    client_data: Encoded = msgspec.field(name="clientDataJSON")
    attestation_object: Encoded
    transports: Annotated[list[str], Meta(max_length=20)] = []


class NewCredential(ApiModel, kw_only=True):
    """A new credential, as `PublicKeyCredential.toJSON` writes it."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: AttestationResponse


class AssertionResponse(ApiModel, kw_only=True):
    """The signed part of a login."""

    client_data: Encoded = msgspec.field(name="clientDataJSON")
    authenticator_data: Encoded
    signature: Encoded


class SignedCredential(ApiModel, kw_only=True):
    """A credential that has signed a challenge."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: AssertionResponse


class RegisterPasskey(ApiModel, kw_only=True):
    """Stores a new passkey under a name."""

    name: KeyName
    response: NewCredential
    token: Maybe[Text] = UNSET


class RegisteredPasskey(ApiModel, kw_only=True):
    """The new passkey, and a session for its device."""

    id: str
    name: str
    session: SignedIn


class PasskeyLogin(ApiModel, kw_only=True):
    """Signs in with a passkey."""

    response: SignedCredential
