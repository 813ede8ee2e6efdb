"""Keeps the home reachable while the server runs: follows the network, and updates name and certificate."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from appliance.kernel.database.database import Database
from appliance.kernel.http.asgi import App
from appliance.network import addresses, https, queries, rules, signing
from appliance.network.advertiser import Advertiser
from appliance.network.https import HttpsServer
from appliance.network.models import Authority, Home
from appliance.settings import Settings

log = logging.getLogger(__name__)
INTERVAL_SECONDS = 15.0


class Presence:
    """The home's name, addresses and certificate as they are now."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        find_addresses: Callable[[str], list[str]] = addresses.of_machine,
        interval: float = INTERVAL_SECONDS,
    ):
        """`find_addresses` gives the addresses of a server on a host. `interval` is in seconds."""
        self._settings = settings
        self._database = database
        self._find_addresses = find_addresses
        self._interval = interval
        self._file = settings.data_dir / "https.pem"
        self._leaf = https.read_leaf(self._file)
        self._https: HttpsServer | None = None
        self._advertiser = Advertiser() if settings.mdns else None
        self._announced: list[str] | None = None
        self._errors: dict[str, str] = {}
        self._secure_origins: list[str] = []
        # A name that was taken is kept over a restart, because passkeys belong to it.
        names = rules.names(settings.hostname_local)
        self._name = self._leaf.name if self._leaf and self._leaf.name in names else settings.hostname_local

    def home(self) -> Home:
        """Where devices find this home."""
        settings, name = self._settings, f"{self._name}.local"
        if settings.unix_socket:
            http = addresses.home_origins(settings)
            return Home(name=name, http=http, https=[], public_url=settings.public_url, fingerprint=None)
        found = self._find_addresses(settings.host)
        certified = [address for address in found if self._leaf and address in self._leaf.addresses]
        is_serving = self._https is not None and self._https.is_serving
        authority = self.authority()
        return Home(
            name=name,
            # An address comes first, because every phone can open it; the name follows for passkeys.
            http=rules.origins("http", [*found, name], settings.port),
            https=rules.origins("https", [name, *certified], settings.https_port) if is_serving else [],
            public_url=settings.public_url,
            fingerprint=authority.fingerprint if authority and is_serving else None,
        )

    def secure_origins(self) -> list[str]:
        """The `https` of `home`, cached, because every response needs it."""
        return self._secure_origins

    def authority(self) -> Authority | None:
        """The authority that devices are asked to trust."""
        until = rules.plausible(self._database.clock.now()) + rules.AUTHORITY_REMAINING
        return queries.authority(self._database.read, self._settings.hostname_local, until)

    async def run(self, app: App) -> None:
        """Follow the network until cancelled; then withdraw the name and stop the HTTPS server."""
        if port := self._settings.https_port:
            self._https = HttpsServer(app, self._settings.host, port)
        try:
            while True:
                await self._update()
                await asyncio.sleep(self._interval)
        finally:
            if self._advertiser:
                await self._advertiser.close()
            if self._https:
                await self._https.stop()

    async def _update(self) -> None:
        addresses = self._find_addresses(self._settings.host)
        await self._try("https", self._update_certificate(addresses))
        self._secure_origins = self.home().https
        before = self._name
        await self._try("mDNS", self._update_announcement(addresses))
        if self._name != before:
            await self._try("https", self._update_certificate(addresses))
            self._secure_origins = self.home().https

    async def _try(self, what: str, step: Awaitable[None]) -> None:
        """Run a step. An error of the network does not stop the server; it is logged once, not at every interval."""
        try:
            await step
            self._errors.pop(what, None)
        except Exception as problem:
            if self._errors.get(what) != str(problem):
                log.warning("%s does not work: %s", what, problem)
            self._errors[what] = str(problem)

    async def _update_certificate(self, addresses: list[str]) -> None:
        """Get a certificate for the name and the addresses, and serve with it."""
        if self._https is None:
            return
        now, hostname = self._database.clock.now(), self._settings.hostname_local
        authority = self.authority()
        signer = authority.fingerprint if authority else None
        if self._leaf is None or rules.is_due(self._leaf, signer, self._name, addresses, now):
            self._leaf = await signing.sign(self._database, hostname, self._name, addresses, self._file)
        elif self._https.is_serving:
            return
        if not self._https.is_serving:
            https.check_port_is_free(self._settings.host, self._settings.https_port)
        try:
            self._https.serve_with(self._file)
        except OSError:
            self._leaf = None  # the file is damaged; it is made again at the next update
            raise

    async def _update_announcement(self, addresses: list[str]) -> None:
        if self._advertiser is None or (addresses == self._announced and not self._advertiser.must_yield()):
            return
        names = rules.names(self._settings.hostname_local)
        if addresses == self._announced:
            log.warning("another device has the name; taking the next", extra={"name": self._name})
        self._announced = None
        if not addresses:
            await self._advertiser.close()
        else:
            ports = {"http": self._settings.port}
            if self._https:
                ports["https"] = self._settings.https_port
            preferred = [self._name, *(name for name in names if name != self._name)]
            self._name = await self._advertiser.open(preferred, addresses, ports) or self._name
        self._announced = addresses
