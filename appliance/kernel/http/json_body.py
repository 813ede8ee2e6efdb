"""Strict JSON request bodies, decoded into Structs."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import msgspec
from litestar.dto import AbstractDTO
from litestar.dto.data_structures import DTOFieldDefinition
from litestar.openapi.spec import Operation, Reference, RequestBody, Schema
from litestar.typing import FieldDefinition

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import ApiModel, decode

T = TypeVar("T")
BODY_LIMIT = 2 * 1024 * 1024
# In `opt`: the function of a route that reads its body itself, where the type of the body is only its description.
READ_BODY = "read_body"


class Done(ApiModel):
    """The response of an endpoint without a result. (contract §1)"""

    ok: bool = True


@dataclass
class OptionalBody(Operation):
    """The description of an endpoint whose body may be left out; Litestar calls every body required."""

    def __post_init__(self) -> None:
        if isinstance(self.request_body, RequestBody):
            self.request_body.required = False


def decode_body(content_type: str, decoder: "msgspec.json.Decoder[T]", body: bytes) -> T:
    """Decode a body. Raises BadRequest, also for a Content-Type other than JSON."""
    check_type(content_type)
    return decode(decoder, body)


def check_type(content_type: str) -> None:
    """Raises BadRequest for a Content-Type other than JSON."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        # Another site's page can send any other type without asking first. (Fetch: CORS-safelisted request headers)
        raise BadRequest("must be sent with Content-Type: application/json", at="request")


class JsonBody(AbstractDTO[T]):
    """Decodes a body into its Struct. Litestar's own decoding would turn "1" into 1. (contract §1: strict types)"""

    decoders: ClassVar[dict[str, msgspec.json.Decoder[Any]]] = {}

    def decode_bytes(self, value: bytes) -> Any:
        """Decode a body. Raises BadRequest."""
        handler = self.asgi_connection.route_handler
        decoder = self.decoders[str(handler.handler_id)]
        content_type = self.asgi_connection.headers.get("content-type", "")
        if read := handler.opt.get(READ_BODY):
            check_type(content_type)
            return read(value)
        return decode_body(content_type, decoder, value)

    @classmethod
    def is_supported_model_type_field(cls, field_definition: FieldDefinition) -> bool:
        """Accept every body type."""
        return True

    @classmethod
    def create_for_field_definition(
        cls, field_definition: FieldDefinition, handler_id: str, backend_cls: Any = None
    ) -> None:
        """Prepare the decoder of a route."""
        cls.decoders[handler_id] = msgspec.json.Decoder(field_definition.annotation)

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: Any
    ) -> Reference | Schema:
        """Describe the body by the schema of its type."""
        return schema_creator.for_field_definition(field_definition)  # type: ignore[no-any-return]

    @classmethod
    def generate_field_definitions(cls, model_type: type[Any]) -> Generator[DTOFieldDefinition, None, None]:
        """Give none: msgspec knows the fields."""
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        """Give False: msgspec decodes nested types itself."""
        return False
