"""Where metrics are served, as a host writes it."""

from __future__ import annotations


def read_address(text: str) -> tuple[str, int]:
    """Read `host:port`; raises ValueError with a sentence."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError("write an address and a port, such as 127.0.0.1:9100")
    return host, int(port)
