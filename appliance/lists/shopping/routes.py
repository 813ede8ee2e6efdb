"""REST endpoints of shopping: barcodes, and the learnt order of a store's aisles."""

from litestar import Router, delete, get, put
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.lists.shopping import actions, queries
from appliance.lists.shopping.models import Barcode, BarcodeName


@get("/barcodes", operation_id="listBarcodes", summary="What barcodes are called", opt=DISPLAY | ETAG_BY_REV)
async def list_barcodes(session: CurrentSession) -> list[Barcode]:
    """The names that the family gave, last named first, at most 2,000. Nothing is asked of other servers."""
    return queries.barcodes(session.read)


@put("/barcodes/{code:str}", operation_id="nameBarcode", summary="Name a barcode", opt=DISPLAY)
async def name_barcode(session: CurrentSession, code: FromPath[str], data: JSONBody[BarcodeName]) -> Barcode:
    """Replaces the name that it had. A code has 4 to 64 digits and letters."""
    return await session.write(actions.name_barcode, code, data)


@delete("/barcodes/{code:str}", operation_id="forgetBarcode", summary="Forget a barcode", status_code=200, opt=DISPLAY)
async def forget_barcode(session: CurrentSession, code: FromPath[str]) -> Done:
    """Its name is not known any more."""
    await session.write(actions.forget_barcode, code)
    return Done()


@delete("/aisles", operation_id="forgetAisles", summary="Forget the way", status_code=200, opt=DISPLAY)
async def forget_order(session: CurrentSession, store: FromQuery[str] = "") -> Done:
    """The order of a store's aisles is learnt anew; without `store` that of no particular store."""
    await session.write(actions.forget_order, store)
    return Done()


HANDLERS = [list_barcodes, name_barcode, forget_barcode, forget_order]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Lists"])
