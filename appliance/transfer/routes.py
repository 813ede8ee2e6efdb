"""REST endpoints of export and import."""

from typing import Annotated, Literal

from litestar import Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN
from appliance.household.routes import Config
from appliance.kernel.http.json_body import READ_BODY
from appliance.transfer.exports import actions as exports
from appliance.transfer.exports.models import Export
from appliance.transfer.imports import actions as imports
from appliance.transfer.imports.file import Import, Imported, ReadFile
from appliance.transfer.imports.reading import read_file

DryRun = Annotated[Literal["true", "false"], QueryParameter(name="dryRun")]
MAX_FILE_BYTES = 10 * 1024 * 1024


@get(
    "/export",
    operation_id="exportHousehold",
    summary="Export the household",
    responses={200: ResponseSpec(Export, generate_examples=False)},
    opt=ADMIN,
)
async def export_household(session: CurrentSession) -> Response[bytes]:
    """The household as one JSON file, without accounts, keys and devices, but with the addresses of feeds. Admin."""
    # A large household takes about a second: in a thread, on a read snapshot, so that no other request waits for it.
    export = await session.read_in_thread(exports.export)
    name = f"mantel-export-{session.read.today.isoformat()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(export, media_type="application/json", headers=headers)


@post(
    "/import",
    operation_id="importHousehold",
    summary="Import a household",
    status_code=200,
    request_max_body_size=MAX_FILE_BYTES,
    opt=ADMIN | {READ_BODY: read_file},
)
async def import_household(
    session: CurrentSession, config: Config, data: JSONBody[Import], dry_run: DryRun = "false"
) -> Imported:
    """Merges a file of `GET /api/export`, all of it or nothing. Rows are added or updated, none is removed.

    What other products and later versions add is imported where it fits, and else counted in `notRead`.
    `dryRun=true` changes nothing and answers what would change. A larger file than 10 MB is a 413. Admin.
    """
    assert isinstance(data, ReadFile)
    if dry_run == "true":
        return await session.write(imports.import_dry_run, data, config.allow_private_feed_urls)
    return await session.write(imports.import_file, data, config.allow_private_feed_urls)


ROUTES = Router(path="/api", route_handlers=[export_household, import_household], tags=["Data"])
