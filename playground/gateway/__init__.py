"""The gateway: sessions, intents and the socket."""
