"""The program: it composes the parts, starts the client and listens for server events."""
