"""How the home is found and trusted while it runs: looks at the network now and then, and follows what changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from appliance.kernel.database.database import Database
from appliance.kernel.http.asgi import App
from appliance.network import actions, addresses, https, queries, rules
from appliance.network.advertiser import Advertiser
from appliance.network.https import Https
from appliance.network.models import Authority, Home
from appliance.settings import Settings

log = logging.getLogger(__name__)
LOOK_SECONDS = 15.0


class Presence:
    """The home's name, its addresses and its certificate, all as they are now."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        look: Callable[[str], list[str]] = addresses.of_machine,
        pause: float = LOOK_SECONDS,
    ):
        """`look` gives the addresses of a server on a host; `pause` is how many seconds pass between two looks."""
        self._settings = settings
        self._database = database
        self._look = look
        self._pause = pause
        self._file = settings.data_dir / "https.pem"
        self._leaf = https.kept(self._file)
        self._https: Https | None = None
        self._advertiser = Advertiser() if settings.mdns else None
        self._said: list[str] | None = None
        self._troubles: dict[str, str] = {}
        self._secure_origins: list[str] = []
        # A name once taken is kept over a restart: passkeys belong to it.
        names = rules.names(settings.hostname_local)
        self._name = self._leaf.name if self._leaf and self._leaf.name in names else settings.hostname_local

    def home(self) -> Home:
        """Where devices find this home."""
        settings, name, found = self._settings, f"{self._name}.local", self._look(self._settings.host)
        vouched = [each for each in found if self._leaf and each in self._leaf.addresses]
        serves = self._https is not None and self._https.serves
        authority = self.authority()
        return Home(
            name=name,
            # A number first, because every phone can open it; but a passkey belongs to a name.
            http=rules.origins("http", [*found, name], settings.port),
            https=rules.origins("https", [name, *vouched], settings.https_port) if serves else [],
            public_url=settings.public_url,
            fingerprint=authority.fingerprint if authority and serves else None,
        )

    def secure_origins(self) -> list[str]:
        """The `https` of `home` as it was at the last look: asked for with every answer."""
        return self._secure_origins

    def authority(self) -> Authority | None:
        """The authority devices are asked to trust."""
        until = rules.believable(self._database.clock.now()) + rules.AUTHORITY_LEAST
        return queries.authority(self._database.read, self._settings.hostname_local, until)

    async def run(self, app: App) -> None:
        """Follow the network until cancelled; then take the name back and stop the second server."""
        self._https = Https(app, self._settings.host, self._settings.https_port) if self._settings.https_port else None
        try:
            while True:
                await self._follow()
                await asyncio.sleep(self._pause)
        finally:
            if self._advertiser:
                await self._advertiser.close()
            if self._https:
                await self._https.stop()

    async def _follow(self) -> None:
        found = self._look(self._settings.host)
        await self._try("https", self._secure(found))
        self._secure_origins = self.home().https
        before = self._name
        await self._try("mDNS", self._announce(found))
        if self._name != before:
            await self._try("https", self._secure(found))
            self._secure_origins = self.home().https

    async def _try(self, what: str, step: Awaitable[None]) -> None:
        """Whatever the network does, the house goes on; a trouble is told once, not at every look."""
        try:
            await step
            self._troubles.pop(what, None)
        except Exception as problem:
            if self._troubles.get(what) != str(problem):
                log.warning("%s does not work: %s", what, problem)
            self._troubles[what] = str(problem)

    async def _secure(self, found: list[str]) -> None:
        """Have a certificate for the name and the addresses, and serve with it."""
        if self._https is None:
            return
        now, hostname = self._database.clock.now(), self._settings.hostname_local
        authority = self.authority()
        signer = authority.fingerprint if authority else None
        if self._leaf is None or rules.is_due(self._leaf, signer, self._name, found, now):
            leaf, pem = await self._database.write(actions.sign, hostname, self._name, found)
            https.keep(self._file, leaf, pem)
            self._leaf = leaf
        elif self._https.serves:
            return
        if not self._https.serves:
            https.refuse_taken_port(self._settings.host, self._settings.https_port)
        try:
            self._https.present(self._file)
        except OSError:
            self._leaf = None  # the file was damaged; it is made anew at the next look
            raise

    async def _announce(self, found: list[str]) -> None:
        if self._advertiser is None or (found == self._said and not self._advertiser.must_yield()):
            return
        names = rules.names(self._settings.hostname_local)
        if found == self._said:
            log.warning("another device has the name; taking the next", extra={"name": self._name})
        self._said = None
        if not found:
            await self._advertiser.close()
        else:
            ports = {"http": self._settings.port}
            if self._https:
                ports["https"] = self._settings.https_port
            preferred = [self._name, *(name for name in names if name != self._name)]
            self._name = await self._advertiser.open(preferred, found, ports) or self._name
        self._said = found
