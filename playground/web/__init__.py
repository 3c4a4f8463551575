"""The HTTP and WebSocket side of the page."""
