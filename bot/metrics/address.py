"""Where metrics are served, as a host writes it."""

import socket


def read_address(text: str) -> tuple[str, int]:
    """Read `host:port`; raises ValueError with a sentence."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    try:
        is_name = bool(host.encode("idna"))
    except UnicodeError:
        is_name = False
    if not colon or not is_name or not port.isdecimal() or int(port) > 65_535:
        raise ValueError("write an address and a port, such as 127.0.0.1:9100")
    return host, int(port)


def is_free(text: str) -> bool:
    """Tell whether a program could listen on this address now."""
    host, port = read_address(text)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError:
        return False
    return True
