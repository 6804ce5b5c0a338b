"""The work of `kifu serve`."""

from __future__ import annotations

from dataclasses import replace

from service.settings import read_settings
from service.supervisor import serve as run


def serve(new_key: bool) -> None:
    """Serve games over HTTP until interrupted."""
    settings = read_settings()
    run(replace(settings, new_key=settings.new_key or new_key))
