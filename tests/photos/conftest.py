"""Adding photos as a phone does."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.client import Client
from tests.photos.pictures import picture

Add = Callable[..., httpx.Response]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", photo_roots=(str(tmp_path / "media"),))


@pytest.fixture
def add(client: Client) -> Add:
    """Add a picture; by default one that differs from the ones before."""
    count = iter(range(1, 1_000))

    def post(
        content: bytes | None = None, kind: str = "image/jpeg", by: Client = client, album: str = ""
    ) -> httpx.Response:
        path = f"/api/photos?albumId={album}" if album else "/api/photos"
        body = picture(size=(60 + next(count), 40)) if content is None else content
        return by.request("POST", path, content=body, headers={"Content-Type": kind})

    return post


@pytest.fixture
def files(application: Application) -> Callable[[], list[str]]:
    """The names in the folder of photos."""

    def names() -> list[str]:
        folder = application.database.path.parent / "photos"
        return sorted(path.name for path in folder.glob("*") if path.is_file()) if folder.exists() else []

    return names
